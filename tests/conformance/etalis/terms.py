"""How terms, events and conditions of ETALIS are written in SPARQL.

An event `a(1, x)` is a node of the class `:a_2` with the properties `:arg1` and `:arg2`; atoms are strings. An event
`rdf(s, p, o)` is the triple that it says; its atoms are IRIs.
"""

from __future__ import annotations

from conformance.etalis.notation import Compound, Term, Var, conjuncts
from conformance.etalis.programs import BeyondLanguagesError, Program

NAMESPACE = "http://etalis.example/"
PREFIXES = f"PREFIX : <{NAMESPACE}>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"
_COMPARISONS = {"<": "<", ">": ">", "=<": "<=", ">=": ">=", "=": "=", "=:=": "="}
_EXTREMES = {"min": "<", "max": ">"}
TRIPLE = "rdf/3"
PRINTING = ("write/1", "nl/0")
"""What derives nothing."""


class Names:
    """Fresh variables of one rule."""

    def __init__(self) -> None:
        self.count = 0
        self.durations: set[str] = set()

    def fresh(self) -> str:
        self.count += 1
        return f"?v{self.count}"

    def term(self, term: Term) -> str:
        match term:
            case Var("_"):
                return self.fresh()
            case Var(name):
                return f"?{name}"
            case Compound(text, ()):
                return f'"{text}"'
            case Compound():
                raise BeyondLanguagesError(f"{term.key} inside an event")
            case _:
                return str(term)

    def event(self, event: Compound, subject: str | None = None) -> str:
        """Triples about an event: its arguments first, which tell more than its class."""
        if event.key == TRIPLE:
            return f"{' '.join(self._node(each) for each in event.arguments)} ."
        values = [f":arg{place} {self.term(each)}" for place, each in enumerate(event.arguments, 1)]
        return f"{subject or self.fresh()} {' ; '.join([*values, 'a ' + class_of(event)])} ."

    def _node(self, term: Term) -> str:
        return f":{term.functor}" if isinstance(term, Compound) and not term.arguments else self.term(term)


def class_of(event: Compound) -> str:
    return f":{event.functor}_{len(event.arguments)}"


def conditions(condition: Term, known: Program, names: Names) -> str:
    """What a condition adds to the group of the events that it speaks of."""
    parts = [part for part in conjuncts(condition) if part.key not in PRINTING]
    return " ".join(_clause(part, known, names) for part in parts)


def _clause(part: Compound, known: Program, names: Names) -> str:
    match part:
        case Compound("t1", (Var(name),)):
            return f"BIND (getSTARTTIME() AS ?{name})"
        case Compound("t2", (Var(name),)):
            return f"BIND (getENDTIME() AS ?{name})"
        case Compound("datime_minus_datime", (Var(end), Var(start), Var(name))):
            names.durations.add(name)
            return f"BIND (?{end} - ?{start} AS ?{name})"
        case Compound(("min" | "max") as which, (one, other, Var(name))):
            chosen, left = names.term(one), names.term(other)
            return f"BIND (IF({chosen} {_EXTREMES[which]} {left}, {chosen}, {left}) AS ?{name})"
        case Compound("is", (Var(name), value)):
            return f"BIND ({expression(value, names)} AS ?{name})"
    if known.knows(part):
        return f"GRAPH :facts {{ {names.event(part)} }}"
    return f"FILTER ({_test(part, names)})"


def _test(part: Term, names: Names) -> str:
    match part:
        case Compound("\\+", (inner,)):
            return f"!({_test(inner, names)})"
        case Compound(sign, (Var(name), int(seconds))) if sign in _COMPARISONS and name in names.durations:
            return f'?{name} {_COMPARISONS[sign]} "PT{seconds}S"^^xsd:dayTimeDuration'
        case Compound(sign, (left, right)) if sign in _COMPARISONS:
            return f"{expression(left, names)} {_COMPARISONS[sign]} {expression(right, names)}"
        case Compound():
            raise BeyondLanguagesError(part.key)
    raise BeyondLanguagesError(str(part))


def expression(term: Term, names: Names) -> str:
    match term:
        case Compound(("+" | "-" | "*" | "/") as sign, (left, right)):
            return f"({expression(left, names)} {sign} {expression(right, names)})"
        case _:
            return names.term(term)
