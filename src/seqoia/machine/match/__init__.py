"""From events to the solutions of a plan's leaves."""

from seqoia.machine.match.events import Columns, Content, EventBatch, Places, Quads, Syntax, Texts
from seqoia.machine.match.matcher import Matcher

__all__ = ["Columns", "Content", "EventBatch", "Matcher", "Places", "Quads", "Syntax", "Texts"]
