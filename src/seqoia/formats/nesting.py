"""How deep RDF text may nest: parsers descend by recursion, and one without stack ends the process."""

from __future__ import annotations

import re

from pyoxigraph import RdfFormat

MOST_LEVELS = 100

_QUOTED = rb'"""(?:\\.|[^\\])*?"""|' + rb"'''(?:\\.|[^\\])*?'''|" + rb'"(?:\\.|[^"\\\n])*"|' + rb"'(?:\\.|[^'\\\n])*'"
_TRIPLE_TERMS = re.compile(rb"(?P<opened><<)|(?P<closed>>>)|<[^<>\s]*>|#[^\n]*|" + _QUOTED, re.DOTALL)
_JSON = re.compile(rb'(?P<opened>[\[{])|(?P<closed>[\]}])|"(?:\\.|[^"\\])*"', re.DOTALL)


def line_too_deep(data: bytes, rdf_format: RdfFormat) -> int | None:
    """The line on which a text nests deeper than parsers should have to go, if it does so anywhere."""
    if rdf_format == RdfFormat.RDF_XML:
        return None
    json = rdf_format == RdfFormat.JSON_LD
    openings = data.count(b"{") + data.count(b"[") if json else data.count(b"<<")
    if openings <= MOST_LEVELS:
        return None
    level = 0
    for token in (_JSON if json else _TRIPLE_TERMS).finditer(data):
        level += (token["opened"] is not None) - (token["closed"] is not None)
        if level > MOST_LEVELS:
            return data.count(b"\n", 0, token.start()) + 1
    return None
