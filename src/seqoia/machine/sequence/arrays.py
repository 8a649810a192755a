"""What the kernel of sequences works on: flat arrays of 64-bit numbers, and what stands in which column.

Few arrays of one type keep the kernel quick to compile, and make the state of a machine as flat as its memory.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.int64]

FOREVER = 2**62
"""No end: of a run without a window, of an absence that nothing has broken."""

ANY, NEXT, STRICT = 0, 1, 2
REQUIRED, OPTIONAL, ABSENT = 0, 1, 2
NO_WINDOW, TUMBLING, SLIDING = 0, 1, 2
OF_CANDIDATE, OF_RUN = 0, 1
"""Where a variable is looked up: in the events that are taken now, or in those that the run has kept."""

(
    WINDOW,  # no window, tumbling or sliding; its width and its origin
    WIDTH,
    ORIGIN,
    TARGETS,  # at most so many for a stage
    PARTS,  # at most so many for a choice
    CHOICES,
    CHAINS,  # whether chains of iterations are kept
    FIRSTS_AT,  # the columns of a run in which these begin
    PLACES_AT,
    RUN_WIDTH,  # how many columns a run has
    KIND_OFFSETS,  # from here on: where a table begins
    KIND_CHOICES,  # which choices take a kind of candidates
    CHOICE_STAGE,
    CHOICE_FIRST_PLACE,
    CHOICE_PARTS,
    STAGE_POLICY,
    STAGE_PRESENCE,
    STAGE_LOOPS,
    STAGE_LEAST,
    STAGE_MOST,
    STAGE_LOOP_POLICY,
    STAGE_FIRST_PLACE,
    STAGE_PLACES,
    STAGE_BEGINS,  # whether a match may begin with it
    STAGE_ENDS,  # whether nothing that is required comes after it
    TARGET_OFFSETS,
    TARGET_STAGE,
    TARGET_LOOPS,
    TARGET_PENDING,  # whether what stands there must not occur for later targets to be taken
    AGREE_OFFSETS,  # by choice, then by choice again for a further iteration
    AGREE_PART,
    AGREE_SLOT,
    AGREE_LOOKUP,
    CONDITION_OFFSETS,
    CONDITION_PREVIOUS,
    PROGRAM_OFFSETS,
    PROGRAM_OPERATION,
    PROGRAM_ARGUMENT,
    OPERAND_OFFSETS,
    OPERAND_LOOKUP,
    LOOKUP_OFFSETS,
    SOURCE_ORIGIN,
    SOURCE_INDEX,
    SOURCE_SLOT,
    CONSTANTS,  # five numbers each, as a row's slots have
    LEADING_OFFSETS,  # by stage with which a match may begin: the choices that must not have occurred before
    LEADING_CHOICES,
    IS_LEADING,
    INDEX_CONDITION,  # by list: the condition by whose comparison runs are indexed, -1 for none; and, of its program,
    INDEX_SIGN,  # which side has to be the greater one for a run to be taken
    INDEX_RUN_FROM,
    INDEX_RUN_TO,
    INDEX_CANDIDATE_FROM,
    INDEX_CANDIDATE_TO,
    HEADER,
) = range(55)
"""The head of an automaton's table. Lists of lists are offsets and contents; a *lookup* is a list of sources."""

HASH, KIND, MANTISSA, SCALE, FLOAT, VALUE_WIDTH = range(6)
"""A value: floats stand in it by their bits."""

ROW_START, ROW_END, ROW_SLOTS = range(3)
"""A row: when it was, and its slots, a value each."""

CANDIDATE_KIND, CANDIDATE_START, CANDIDATE_END, CANDIDATE_BARRIER, CANDIDATE_ROWS = range(5)
"""A candidate, or what is noted of one: then its choice takes the place of its kind."""

(RUN_START, RUN_END, RUN_LIMIT, RUN_STAGE, RUN_BEGUN, RUN_COUNT, RUN_NODE, RUN_DEFERRED, RUN_LEAST) = range(9)
"""A run: begin, end, until when it may take events, its stage, the choice with which it began, iterations in the
present stage, the latest link of its chain, whether it is a match if nothing comes before its limit that must not; then
for each target the earliest end of what has come for it, the rows with which it began, and the row at each place."""

LINK_BEFORE, LINK_CHOICE, LINK_ROWS = range(3)
"""A link of a chain of iterations."""

POOL_LINKED, POOL_USEFUL, POOL_FREE, POOL_FRESH, POOL_GONE, POOL_PLACE = range(6)
"""How a run hangs with others: in how many queues it is, how many of its targets may still be taken (-1 when it is
over), three stacks of numbers, and for each target its place in the queue."""

FREE, FRESH, GONE, USED, QUEUES = range(5)
"""How high these stacks are, how many slots were ever used; then for each queue (by stage: entering, repeating) its
size and the size at which it is swept."""

ASKED_AT, ASKED_CONDITION, ASKED_OPERANDS = range(3)
"""A question to SPARQL: its place in the memory, the condition, and row and slot of each operand."""

(
    MATCHES,
    ASKED,
    LINKS,
    LOGGED,
    KEPT,
    LOGS_KEPT,
    FULL,  # what had no room, as a sum of powers of two
    ROOM_RUNS,
    ROOM_MATCHES,
    ROOM_LINKS,
    ROOM_LOG,
    ROOM_KEPT,
    ROOM_ASKED,
    MEMORY_SIZE,
    COUNTERS,
) = range(15)
"""The counters of a step, and how much room there is."""

FULL_RUNS, FULL_MATCHES, FULL_LINKS, FULL_LOG, FULL_ASKED = 1, 2, 4, 8, 16


WALK = 256
"""Enough places to walk through a heap."""


def empty(rows: int, columns: int) -> Numbers:
    """Room for some rows of numbers."""
    return np.zeros((rows, columns), np.int64)
