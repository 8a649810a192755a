"""An automaton as SVG: steps from left to right, what is skipped goes above, filters stand below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seqoia.drawing.svg import (
    ACCENT,
    CALM,
    MONO,
    WARNING,
    Drawing,
    curve,
    element,
    hint,
    line,
    shortened,
    text,
    width_of,
)
from seqoia.drawing.ways import START, Kind, Way, ways
from seqoia.plan.outline import PlanOutline
from seqoia.plan.steps import StepOutline

_MARGIN, _TALL, _DOT = 24.0, 40.0, 7.0
_GAP = 56.0
_LETTERS = 40
_LOOP, _ARC, _ARC_OVER_LOOP, _ARC_MORE = 32.0, 62.0, 104.0, 42.0
_HEAD = 8.0


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a step stands: its middle and its width."""

    middle: float
    width: float

    @property
    def left(self) -> float:
        return self.middle - self.width / 2

    @property
    def right(self) -> float:
        return self.middle + self.width / 2


def draw_automaton(outline: PlanOutline) -> Drawing:
    """What a plan's pattern waits for, one step after another."""
    went = ways(outline.stages)
    spots = _spots(outline.stages, went)
    top = 58.0 + max((_rise(way, outline.stages) for way in went), default=0.0)
    lowest = top + _TALL + 18 * max((len(step.conditions) for step in outline.stages), default=0)
    captions = _captions(outline)
    elements = (
        text(_MARGIN, 30, shortened(outline.pattern, 120), 15, font_weight=600),
        *(drawn for way in went for drawn in _way(way, spots, top, outline.stages)),
        *_ends(spots, top, len(outline.stages)),
        *(drawn for step in outline.stages for drawn in _step(step, spots[step.number], top)),
        *(text(_MARGIN, lowest + 34 + 18 * place, said, 12, opacity=0.75) for place, said in enumerate(captions)),
    )
    widest = max(spots[len(outline.stages)].right, *(_MARGIN + width_of(said, 12) for said in captions))
    height = lowest + 34 + 18 * len(captions)
    return Drawing(max(widest + _MARGIN, 260), height, f"automaton of {outline.pattern}", elements)


def _captions(outline: PlanOutline) -> list[str]:
    key = ", ".join(outline.key.variables) or "none"
    window = next((each.what for each in outline.pushed if "WITHIN" in each.what), "")
    said = [" · ".join(filter(None, (window, f"key {key}")))]
    return said if outline.because is None else [*said, shortened(f"interpreted because {outline.because}", 100)]


def _spots(steps: Sequence[StepOutline], went: Sequence[Way]) -> dict[int, _Spot]:
    """Each step as far from the one before it as what is written on the way, and below both, needs."""
    spots = {START: _Spot(_MARGIN + _DOT, 2 * _DOT)}
    below = 0.0
    for number in range(len(steps) + 1):
        before = spots[number - 1]
        written = max(
            (width_of(way.says, 12) + 34 for way in went if (way.source, way.target) == (number - 1, number)), default=0
        )
        width = 2 * _DOT + 6 if number == len(steps) else _width(steps[number])
        mine = 0.0 if number == len(steps) else _below(steps[number])
        distance = max(before.width / 2 + width / 2 + max(_GAP, written), (below + mine) / 2 + 20)
        spots[number] = _Spot(max(before.middle + distance, _MARGIN + mine / 2), width)
        below = mine
    return spots


def _width(step: StepOutline) -> float:
    return max(58.0, width_of(_name(step), 15) + 28)


def _below(step: StepOutline) -> float:
    """How wide the filters are that stand below a step."""
    return max((width_of(shortened(each.asks, _LETTERS), 11, mono=True) for each in step.conditions), default=0.0)


def _name(step: StepOutline) -> str:
    return shortened(f"no {step.takes}" if step.presence == "absent" else step.takes, _LETTERS)


def _step(step: StepOutline, spot: _Spot, top: float) -> Iterator[str]:
    absent, optional = step.presence == "absent", step.presence == "optional"
    box = element(
        "rect",
        x=spot.left,
        y=top,
        width=spot.width,
        height=_TALL,
        rx=_TALL / 2,
        fill=WARNING if absent else ACCENT,
        fill_opacity=0.07 if absent or optional else 0.16,
        stroke=WARNING if absent else ACCENT,
        stroke_width=1.5,
        stroke_dasharray="5 4" if absent else None,
    )
    label = text(spot.middle, top + 25.5, _name(step), 15, text_anchor="middle", font_weight=600)
    yield hint(box + label, step.written)
    for place, condition in enumerate(step.conditions):
        said = shortened(condition.asks, _LETTERS)
        asked = text(
            spot.middle, top + _TALL + 20 + 18 * place, said, 11, text_anchor="middle", font_family=MONO, opacity=0.85
        )
        yield hint(asked, f"{condition.asks}: {condition.when}")


def _ends(spots: dict[int, _Spot], top: float, last: int) -> Iterator[str]:
    middle = top + _TALL / 2
    yield element("circle", cx=spots[START].middle, cy=middle, r=_DOT, fill="currentColor")
    yield element("circle", cx=spots[last].middle, cy=middle, r=_DOT + 3, fill="none", stroke="currentColor")
    yield element("circle", cx=spots[last].middle, cy=middle, r=_DOT - 1, fill="currentColor")


def _way(way: Way, spots: dict[int, _Spot], top: float, steps: Sequence[StepOutline]) -> Iterator[str]:
    source, target = spots[way.source], spots[way.target]
    if way.kind is Kind.AGAIN:
        yield from _loop(source, top, way.says)
    elif way.target == way.source + 1:
        yield from _straight(way, source, target, top + _TALL / 2)
    else:
        yield from _arc(way, source, target, top, _rise(way, steps))


def _rise(way: Way, steps: Sequence[StepOutline]) -> float:
    """How far above the steps a way goes."""
    if way.kind is Kind.AGAIN:
        return _LOOP + 18
    if way.target == way.source + 1:
        return 0.0
    over_a_loop = any(step.repeated for step in steps[way.source + 1 : way.target])
    return (_ARC_OVER_LOOP if over_a_loop else _ARC) + _ARC_MORE * (way.target - way.source - 2)


def _straight(way: Way, source: _Spot, target: _Spot, y: float) -> Iterator[str]:
    breaks = way.kind is Kind.BREAKS
    colour = WARNING if breaks else "currentColor"
    start, end = source.right + 2, target.left - 2
    yield line(start, y, end - (0 if breaks else _HEAD), y, stroke=colour, stroke_dasharray="5 4" if breaks else None)
    middle = (start + end) / 2
    if breaks:
        cross = f"M{middle - 5:.1f},{y - 5:.1f}l10,10m0,-10l-10,10"
        yield element("path", d=cross, stroke=WARNING, stroke_width=1.8, fill="none")
    else:
        yield _head(end, y, 1, 0)
    yield text(middle, y - 9, way.says, 12, text_anchor="middle", fill=colour)


def _arc(way: Way, source: _Spot, target: _Spot, top: float, rise: float) -> Iterator[str]:
    """From the top of a step to the top of a later one."""
    start, end = source.middle + _shoulder(source), target.middle - _shoulder(target)
    begun, ended = _rim(way.source == START, top), _rim(way.kind is Kind.ENDS, top)
    reach, peak = (end - start) * 0.25, top - rise
    bend = reach * 0.4
    yield curve((start, begun), (start + bend, peak), (end - bend, peak), (end, ended - _HEAD), opacity=0.8)
    yield _head(end, ended, 0, 1)
    height = 0.125 * (begun + ended - _HEAD) + 0.75 * peak
    yield text(start + 0.55 * (end - start), height - 5, way.says, 12, text_anchor="middle")


def _shoulder(spot: _Spot) -> float:
    """How far from its middle the arcs of a step begin and end; a loop stands between them."""
    return max(spot.width / 2 - 12, 0)


def _rim(is_dot: bool, top: float) -> float:
    """Where a way touches a step, or one of the dots at the ends."""
    return top + _TALL / 2 - _DOT - 4 if is_dot else top - 1


def _loop(spot: _Spot, top: float, said: str) -> Iterator[str]:
    start, end = spot.middle - 8, spot.middle + 8
    peak = top - _LOOP - 8
    yield curve(
        (start, top - 1), (start - 14, peak), (end + 14, peak), (end, top - _HEAD), stroke=CALM, stroke_width=1.5
    )
    yield _head(end, top - 1, -0.2, 1, CALM)
    yield text(spot.middle, top - _LOOP - 3, said, 12, text_anchor="middle", fill=CALM)


def _head(x: float, y: float, across: float, down: float, colour: str = "currentColor") -> str:
    """The head of an arrow that points to a place."""
    back_x, back_y = x - _HEAD * across, y - _HEAD * down
    side_x, side_y = 3.5 * down, 3.5 * across
    points = ((x, y), (back_x + side_x, back_y - side_y), (back_x - side_x, back_y + side_y))
    return element("polygon", points=" ".join(f"{a:.1f},{b:.1f}" for a, b in points), fill=colour)
