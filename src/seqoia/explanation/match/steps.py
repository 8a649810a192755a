"""A match event by event: what each stood for, what it was compared with, and what came before the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from seqoia.algebra import events as ev
from seqoia.algebra.variables import possible_in_events
from seqoia.algebra.wording import Names
from seqoia.explanation.match.derivation import Derivation
from seqoia.explanation.match.parts import Part, parts_of
from seqoia.explanation.match.verdicts import Compared, Judge, Kind, Verdict
from seqoia.model import EMPTY_SOLUTION, Event, Interval, Solution, TimedBinding


@dataclass(frozen=True, slots=True)
class Taken:
    """An event of the match."""

    label: str
    event: Event
    binds: Solution
    compared: tuple[Compared, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """An event that is no part of the match, and what kept it from each part that could have come."""

    event: Event
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """What lies before an event of the match, or behind its last one."""

    absent: tuple[str, ...]
    """What must not have come there."""
    passed: tuple[Passed, ...]


@dataclass(frozen=True, slots=True)
class _Standing:
    """An event for a part, and what the run knew when it came."""

    part: Part
    event: Event
    own: Solution
    known: Solution
    previous: Solution | None


@dataclass(frozen=True, slots=True)
class Course:
    """A match: an event, a gap, an event, a gap …; the first gap lies before the first event."""

    taken: tuple[Taken, ...]
    gaps: tuple[Gap, ...]


def course_of(derivation: Derivation, way: TimedBinding, names: Names, window: Interval | None) -> Course:
    """One way in which events justify an answer."""
    events = derivation.events(way)
    if not derivation.followed:
        taken = tuple(Taken("event", event, EMPTY_SOLUTION, ()) for _, event in events)
        return Course(tuple(dict.fromkeys(taken)), ())
    parts, judge = parts_of(derivation.body), Judge(derivation.scope, names)
    standing = _standing([(parts[place], event) for place, event in events], way, judge)
    told = tuple(
        Taken(each.part.label, each.event, _shown(each.own), _compared(each, standing, judge)) for each in standing
    )
    looking = _Looking(parts, standing, way, judge, window)
    return Course(told, tuple(looking.gaps()))


def _standing(taken: Sequence[tuple[Part, Event]], way: TimedBinding, judge: Judge) -> list[_Standing]:
    standing: list[_Standing] = []
    for part, event in taken:
        before = [each for each in standing if each.part.step < part.step]
        known = EMPTY_SOLUTION
        for each in before:
            known = Solution({**known, **each.own})
        again = [each for each in standing if each.part.step == part.step and each.event.interval != event.interval]
        previous = again[-1].own if again and part.repetition else None
        standing.append(_Standing(part, event, _own(part, event, way, known, previous, judge), known, previous))
    return standing


def _own(
    part: Part, event: Event, way: TimedBinding, known: Solution, previous: Solution | None, judge: Judge
) -> Solution:
    """What the event binds in this match; an iteration agrees with the others on what correlates them alone."""
    names = set(way.solution)
    if part.repetition is not None:
        names -= possible_in_events(part.repetition.pattern) - set(part.repetition.correlated)
    fixed = way.solution.restrict(names)
    fitting = [each for each in judge.solutions(part, event) if fixed.compatible(each)]
    holding = (each for each in fitting if judge.satisfied(part, each, known, previous))
    return next(holding, fitting[0] if fitting else EMPTY_SOLUTION)


def _compared(each: _Standing, standing: Sequence[_Standing], judge: Judge) -> tuple[Compared, ...]:
    """With what other events of its instant say as well."""
    known = each.known
    for other in standing:
        beside = other.part.step == each.part.step and other.event.interval == each.event.interval
        if beside and other is not each and known.compatible(other.own):
            known = known.merge(other.own)
    return judge.compared(each.part, each.own, known, each.previous)


@dataclass(frozen=True, slots=True)
class _Looking:
    """Looks at what lies between the events of a match."""

    parts: Sequence[Part]
    standing: Sequence[_Standing]
    way: TimedBinding
    judge: Judge
    window: Interval | None

    def gaps(self) -> Iterator[Gap]:
        yield self._before()
        for left, right in zip(self.standing, self.standing[1:], strict=False):
            yield self._between(left, right)
        yield self._after()

    def _between(self, left: _Standing, right: _Standing) -> Gap:
        coming = [part for part in self.parts if left.part.step < part.step <= right.part.step]
        again = [part for part in self.parts if part.step == left.part.step and part.repetition]
        known = Solution({**right.known, **left.own}) if left.part.step < right.part.step else right.known
        events = [
            event for event in self._others() if left.event.end < event.end and self._ends_before(event, right.event)
        ]
        passed = [self._passed(event, coming, again, known, left, right) for event in events]
        return Gap(_absent(coming), tuple(passed))

    def _before(self) -> Gap:
        first = self.standing[0]
        coming = [part for part in self.parts if part.step < first.part.step]
        events = (event for event in self._others() if event.end < first.event.start) if coming else ()
        return Gap(_absent(coming), tuple(self._outside(event, coming) for event in events if self._near(event)))

    def _after(self) -> Gap:
        last = self.standing[-1]
        coming = [part for part in self.parts if part.step > last.part.step]
        events = (event for event in self._others() if event.start > last.event.end) if coming else ()
        return Gap(_absent(coming), tuple(self._outside(event, coming) for event in events if self._near(event)))

    def _others(self) -> Iterator[Event]:
        taken = {(each.event.stream, each.event.arrival) for each in self.standing}
        return (event for event in self.judge.scope.streamset if (event.stream, event.arrival) not in taken)

    def _near(self, event: Event) -> bool:
        return self.window is None or (self.window.start <= event.start and event.end <= self.window.end)

    def _ends_before(self, event: Event, right: Event) -> bool:
        return event.interval.order <= right.interval.order

    def _outside(self, event: Event, parts: Sequence[Part]) -> Passed:
        return Passed(event, tuple(self.judge.verdict(part, event, self.way.solution, None) for part in parts))

    def _passed(
        self,
        event: Event,
        coming: Sequence[Part],
        again: Sequence[Part],
        known: Solution,
        left: _Standing,
        right: _Standing,
    ) -> Passed:
        strictly = left.event.end < event.start and event.end < right.event.start
        verdicts = [
            _explained(self.judge.verdict(part, event, _earlier(part, known), None), part, strictly) for part in coming
        ]
        for part in again:
            verdict = self.judge.verdict(part, event, _correlated(part, left), left.own)
            verdicts.append(_explained(verdict, part, strictly, again=True))
        return Passed(event, tuple(verdicts))


def _earlier(part: Part, known: Solution) -> Solution:
    """What a part has to agree with: for a repetition the variables that correlate its iterations."""
    if part.repetition is None:
        return known
    loose = possible_in_events(part.repetition.pattern) - set(part.repetition.correlated)
    return known.restrict(name for name in known if name not in loose)


def _correlated(part: Part, left: _Standing) -> Solution:
    assert part.repetition is not None
    return left.known.merge(left.own.restrict(part.repetition.correlated))


def _explained(verdict: Verdict, part: Part, strictly: bool, *, again: bool = False) -> Verdict:
    """Why an event that would do was passed over."""
    if verdict.kind is not Kind.FITS:
        return verdict
    if not strictly:
        why = "it would do, but does not lie strictly between"
    elif part.together is not None:
        why = f"it would do, but at that time not all of {part.together} came, or this is another match"
    elif again:
        why = "it would do once more: that is another match"
    elif part.follows == "any" and part.presence is ev.Presence.REQUIRED:
        why = "it would do, and any lets a match pass over it"
    else:
        why = "it would do: that is another match"
    return Verdict(verdict.part, verdict.kind, why)


def _absent(parts: Sequence[Part]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part.label for part in parts if part.presence is ev.Presence.ABSENT))


def _shown(own: Solution) -> Solution:
    return own.restrict(sorted(name for name in own if not name.startswith(".")))
