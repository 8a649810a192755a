"""CQELS-QL's published kinds of queries, and what they are in the algebra."""

from __future__ import annotations

from textwrap import dedent

import pytest

from algebra_by_hand import bgp, ex, lasting
from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Constant, Variable
from seqoia.languages import cqels
from seqoia.model import CQELS, Counted, CountWindow, Duration, IdentityWindow, NamedNode, TimeWindow
from seqoia.text import Source

HEAD = "PREFIX : <http://example.org/>"
TICK = Duration(1)


def lowered(text: str) -> q.WindowQuery:
    query = cqels.lower(cqels.parse(Source("query.cqels", text)))
    assert isinstance(query, q.WindowQuery)
    return query


def name(number: int) -> NamedNode:
    return NamedNode(f"urn:seqoia:window:{number}")


def test_who_meets_whom_where() -> None:
    query = lowered(
        """
        PREFIX : <http://example.org/>
        SELECT ?one ?other
        FROM NAMED :floors
        WHERE {
          GRAPH :floors { ?place :near ?here }
          STREAM :tags [NOW] { ?one :detectedAt ?place }
          STREAM :tags [RANGE 3s] { ?other :detectedAt ?here }
        }
        """
    )
    one, other = Variable("one"), Variable("other")
    parts = (
        gp.GraphOf(Constant(ex("floors")), bgp(("?place", ":near", "?here"))),
        gp.WindowOf(Constant(name(1)), bgp(("?one", ":detectedAt", "?place"))),
        gp.WindowOf(Constant(name(2)), bgp(("?other", ":detectedAt", "?here"))),
    )
    assert query == q.WindowQuery(
        q.Select((one, other)),
        gp.Project(gp.Join(parts), (one, other)),
        (
            q.WindowDeclaration(name(1), ex("tags"), TimeWindow(TICK, TICK)),
            q.WindowDeclaration(name(2), ex("tags"), TimeWindow(lasting(3), TICK)),
        ),
        q.DatasetClause(named=(ex("floors"),)),
        profile=CQELS,
    )


def test_two_patterns_over_one_window_share_it() -> None:
    query = lowered(
        f"{HEAD} ASK {{ STREAM :s [RANGE 1m30s SLIDE 1s] {{ ?a :p ?b }}"
        " STREAM :s [RANGE 90s SLIDE 1000ms] { ?b :q ?c }"
        " OPTIONAL { STREAM :t [RANGE 1m30s SLIDE 1s] { ?a :r ?c } } }"
    )
    assert [(declared.name, declared.stream) for declared in query.windows] == [(name(1), ex("s")), (name(2), ex("t"))]


def test_streams_are_found_wherever_they_stand() -> None:
    query = lowered(
        f"{HEAD} ASK {{ {{ STREAM :a [NOW] {{}} }} UNION {{ {{ SELECT * {{ STREAM :b [NOW] {{}} }} }} }}"
        " MINUS { STREAM :c [NOW] { ?x ?y ?z } } FILTER EXISTS { STREAM :d [NOW] { ?x ?y ?z } } }"
    )
    assert [declared.stream for declared in query.windows] == [ex("a"), ex("b"), ex("c"), ex("d")]


@pytest.mark.parametrize(
    ("written", "window"),
    [
        ("NOW", TimeWindow(TICK, TICK)),
        ("ALL", IdentityWindow()),
        ("RANGE 5s", TimeWindow(lasting(5), TICK)),
        ("RANGE 1h SLIDE 5m", TimeWindow(lasting(3600), lasting(300))),
        ("range 1d tumbling", TimeWindow(lasting(86400), lasting(86400))),
        ("RANGE 2000ns", TimeWindow(Duration(2), TICK)),
        ("TRIPLES 4", CountWindow(4, Counted.TRIPLES)),
    ],
)
def test_each_kind_of_window_is_one_of_the_model(written: str, window: object) -> None:
    query = lowered(f"ASK {{ STREAM <http://e/s> [{written}] {{}} }}")
    assert [declared.window for declared in query.windows] == [window]


def test_a_query_is_laid_out_one_way() -> None:
    text = "ask{?s ?p 1 stream<s:>[range 5S slide 1s]{?s ?p 2}#c\n}"
    assert cqels.print_query(cqels.parse(Source("query.cqels", text))) == dedent(
        """\
        ASK
        WHERE {
          ?s ?p 1 .
          STREAM <s:> [RANGE 5s SLIDE 1s] {
            ?s ?p 2 .
          }
          # c
        }
        """
    ).replace("# c", "#c")
