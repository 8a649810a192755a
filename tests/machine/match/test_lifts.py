"""Lifted rows are matched as the triples that their lift would write."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from decimal import Decimal

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machine.match import worlds_of_matching as w
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call, Constant, Variable
from seqoia.algebra.variables import possible
from seqoia.machine.bindings import slot_name
from seqoia.machine.match import EventBatch, Lift, Matcher, Property, Syntax, Template, Texts, Value, lifted
from seqoia.machine.match.keys import as_terms
from seqoia.machine.match.lifting import Rows
from seqoia.model import EMPTY_DATASET, Literal, NamedNode
from seqoia.model.term import XSD
from seqoia.plan.leaf import Leaf

EX = "http://example.org/"
BEGAN = datetime(2026, 1, 1, tzinfo=timezone.utc)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=3)
KINDS = {
    "n": (pa.int64(), st.none() | st.integers(-3, 3) | st.integers(-(2**63), 2**63 - 1)),
    "f": (pa.float64(), st.none() | st.sampled_from([0.0, -0.0, 1.0, 1.5, 1e21, 1e-7, 0.1]) | st.floats()),
    "t": (pa.string(), st.none() | st.sampled_from(["a", "b", "", "1", "01", "a b/ü", 'q"\\\n']) | texts),
    "b": (pa.bool_(), st.none() | st.booleans()),
    "d": (pa.decimal128(9, 3), st.none() | st.integers(-5, 5).map(lambda number: Decimal(number) / 4)),
    "at": (pa.timestamp("us", tz="UTC"), st.integers(0, 10**7).map(lambda late: BEGAN + timedelta(microseconds=late))),
}  # fmt: skip
rows_of = st.lists(st.fixed_dictionaries({name: values for name, (_, values) in KINDS.items()}), max_size=5)
SCHEMA = pa.schema([pa.field(name, kind) for name, (kind, _) in KINDS.items()])
sources = st.one_of(
    st.sampled_from(list(KINDS)).map(Value),
    st.just(Value("t", NamedNode(XSD + "integer"))),
    st.just(Value("n", NamedNode(XSD + "decimal"))),
    st.sampled_from([f"{EX}{{t}}", f"{EX}{{n}}/{{b}}", f"{EX}a"]).map(Template),
    st.sampled_from([NamedNode(EX + "a"), Literal("01", datatype=NamedNode(XSD + "integer"))]),
)
properties = st.builds(Property, st.sampled_from([NamedNode(EX + name) for name in "pqr"]), sources)
lifts = st.builds(
    lambda subject, some: Lift(subject, tuple(some), "at", "at"),
    st.sampled_from([None, Template(f"{EX}{{n}}"), Template(f"{EX}{{t}}"), Template(f"{EX}a")]),
    st.lists(properties, min_size=1, max_size=4),
)


@st.composite
def stars(draw: st.DrawFn) -> gp.GraphPattern:
    """Patterns about one subject, and some that are not."""
    objects = draw(st.permutations(["x", "y", "z"]))
    triples = [
        gp.TriplePattern(
            Variable("s"),
            Constant(NamedNode(EX + draw(st.sampled_from("pqr")))),
            draw(
                st.sampled_from(
                    [Variable(name)] * 4 + [Variable("x"), Constant(Literal(1)), Constant(NamedNode(EX + "a"))]
                )
            ),
        )
        for name in objects[: draw(st.integers(1, 3))]
    ]
    pattern: gp.GraphPattern = gp.BasicGraphPattern(tuple(triples))
    if draw(st.booleans()):
        pattern = gp.Filter(pattern, draw(w.expressions()))
    if draw(st.integers(0, 3)) == 0:
        pattern = gp.Extend(pattern, Variable("n"), Call("+", (Variable("x"), Constant(Literal(1)))))
    return draw(st.sampled_from([pattern, pattern, draw(w.patterns())]))


def as_rows(table: pa.Table | None, leaf: Leaf) -> list[str]:
    if table is None:
        return []
    combined = table.combine_chunks()
    columns = [
        as_terms(pa.chunked_array(combined[slot_name(at)]).combine_chunks()).to_pylist()
        for at in range(len(leaf.slots))
    ]
    return sorted(map(repr, zip(table["event"].to_pylist(), table["key"].to_pylist(), *columns, strict=True)))


@settings(max_examples=150, deadline=None)
@given(rows_of, lifts, stars(), st.data())
def test_lifted_rows_are_matched_as_their_triples(
    rows: list[dict[str, object]], lift: Lift, pattern: gp.GraphPattern, data: st.DataObject
) -> None:
    slots = tuple(data.draw(st.lists(st.sampled_from(sorted(possible(pattern)) or ["none"]), unique=True, max_size=3)))
    leaf = Leaf(w.STREAM, pattern, slots, tuple(range(len(slots))))
    batch = lifted(lift, pa.RecordBatch.from_pylist(rows, schema=SCHEMA), 0).batch
    matcher = Matcher([leaf], [w.STREAM], EMPTY_DATASET, lifts={0: lift})
    texts = Rows(lift, batch.content.rows).texts()
    written = pa.array([texts.of(row) for row in range(len(rows))], pa.large_binary())
    plain = EventBatch(0, batch.start, batch.end, batch.event, Texts(written, Syntax.N_TRIPLES))
    expected, found = matcher.match(plain), matcher.match(batch)
    assert expected.rejected == found.rejected == ()
    assert as_rows(found.bindings.tables.get(0), leaf) == as_rows(expected.bindings.tables.get(0), leaf)


DECLARED = """
subject: http://example.org/trade/{id}
start: begin
end: finish
properties:
  http://www.w3.org/1999/02/22-rdf-syntax-ns#type: {constant: <http://example.org/Trade>}
  http://example.org/company: {iri: "http://example.org/company/{company}"}
  http://example.org/price: [{column: price}, {column: price, datatype: http://www.w3.org/2001/XMLSchema#string}]
"""


def test_a_lift_is_declared_in_a_few_lines() -> None:
    lift = Lift.of_text(DECLARED)
    rows = pa.RecordBatch.from_pylist(
        [{"id": 7, "company": "a b", "price": 1.50, "begin": 1, "finish": 2}, {"id": 8, "begin": 3, "finish": 2}]
    )
    read = lifted(lift, rows, 3, first=10)
    assert (read.batch.start.tolist(), read.batch.end.tolist(), read.batch.event.tolist()) == (
        [1000000],
        [2000000],
        [10],
    )
    assert [(each.position, each.reason) for each in read.rejected] == [("row 11", "ends before it starts: 3, 2")]
    assert Rows(lift, read.batch.content.rows).texts().of(0).decode().splitlines() == [
        "<http://example.org/trade/7> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Trade> .",
        "<http://example.org/trade/7> <http://example.org/company> <http://example.org/company/a%20b> .",
        f'<http://example.org/trade/7> <http://example.org/price> "1.5"^^<{XSD}double> .',
        '<http://example.org/trade/7> <http://example.org/price> "1.5" .',
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"subject": "_:", "properties": {}}', 'a lift names the column that says when: "time", or "start" and "end"'),
        ('{"subject": "x{id}", "time": "t", "properties": {}}', "'x{id}' makes no IRI: No scheme found"),
        ('{"time": "t", "properties": {}}', 'a lift has a "subject"'),
        ('{"subject": "_:", "time": "t", "colour": 1}', "a lift has no 'colour'"),
        ('{"subject": "_:", "time": "t", "properties": {"a:p": {"colum": "x"}}}', "the object of a:p is"),
        (
            '{"subject": "_:", "time": "t", "properties": {"a:p": {"constant": "x"}}}',
            "the constant 'x' of a:p is no term",
        ),
    ],
)
def test_a_wrong_lift_is_refused_with_what_is_wrong(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        Lift.of_text(text)


def test_a_column_that_the_rows_lack_is_named() -> None:
    rows = pa.RecordBatch.from_pylist([{"id": 7, "begin": 1, "finish": 2}])
    with pytest.raises(ValueError, match="the lift reads the column 'company'; the rows have id, begin, finish"):
        lifted(Lift.of_text(DECLARED), rows, 0)
