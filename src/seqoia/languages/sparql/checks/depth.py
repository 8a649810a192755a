"""No part stands so deep inside others that walking down to it would be a burden."""

from __future__ import annotations

from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.sparql.tree import Syntax, children

MOST_DEPTH = 250


def check_depth(document: Syntax) -> None:
    """Operators and groups nest at most `MOST_DEPTH` deep, so that later steps may descend by recursion."""
    level: list[Syntax] = [document]
    for _ in range(MOST_DEPTH):
        level = [inner for part in level for inner in children(part)]
        if not level:
            return
    raise Refusal(f"the query nests deeper than {MOST_DEPTH} parts", level[0].span)
