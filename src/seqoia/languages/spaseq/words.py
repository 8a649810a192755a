"""Words that mean something only where they stand: units, policies, entailment regimes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.spaseq.tree import Name, Unit
from seqoia.model import Entailment, Selection
from seqoia.text import closest

T = TypeVar("T")

FOLLOWING = {",": Selection.STRICT, ";": Selection.NEXT, ":": Selection.ANY}
"""The sequence operators (P-SPA, definitions 10 to 12)."""
SIGNS = {policy: sign for sign, policy in FOLLOWING.items()}
POLICIES = {policy.value.upper(): policy for policy in FOLLOWING.values()}
ENTAILMENTS = {regime.value.upper(): regime for regime in Entailment}
UNITS = {
    **{unit.name: unit for unit in Unit},
    **{unit.name.removesuffix("S"): unit for unit in Unit},
}


def meant(name: Name, known: Mapping[str, T], kind: str) -> T:
    """What a word stands for, whatever its case."""
    if name.text.upper() in known:
        return known[name.text.upper()]
    near = closest(name.text, known)
    raise Refusal(
        f"there is no {kind} `{name.text}`",
        name.span,
        f"expected {', '.join(word for word in known if word + 'S' not in known)}",
        f"did you mean {near}?" if near else "",
    )
