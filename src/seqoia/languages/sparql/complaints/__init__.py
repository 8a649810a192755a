"""One diagnostic out of what the parser stumbled over; dialects use it as it is.

In order: `stumble` (place and state), `expected` (what could have stood there, in words), `readings` (what the case
usually means).
"""

from seqoia.languages.sparql.complaints.complain import complaint
from seqoia.languages.sparql.complaints.expected import PHRASES

__all__ = ["PHRASES", "complaint"]
