"""The arrays that the kernel of sequences works on: the automaton as tables, rows, candidates, runs, matches."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

FOREVER = 2**62
"""No end: of a run without a window, of an absence that nothing has broken."""

ANY, NEXT, STRICT = 0, 1, 2
REQUIRED, OPTIONAL, ABSENT = 0, 1, 2
NO_WINDOW, TUMBLING, SLIDING = 0, 1, 2
OF_CANDIDATE, OF_RUN = 0, 1
"""Where a variable is looked up: in the events that are taken now, or in those that the run has kept."""


class Tables(NamedTuple):
    """An automaton. Lists of lists are offsets and contents; a *lookup* is a list of sources for one variable."""

    kind_offsets: Any
    kind_choices: Any
    """Which choices take a kind of candidates."""
    choice_stage: Any
    choice_first_place: Any
    choice_parts: Any
    stage_policy: Any
    stage_presence: Any
    stage_loops: Any
    stage_least: Any
    stage_most: Any
    stage_loop_policy: Any
    stage_first_place: Any
    stage_places: Any
    stage_starts: Any
    """Whether a match may begin with this stage."""
    stage_hidden: Any
    """Whether it begins there only if no run that began before takes the same candidate."""
    stage_ends: Any
    """Whether nothing that is required comes after it."""
    target_offsets: Any
    target_stage: Any
    target_loops: Any
    target_pending: Any
    """Whether what stands there must not occur for later targets to be taken."""
    agree_offsets: Any
    """By choice, then by choice again for a further iteration."""
    agree_part: Any
    agree_slot: Any
    agree_lookup: Any
    condition_offsets: Any
    condition_previous: Any
    program_offsets: Any
    program_operation: Any
    program_argument: Any
    operand_offsets: Any
    operand_lookup: Any
    lookup_offsets: Any
    source_origin: Any
    source_index: Any
    source_slot: Any
    constant_hashes: Any
    constant_kinds: Any
    constant_mantissas: Any
    constant_scales: Any
    constant_floats: Any
    leading_offsets: Any
    leading_choices: Any
    """By stage with which a match may begin: the choices that must not have occurred before."""
    numbers: Any
    """Window, width, origin, targets a stage at most, parts a choice at most, choices, whether chains are kept, and
    whether the first events are."""


WINDOW, WIDTH, ORIGIN, TARGETS, PARTS, CHOICES, CHAINS, FIRSTS = range(8)


class Rows(NamedTuple):
    """What is known of each row of each leaf: by row and slot."""

    hashes: Any
    kinds: Any
    mantissas: Any
    scales: Any
    floats: Any
    start: Any
    end: Any


class Candidates(NamedTuple):
    """Events, or events of one interval together, in the order of keys, ends and starts."""

    offsets: Any
    """Where each key's begin."""
    kind: Any
    rows: Any
    start: Any
    end: Any
    barrier: Any


class Runs(NamedTuple):
    """Runs in progress, or matches; by number."""

    rows: Any
    """The row at each place, -1 for none."""
    firsts: Any
    """The rows with which it began."""
    start: Any
    end: Any
    limit: Any
    """Until when events may be taken."""
    stage: Any
    begun: Any
    """The choice with which it began."""
    count: Any
    """Iterations in the present stage."""
    node: Any
    """The latest link of its chain of iterations."""
    deferred: Any
    """Whether it is a match if nothing that must not come does before its limit."""
    least: Any
    """For each target the earliest end of what has come for it."""


class Pool(NamedTuple):
    """How runs of one key hang together while it is worked on."""

    next: Any
    linked: Any
    useful: Any
    """How many targets may still be taken; -1 when the run is over."""
    heads: Any
    free: Any
    fresh: Any
    counts: Any
    """Free slots, fresh runs, and slots that were ever used."""


class Links(NamedTuple):
    """Chains of iterations: each link knows the one before it."""

    before: Any
    choice: Any
    rows: Any


class Log(NamedTuple):
    """What occurred that must not have occurred before a match begins."""

    choice: Any
    rows: Any
    start: Any
    end: Any


class Memo(NamedTuple):
    """What SPARQL said of conditions, and what it is to be asked: an open hash table, and a list."""

    keys: Any
    truths: Any
    asked_at: Any
    asked_condition: Any
    asked_rows: Any
    asked_slots: Any


class Scratch(NamedTuple):
    """The stack of the condition machine, and the rows of a run that has none."""

    hashes: Any
    kinds: Any
    mantissas: Any
    scales: Any
    floats: Any
    nothing: Any


MATCHES, ASKED, LINKS, LOGGED, KEPT, LOGS_KEPT, FULL = range(7)
"""The counters of a step; FULL is what had no room, as a sum of powers of two."""

FULL_RUNS, FULL_MATCHES, FULL_LINKS, FULL_LOG, FULL_ASKED = 1, 2, 4, 8, 16


def runs_of(size: int, places: int, targets: int, parts: int) -> Runs:
    """Room for some runs."""
    return Runs(
        np.full((size, places), -1, np.int32),
        np.full((size, parts), -1, np.int32),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(size, np.int64),
        np.zeros(size, np.int16),
        np.zeros(size, np.int16),
        np.zeros(size, np.int32),
        np.full(size, -1, np.int32),
        np.zeros(size, np.bool_),
        np.full((size, targets), FOREVER, np.int64),
    )


def pool_of(size: int, stages: int, targets: int) -> Pool:
    """Room to hang some runs together."""
    return Pool(
        np.full((size, targets), -1, np.int64),
        np.zeros(size, np.int16),
        np.zeros(size, np.int16),
        np.full((stages, 2), -1, np.int64),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(3, np.int64),
    )


def links_of(size: int, parts: int) -> Links:
    """Room for some iterations."""
    return Links(np.full(size, -1, np.int32), np.zeros(size, np.int16), np.full((size, parts), -1, np.int32))


def log_of(size: int, parts: int) -> Log:
    """Room for what must not have occurred."""
    rows = np.full((size, parts), -1, np.int32)
    return Log(np.zeros(size, np.int16), rows, np.zeros(size, np.int64), np.zeros(size, np.int64))


def scratch_of(depth: int, places: int) -> Scratch:
    """An empty stack."""
    return Scratch(
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int8),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int8),
        np.zeros(depth, np.float64),
        np.full(places, -1, np.int32),
    )
