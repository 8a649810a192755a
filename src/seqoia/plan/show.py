"""A physical plan as text that a query's author understands."""

from __future__ import annotations

from collections.abc import Iterator

from seqoia.plan.outline import LeafOutline, PlanOutline
from seqoia.plan.steps import RepeatedOutline, StepOutline

_WIDTH = 12
_POLICIES = {
    "next": "the next one that fits",
    "strict": "with no event of any stream between",
    "any": "any that fits, however many lie between",
}
"""What a policy of an automaton means, in a few words; the others choose among all pairs."""


def show_plan(outline: PlanOutline) -> str:
    """One fact a line, from what is looked for in events to what is made of matches."""
    return "\n".join(line.rstrip() for line in _lines(outline))


def _lines(outline: PlanOutline) -> Iterator[str]:
    yield from _fact("pattern", outline.pattern)
    yield from _fact("answered by", _answered_by(outline))
    yield from _fact("streams", ", ".join(outline.streams))
    yield from _fact("key", f"{', '.join(outline.key.variables) or 'none'}: {outline.key.because}")
    for number, said in enumerate(outline.key.partitions):
        yield from _fact("" if number else "partitions", said)
    yield ""
    yield "leaves, each matched with single events where these are read"
    for leaf in outline.leaves:
        yield from _leaf(leaf)
    yield ""
    yield "stages, one after another"
    widest = max(len(step.written) for step in outline.stages)
    for step in outline.stages:
        yield from _step(step, widest)
    yield ""
    yield "what is done where"
    width = max(len(each.what) for each in outline.pushed) if outline.pushed else 0
    for each in outline.pushed:
        yield f"  {each.what:<{width}}  {each.where}"
    if outline.answers:
        yield ""
        yield "answers"
        yield from (f"  {each}" for each in outline.answers)


def _answered_by(outline: PlanOutline) -> str:
    if outline.because is None:
        count = len(outline.stages)
        return f"automaton, {count} stage{'s' * (count != 1)}"
    return f"the definition, over what its window keeps; interpreted because {outline.because}"


def _fact(what: str, said: str) -> Iterator[str]:
    yield f"{what:<{_WIDTH}} {said}"


def _leaf(leaf: LeafOutline) -> Iterator[str]:
    yield f"  {leaf.number}  {', '.join(leaf.stands_for)} on {leaf.stream}"
    yield from (f"       {line}" for line in leaf.pattern)
    yield f"     reads {', '.join(leaf.reads) or 'only that there is a solution'}"
    yield f"     matched by {leaf.matched_by}"


def _step(step: StepOutline, widest: int) -> Iterator[str]:
    yield f"  {step.number}  {step.written:<{widest}}  {_following(step)}"
    if step.repeated is not None:
        yield f"     {_repeated(step.repeated)}"
    for condition in step.conditions:
        yield f"     asks {condition.asks}, {condition.when}; answered by {condition.answered_by}"


def _following(step: StepOutline) -> str:
    if step.presence == "absent":
        return "must not have come before" if step.begins else "must not come after, until what follows has come"
    said = [_policy(step.follows)] if step.follows else []
    said += [("or " * bool(said)) + "begins a match"] if step.begins else []
    if step.presence == "optional":
        said.append("or none" if step.follows == "any" else "or none, if none comes")
    return "; ".join(said)


def _policy(follows: str) -> str:
    return f"{follows}: {_POLICIES[follows]}" if follows in _POLICIES else f"{follows}: chosen among all pairs"


def _repeated(repeated: RepeatedOutline) -> str:
    said = [
        f"repeated {repeated.times} by {repeated.follows}",
        "the longest alone" if repeated.extent == "longest" else "of every length",
    ]
    if repeated.correlated:
        said.append(f"{', '.join(repeated.correlated)} the same in all")
    if repeated.collects:
        said.append(f"collects {', '.join(repeated.collects)}")
    return ", ".join(said)
