"""What a matcher hands on besides solutions: times, keys, and what it could not read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pytest

from algebra_by_hand import bgp, call
from machine.match import worlds_of_matching as w
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Variable
from seqoia.machine.bindings import EVENT_FIELDS
from seqoia.machine.match import (
    Columns,
    EventBatch,
    Lift,
    Matcher,
    Places,
    Property,
    Syntax,
    Template,
    Texts,
    Value,
    warm,
)
from seqoia.machine.match.searching import match_texts
from seqoia.model import EMPTY_DATASET, Dataset, Literal, NamedNode, Triple
from seqoia.model.term import XSD
from seqoia.plan.leaf import Leaf

PRICE = bgp(("?t", ":price", "?price"))
LEAF = Leaf(w.STREAM, PRICE, ("price",), (0,))
PRICES = [f'<a:t> <http://example.org/price> "{number}"^^<{XSD}integer> .' for number in (3, 1, 3)]


def table(matcher: Matcher, batch: EventBatch, place: int = 0) -> pa.Table:
    return matcher.match(batch).bindings.tables[place]


def prices(matcher: Matcher, texts: Sequence[str], syntax: Syntax = Syntax.TRIG) -> list[tuple[int, str | None]]:
    rows = matcher.match(w.texts_batch(texts, syntax)).bindings.tables
    return [(row["event"], row["s0"]) for found in rows.values() for row in found.to_pylist()]


def test_a_table_has_the_events_fields_and_a_column_a_slot() -> None:
    found = table(Matcher([LEAF], [w.STREAM], EMPTY_DATASET), w.texts_batch(PRICES, Syntax.N_TRIPLES))
    assert found.schema == pa.schema([*EVENT_FIELDS, pa.field("s0", pa.string())])
    assert found.column("start").to_pylist() == [0, 10, 20]
    assert found.column("end").to_pylist() == [5, 15, 25]


def test_rows_with_the_same_key_have_the_same_hash_and_without_a_key_it_is_zero() -> None:
    keyless = Leaf(w.STREAM, PRICE, ("price",))
    matcher = Matcher([LEAF, keyless], [w.STREAM], EMPTY_DATASET)
    batch = w.texts_batch(PRICES, Syntax.N_TRIPLES)
    first, second, third = table(matcher, batch).column("key").to_pylist()
    assert first == third != second
    assert table(matcher, batch, 1).column("key").to_pylist() == [0, 0, 0]


def test_a_column_of_integers_has_the_keys_of_their_terms() -> None:
    lift = Lift(Template("a:t"), (Property(NamedNode("http://example.org/price"), Value("n")),), "n", "n")
    matcher = Matcher([LEAF], [w.STREAM], EMPTY_DATASET, lifts={0: lift})
    columns = w.batch_of(Columns(pa.RecordBatch.from_pydict({"n": [3, 1, 3]})), 3)
    found, written = table(matcher, columns), table(matcher, w.texts_batch(PRICES, Syntax.N_TRIPLES))
    assert found.schema.field("s0").type == pa.int64()
    assert found.column("key").to_pylist() == written.column("key").to_pylist()


def test_ticks_are_the_times_of_all_events_that_were_read_each_once() -> None:
    at = np.array([5, 3, 5, 9])
    texts = pa.array([b"", b"<a:b> <a:c> <a:d> .", b"", b"oops"], pa.large_binary())
    batch = EventBatch(0, at, at, np.arange(4), Texts(texts, Syntax.N_TRIPLES))
    made = Matcher([], [w.STREAM], EMPTY_DATASET, ticks=True).match(batch)
    assert made.bindings.ticks is not None
    assert made.bindings.ticks.tolist() == [[3, 3], [5, 5]]
    assert (dict(made.bindings.seen.newest), made.events) == ({0: 5}, 3)
    assert Matcher([], [w.STREAM], EMPTY_DATASET).match(batch).bindings.ticks is None


def test_no_events_are_matched_to_nothing() -> None:
    made = Matcher([LEAF], [w.STREAM], EMPTY_DATASET, ticks=True).match(w.texts_batch([], Syntax.N_QUADS))
    assert (dict(made.bindings.tables), dict(made.bindings.seen.newest), made.events) == ({}, {}, 0)


def test_leaves_look_at_the_events_of_their_stream_alone() -> None:
    other = NamedNode("http://example.org/other")
    matcher = Matcher([LEAF, Leaf(other, PRICE, ("price",))], [w.STREAM, other], EMPTY_DATASET)
    batch = w.texts_batch(PRICES, Syntax.N_TRIPLES)
    assert list(matcher.match(batch).bindings.tables) == [0]
    second = EventBatch(1, batch.start, batch.end, batch.event, batch.content)
    assert list(matcher.match(second).bindings.tables) == [1]


def test_what_cannot_be_read_says_where_it_stands_and_why() -> None:
    texts = pa.array([b"<a:b> <a:c> .", b"<a:b> <a:c> <a:d> ."], pa.large_binary())
    at = np.arange(2)
    places = Places("f.jsonl", at * 50, 7)
    made = Matcher([], [w.STREAM], EMPTY_DATASET).match(EventBatch(0, at, at, at, Texts(texts, Syntax.TRIG), places))
    [wrong] = made.rejected
    assert (wrong.position, wrong.content) == ("f.jsonl:7", "<a:b> <a:c> .")
    assert wrong.reason.startswith("is not TriG: ")


def test_two_events_never_share_a_blank_node() -> None:
    leaf = Leaf(w.STREAM, bgp(("?x", "?p", "?y")), ("x",))
    found = prices(
        Matcher([leaf], [w.STREAM], EMPTY_DATASET), ["_:a <a:p> <a:b> .", "_:a <a:p> <a:b> .", "[] <a:p> 1 ."]
    )
    assert len({term for _, term in found}) == 3


def test_a_large_event_is_matched_as_well() -> None:
    many = "".join(f"<a:t{number}> <http://example.org/price> <a:p{number}> .\n" for number in range(3000))
    found = prices(Matcher([LEAF], [w.STREAM], EMPTY_DATASET), [*PRICES[:1], many], Syntax.N_TRIPLES)
    assert len(found) == 3001


def test_an_event_with_many_solutions_has_each_once() -> None:
    pairs = Leaf(w.STREAM, bgp(("?a", ":p", "?x"), ("?b", ":p", "?y")), ("x", "y"))
    triples = "".join(f"<a:s> <http://example.org/p> <a:{number % 60}> .\n" for number in range(120))
    made = Matcher([pairs], [w.STREAM], EMPTY_DATASET).match(w.texts_batch([triples] * 3, Syntax.N_TRIPLES))
    assert made.bindings.tables[0].num_rows == 3 * 60 * 60


def test_an_events_own_graph_hides_that_of_the_background() -> None:
    name = Constant(NamedNode("http://example.org/g"))
    pattern = gp.Join((bgp(("?t", ":price", "?price")), gp.GraphOf(name, bgp(("?price", ":p", "?more")))))
    known = Triple(NamedNode("http://example.org/x"), NamedNode("http://example.org/p"), Literal("known"))
    background = Dataset(named={name.term: frozenset({known})})
    matcher = Matcher([Leaf(w.STREAM, pattern, ("more",))], [w.STREAM], background)
    plain = "<a:t> <http://example.org/price> <http://example.org/x> .\n"
    own = plain + '<http://example.org/x> <http://example.org/p> "own" <http://example.org/g> .\n'
    assert prices(matcher, [plain, own], Syntax.N_QUADS) == [(100, '"known"'), (101, '"own"')]


def test_an_error_in_a_filter_is_no_yes() -> None:
    pattern = gp.Filter(PRICE, call("<", "?price", 2))
    matcher = Matcher([Leaf(w.STREAM, pattern, ("price",))], [w.STREAM], EMPTY_DATASET)
    odd = ['<a:t> <http://example.org/price> "x" .', "<a:t> <http://example.org/price> <a:x> ."]
    assert prices(matcher, [*PRICES, *odd]) == [(101, f'"1"^^<{XSD}integer>')]


def test_columns_without_a_lift_are_refused() -> None:
    matcher = Matcher([LEAF], [w.STREAM], EMPTY_DATASET)
    with pytest.raises(ValueError, match="stream 0 has columns, and no lift that says what they mean"):
        matcher.match(w.batch_of(Columns(pa.RecordBatch.from_pydict({"n": [3]})), 1))


def test_a_condition_on_what_nothing_binds_holds_of_nothing() -> None:
    pattern = gp.Filter(PRICE, call("=", Variable("nothing"), 1))
    assert prices(Matcher([Leaf(w.STREAM, pattern, ("price",))], [w.STREAM], EMPTY_DATASET), PRICES) == []


def test_a_batch_too_long_for_one_column_is_matched_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = w.texts_batch([*PRICES, "oops", *PRICES], Syntax.N_TRIPLES)
    matcher = Matcher([LEAF], [w.STREAM], EMPTY_DATASET, ticks=True)
    whole = matcher.match(batch)
    monkeypatch.setattr("seqoia.machine.match.matcher._MOST_BYTES", 1)
    parts = matcher.match(batch)
    assert parts.bindings.tables[0].to_pylist() == whole.bindings.tables[0].to_pylist()
    assert (parts.rejected, parts.events, parts.bindings.seen) == (whole.rejected, whole.events, whole.bindings.seen)
    assert parts.bindings.ticks.tolist() == whole.bindings.ticks.tolist()


def test_kernels_can_be_made_ready_before_the_first_event() -> None:
    warm(nquads=True)
    assert match_texts.signatures
