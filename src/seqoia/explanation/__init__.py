"""What Seqoia says of a query and of its matches.

`levels` shows a query on each level of the river: `understanding` in words, `planned` as it would be run.
`match` says why a match is one, and draws matches; `told` reads answers however they come, and `given` what else a
caller gives.
"""

from seqoia.explanation.levels import LEVELS, Explanation, explain
from seqoia.explanation.match import Timeline, UnjustifiedError, Why, timeline, why
from seqoia.explanation.understanding import strategy_in_words, window_in_words

__all__ = [
    "LEVELS",
    "Explanation",
    "Timeline",
    "UnjustifiedError",
    "Why",
    "explain",
    "strategy_in_words",
    "timeline",
    "why",
    "window_in_words",
]
