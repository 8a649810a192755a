"""Files are read as `formats` reads them, and what is malformed is rejected alone, wherever it stands."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from machine.match import worlds_of_matching as w
from seqoia.formats.jsonlines import read_lines
from seqoia.formats.namedgraphs import ENDED_AT, GENERATED_AT, STARTED_AT
from seqoia.formats.namedgraphs import read_graphs as graphs_of_formats
from seqoia.formats.unreadable import UnreadableFileError
from seqoia.machine.match import Matcher, Read, Split, read_graphs, read_jsonl, read_nquads, split_graphs, split_lines
from seqoia.machine.match.datasets import FORMATS
from seqoia.machine.match.events import Syntax
from seqoia.model import EMPTY_DATASET
from seqoia.model.term import XSD

numbers = st.one_of(
    st.sampled_from(["0", "-0", "1.5", "1.0000000", "1e3", "1.5E-1", "01", "+1", "1.", ".5", "1.0000001"]),
    st.sampled_from(
        ["-62135596800", "253402300799.999999", "253402300800", "NaN", "true", "null", "[1]", "99999999999999999999"]
    ),
    st.decimals(allow_nan=False, allow_infinity=False, places=3).map(str),
)
datetimes = st.sampled_from(
    [
        "2026-01-30T09:30:10Z", "2026-01-30T09:30:10.5+01:00", "2026-01-30T24:00:00Z", "2026-01-30T09:30:10",
        "2026-02-30T09:30:10Z", "2026-01-30T09:30:10.1234567Z", "2026-01-30T09:30:10.100000000Z",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59-13:59", "2026-01-30T09:30:10-14:00", "2026-01-30", "12", "", "2024-02-29T23:59:59.999999Z",
        "2026-01-30T09:30:10+24:00", "1969-12-31T23:59:59.5Z", "12026-01-30T09:30:10Z", "2026-01-30T09:30:60Z",
    ]
)  # fmt: skip
times = st.one_of(numbers, datetimes.map(json.dumps))
graphs = st.sampled_from(
    ["", "<a:b> <a:c> <a:d> .\n", '<a:b> <a:c> "é😀\\"\\n" .', "PREFIX : <a:> :b :c 1 .", "oops", "\t<a:b>\u007f"]
)
values = st.one_of(times, graphs.map(json.dumps), graphs.map(lambda text: json.dumps(text, ensure_ascii=False)))
keys = st.sampled_from(["time", "at", "start", "end", "graph", "graph", "other", "gr\\u0061ph"])
spaces = st.sampled_from(["", "", " ", "\t", " \r"])


@st.composite
def json_lines(draw: st.DrawFn) -> str:
    members = draw(st.lists(st.tuples(keys, values), max_size=4))
    usual = draw(st.sampled_from(["time", "at", None, None]))
    if usual is not None:
        members = [(usual, draw(times)), ("graph", json.dumps(draw(graphs), ensure_ascii=draw(st.booleans())))]
    body = ",".join(
        f'{draw(spaces)}"{key}"{draw(spaces)}:{draw(spaces)}{value}{draw(spaces)}' for key, value in members
    )
    line = f"{draw(spaces)}{{{body}}}{draw(spaces)}"
    if draw(st.integers(0, 9)) == 0:
        at = draw(st.integers(0, len(line)))
        line = line[:at] + draw(st.sampled_from(["", '"', "\\", "x", "{"])) + line[at + 1 :]
    return line


def expected_line(line: bytes) -> tuple[int, int] | str | None:
    """When its event is, why there is none, or nothing for an empty line."""
    try:
        found = [item.interval for item in read_lines("f", line, "s")]
    except UnreadableFileError as error:
        return error.reason
    return (found[0].start.microseconds, found[0].end.microseconds) if found else None


def outcome(read: Read) -> tuple[list[tuple[int, int, int]], list[str]]:
    """What matching gives for a file, each event with its number, and where something was rejected."""
    batch = read.batch
    made = Matcher([], [w.STREAM], EMPTY_DATASET).match(batch)
    wrong = {each.position for each in made.rejected}
    rows = zip(batch.event.tolist(), batch.start.tolist(), batch.end.tolist(), strict=True)
    assert batch.places is not None
    good = [row for place, row in enumerate(rows) if batch.places.of(place) not in wrong]
    return good, sorted(wrong | {each.position for each in read.rejected})


@settings(max_examples=300, deadline=None)
@given(st.lists(json_lines(), max_size=4))
def test_json_lines_are_read_as_formats_reads_them(lines: list[str]) -> None:
    encoded = [line.encode() for line in lines]
    offsets = [sum(len(line) + 1 for line in encoded[:number]) for number in range(len(encoded))]
    said = [expected_line(line) for line in encoded]
    good, rejected = outcome(read_jsonl(b"\n".join(encoded), file="f"))
    assert good == [(at, *when) for at, when in zip(offsets, said, strict=True) if isinstance(when, tuple)]
    assert rejected == sorted(f"f:{number}" for number, why in enumerate(said, 1) if isinstance(why, str))


@pytest.mark.parametrize("cut", range(0, 64, 3))
def test_a_line_that_breaks_off_anywhere_is_rejected_alone(cut: int) -> None:
    whole = b'{"time": "2026-01-30T09:30:10Z", "graph": "<a:b> <a:c> <a:d> ."}'
    good, rejected = outcome(read_jsonl(b"\n".join([whole, whole[:cut], whole]), file="f"))
    assert [event for event, _, _ in good] == [0, len(whole) + cut + 2]
    assert rejected == (["f:2"] if cut else [])


def test_bytes_that_are_no_text_reject_their_line_alone() -> None:
    good = b'{"time": 1, "graph": "<a:b> <a:c> <a:d> ."}'
    for at in range(len(good)):
        broken = good[:at] + b"\xff" + good[at + 1 :]
        found, rejected = outcome(read_jsonl(b"\n".join([broken, good]), file="f"))
        assert [event for event, _, _ in found] == [len(good) + 1]
        assert rejected == ["f:1"]


def test_a_rejected_line_says_where_and_why() -> None:
    read = read_jsonl(b'\n{"time": 1}\n', file="folder/f.jsonl")
    assert [(each.position, each.content) for each in read.rejected] == [("folder/f.jsonl:2", '{"time": 1}')]
    assert read.rejected[0].reason.startswith('there is no "graph"')
    [part] = read_jsonl(b'{"time": 1}', file="f", offset=70, first_line=None).rejected
    assert part.position == "f, byte 70"


NAMES = ["<x:g1>", "<x:g2>", "_:g", r"<x:\u00e9>", "<x:é>"]
literals = st.one_of(
    st.builds(lambda text: f'"{text}"^^<{XSD}dateTime>', datetimes),
    st.builds(
        lambda text, kind: f'"{text}"^^<{XSD}{kind}>', numbers, st.sampled_from(["integer", "decimal", "double"])
    ),
    st.sampled_from(["<x:now>", '"1"', '"7"^^<http://www.w3.org/2001/XMLSchema#integer>']),
)
time_lines = st.builds(
    "{} {} {} .".format,
    st.sampled_from(NAMES[:3]),
    st.sampled_from([GENERATED_AT, GENERATED_AT, STARTED_AT, ENDED_AT]),
    literals,
)
good_times = st.builds(
    lambda name, second: f'{name} {GENERATED_AT} "{second}"^^<{XSD}integer> .',
    st.sampled_from(NAMES),
    st.integers(1, 3),
)
graph_lines = st.builds("{} {} .".format, w.lines, st.sampled_from(NAMES))
other_lines = st.sampled_from(["", "# so", "<a:b> <a:c> <a:d> .", "  "])
quad_files = st.lists(st.one_of(good_times, time_lines, graph_lines, graph_lines, other_lines), max_size=9)


def expected_graphs(lines: Sequence[str]) -> int | None:
    """How many events a file has, if all of it can be read."""
    try:
        return len(list(graphs_of_formats("f", "\n".join(lines).encode(), FORMATS[Syntax.N_QUADS], "s")))
    except (UnreadableFileError, OverflowError):
        return None


@settings(max_examples=200, deadline=None)
@given(quad_files)
def test_named_graphs_are_read_as_formats_reads_them(lines: list[str]) -> None:
    read = read_nquads("\n".join(lines).encode(), file="f")
    made = Matcher([], [w.STREAM], EMPTY_DATASET).match(read.batch)
    count = expected_graphs(lines)
    assert (count is None) == bool(read.rejected or made.rejected)
    if count is None:
        return
    items = list(graphs_of_formats("f", "\n".join(lines).encode(), FORMATS[Syntax.N_QUADS], "s"))
    assert read.batch.start.tolist() == [item.interval.start.microseconds for item in items]
    assert read.batch.end.tolist() == [item.interval.end.microseconds for item in items]
    assert isinstance(read.batch.content.texts, pa.LargeBinaryArray)
    sizes = [len(w.read(text, Syntax.N_TRIPLES, 0).default) for text in read.batch.content.texts.to_pylist()]
    assert sizes == [len(item.dataset.default) for item in items]


def test_a_bad_line_of_n_quads_is_rejected_alone() -> None:
    time = f'<x:g> {GENERATED_AT} "1"^^<{XSD}integer> .\n'
    read = read_nquads(f"{time}<a:b> <a:c> <x:g> .\noops\n<a:b> <a:c> <a:d> <x:g> .".encode(), file="f")
    assert read.batch.content.texts.to_pylist() == [b"<a:b> <a:c> <a:d> .\n"]
    assert [each.position for each in read.rejected] == ["f:3"]


def test_a_graph_without_a_time_is_rejected_with_its_name() -> None:
    [graph] = read_nquads(b"<a:b> <a:c> <a:d> <x:g> .", file="f").rejected
    assert graph.position == "f:1"
    assert graph.reason == f"graph <x:g>: the default graph does not say its {GENERATED_AT}"


def parts(data: bytes, splits: Sequence[Split], nquads: bool) -> list[Read]:
    read = read_nquads if nquads else read_jsonl
    return [read(data[part.start : part.end], 0, "f", part.start) for part in splits]


@settings(max_examples=100, deadline=None)
@given(st.lists(json_lines(), max_size=6), st.integers(1, 200))
def test_lines_are_read_the_same_in_parts(lines: list[str], size: int) -> None:
    data = "\n".join(lines).encode()
    splits = split_lines(data, size)
    assert b"".join(data[part.start : part.end] for part in splits) == data
    whole = read_jsonl(data, file="f").batch.event.tolist()
    assert [number for read in parts(data, splits, False) for number in read.batch.event.tolist()] == whole


@settings(max_examples=100, deadline=None)
@given(quad_files, st.integers(1, 300), st.booleans())
def test_graphs_are_read_the_same_in_parts(lines: list[str], size: int, tidy: bool) -> None:
    if tidy:
        lines = sorted(lines, key=lambda line: next((name for name in NAMES if name in line), ""))
    data = "\n".join(lines).encode()
    whole, cut = read_nquads(data, file="f"), parts(data, split_graphs(data, size), True)
    assert [number for read in cut for number in read.batch.event.tolist()] == whole.batch.event.tolist()
    texts = [text for read in cut for text in read.batch.content.texts.to_pylist()]
    assert texts == whole.batch.content.texts.to_pylist()
    assert sum(len(read.rejected) for read in cut) == len(whole.rejected)


def test_graphs_of_other_syntaxes_are_events_too() -> None:
    text = f"PREFIX p: <{XSD}> <x:g> <{GENERATED_AT.value}> 5 . <x:g> {{ <a:b> <a:c> 1, [] }}"
    read = read_graphs(text.encode(), Syntax.TRIG, file="f.trig")
    assert (read.batch.start.tolist(), read.rejected) == ([5_000_000], ())
    [dataset] = [w.read(each, Syntax.N_TRIPLES, 0) for each in read.batch.content.texts.to_pylist()]
    assert dataset is not None
    assert len(dataset.default) == 2


def test_a_file_that_breaks_off_keeps_the_events_before() -> None:
    text = f"<x:g> <{GENERATED_AT.value}> 5 .\n<x:g> {{ <a:b> <a:c> 1 }}\noops"
    read = read_graphs(text.encode(), Syntax.TRIG, file="f.trig")
    assert read.batch.start.tolist() == [5_000_000]
    assert [(each.position, each.content) for each in read.rejected] == [("f.trig:3", "oops")]


def test_a_tidy_file_is_cut_between_graphs() -> None:
    events = [
        f'<x:g{number}> {GENERATED_AT} "{number}"^^<{XSD}integer> .\n<a:b> <a:c> <a:d> <x:g{number}> .\n'
        for number in range(10)
    ]
    data = "".join(events).encode()
    assert split_graphs(data, 2 * len(events[0]) - 1) == [
        Split(place * len(events[0]), (place + 2) * len(events[0])) for place in range(0, 10, 2)
    ]
