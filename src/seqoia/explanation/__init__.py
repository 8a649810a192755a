"""What Seqoia says of a query and of its matches.

`levels` shows a query on each level of the river: `understanding` in words, `planned` as it would be run.
"""

from seqoia.explanation.levels import LEVELS, Explanation, explain
from seqoia.explanation.understanding import strategy_in_words, window_in_words

__all__ = ["LEVELS", "Explanation", "explain", "strategy_in_words", "window_in_words"]
