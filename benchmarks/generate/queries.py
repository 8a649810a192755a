"""The queries of SPAseq's evaluation over the generated streams, windows and steps as parameters."""

from __future__ import annotations

from benchmarks.generate import cards, homes, roads, trades

NEXT = ";"
STRICT = ","


def v_shape(window: str = "10 MINUTES", by: str = NEXT, volume_from: int = 0, background: bool = False) -> str:
    """Q4: a price falls, then rises above where it began; trades of fewer than `volume_from` shares begin nothing."""
    start = f"?a :volume ?volume .\n    FILTER (?volume >= {volume_from})" if volume_from else ""
    known = "GRAPH <http://stockmarket.org/companies> { ?company :name ?name }" if background else ""
    gpms = (
        _trade("A", "?high", start, known),
        _trade("B", "?low", "FILTER (?low < ?high)"),
        _trade("C", "?back", "FILTER (?back > ?high)"),
    )
    return _over_trades("?company ?high ?low ?back", window, f"A {by} B {by} C", gpms)


def zigzag(steps: int = 7, window: str = "10 MINUTES", by: str = NEXT) -> str:
    """Q3, head and shoulders and its extensions (section 8.2, figure 17): the price rises, falls, rises, falls …"""
    names = [chr(ord("A") + step) for step in range(steps)]
    filters = [f"FILTER (?p{step + 1} {'>' if step % 2 else '<'} ?p{step})" if step else "" for step in range(steps)]
    gpms = tuple(_trade(name, f"?p{step + 1}", filters[step]) for step, name in enumerate(names))
    chosen = " ".join(["?company", *(f"?p{step + 1}" for step in range(steps))])
    return _over_trades(chosen, window, f" {by} ".join(names), gpms)


def falling(window: str = "1 MINUTE", by: str = NEXT, volume_from: int = 0) -> str:
    """Kleene plus: from a large trade on, prices below it, once or more, until one is above it; all lengths match."""
    start = f"?a :volume ?volume .\n    FILTER (?volume >= {volume_from})" if volume_from else ""
    gpms = (
        _trade("A", "?high", start),
        _trade("B", "?low", "FILTER (?low < ?high)"),
        _trade("C", "?back", "FILTER (?back > ?high)"),
    )
    repeated = "B+ BY NEXT" if by == NEXT else "B+"
    return _over_trades("?company ?high (COUNT(B) AS ?falls) ?back", window, f"A {by} {repeated} {by} C", gpms)


def card_fraud(window: str = "30 MINUTES", background: bool = False) -> str:
    """Q2: a large amount, then one or more that are at most a tenth of it."""
    known = "GRAPH <http://creditcard.org/db> { ?id :cardHolder ?name }" if background else ""
    return f"""PREFIX : <http://example/>

SELECT ?card ?amount1 (COUNT(B) AS ?small)
WITHIN {window} SLIDING
FROM STREAM S1 <{cards.STREAM}>
WHERE {{
  SEQ (A ; B+ BY NEXT)

  DEFINE GPM A ON S1 {{
    ?card :id ?id ;
      :amount ?amount1 .
    {known}
  }}

  DEFINE GPM B ON S1 {{
    ?card :id ?id ;
      :amount ?amount2 .
    FILTER (?amount2 * 10 <= ?amount1)
  }}
}}
"""


def smart_grid(window: str = "60 MINUTES", by: str = NEXT) -> str:
    """Q1: power is dear, then the weather is good once or more, then what is stored is cheaper."""
    return f"""PREFIX : <http://example/>

SELECT ?house ?fr1 ?fr2 (COUNT(B) AS ?favourable)
WITHIN {window} SLIDING
FROM STREAM S1 <{homes.POWER}>
FROM STREAM S2 <{homes.WEATHER}>
FROM STREAM S3 <{homes.STORAGE}>
WHERE {{
  SEQ (A ; {"B+ BY NEXT ; C" if by == NEXT else "B+, C"})

  DEFINE GPM A ON S1 {{
    ?house :loc ?l ;
      :pow ?pw .
    ?pw :source "fuel" ;
      :fare ?fr1 .
    FILTER (?fr1 > 2000)
  }}

  DEFINE GPM B ON S2 {{
    ?weather :loc ?l ;
      :value ?vl .
    ?vl :temp ?t ;
      :windsp ?sp .
    FILTER (?sp > 3 && ?t > 40)
  }}

  DEFINE GPM C ON S3 {{
    ?storage :loc ?l ;
      :pow ?stored .
    ?stored :source "solar" ;
      :fare ?fr2 .
    FILTER (?fr2 < ?fr1)
  }}
}}
"""


def traffic(window: str = "30 MINUTES") -> str:
    """Q5: a congested road, then two more at the same time."""
    streams = "\n".join(f"FROM STREAM S{place} <{iri}>" for place, iri in enumerate(roads.STREAMS, 1))
    gpms = (_road("A", 1, "?v1 > 3"), _road("B", 2, "?v2 >= ?v1"), _road("C", 3, "?v3 >= ?v1"))
    return f"""PREFIX ssn: <http://purl.oclc.org/NET/ssnx/ssn#>
PREFIX sao: <http://purl.oclc.org/NET/sao/ssn#>

SELECT ?p ?v1 ?v2 ?v3
WITHIN {window} SLIDING
{streams}
WHERE {{
  SEQ (A ; B & C)

{"".join(gpms)}}}
"""


def _trade(name: str, price: str, *conditions: str) -> str:
    trade = f"?{name.lower()}"
    more = "".join(f"\n    {condition}" for condition in conditions if condition)
    return f"  DEFINE GPM {name} ON S1 {{\n    {trade} :company ?company ;\n      :price {price} .{more}\n  }}\n"


def _road(name: str, place: int, condition: str) -> str:
    value = f"ssn:observedProperty ?p ;\n      sao:hasValue ?v{place} ."
    return f"  DEFINE GPM {name} ON S{place} {{\n    ?o{place} {value}\n    FILTER ({condition})\n  }}\n"


def _over_trades(chosen: str, window: str, sequence: str, gpms: tuple[str, ...]) -> str:
    return f"""PREFIX : <http://example/>

SELECT {chosen}
WITHIN {window} SLIDING
FROM STREAM S1 <{trades.STREAM}>
WHERE {{
  SEQ ({sequence})

{"".join(gpms)}}}
"""
