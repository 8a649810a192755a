"""Kernels made ready before the first event comes: loaded from the cache on disk, or compiled into it."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call, Constant, Variable
from seqoia.machine.match.events import EventBatch, Syntax, Texts
from seqoia.machine.match.jsonl import read_jsonl
from seqoia.machine.match.matcher import Matcher
from seqoia.machine.match.nquads import read_nquads
from seqoia.model import EMPTY_DATASET, Literal, NamedNode
from seqoia.plan.leaf import Leaf

_STREAM = NamedNode("urn:x-seqoia:warming")
_TEXTS = {
    Syntax.N_TRIPLES: b'<urn:s> <urn:p> "1.0"^^<http://www.w3.org/2001/XMLSchema#decimal> .',
    Syntax.TURTLE: b"PREFIX : <urn:> :s :p 1 .",
}


def warm(json_lines: bool = True, nquads: bool = False, turtle: bool = True) -> None:
    """Makes ready what matching needs. The first time on a machine this takes seconds of one processor, so it is best
    done while something else starts; later it takes a moment."""
    if json_lines:
        read_jsonl(b'{"time": 1, "graph": ""}')
    if nquads:
        read_nquads(b"<urn:s> <urn:p> <urn:o> <urn:g> .")
    price = gp.BasicGraphPattern((gp.TriplePattern(Variable("s"), Constant(NamedNode("urn:p")), Variable("o")),))
    pattern = gp.Filter(price, Call("<", (Variable("o"), Constant(Literal(2)))))
    matcher = Matcher([Leaf(_STREAM, pattern, ("o",), (0,))], [_STREAM], EMPTY_DATASET)
    for syntax, text in _TEXTS.items():
        if turtle or syntax is Syntax.N_TRIPLES:
            one = np.zeros(1, np.int64)
            matcher.match(EventBatch(0, one, one, one, Texts(pa.array([text], pa.large_binary()), syntax)))
