"""Where SPAseq and RSEP-QL can both say it, they say the same: from the text of either to the same answers.

That their sequences agree in the algebra is in `test_rsepql_table1.py`. Here the two rooms are held against each other:
what they read, how they bracket, which streams an event may come from, what is new when it is reported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from laws.counterexample import found_out, holds
from laws.written_sequences import Row, Step, Then, as_rsepql, as_spaseq, rows, worlds
from seqoia import evaluate, lower, parse
from seqoia.model import Instant, Interval, Selection, Solution, Stream

Found = set[tuple[Instant, Solution]]
Change = Callable[[Row], Row]


def found(text: str, language: str, world: tuple[Stream, ...]) -> Found:
    """Each answer, and when it holds at last: a solution names its events, and so has one interval."""
    answers = evaluate(lower(parse(text, language)), world, until=last(world))
    pairs = [(each.when.end if isinstance(each.when, Interval) else each.when, each.content) for each in answers]
    assert len(pairs) == len(set(pairs))
    return set(pairs)  # type: ignore[arg-type]


def last(world: tuple[Stream, ...]) -> Instant:
    return max(event.end for each in world for event in each.events)


def agree(row: Row, world: tuple[Stream, ...], change: Change = lambda row: row) -> None:
    assert found(as_spaseq(row), "spaseq", world) == found(as_rsepql(change(row)), "rsepql", world)


def test_what_both_languages_can_say_has_the_same_answers_in_both() -> None:
    holds(agree, rows(), worlds(), tries=150)


def with_policy(old: Selection, new: Selection) -> Change:
    def change(row: Row) -> Row:
        if isinstance(row, Step):
            return row
        return Then(change(row.left), new if row.policy is old else row.policy, change(row.right))

    return change


def without_brackets(row: Row) -> Row:
    if isinstance(row, Step):
        return row
    left, right = without_brackets(row.left), without_brackets(row.right)
    return (
        Then(left, row.policy, right)
        if isinstance(right, Step)
        else Then(Then(left, row.policy, right.left), right.policy, right.right)
    )


def each_step(**changed: object) -> Change:
    def change(row: Row) -> Row:
        if isinstance(row, Step):
            return replace(row, **changed)
        return Then(change(row.left), row.policy, change(row.right))

    return change


@pytest.mark.parametrize(
    "change",
    [
        with_policy(Selection.STRICT, Selection.NEXT),
        with_policy(Selection.NEXT, Selection.ANY),
        with_policy(Selection.NEXT, Selection.STRICT),
        without_brackets,
        each_step(least=None),
        each_step(source="s"),
        each_step(company="?c"),
    ],
    ids=["strict as next", "next as any", "next as strict", "brackets", "filters", "streams", "correlation"],
)
def test_a_translation_that_loses_something_is_found_out(change: Change) -> None:
    found_out(lambda row, world: agree(row, world, change), rows((-1,)), worlds())
