"""ETALIS programs: rules with their names and windows, and the facts beside them."""

from __future__ import annotations

from dataclasses import dataclass

from conformance.etalis.notation import Compound, Term, read

_DIRECTIVES = ("print_event/1", "print_trigger/1")
_WINDOWS = ("event_rule_window", "window")


class BeyondLanguagesError(Exception):
    """A rule uses something that none of our languages says; the message is its name."""


@dataclass(frozen=True)
class Rule:
    """A head that is derived when the body is found."""

    name: str
    head: Compound
    body: Term
    seconds: int | None = None
    """How long its match may take."""


@dataclass(frozen=True)
class Program:
    rules: tuple[Rule, ...]
    facts: tuple[Compound, ...]

    def knows(self, called: Compound) -> bool:
        return any(fact.key == called.key for fact in self.facts)


def program(text: str) -> Program:
    """The program that a text says."""
    rules: list[tuple[str, Compound]] = []
    properties: dict[str, dict[str, int]] = {}
    facts: list[Compound] = []
    for clause in read(text):
        match clause:
            case Compound("rule:", (Compound(name, listed), Compound("<-") as arrow)):
                rules.append((name, arrow))
                properties.setdefault(name, {}).update(_listed(listed))
            case Compound("<-"):
                rules.append((f"r{len(rules)}_", clause))
            case Compound("event_rule_property", (Compound(name), Compound(key), int(value))):
                properties.setdefault(name, {})[key] = value
            case Compound(":-" | ","):
                raise BeyondLanguagesError(":-")
            case Compound("db", (Compound() as fact,)):
                facts.append(fact)
            case Compound() if clause.key not in _DIRECTIVES:
                facts.append(clause)
    return Program(tuple(_rule(name, arrow, properties.get(name, {})) for name, arrow in rules), tuple(facts))


def _listed(arguments: tuple[Term, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for listed in arguments:
        assert isinstance(listed, Compound)
        for item in listed.arguments:
            match item:
                case Compound("property", (Compound(key), int(value))):
                    found[key] = value
                case _:
                    raise BeyondLanguagesError(str(item))
    return found


def _rule(name: str, arrow: Compound, properties: dict[str, int]) -> Rule:
    head, body = arrow.arguments
    if isinstance(head, Compound) and head.functor == "do":
        head, action = head.arguments
        body = Compound("do", (body, action))
    assert isinstance(head, Compound)
    return Rule(name, head, body, _window(properties))


def _window(properties: dict[str, int]) -> int | None:
    """A plain window is the longest that a match may take. One with a step throws away, at each step, what is older
    than it: what a match begins with may be a step older when the match ends."""
    for key in properties:
        if key not in (*_WINDOWS, "window_step"):
            raise BeyondLanguagesError(key)
    widths = [properties[key] for key in _WINDOWS if key in properties]
    return widths[0] + properties.get("window_step", 0) if widths else None
