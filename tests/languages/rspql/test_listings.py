"""The queries of the RSP-QL and RSP-QL* papers; prefixes and the base are left out there for brevity."""

from __future__ import annotations

import pytest

from algebra_by_hand import bgp
from seqoia.algebra import WindowQuery
from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Constant, Variable
from seqoia.languages import rspql
from seqoia.model import (
    Duration,
    Instant,
    NamedNode,
    NonEmptyContent,
    Periodic,
    StreamOperator,
    TimeWindow,
    WindowClose,
)
from seqoia.text import Source

PROLOGUE = """BASE <http://example.org/>
PREFIX : <http://example.org/>
PREFIX sosa: <http://www.w3.org/ns/sosa/>
PREFIX rspu: <http://w3id.org/rsp/rspu#>
"""
LISTING_1 = """REGISTER STREAM <warning/oxygen> COMPUTED EVERY PT10S AS
SELECT ?value
FROM NAMED WINDOW <w> ON <http://stream/oxygen> [RANGE PT10S STEP PT10S]
WHERE {
  WINDOW <w> {
    GRAPH ?g {
      ?o sosa:hasSimpleResult ?value .
      << ?o sosa:hasSimpleResult ?value >> rspu:uncertainty ?unc .
      BIND(rspu:add(?unc, ?value) AS ?d)
      FILTER(rspu:greaterThan(?d, 0.195) > 0.90)
    }
  }
}
"""
LISTING_2 = """REGISTER STREAM <warning/tvs> COMPUTED EVERY PT4S AS
SELECT ?location ?oxValue ?tempValue
FROM NAMED WINDOW <w1> ON <http://stream/oxygen> [RANGE PT10S STEP PT1S]
FROM NAMED WINDOW <w2> ON <http://stream/temperature> [RANGE PT10S STEP PT1S]
WHERE {
  WINDOW <w1> {
    GRAPH ?g1 {
      ?o1 sosa:hasSimpleResult ?oxValue ;
        sosa:hasFeatureOfInterest ?location .
      << ?o1 sosa:hasSimpleResult ?oxValue >> rspu:uncertainty ?unc .
      # The oxygen is below 0.18 with a probability of at least 80%
      FILTER(rspu:lessThan(rspu:add(?unc, ?oxValue), 0.18) >= 0.80)
    }
  }
  WINDOW <w2> {
    GRAPH ?g2 {
      ?o2 sosa:hasSimpleResult ?tempValue ;
        sosa:hasFeatureOfInterest ?location .
      # The reported temperature is greater than 30
      FILTER(?tempValue > 30)
    }
  }
}
"""
EXAMPLE_2 = "SELECT ?person WHERE {?person :owns :a }"
EXAMPLE_10 = """Rstream
FROM NAMED WINDOW :w_1 ON :nearby [RANGE 5 STEP 2 START AT 1]
FROM NAMED WINDOW :w_2 ON :coupon [RANGE 2 STEP 2 START AT 0]
REPORT ON WINDOW CLOSE OF :w_2 AND NON-EMPTY CONTENT OF :w_2
{
  GRAPH :w_1 { ?shopper :isNearby ?shop }
  GRAPH :w_2 { ?shop_owner :offers ?coupon }
  ?shop_owner :owns ?shop
}
"""


def lowered(text: str) -> WindowQuery:
    tree = rspql.parse(Source("listing", PROLOGUE + text))
    assert rspql.warnings(tree) == ()
    return rspql.lower(tree)


def window(name: str, stream: str, width: int, slide: int, origin: int | None = None) -> q.WindowDeclaration:
    begins = None if origin is None else Instant.of_seconds(origin)
    shape = TimeWindow(Duration.of_seconds(width), Duration.of_seconds(slide), begins)
    return q.WindowDeclaration(NamedNode(f"http://example.org/{name}"), NamedNode(stream), shape)


@pytest.mark.parametrize("text", [LISTING_1, LISTING_2, EXAMPLE_2, EXAMPLE_10])
def test_a_listing_that_is_printed_means_the_same(text: str) -> None:
    tree = rspql.parse(Source("listing", PROLOGUE + text))
    again = rspql.parse(Source("printed", rspql.print_query(tree)))
    assert again == tree
    assert rspql.lower(again) == rspql.lower(tree)


def test_listing_1_is_computed_every_ten_seconds() -> None:
    query = lowered(LISTING_1)
    assert query.windows == (window("w", "http://stream/oxygen", 10, 10),)
    assert query.report == (Periodic(Duration.of_seconds(10)),)
    assert query.registration == q.Registration(NamedNode("http://example.org/warning/oxygen"))


def test_listing_1_filters_what_it_computes_inside_the_graph() -> None:
    asked = lowered(LISTING_1).body.pattern
    assert isinstance(asked, gp.WindowOf)
    assert isinstance(asked.pattern, gp.GraphOf)
    filtered = asked.pattern.pattern
    assert isinstance(filtered, gp.Filter)
    assert isinstance(filtered.pattern, gp.Extend)
    assert filtered.pattern.variable == Variable("d")


def test_listing_2_joins_two_windows() -> None:
    query = lowered(LISTING_2)
    assert query.windows == (
        window("w1", "http://stream/oxygen", 10, 1),
        window("w2", "http://stream/temperature", 10, 1),
    )
    joined = query.body.pattern
    assert isinstance(joined, gp.Join)
    assert [part.name.term.value[-2:] for part in joined.parts] == ["w1", "w2"]


def test_example_10_is_a_selection_of_all_variables() -> None:
    near, offers, owns = (
        bgp(("?shopper", ":isNearby", "?shop")),
        bgp(("?shop_owner", ":offers", "?coupon")),
        bgp(("?shop_owner", ":owns", "?shop")),
    )
    w1, w2 = NamedNode("http://example.org/w_1"), NamedNode("http://example.org/w_2")
    columns = tuple(map(Variable, ("shopper", "shop", "shop_owner", "coupon")))
    body = gp.Join((gp.WindowOf(Constant(w1), near), gp.WindowOf(Constant(w2), offers), owns))
    assert lowered(EXAMPLE_10) == WindowQuery(
        q.Select(columns),
        gp.Project(body, columns),
        (
            window("w_1", "http://example.org/nearby", 5, 2, 1),
            window("w_2", "http://example.org/coupon", 2, 2, 0),
        ),
        report=(WindowClose(w2), NonEmptyContent(w2)),
        operator=StreamOperator.RSTREAM,
    )
