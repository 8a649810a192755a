"""C-SPARQL's published kinds of queries, and what they are in the algebra."""

from __future__ import annotations

from textwrap import dedent

import pytest

from algebra_by_hand import bgp, ex, lasting
from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Variable
from seqoia.languages import csparql
from seqoia.model import (
    CSPARQL,
    Counted,
    CountWindow,
    NamedNode,
    NonEmptyContent,
    Periodic,
    TimeWindow,
    WindowClose,
)
from seqoia.text import Source

HEAD = "PREFIX : <http://example.org/>"


def lowered(text: str) -> q.WindowQuery:
    query = csparql.lower(csparql.parse(Source("query.csparql", text)))
    assert isinstance(query, q.WindowQuery)
    return query


def windows(clauses: str) -> tuple[q.WindowDeclaration, ...]:
    return lowered(f"{HEAD} ASK {clauses} {{}}").windows


def test_cars_that_enter_a_district() -> None:
    query = lowered(
        """
        REGISTER QUERY CarsInDistricts COMPUTED EVERY 10m AS
        PREFIX : <http://example.org/>
        SELECT DISTINCT ?district ?car
        FROM <http://example.org/districts>
        FROM STREAM <http://example.org/gates> [RANGE 30m STEP 5m]
        WHERE { ?gate :registers ?car . ?district :contains ?gate }
        """
    )
    district, car = Variable("district"), Variable("car")
    assert query == q.WindowQuery(
        q.Select((district, car)),
        gp.Distinct(
            gp.Project(
                bgp(("?gate", ":registers", "?car"), ("?district", ":contains", "?gate")),
                (district, car),
            )
        ),
        (q.WindowDeclaration(None, ex("gates"), TimeWindow(lasting(1800), lasting(300))),),
        q.DatasetClause((ex("districts"),)),
        report=(WindowClose(), NonEmptyContent(), Periodic(lasting(600))),
        registration=q.Registration(NamedNode("urn:seqoia:CarsInDistricts"), q.OutputKind.QUERY),
        profile=CSPARQL,
    )


def test_a_stream_of_its_own() -> None:
    query = lowered(
        """
        REGISTER STREAM :entered AS
        PREFIX : <http://example.org/>
        CONSTRUCT { ?car :enteredAt ?gate }
        FROM STREAM :gates [RANGE 10s TUMBLING]
        WHERE { ?gate :registers ?car }
        """
    )
    assert query.registration == q.Registration(ex("entered"), q.OutputKind.STREAM)
    assert query.form == q.Construct(bgp(("?car", ":enteredAt", "?gate")).triples)
    assert query.report is None


def test_windows_join_the_default_graph_unless_their_stream_is_named() -> None:
    assert windows("FROM STREAM :s [RANGE 1h STEP 1m] FROM NAMED STREAM :t [RANGE 1h STEP 1m]") == (
        q.WindowDeclaration(None, ex("s"), TimeWindow(lasting(3600), lasting(60))),
        q.WindowDeclaration(ex("t"), ex("t"), TimeWindow(lasting(3600), lasting(60))),
    )


@pytest.mark.parametrize(
    ("written", "window"),
    [
        ("RANGE 500ms STEP 100ms", TimeWindow(lasting("0.5"), lasting("0.1"))),
        ("range 1d step 1H", TimeWindow(lasting(86400), lasting(3600))),
        ("RANGE 2m TUMBLING", TimeWindow(lasting(120), lasting(120))),
        ("TRIPLES 10", CountWindow(10, Counted.TRIPLES)),
        ("RANGE TRIPLES 10", CountWindow(10, Counted.TRIPLES)),
    ],
)
def test_each_kind_of_window_is_one_of_the_model(written: str, window: object) -> None:
    assert [declared.window for declared in windows(f"FROM STREAM :s [{written}]")] == [window]


def test_a_bare_name_is_resolved_against_the_base() -> None:
    query = lowered("REGISTER QUERY q AS BASE <http://e/queries/> ASK {}")
    assert query.registration == q.Registration(NamedNode("http://e/queries/q"), q.OutputKind.QUERY)


def test_windows_of_triples_alone_are_computed_when_the_period_says() -> None:
    query = lowered("REGISTER QUERY q COMPUTED EVERY 5s AS ASK FROM STREAM <http://e/s> [TRIPLES 3] {}")
    assert query.report == (NonEmptyContent(), Periodic(lasting(5)))


def test_a_query_is_laid_out_one_way() -> None:
    text = "register stream q computed every 1m as construct{?s ?p 1}from stream<http://e/s>[range triples 3]{?s ?p 1}"
    assert csparql.print_query(csparql.parse(Source("query.csparql", f"# why\n{text}"))) == dedent(
        """\
        # why
        REGISTER STREAM q COMPUTED EVERY 1m AS
        CONSTRUCT {
          ?s ?p 1 .
        }
        FROM STREAM <http://e/s> [TRIPLES 3]
        WHERE {
          ?s ?p 1 .
        }
        """
    )
