"""What is said of a match.

`derivation` finds the events behind an answer again, by the reference; `parts` says what they can stand for, `verdicts`
whether one would do, `steps` goes through the match event by event; `fates` reads the trace. `why` puts it together,
`shown` writes and draws it, and `timeline` draws many matches.
"""

from seqoia.explanation.match.derivation import UnjustifiedError
from seqoia.explanation.match.timeline import Timeline, timeline
from seqoia.explanation.match.why import Why, why

__all__ = ["Timeline", "UnjustifiedError", "Why", "timeline", "why"]
