"""What a misspelt word was meant to be."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate nearest to the word, whatever its case, if one is near enough to be meant."""
    by_folded = {candidate.casefold(): candidate for candidate in candidates}
    folded = word.casefold()
    if folded in by_folded:
        return by_folded[folded]
    near = get_close_matches(folded, by_folded, n=1, cutoff=0.7)
    return by_folded[near[0]] if near else None
