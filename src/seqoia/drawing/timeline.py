"""Matches and events on a timeline as SVG: one row each, what is said above it, time from left to right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seqoia.drawing.axis import Axis, clock_time, day_of, seconds
from seqoia.drawing.svg import ACCENT, MONO, Drawing, element, hint, line, shortened, text, width_of
from seqoia.model import Interval

_MARGIN, _WIDTH = 24.0, 840.0
_TOP, _ROW, _FOOT = 52.0, 48.0, 46.0
_LETTERS = 118
_DOT = 5.5


@dataclass(frozen=True, slots=True)
class Dot:
    """An event; one that was not taken is hollow."""

    at: Interval
    label: str = ""
    says: str = ""
    taken: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """What is said, and below it the stretch of a match and its events."""

    says: str
    bar: Interval | None = None
    dots: tuple[Dot, ...] = ()
    note: str = ""
    """What is told to whoever points at it."""
    faint: bool = False


def draw_timeline(title: str, rows: Sequence[Row], *, dated: bool = True, footer: str = "") -> Drawing:
    """Rows from the top; with `dated`, times are those of a clock, else numbers of seconds."""
    spans = [span for row in rows for span in (row.bar, *(dot.at for dot in row.dots)) if span is not None]
    height = _TOP + _ROW * len(rows) + _FOOT + (18 if footer else 0)
    heading = text(_MARGIN, 28, shortened(title, 100), 15, font_weight=600)
    if not spans:
        return Drawing(_WIDTH, 80, title, (heading, text(_MARGIN, 56, "no matches", 13, opacity=0.75)))
    axis = Axis.over(spans, _MARGIN + 4, _WIDTH - _MARGIN - 4)
    bottom = _TOP + _ROW * len(rows) + 8
    elements = [heading, *_grid(axis, bottom, dated)]
    if dated:
        days = dict.fromkeys((day_of(min(span.start for span in spans)), day_of(max(span.end for span in spans))))
        elements.append(text(axis.right, 28, f"{' to '.join(days)}, UTC", 11, text_anchor="end", opacity=0.75))
    for place, row in enumerate(rows):
        elements += _row(row, axis, _TOP + _ROW * place)
    if footer:
        elements.append(text(_MARGIN, bottom + 52, shortened(footer, 130), 12, opacity=0.75))
    return Drawing(_WIDTH, height, title, tuple(elements))


def _grid(axis: Axis, bottom: float, dated: bool) -> Iterator[str]:
    for at in axis.ticks():
        x = axis.x(at)
        yield line(x, _TOP - 8, x, bottom, opacity=0.12)
        said = clock_time(at) if dated else seconds(at)
        half = width_of(said, 11) / 2
        place = min(max(x, _MARGIN + half), axis.right - half)
        yield text(place, bottom + 16, said, 11, text_anchor="middle", opacity=0.75)
    yield line(axis.left, bottom, axis.right, bottom, opacity=0.5)


def _row(row: Row, axis: Axis, top: float) -> Iterator[str]:
    said = text(_MARGIN, top + 14, shortened(row.says, _LETTERS), 11, font_family=MONO, opacity=0.6 if row.faint else 1)
    y = top + 28
    drawn = [*_bar(row.bar, axis, y), *_dots(row.dots, axis, y)]
    yield hint(said + "".join(drawn), row.note) if row.note else said + "".join(drawn)


def _bar(bar: Interval | None, axis: Axis, y: float) -> Iterator[str]:
    if bar is None:
        return
    start, end = axis.x(bar.start), axis.x(bar.end)
    yield line(start, y, end, y, stroke=ACCENT, stroke_width=4, stroke_linecap="round", opacity=0.55)


def _dots(dots: Sequence[Dot], axis: Axis, y: float) -> Iterator[str]:
    free = 0.0
    for dot in sorted(dots, key=lambda each: each.at.order):
        yield hint(_dot(dot, axis, y), dot.says) if dot.says else _dot(dot, axis, y)
        middle, half = axis.x(dot.at.end), width_of(dot.label, 10) / 2
        if dot.label and middle - half > free:
            yield text(middle, y + _DOT + 10, dot.label, 10, text_anchor="middle", font_weight=600)
            free = middle + half + 4


def _dot(dot: Dot, axis: Axis, y: float) -> str:
    start, end = axis.x(dot.at.start), axis.x(dot.at.end)
    size = _DOT if dot.taken else _DOT - 1.5
    return element(
        "rect",
        x=start - size,
        y=y - size,
        width=end - start + 2 * size,
        height=2 * size,
        rx=size,
        fill=ACCENT if dot.taken else "none",
        stroke=ACCENT if dot.taken else "currentColor",
        stroke_width=None if dot.taken else 1.2,
        opacity=None if dot.taken else 0.6,
    )
