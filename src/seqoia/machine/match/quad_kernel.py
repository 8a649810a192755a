"""Kernels that read N-Quads as events: which graph each line belongs to, and the times that it says."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.clocks import NO_TIME, datetime_at, seconds_at
from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.json_kernel import end_of_line
from seqoia.machine.match.lexicals import PLAIN, STRANGE, is_of_xsd, short_word
from seqoia.machine.match.lexing import lex_term
from seqoia.machine.match.searching import GRAPH, OBJECT, PREDICATE, SUBJECT, forget, lex_quad
from seqoia.machine.match.views import view
from seqoia.machine.match.words import copied, same_bytes

NOTHING, TRIPLE, AT, FROM, UNTIL, OTHER, ODD = 0, 1, 2, 3, 4, 5, 6
"""What a line is: without a quad; a triple of a graph; its time, start or end; another triple of the default graph; or
to be read by other means."""


def _word(text: str) -> Any:
    return np.uint64(int.from_bytes(text.encode(), "little"))


_XSD = 34
_DATETIME, _INTEGER, _DECIMAL = map(_word, ("dateTime", "integer", "decimal"))
_QUOTE, _LESS, _HASH = 34, 60, 35


@inlined
def _when(data: Any, start: Any, length: Any) -> Any:
    """The time that a literal says, as far as the kernel can read it."""
    end = start + length
    if data[start] != _QUOTE:
        return NO_TIME
    close = start + 1
    while close < end and data[close] != _QUOTE:
        close += 1
    if close + 3 >= end or data[close + 3] != _LESS or not is_of_xsd(data, close + 3, end - close - 3):
        return NO_TIME
    name = end - close - 4 - _XSD
    datatype = short_word(data, close + 3 + _XSD, name) if name <= 8 else np.uint64(0)
    if datatype == _DATETIME:
        return datetime_at(data, start + 1, close)
    if datatype in (_INTEGER, _DECIMAL):
        return seconds_at(data, start + 1, close)
    return NO_TIME


@compiled
def read_quads(
    data: Any,
    mode: Any,
    predicates: Any,
    edges: Any,
    froms: Any,
    lengths: Any,
    tails: Any,
    sure: Any,
    kinds: Any,
    spans: Any,
    times: Any,
) -> Any:
    """Reads all lines; `predicates` are those that say a time, a start and an end. For each line its kind; its start
    and end, those of its graph's name, and those of what stands before that; and its time. How many lines there are.
    """
    data, predicates = view(data), view(predicates)
    froms, lengths, tails, sure = view(froms), view(lengths), view(tails), view(sure)
    forget(sure)
    line, place = 0, np.int64(0)
    while place < len(data):
        last = end_of_line(data, place)
        spans[line, 0], spans[line, 1] = place, last
        first = place
        while first < last and (data[first] == 32 or data[first] == 9 or data[first] == 13):
            first += 1
        kinds[line] = NOTHING
        if first < last and data[first] != _HASH:
            end, kind = lex_quad(data, first, last, mode, froms, lengths, tails, sure, np.int64(0))
            while kind == PLAIN and end < last and data[end] <= 32:
                end += 1
            if kind != PLAIN and kind != STRANGE:
                kind = PLAIN
                if lengths[GRAPH, 0] > 0:
                    _, kind = lex_term(data, froms[GRAPH, 0], last, np.bool_(False))
                else:
                    for at in (SUBJECT, PREDICATE):
                        _, one = lex_term(data, froms[at, 0], last, np.bool_(False))
                        kind = max(kind, one)
            if kind != PLAIN or end < last:
                kinds[line] = ODD
            elif lengths[GRAPH, 0] > 0:
                kinds[line] = TRIPLE
                spans[line, 2], spans[line, 3] = froms[GRAPH, 0], froms[GRAPH, 0] + lengths[GRAPH, 0]
                spans[line, 4], spans[line, 5] = froms[SUBJECT, 0], froms[OBJECT, 0] + lengths[OBJECT, 0]
            else:
                kinds[line] = OTHER
                for which in range(3):
                    begin, length = edges[which], lengths[PREDICATE, 0]
                    same = edges[which + 1] - begin == length
                    if same and same_bytes(data, froms[PREDICATE, 0], predicates, begin, length):
                        kinds[line] = AT + which
                        spans[line, 2], spans[line, 3] = froms[SUBJECT, 0], froms[SUBJECT, 0] + lengths[SUBJECT, 0]
                        spans[line, 4], spans[line, 5] = froms[OBJECT, 0], froms[OBJECT, 0] + lengths[OBJECT, 0]
                        times[line] = _when(data, froms[OBJECT, 0], lengths[OBJECT, 0])
                        break
        place = last + 1
        line += 1
    return line


@compiled
def write_graphs(data: Any, lines: Any, groups: Any, spans: Any, target: Any, edges: Any) -> None:
    """Writes the triples of each group, which are together in `lines`, without the name of their graph."""
    data, target = view(data), view(target)
    out, group = np.int64(0), 0
    for line in lines:
        while group <= groups[line]:
            edges[group] = out
            group += 1
        out = copied(target, out, data, spans[line, 4], spans[line, 5] - spans[line, 4])
        target[out], target[out + 1], target[out + 2] = 32, 46, 10
        out += 3
    while group < len(edges):
        edges[group] = out
        group += 1
