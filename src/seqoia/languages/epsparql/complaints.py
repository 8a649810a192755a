"""What halts of the parser mean in this language."""

from __future__ import annotations

import re
from dataclasses import replace

from seqoia.text import Diagnostic, Span

SPLIT = {("OPTIONAL", "SEQ"): "OPTIONALSEQ", ("EQUALS", "OPTIONAL"): "EQUALSOPTIONAL"}
TURNED = {
    ("SEQ", "OPTIONAL"): "OPTIONALSEQ: the optional group stands before it",
    ("OPTIONAL", "EQUALS"): "EQUALSOPTIONAL: the optional group stands after it",
}
SAID_OTHERWISE = {
    "OPTIONALEQUALS": "did you mean EQUALSOPTIONAL? the optional group stands after it",
    "SEQOPTIONAL": "did you mean OPTIONALSEQ? the optional group stands before it",
    "SEQUENTIONAL": "an answer without the later event would have to be taken back when it comes; "
    "for an event that came before, use OPTIONALSEQ",
}
OPERATORS = ("SEQ", "EQUALS", "OPTIONALSEQ", "EQUALSOPTIONAL")
_NEAR = 100
_LAST_WORD = re.compile(r"([A-Za-z]+)\s+\Z")


def clearer(diagnostic: Diagnostic) -> Diagnostic:
    """The diagnostic, with what it means if an operator of time is what stands in the wrong place."""
    text, span = diagnostic.source.text, diagnostic.span
    word = text[span.start : span.end].upper()
    before = _LAST_WORD.search(text, max(0, span.start - _NEAR), span.start)
    pair = (before.group(1).upper() if before else "", word)
    if before is not None and (pair in SPLIT or pair in TURNED):
        meant = SPLIT.get(pair) or TURNED[pair]
        place = Span(before.start(1), span.end)
        said = text[place.start : place.end]
        return replace(diagnostic, message=f"`{said}` is no operator", span=place, note="", help=_did_you_mean(meant))
    if word in SAID_OTHERWISE:
        return replace(diagnostic, message=f"`{word}` is no operator", help=SAID_OTHERWISE[word])
    if word in OPERATORS and diagnostic.message == f"`{text[span.start : span.end]}` cannot stand here":
        return replace(
            diagnostic,
            note="it stands between two groups in braces",
            help=f"put what comes before and after in braces: {{ … }} {word} {{ … }}",
        )
    return diagnostic


def _did_you_mean(meant: str) -> str:
    operator, _, reason = meant.partition(": ")
    return f"did you mean {operator}?" + (f" {reason}" if reason else "")
