"""What may be chosen for a query from outside."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seqoia import PROFILES, EventQuery, Instant, NamedNode, WindowQuery, choose
from seqoia.algebra.events import BasicEvent, Element, Sequence, Where
from seqoia.algebra.expressions import Constant
from seqoia.algebra.patterns import UNIT
from seqoia.algebra.query import Ask
from seqoia.model import Bound, Consumption, Entailment, Literal, Selection

EVENT = BasicEvent(NamedNode("http://e/s"), UNIT)


def sequence(query: object) -> list[Selection]:
    assert isinstance(query, EventQuery)
    assert isinstance(query.body, Where)
    assert isinstance(query.body.pattern, Sequence)
    return [element.follows for element in query.body.pattern.elements]


def events(*follows: Selection) -> EventQuery:
    pattern = Sequence(tuple(Element(EVENT, policy) for policy in follows))
    return EventQuery(Ask(), Where(pattern, Constant(Literal(True))))


def test_a_policy_is_chosen_where_the_query_names_none() -> None:
    chosen = choose(events(Selection.ANY, Selection.ANY, Selection.STRICT), policy="recent")
    assert sequence(chosen) == [Selection.RECENT, Selection.RECENT, Selection.STRICT]
    assert chosen.consumption is Consumption.CONSUME


def test_unrestricted_consumes_nothing() -> None:
    assert choose(events(Selection.ANY), policy="unrestricted") == events(Selection.ANY)


def test_profile_entailment_and_origin_are_set() -> None:
    chosen = choose(WindowQuery(Ask(), UNIT), profile="cqels", entailment="rdfs", origin=Instant(5))
    assert isinstance(chosen, WindowQuery)
    assert (chosen.profile, chosen.entailment, chosen.origin) == (PROFILES["cqels"], Entailment.RDFS, Instant(5))


def test_nothing_chosen_changes_nothing() -> None:
    query = events(Selection.NEXT)
    assert choose(query) is query


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"profile": "cqel"}, "there is no profile 'cqel'; did you mean cqels?"),
        ({"entailment": "owl"}, "there is no entailment 'owl'; choose one of simple, rdfs"),
        ({"bound": "left"}, "there is no bound 'left'; choose one of end, start"),
        ({"policy": "latest"}, "there is no policy 'latest'; choose one of unrestricted, chronological, recent"),
    ],
)
def test_what_cannot_be_chosen_is_told(choice: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        choose(WindowQuery(Ask(), UNIT), **choice)


def test_matches_have_no_profile() -> None:
    with pytest.raises(ValueError, match="this query answers with matches"):
        choose(events(Selection.ANY), profile="rspql")


def test_a_bound_is_chosen_and_the_rest_of_the_profile_stays() -> None:
    chosen = choose(WindowQuery(Ask(), UNIT), profile="cqels", bound="start")
    assert isinstance(chosen, WindowQuery)
    assert chosen.profile == replace(PROFILES["cqels"], bound=Bound.START)


def test_matches_have_no_bound() -> None:
    with pytest.raises(ValueError, match="this query reads none"):
        choose(events(Selection.ANY), bound="start")
