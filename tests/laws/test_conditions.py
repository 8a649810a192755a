"""Law: conditions over several events are worth in the machine what SPARQL says, however odd their numbers are."""

from __future__ import annotations

from hypothesis import given, note, settings
from hypothesis import strategies as st

import seqoia
from laws.spaseq_worlds import EX, SECOND
from laws.test_machines import TOGETHER, answers
from machine.worlds import in_one_step
from seqoia.model import Dataset, Event, Instant, Interval, Literal, NamedNode, Stream, Triple
from seqoia.model.term import XSD

ODD = {
    "integer": ("0", "1", "3", "-7", "9007199254740993", "9007199254740992", "999999999999999999"),
    "decimal": ("0.1", "0.2", "0.3", "1.0", "-0.5", "333333333333333.3", "0.000000000000000001"),
    "double": ("0.1E0", "0.30000000000000004E0", "1.0E300", "-0.0E0", "NaN", "INF", "3.0E0"),
    "float": ("0.1", "3.0"),
    "boolean": ("true", "false"),
    "string": ("3", "abc"),
    "dateTime": ("2026-01-30T09:30:10Z",),
}
NUMBERS = st.sampled_from([(kind, lexical) for kind, lexicals in ODD.items() for lexical in lexicals])
OPERATORS = st.sampled_from(["+", "-", "*", "/"])
COMPARISONS = st.sampled_from(["<", "<=", ">", ">=", "=", "!="])


@st.composite
def calculations(draw: st.DrawFn, depth: int) -> str:
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from(["?a", "?b", "?a", "?b", "2", "0.1", "0", "-?a", "?missing"]))
    return f"({draw(calculations(depth - 1))} {draw(OPERATORS)} {draw(calculations(depth - 1))})"


@st.composite
def conditions(draw: st.DrawFn, depth: int = 2) -> str:
    shape = draw(st.integers(0, 6 if depth else 3))
    if shape <= 3:
        return f"({draw(calculations(2))} {draw(COMPARISONS)} {draw(calculations(2))})"
    if shape == 4:
        return f"(! {draw(conditions(depth - 1))})"
    if shape == 5:
        return draw(st.sampled_from(["BOUND(?a)", "?a", "?b", "BOUND(?missing)", "STRLEN(STR(?a)) > STRLEN(STR(?b))"]))
    sign = draw(st.sampled_from(["&&", "||"]))
    return f"({draw(conditions(depth - 1))} {sign} {draw(conditions(depth - 1))})"


def stream(values: list[tuple[str, str]]) -> Stream:
    name = NamedNode(EX + "s")
    events = []
    for place, (kind, lexical) in enumerate(values):
        value = Literal(lexical, datatype=NamedNode(XSD + kind))
        said = Triple(NamedNode(f"{EX}e{place}"), NamedNode(EX + "value"), value)
        events.append(Event(name, Interval.point(Instant(place * SECOND)), Dataset(frozenset({said})), place))
    return Stream.of(name, events)


@given(conditions(), st.lists(NUMBERS, min_size=2, max_size=5))
@settings(TOGETHER)
def test_the_machine_decides_conditions_as_sparql_does(condition: str, values: list[tuple[str, str]]) -> None:
    text = (
        f"PREFIX : <{EX}> SELECT ?x ?y FROM STREAM s :s WHERE {{ SEQ (A : B) "
        "DEFINE GPM A ON s { ?x :value ?a OPTIONAL { ?x :other ?missing } } "
        f"DEFINE GPM B ON s {{ ?y :value ?b FILTER ({condition} || ?a < ?nothing) }} }}"
    ).replace("?nothing", "?b - ?b")
    note(text)
    query = seqoia.lower(seqoia.parse(text, "spaseq"))
    world = (stream(values),)
    assert answers(in_one_step(query, world)) == answers(seqoia.evaluate(query, world))
