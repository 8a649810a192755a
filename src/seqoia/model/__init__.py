"""The things that queries speak of: terms, graphs, time, events, bindings, windows, policies.

In the order in which they build on each other: `term`, `graph`, `time`, `interval`, `event`,
`binding`, `window`, `policy`, `profile`, `answer`. Nothing here reads a file or knows a query.
"""

from seqoia.model.answer import Answer
from seqoia.model.binding import EMPTY_SOLUTION, Evidence, Solution, TimedBinding
from seqoia.model.event import Event, Stream
from seqoia.model.graph import EMPTY_DATASET, Dataset, Graph, GraphName
from seqoia.model.interval import Interval, hull
from seqoia.model.policy import (
    AfterMatch,
    Consumption,
    ContentChange,
    Entailment,
    NonEmptyContent,
    NoSkip,
    Periodic,
    ScopeRule,
    Selection,
    SkipPastLast,
    SkipTo,
    SkipToNext,
    Strategy,
    StreamOperator,
    Which,
    WindowClose,
)
from seqoia.model.profile import CQELS, CSPARQL, PROFILES, RSPQL, RSPQL_STAR, SPARQLSTREAM, Profile
from seqoia.model.term import BlankNode, Literal, NamedNode, Quad, Term, Triple
from seqoia.model.time import EPOCH, Duration, Instant
from seqoia.model.window import (
    Bound,
    Counted,
    CountWindow,
    FixedWindow,
    IdentityWindow,
    LandmarkWindow,
    NestedWindow,
    Reading,
    TimeWindow,
    Window,
)

__all__ = [
    "CQELS",
    "CSPARQL",
    "EMPTY_DATASET",
    "EMPTY_SOLUTION",
    "EPOCH",
    "PROFILES",
    "RSPQL",
    "RSPQL_STAR",
    "SPARQLSTREAM",
    "AfterMatch",
    "Answer",
    "BlankNode",
    "Bound",
    "Consumption",
    "ContentChange",
    "CountWindow",
    "Counted",
    "Dataset",
    "Duration",
    "Entailment",
    "Event",
    "Evidence",
    "FixedWindow",
    "Graph",
    "GraphName",
    "IdentityWindow",
    "Instant",
    "Interval",
    "LandmarkWindow",
    "Literal",
    "NamedNode",
    "NestedWindow",
    "NoSkip",
    "NonEmptyContent",
    "Periodic",
    "Profile",
    "Quad",
    "Reading",
    "ScopeRule",
    "Selection",
    "SkipPastLast",
    "SkipTo",
    "SkipToNext",
    "Solution",
    "Strategy",
    "Stream",
    "StreamOperator",
    "Term",
    "TimeWindow",
    "TimedBinding",
    "Triple",
    "Which",
    "Window",
    "WindowClose",
    "hull",
]
