"""ETALIS programs as EP-SPARQL: each rule a CONSTRUCT rule, and a query that shows every event or what is selected."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.etalis.notation import Compound, Term, conjuncts
from conformance.etalis.own_epsparql import SELECTED
from conformance.etalis.programs import BeyondLanguagesError, Program, Rule
from conformance.etalis.recursion import unrolled
from conformance.etalis.terms import NAMESPACE, PREFIXES, PRINTING, TRIPLE, Names, class_of, conditions

_JOINS = {"seq": "SEQ", "or": "UNION", "equals": "EQUALS", "and": ""}
_RELATIONS = {
    "par": "{s1} <= {t2} && {s2} <= {t1}",
    "during": "{s2} < {s1} && {t1} < {t2}",
    "starts": "{s1} = {s2} && {t1} <= {t2}",
    "finishes": "{t1} = {t2} && {s2} <= {s1}",
    "meets": "{t1} = {s2}",
}
"""Relations of the intervals [s1, t1] and [s2, t2] of both sides. The recorded rules let an interval start and finish
one that is equal to it."""
_CONDITIONS = ("where", "check", "timestamp", "event_multiply")


def epsparql(known: Program) -> str:
    """The text of a program: its rules, and what it selects, or else every event."""
    known = unrolled(known)
    rules = [_rule(rule, known) for rule in known.rules if rule.head.functor != SELECTED]
    selections = [_selection(rule, known) for rule in known.rules if rule.head.functor == SELECTED]
    (query,) = selections or ["SELECT ?event ?property ?value WHERE { ?event ?property ?value }"]
    return "\n".join([PREFIXES, *rules, query])


def _rule(rule: Rule, known: Program) -> str:
    names = Names()
    found = _found(rule, known, names)
    named = "" if rule.head.key == TRIPLE else f"BIND ({_name_of(rule.head, names)} AS ?head)"
    return f"RULE {rule.name} CONSTRUCT {{ {names.event(rule.head, '?head')} }}\nWHERE {{ {found} {named} }}"


def _selection(rule: Rule, known: Program) -> str:
    names = Names()
    variables = " ".join(names.term(each) for each in rule.head.arguments)
    return f"SELECT {variables} WHERE {{ {_found(rule, known, names)} }}"


def _found(rule: Rule, known: Program, names: Names) -> str:
    window = "" if rule.seconds is None else f'FILTER (getDURATION() <= "PT{rule.seconds}S"^^xsd:duration)'
    return f"{group(rule.body, known, names)} {window}"


def _name_of(head: Compound, names: Names) -> str:
    """Events that agree in class, arguments and interval are one."""
    values = [f"ENCODE_FOR_URI(STR({names.term(each)}))" for each in head.arguments]
    parts = [f'"{NAMESPACE}{class_of(head)[1:]}"', *values, "STR(getSTARTTIME())", "STR(getENDTIME())"]
    return f"""IRI(CONCAT({', "/", '.join(parts)}))"""


def group(body: Term, known: Program, names: Names) -> str:
    """What a body asks for, as a group in braces."""
    match body:
        case Compound("do", (inner, action)):
            _only_prints(action)
            return group(inner, known, names)
        case Compound("seq", (inner, Compound("prolog", (call,)))):
            return f"{{ {group(inner, known, names)} {conditions(call, known, names)} }}"
        case Compound(name, (inner, condition)) if name in _CONDITIONS:
            return f"{{ {group(inner, known, names)} {conditions(condition, known, names)} }}"
        case Compound(name, (_, _)) if name in _JOINS:
            return f"{{ {f' {_JOINS[name]} '.join(group(part, known, names) for part in _chain(name, body))} }}"
        case Compound(name, (left, right)) if name in _RELATIONS:
            return _related(_RELATIONS[name], group(left, known, names), group(right, known, names), names)
        case Compound("cnot", (Compound("seq", (left, right)), absent)):
            parts = (group(part, known, names) for part in (left, right, absent))
            return _without_between(*parts, names)
        case Compound("fnot", (inner, absent)):
            return f"{{ {group(inner, known, names)} FILTER NOT EXISTS {group(absent, known, names)} }}"
        case Compound(("cnot" | "star_times" | "aggregate") as name, _):
            raise BeyondLanguagesError(name)
        case Compound():
            return f"{{ {names.event(body)} }}"
    raise BeyondLanguagesError(str(body))


def _chain(name: str, body: Term) -> Iterator[Term]:
    """The operands of one operator that is repeated on the left."""
    match body:
        case Compound(functor, (left, right)) if functor == name:
            yield from _chain(name, left)
            yield right
        case _:
            yield body


def _without_between(left: str, right: str, absent: str, names: Names) -> str:
    """A sequence with nothing of a kind in between, whichever pairs the policy chooses."""
    after, before, start, end = (names.fresh() for _ in range(4))
    return (
        f"{{ {{ {left} BIND (getENDTIME() AS {after}) }} SEQ {{ {right} BIND (getSTARTTIME() AS {before}) }} "
        f"FILTER NOT EXISTS {{ {{ {absent} BIND (getSTARTTIME() AS {start}) BIND (getENDTIME() AS {end}) }} "
        f"FILTER ({after} < {start} && {end} < {before}) }} }}"
    )


def _related(relation: str, left: str, right: str, names: Names) -> str:
    bound = {name: names.fresh() for name in ("s1", "t1", "s2", "t2")}
    sides = [
        f"{{ {side} BIND (getSTARTTIME() AS {bound[start]}) BIND (getENDTIME() AS {bound[end]}) }}"
        for side, start, end in ((left, "s1", "t1"), (right, "s2", "t2"))
    ]
    return f"{{ {' '.join(sides)} FILTER ({relation.format(**bound)}) }}"


def _only_prints(action: Term) -> None:
    for part in conjuncts(action):
        if part.key not in PRINTING:
            raise BeyondLanguagesError(part.key)
