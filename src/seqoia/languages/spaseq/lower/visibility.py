"""Whether what a filter asks for can have a value where it stands."""

from __future__ import annotations

from seqoia.languages.sparql import tree as core
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.spaseq.lower.gpms import Gpm, Stateful, asked, expression_of, previous
from seqoia.languages.spaseq.lower.places import Layout, Place
from seqoia.text import closest


def check_visibility(layout: Layout) -> None:
    """Stateful filters see the events before theirs, and PREV the iteration before (SEMANTICS 4.3 and 4.6)."""
    for place in layout.places:
        for element in place.gpm.stateful:
            known = place.gpm.bound | place.seen | (place.beside if isinstance(element, core.Filter) else frozenset())
            for variable in asked(expression_of(element)):
                if variable.name not in known:
                    raise _never_seen(variable, element, place, layout)
            for call in previous(expression_of(element)):
                _check_previous(call, place, layout)


def unbound(variable: core.Variable, layout: Layout, note: str) -> Refusal:
    """What is said about a variable that nothing binds."""
    known = frozenset[str]().union(*(place.gpm.bound for place in layout.places))
    meant = closest(variable.name, known)
    return Refusal(f"nothing binds ?{variable.name}", variable.span, note, f"did you mean ?{meant}?" if meant else "")


def check_bound(variable: core.Variable, layout: Layout, note: str) -> None:
    """A variable of the answer comes from an event that occurs."""
    if variable.name in layout.bound(layout.root):
        return
    binders = layout.binders(variable.name)
    if not binders:
        raise unbound(variable, layout, note)
    raise Refusal(
        f"?{variable.name} never has a value here",
        variable.span,
        f"only {' and '.join(binders)} binds it, and must not occur",
    )


def _never_seen(variable: core.Variable, element: Stateful, place: Place, layout: Layout) -> Refusal:
    name, owner = variable.name, place.gpm.name.text
    binders = layout.binders(name)
    kind = "filter" if isinstance(element, core.Filter) else "bind"
    if not binders:
        return unbound(variable, layout, f"this {kind} can never see it")
    later = " and ".join(binders)
    return Refusal(
        f"this {kind} can never see ?{name}",
        variable.span,
        f"{later} {'binds' if len(binders) == 1 else 'bind'} it, and does not come before {owner}",
        f"move the {kind} to {binders[-1]}, or bring {binders[-1]} before {owner} in SEQ",
    )


def _check_previous(call: core.BuiltinCall, place: Place, layout: Layout) -> None:
    name, variable = place.gpm.name.text, call.arguments[0]
    assert isinstance(variable, core.Variable)
    if not place.around:
        raise Refusal(
            "PREV has no meaning outside of a repetition",
            call.span,
            f"{name} stands in SEQ without one",
            f"write {name}+ in SEQ, or give the earlier value a name of its own",
        )
    if variable.name not in layout.bound(place.around[-1].expression):
        raise Refusal(
            f"no iteration binds ?{variable.name}",
            variable.span,
            f"PREV asks for a variable of the repetition around {name}",
        )


def check_previous_stands_well(document: core.Syntax, gpms: list[Gpm]) -> None:
    """PREV stands in filters and binds at the top of a GPM."""
    allowed = {id(call) for gpm in gpms for element in gpm.stateful for call in previous(expression_of(element))}
    for part in core.walk(document):
        if isinstance(part, core.BuiltinCall) and part.name == "PREV" and id(part) not in allowed:
            raise Refusal(
                "PREV has no meaning here",
                part.span,
                "expected it in a FILTER or BIND at the top of a repeated GPM",
            )
