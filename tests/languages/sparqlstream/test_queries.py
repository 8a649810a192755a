"""SPARQLstream's published kinds of queries, and what they are in the algebra."""

from __future__ import annotations

from textwrap import dedent

import pytest

from algebra_by_hand import bgp, ex, lasting
from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Variable
from seqoia.languages import sparqlstream
from seqoia.model import SPARQLSTREAM, StreamOperator, TimeWindow
from seqoia.text import Source


def lowered(text: str) -> q.WindowQuery:
    query = sparqlstream.lower(sparqlstream.parse(Source("query.sparqlstream", text)))
    assert isinstance(query, q.WindowQuery)
    return query


def test_winds_of_the_last_ten_minutes() -> None:
    query = lowered(
        """
        PREFIX : <http://example.org/>
        SELECT ISTREAM ?sensor ?speed
        FROM NAMED STREAM <http://example.org/wind> [FROM NOW - 10 MINUTES TO NOW STEP 1 MINUTE]
        FROM <http://example.org/sensors>
        WHERE { ?sensor :measures ?speed }
        """
    )
    columns = (Variable("sensor"), Variable("speed"))
    assert query == q.WindowQuery(
        q.Select(columns),
        gp.Project(bgp(("?sensor", ":measures", "?speed")), columns),
        (q.WindowDeclaration(None, ex("wind"), TimeWindow(lasting(600), lasting(60))),),
        q.DatasetClause((ex("sensors"),)),
        operator=StreamOperator.ISTREAM,
        profile=SPARQLSTREAM,
    )


@pytest.mark.parametrize(
    ("written", "window"),
    [
        ("NOW - 1 HOURS SLIDE 10 MINUTES", TimeWindow(lasting(3600), lasting(600))),
        ("FROM NOW - 10 S TO NOW STEP 500 MS", TimeWindow(lasting(10), lasting("0.5"))),
        ("now-1 day to now-0 s step 1 Hour", TimeWindow(lasting(86400), lasting(3600))),
    ],
)
def test_windows_may_be_written_in_several_ways(written: str, window: TimeWindow) -> None:
    query = lowered(f"ASK FROM STREAM <http://example.org/s> [{written}] {{}}")
    assert query.windows == (q.WindowDeclaration(None, ex("s"), window),)


@pytest.mark.parametrize(
    ("head", "operator"),
    [
        ("SELECT *", None),
        ("SELECT RSTREAM *", StreamOperator.RSTREAM),
        ("SELECT dstream DISTINCT *", StreamOperator.DSTREAM),
        ("CONSTRUCT { ?s ?p ?o }", None),
        ("CONSTRUCT ISTREAM { ?s ?p ?o }", StreamOperator.ISTREAM),
        ("ASK", None),
    ],
)
def test_the_head_says_what_is_streamed(head: str, operator: StreamOperator | None) -> None:
    assert lowered(f"{head} WHERE {{ ?s ?p ?o }}").operator is operator


def test_a_query_is_laid_out_one_way() -> None:
    text = "construct istream{?s ?p 1}from named stream<s:>[now-5 s slide 1 seconds]{?s ?p 1}"
    assert sparqlstream.print_query(sparqlstream.parse(Source("query.sparqlstream", text))) == dedent(
        """\
        CONSTRUCT ISTREAM {
          ?s ?p 1 .
        }
        FROM NAMED STREAM <s:> [FROM NOW - 5 S TO NOW STEP 1 SECONDS]
        WHERE {
          ?s ?p 1 .
        }
        """
    )
