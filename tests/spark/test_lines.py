"""Lines that are made column by column are those of `emit`."""

from __future__ import annotations

import pyarrow as pa
import pytest

import seqoia
from places import PROJECT
from seqoia import Notation
from seqoia.spark.emission import Kind, arrow_schema
from seqoia.spark.lines import lines
from seqoia.spark.told import Told

QUERY = seqoia.query((PROJECT / "examples" / "v-shape" / "query.spaseq").read_text(encoding="utf-8"))
TERMS = [
    "<http://example.org/ü>",
    '"a \\"quoted\\" \\\\ one\\n"',
    '"chat"@fr--ltr',
    '"1"^^<http://www.w3.org/2001/XMLSchema#integer>',
    '<<( <urn:a> <urn:b> "c" )>>',
    None,
]


@pytest.mark.parametrize("odd", [None, "_:b", '"_:no blank node"', "<<( _:x <urn:b> _:x )>>"])
@pytest.mark.parametrize("notation", Notation)
def test_lines_are_those_of_emit(odd: str | None, notation: Notation) -> None:
    rows = [
        {"kind": Kind.ANSWER, "start": at, "end": 1_500_000 * (1 + at % 3), "v0": first, "v1": second, "v3": odd}
        for at, (first, second) in enumerate((first, second) for first in TERMS for second in TERMS)
    ]
    schema = arrow_schema(4)
    told = Told(QUERY.plan, pa.Table.from_pylist([{**dict.fromkeys(schema.names), **row} for row in rows], schema))
    assert list(lines(told, notation)) == list(seqoia.emit(QUERY.query, told.answers, notation))
