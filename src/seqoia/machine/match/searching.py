"""The kernel that reads events and finds the solutions of basic graph patterns over each, by tables alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.lexicals import PLAIN, STRANGE
from seqoia.machine.match.lexing import (
    DOT,
    LESS,
    QUOTE,
    UNDERSCORE,
    lex_blank_node,
    lex_iri,
    lex_literal,
    lex_triple_term,
    tail_of,
)
from seqoia.machine.match.views import view
from seqoia.machine.match.words import load64, same_bytes

TRUSTED, TRIPLES, LINES = 1, 2, 4
"""How texts are read: as known to be canonical; without graph names; one quad a line."""

CONSTANT, BIND, CHECK, DEFAULT = 0, 1, 2, 3
"""What a place of a pattern asks: a constant; anything, and to remember it; what was remembered; no graph name."""

SUBJECT, PREDICATE, OBJECT, GRAPH = 0, 1, 2, 3

MOST_QUADS = 1024
"""Events with more are solved by other means, because the search here compares every quad."""
LARGE = 3
"""What an event with more quads is; otherwise it is as its worst term."""


@inlined
def _again(data: Any, place: Any, end: Any, start: Any, length: Any, tail: Any) -> Any:
    """Whether a term that is known to be plain stands here again, and a space behind it."""
    behind = place + length
    if behind >= end or length < 8 or data[behind] != 32 or load64(data, behind - 8) != tail:
        return False
    return same_bytes(data, place, data, start, length)


@inlined
def _past_gap(data: Any, place: Any, end: Any, lines: Any) -> Any:
    if place < end and data[place] == 32:
        place += 1
    while place < end and (data[place] in (32, 9) or (not lines and data[place] in (10, 13))):
        place += 1
    return place


@inlined
def _lex_place(
    data: Any,
    place: Any,
    end: Any,
    trusted: Any,
    at: Any,
    quad: Any,
    like: Any,
    froms: Any,
    lengths: Any,
    tails: Any,
    sure: Any,
) -> Any:
    """The term in a place of a quad: what stood in the like quad, or any that may stand there."""
    if place >= end:
        return end, STRANGE
    if sure[at, like]:
        length, tail = lengths[at, like], tails[at, like]
        if _again(data, place, end, froms[at, like], length, tail):
            froms[at, quad], lengths[at, quad], tails[at, quad], sure[at, quad] = place, length, tail, 1
            return place + length, PLAIN
    found = data[place]
    if found == LESS and (at != OBJECT or place + 1 >= end or data[place + 1] != LESS):
        behind, kind = lex_iri(data, place, end, trusted)
    elif found == UNDERSCORE and at != PREDICATE:
        behind, kind = lex_blank_node(data, place, end, trusted)
    elif at == OBJECT and found == QUOTE:
        behind, kind = lex_literal(data, place, end, trusted)
    elif at == OBJECT and found == LESS:
        behind, kind = lex_triple_term(data, place, end, trusted)
    else:
        return place, STRANGE
    if behind > end:
        return end, STRANGE
    froms[at, quad], lengths[at, quad] = place, behind - place
    tails[at, quad] = tail_of(data, place, behind - place)
    sure[at, quad] = 1 if kind == PLAIN else 0
    return behind, kind


@inlined
def lex_quad(
    data: Any, start: Any, end: Any, mode: Any, froms: Any, lengths: Any, tails: Any, sure: Any, quad: Any
) -> Any:
    """One quad with its dot: where its terms are goes to the tables. The place behind it, and its kind.

    Events repeat each other: a term is first compared with what stood in its place in the event before, a subject with
    that of the quad before."""
    trusted, lines = mode & TRUSTED != 0, mode & LINES != 0
    quad = np.int64(quad)
    like = max(quad - 1, np.int64(0))
    place, worst = _lex_place(data, start, end, trusted, np.int64(SUBJECT), quad, like, froms, lengths, tails, sure)
    place = _past_gap(data, place, end, lines)
    place, kind = _lex_place(data, place, end, trusted, np.int64(PREDICATE), quad, quad, froms, lengths, tails, sure)
    worst = max(worst, kind)
    place = _past_gap(data, place, end, lines)
    place, kind = _lex_place(data, place, end, trusted, np.int64(OBJECT), quad, quad, froms, lengths, tails, sure)
    worst = max(worst, kind)
    place = _past_gap(data, place, end, lines)
    if worst == STRANGE or place >= end:
        return end, STRANGE
    if data[place] == DOT:
        lengths[GRAPH, quad] = 0
        sure[GRAPH, quad] = 0
    elif mode & TRIPLES != 0:
        return place, STRANGE
    else:
        place, kind = _lex_place(data, place, end, trusted, np.int64(GRAPH), quad, quad, froms, lengths, tails, sure)
        worst = max(worst, kind)
        place = _past_gap(data, place, end, lines)
        if worst == STRANGE or place >= end or data[place] != DOT:
            return place, STRANGE
    place += 1
    if lines and place < end and data[place] != 10:
        while place < end and data[place] in (32, 9):
            place += 1
        if place < end and data[place] not in (10, 13):
            return place, STRANGE
    return place, PLAIN if trusted else worst


@compiled
def lex_event(data: Any, start: Any, end: Any, mode: Any, froms: Any, lengths: Any, tails: Any, sure: Any) -> Any:
    """All quads of a text. How many there are, and what the event is."""
    place, count, worst = start, np.int64(0), PLAIN
    while True:
        while place < end and data[place] in (32, 10, 9, 13):
            place += 1
        if place >= end:
            return count, worst
        if count == len(froms):
            return count, LARGE
        place, kind = lex_quad(data, place, end, mode, froms, lengths, tails, sure, count)
        if kind == STRANGE:
            return count, STRANGE
        worst = max(worst, kind)
        count += 1


@inlined
def forget(sure: Any) -> None:
    """What is known of terms holds within one text's bytes alone."""
    for at in range(4):
        for quad in range(len(sure)):
            sure[at, quad] = 0


@inlined
def _fits(
    data: Any,
    froms: Any,
    lengths: Any,
    tails: Any,
    quad: Any,
    asks: Any,
    codes: Any,
    pattern: Any,
    constants: Any,
    constant_starts: Any,
    constant_tails: Any,
    bound: Any,
) -> Any:
    """Whether a quad fits a pattern; what it binds is remembered."""
    for at in (PREDICATE, GRAPH, SUBJECT, OBJECT):
        asked, code = asks[pattern, at], codes[pattern, at]
        length = lengths[at, quad]
        if asked == BIND:
            if length == 0:
                return False
            bound[code, 0] = at
            bound[code, 1] = quad
        elif asked == CONSTANT:
            if tails[at, quad] != constant_tails[code] or length == 0:
                return False
            begin = constant_starts[code]
            if constant_starts[code + 1] - begin != length:
                return False
            if not same_bytes(data, froms[at, quad], constants, begin, length):
                return False
        elif asked == CHECK:
            other, row = bound[code, 0], bound[code, 1]
            if tails[at, quad] != tails[other, row] or lengths[other, row] != length:
                return False
            if not same_bytes(data, froms[at, quad], data, froms[other, row], length):
                return False
        elif length != 0:
            return False
    return True


@inlined
def _hidden(
    data: Any, froms: Any, lengths: Any, count: Any, names: Any, first: Any, last: Any, constants: Any, starts: Any
) -> Any:
    """Whether an event's named graphs stand before those of the background that a leaf asks for."""
    for quad in range(count):
        length = lengths[GRAPH, quad]
        if length == 0:
            continue
        for place in range(first, last):
            code = names[place]
            if code < 0:
                return True
            begin = starts[code]
            if starts[code + 1] - begin == length and same_bytes(data, froms[GRAPH, quad], constants, begin, length):
                return True
    return False


@compiled
def match_texts(
    data: Any,
    starts: Any,
    ends: Any,
    events: Any,
    begin: Any,
    mode: Any,
    asks: Any,
    codes: Any,
    pattern_bounds: Any,
    constants: Any,
    constant_starts: Any,
    constant_tails: Any,
    outputs: Any,
    output_counts: Any,
    names: Any,
    name_bounds: Any,
    froms: Any,
    lengths: Any,
    tails: Any,
    sure: Any,
    kinds: Any,
    hidden: Any,
    counts: Any,
    row_events: Any,
    row_starts: Any,
    row_lengths: Any,
) -> Any:
    """Reads the texts from `begin` on and gathers the solutions of all leaves; stops before an event that the tables
    of rows have no room for, and gives its place."""
    data, starts, ends, events = view(data), view(starts), view(ends), view(events)
    asks, codes, pattern_bounds = view(asks), view(codes), view(pattern_bounds)
    constants, constant_starts, constant_tails = view(constants), view(constant_starts), view(constant_tails)
    names, name_bounds = view(names), view(name_bounds)
    froms, lengths, tails, sure = view(froms), view(lengths), view(tails), view(sure)
    forget(sure)
    bindings = np.zeros((64, 2), np.int64)
    bound = view(bindings)
    cursor = np.zeros(65, np.int64)
    leaves = len(output_counts)
    room = row_events.shape[1]
    for place in range(begin, len(events)):
        event = events[place]
        count, kind = lex_event(data, starts[place], ends[place], mode, froms, lengths, tails, sure)
        kinds[event] = kind
        if kind != PLAIN:
            continue
        for leaf in range(leaves):
            if name_bounds[leaf] < name_bounds[leaf + 1] and _hidden(
                data, froms, lengths, count, names, name_bounds[leaf], name_bounds[leaf + 1], constants, constant_starts
            ):
                hidden[leaf, event] = True
                continue
            first, patterns = pattern_bounds[leaf], pattern_bounds[leaf + 1] - pattern_bounds[leaf]
            if patterns < 0:
                continue
            row = counts[leaf]
            depth = 0
            cursor[0] = 0
            while depth >= 0:
                if depth == patterns:
                    if row == room:
                        for earlier in range(leaf):
                            row = counts[earlier]
                            while row > 0 and row_events[earlier, row - 1] == event:
                                row -= 1
                            counts[earlier] = row
                        row = counts[leaf]
                        return place
                    row_events[leaf, row] = event
                    for output in range(output_counts[leaf]):
                        variable = outputs[leaf, output]
                        row_starts[leaf, row, output] = froms[bound[variable, 0], bound[variable, 1]]
                        row_lengths[leaf, row, output] = lengths[bound[variable, 0], bound[variable, 1]]
                    row += 1
                    depth -= 1
                    continue
                quad = cursor[depth]
                fits = False
                while quad < count:
                    fits = _fits(
                        data,
                        froms,
                        lengths,
                        tails,
                        quad,
                        asks,
                        codes,
                        first + depth,
                        constants,
                        constant_starts,
                        constant_tails,
                        bound,
                    )
                    quad += 1
                    if fits:
                        break
                if fits:
                    cursor[depth] = quad
                    depth += 1
                    cursor[depth] = 0
                else:
                    depth -= 1
            counts[leaf] = row
    return len(events)
