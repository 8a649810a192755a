"""Query text, places in it, and what is said about them.

In order of use: `Source` is a text with a name, `Span` a stretch of it, `Diagnostic` a remark about a
span, `QueryError` carries the one diagnostic that a wrong query gets, `closest` finds what a misspelt
word was meant to be.
"""

from seqoia.text.diagnostic import Diagnostic, QueryError, Severity
from seqoia.text.source import Source
from seqoia.text.span import NOWHERE, Span
from seqoia.text.spelling import closest

__all__ = ["NOWHERE", "Diagnostic", "QueryError", "Severity", "Source", "Span", "closest"]
