"""The query of the RSEP-QL paper, and the settings of its table 1."""

from __future__ import annotations

import pytest

from algebra_by_hand import bgp, ex
from seqoia.algebra import WindowQuery
from seqoia.algebra import events as ev
from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Call, Constant, Variable
from seqoia.languages import rsepql
from seqoia.model import Consumption, Duration, Instant, LandmarkWindow, Reading, Selection, TimeWindow
from seqoia.text import Source

PROLOGUE = "PREFIX : <http://example.org/>\n"
EXAMPLE_4 = """SELECT ?x ?z
FROM NAMED :S WIN [LND 9] AS :w1
FROM NAMED :S WIN [RANGE 5] AS :w2
EVENT ON :w1 { ?x :p ?y. } AS E1
EVENT ON :w2 { ?y :q ?z. } AS E2
WHERE { MATCH { E1 SEQ E2 } }
"""
WINDOWS = """
FROM NAMED :S WIN [LND 1] AS :w1
FROM NAMED :T WIN [RANGE 5 STEP 2] AS :w2
EVENT ON :w1 { ?x :p ?y. } AS E1
EVENT ON :w2 { ?y :q ?z. } AS E2
EVENT ON :w2 { ?z :r [] } AS E3
"""
E1 = ev.BasicEvent(ex("w1"), bgp(("?x", ":p", "?y")), "E1")
E2 = ev.BasicEvent(ex("w2"), bgp(("?y", ":q", "?z")), "E2")
E3 = ev.BasicEvent(ex("w2"), bgp(("?z", ":r", Variable(".b0"))), "E3")


def query(text: str) -> WindowQuery:
    """The lowered query, whose text printed and parsed again has the same meaning."""
    tree = rsepql.parse(Source("q", PROLOGUE + text))
    again = rsepql.parse(Source("printed", rsepql.print_query(tree)))
    assert again == tree
    assert rsepql.lower(again) == rsepql.lower(tree)
    return rsepql.lower(tree)


def matched(pattern: str) -> ev.EventPattern:
    body = query(f"ASK {WINDOWS} {{ MATCH {{ {pattern} }} }}").body
    assert isinstance(body, gp.MatchOf)
    return body.pattern


def follows(pattern: ev.EventPattern, policy: Selection = Selection.ANY) -> ev.Element:
    return ev.Element(pattern, policy)


def test_example_4() -> None:
    columns = (Variable("x"), Variable("z"))
    five = TimeWindow(Duration.of_seconds(5), Duration.of_seconds(1), reading=Reading.ALIGNED)
    assert query(EXAMPLE_4) == WindowQuery(
        q.Select(columns),
        gp.Project(gp.MatchOf(ev.Sequence((follows(E1), follows(E2)))), columns),
        (
            q.WindowDeclaration(ex("w1"), ex("S"), LandmarkWindow(Instant.of_seconds(9))),
            q.WindowDeclaration(ex("w2"), ex("S"), five),
        ),
    )
    assert rsepql.warnings(rsepql.parse(Source("q", PROLOGUE + EXAMPLE_4))) == ()


@pytest.mark.parametrize("policy", Selection)
def test_a_sequence_has_a_policy(policy: Selection) -> None:
    assert matched(f"E1 SEQ {policy.value} E2") == ev.Sequence((follows(E1), follows(E2, policy)))


def test_a_sequence_in_which_every_pair_counts_is_one() -> None:
    assert matched("E1 SEQ E2 SEQ ANY E3") == ev.Sequence((follows(E1), follows(E2), follows(E3)))


def test_other_policies_choose_from_what_stands_before() -> None:
    pair = ev.Sequence((follows(E1), follows(E2)))
    assert matched("E1 SEQ E2 SEQ RECENT E3") == ev.Sequence((follows(pair), follows(E3, Selection.RECENT)))
    naive = ev.Sequence((follows(E1), follows(E2, Selection.NAIVE)))
    assert matched("E1 SEQ NAIVE E2 SEQ E3") == ev.Sequence((follows(naive), follows(E3)))


def test_brackets_keep_a_sequence_together() -> None:
    right = ev.Sequence((follows(E2), follows(E3)))
    assert matched("E1 SEQ (E2 SEQ E3)") == ev.Sequence((follows(E1), follows(right)))
    left = ev.Sequence((follows(E1), follows(E2)))
    assert matched("(E1 SEQ E2) SEQ E3") == ev.Sequence((follows(left), follows(E3)))


def test_first_and_last_bind_tighter_than_seq() -> None:
    assert matched("FIRST E1 SEQ LAST E2") == ev.Sequence((follows(ev.First(E1)), follows(ev.Last(E2))))
    assert matched("LAST (E1 SEQ E2)") == ev.Last(ev.Sequence((follows(E1), follows(E2))))
    assert matched("FIRST LAST E1") == ev.First(ev.Last(E1))


def test_an_event_may_stand_where_it_is_used() -> None:
    inline = ev.BasicEvent(ex("w2"), gp.Filter(bgp(("?a", ":r", "?b")), Call("!=", (Variable("a"), Variable("b")))))
    written = "EVENT :w2 { ?a :r ?b FILTER(?a != ?b) }"
    assert matched(f"E1 SEQ {written}") == ev.Sequence((follows(E1), follows(inline)))
    assert matched(written.replace("EVENT", "EVENT ON")) == inline


def test_an_event_that_is_used_twice_has_other_blank_nodes() -> None:
    first, second = matched("E3 SEQ E3").elements
    assert first.pattern == E3
    assert second.pattern == ev.BasicEvent(ex("w2"), bgp(("?z", ":r", Variable(".b1"))), "E3")


def test_labels_of_an_event_that_is_used_twice_are_told_apart() -> None:
    text = "ASK FROM NAMED :S WIN [LND 1] AS :w EVENT ON :w { _:a :p _:a } AS E { MATCH { E SEQ E } }"
    first, second = query(text).body.pattern.elements
    assert first.pattern.pattern == bgp((Variable("._a"), ":p", Variable("._a")))
    assert second.pattern.pattern == bgp((Variable(".2_a"), ":p", Variable(".2_a")))


def test_matches_join_windows_and_each_other() -> None:
    body = query(f"ASK {WINDOWS} {{ MATCH {{ E1 }} WINDOW :w2 {{ ?y :q ?z }} MATCH {{ E3 }} FILTER(?x != ?z) }}").body
    window = gp.WindowOf(Constant(ex("w2")), bgp(("?y", ":q", "?z")))
    joined = gp.Join((gp.MatchOf(E1), window, gp.MatchOf(E3)))
    assert body == gp.Filter(joined, Call("!=", (Variable("x"), Variable("z"))))


def test_select_everything_shows_what_events_bind() -> None:
    assert query(f"SELECT * {WINDOWS} {{ MATCH {{ E1 SEQ E2 }} }}").form == q.Select(
        (Variable("x"), Variable("y"), Variable("z"))
    )


def test_consuming_events_are_used_once() -> None:
    assert query(f"ASK {WINDOWS} CONSUMING {{ MATCH {{ E1 }} }}").consumption is Consumption.CONSUME
    assert query(f"ASK {WINDOWS} {{ MATCH {{ E1 }} }}").consumption is Consumption.NONE


def test_rsp_ql_is_part_of_the_language() -> None:
    text = (
        "REGISTER ISTREAM :o COMPUTED EVERY 5 AS ASK FROM NAMED WINDOW :w ON :s [RANGE 5] REPORT ON CONTENT CHANGE {}"
    )
    assert query(text).windows[0].window.reading is Reading.ALIGNED
    assert len(query(text).report) == 2
