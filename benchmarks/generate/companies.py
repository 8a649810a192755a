"""Background knowledge about companies, in any number of triples (section 8.2, question 2)."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from benchmarks.generate.columns import joined, text
from benchmarks.places import WORK

GRAPH = "http://stockmarket.org/companies"
FACTS = ("name", "address", "url", "phone")


def companies(triples: int) -> Path:
    """N-Triples: four facts a company; the first companies are those that trade."""
    path = WORK / "data" / f"companies-{triples}.nt"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        number = text(pa.chunked_array([pa.array(range(1, triples // len(FACTS) + 1), pa.int64())]))
        subject = joined("<http://example/c", number, "> <http://example/")
        lines = joined(*(part for fact in FACTS for part in (subject, f'{fact}> "{fact} of ', number, '" .\n')))
        path.write_text("".join(lines.to_pylist()), encoding="utf-8")
    return path
