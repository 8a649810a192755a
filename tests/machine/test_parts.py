"""The small parts of machines: layout of states, clocks, ticks, packs, values."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from seqoia.machine import layout
from seqoia.machine.bindings import Bindings, Seen
from seqoia.machine.clock import Clock
from seqoia.machine.packs import from_bytes, merged, packed
from seqoia.machine.sequence.arrays import HASH, KIND, MANTISSA, SCALE
from seqoia.machine.sequence.values import DECIMAL, DOUBLE, INTEGER, OTHER, values_of
from seqoia.machine.step import BEGINNING, END
from seqoia.machine.ticks import Ticks

XSD = "http://www.w3.org/2001/XMLSchema#"


def test_a_state_is_read_as_it_was_written() -> None:
    numbers, table = np.arange(6, dtype=np.int64).reshape(2, 3), pa.table({"x": ["a", None]})
    read = layout.from_bytes(layout.to_bytes({"n": numbers, "t": table, "w": -5, "nothing": numbers[:0]}))
    assert np.array_equal(read["n"], numbers)
    assert read["t"].equals(table)
    assert read["w"] == -5
    assert read["nothing"].shape == (0, 3)


def test_a_state_of_another_version_is_refused() -> None:
    state = bytearray(layout.to_bytes({"w": 1}))
    state[6] = 9
    with pytest.raises(ValueError, match="another version"):
        layout.from_bytes(bytes(state))


def test_the_watermark_waits_for_every_stream_and_for_what_is_late() -> None:
    clock = Clock().after(Seen({0: 100}))
    assert clock.watermark(2, 10) == BEGINNING
    clock = clock.after(Seen({1: 70})).after(Seen({0: 90}))
    assert clock.watermark(2, 10) == 60
    assert clock.watermark(2, 10, over=True) == END


def test_a_barrier_is_the_latest_start_of_what_ended_before() -> None:
    ticks = Ticks.of({}).with_seen(np.array([[1, 1], [2, 6], [5, 5], [8, 8]], np.int64))
    assert ticks.barriers(np.array([1, 2, 6, 7, 9], np.int64)).tolist() == [BEGINNING, 1, 5, 5, 8]
    assert ticks.forgotten(7).barriers(np.array([7, 9], np.int64)).tolist() == [5, 8]


def test_every_bucket_sees_the_time_and_each_row_goes_to_one() -> None:
    keys = np.random.default_rng(1).integers(-(2**62), 2**62, 50)
    table = pa.table({"key": keys, "s0": [f"<http://ex/{key}>" for key in keys]})
    packs = [from_bytes(pack) for pack in packed(Bindings({3: table}, Seen({0: 7}), np.array([[1, 2]])), 4)]
    assert all(pack.seen.newest == {0: 7} and pack.ticks is not None for pack in packs)
    together = merged(packs)
    assert sorted(together.tables[3].column("key").to_pylist()) == sorted(keys.tolist())
    buckets = [set(pack.tables[3].column("key").to_pylist()) for pack in packs if 3 in pack.tables]
    assert sum(map(len, buckets)) == len(set(keys.tolist()))


def number(lexical: str, kind: str) -> str:
    return f'"{lexical}"^^<{XSD}{kind}>'


def values(*texts: str | None) -> np.ndarray:
    return values_of(pa.chunked_array([pa.array(texts, pa.string())]))


def test_numbers_are_read_exactly() -> None:
    read = values(number("-42", "integer"), number("27.85", "decimal"), number("1.5", "double"), "<http://ex/a>", None)
    assert read[:, KIND].tolist() == [INTEGER, DECIMAL, DOUBLE, OTHER, 0]
    assert (read[0, MANTISSA], read[1, MANTISSA], read[1, SCALE]) == (-42, 2785, 2)
    assert read[4, HASH] == 0
    assert len(set(read[:, HASH].tolist())) == 5


@pytest.mark.parametrize("value", [0, -1, 10**17, 2**63 - 1, -(2**63)])
def test_an_integer_is_one_term_in_a_plain_column_and_as_text(value: int) -> None:
    plain = values_of(pa.chunked_array([pa.array([value], pa.int64())]))
    assert plain.tolist() == values(number(str(value), "integer")).tolist()


@pytest.mark.parametrize("value", [0.0, -0.0, 0.1, 1e300, 5e-324, float("inf"), 0.30000000000000004])
def test_a_double_is_one_term_in_a_plain_column_and_as_text(value: float) -> None:
    plain = values_of(pa.chunked_array([pa.array([value], pa.float64())]))
    text = repr(value).replace("inf", "INF")
    assert plain[:, HASH].tolist() == values(number(text, "double"))[:, HASH].tolist()
