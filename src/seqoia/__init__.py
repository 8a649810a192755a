"""Semantic complex event processing over RDF streams.

    query text ─parse→ syntax tree ─lower→ algebra ─evaluate→ timed answers ─emit→ JSON Lines
                       (spans)                         ↑
                        events and background knowledge, read from files

Each arrow is a function here and a command of `seqoia`; `explain` shows what lies between them.

    matches = seqoia.query(text).over("trades.jsonl")        a DataFrame, or a streaming one, by Spark

`query(…).over(…)` and `run` answer on Spark what `evaluate` says that queries mean:

    import seqoia

    query = seqoia.lower(seqoia.parse(text))
    trades = seqoia.read_stream("http://example.org/trades", "trades.jsonl")
    for answer in seqoia.evaluate(query, [trades.stream]):
        ...
"""

from seqoia.algebra import EventQuery, Query, WindowQuery, as_json, show
from seqoia.algebra.streams import orders_answers, reads_every_stream, streams_read
from seqoia.choices import SETTINGS, choose
from seqoia.explanation import LEVELS, Explanation, Timeline, UnjustifiedError, Why, explain, timeline, why
from seqoia.formats import (
    GENERATED_AT,
    Notation,
    StreamFile,
    UnreadableFileError,
    Version,
    answer_lines,
    common,
    instant_of,
    read_background,
    read_stream,
)
from seqoia.knowledge import background_of
from seqoia.languages.display import show_tree, tree_as_json
from seqoia.languages.registry import LANGUAGES, Language, recognise
from seqoia.model import (
    PROFILES,
    Answer,
    BlankNode,
    Dataset,
    Duration,
    Event,
    Instant,
    Interval,
    Literal,
    NamedNode,
    Profile,
    Solution,
    Stream,
    Term,
    Triple,
)
from seqoia.reference.background import NO_BACKGROUND, Background
from seqoia.reference.errors import UnanswerableError
from seqoia.reference.trace import TraceEvent, Tracer, silent
from seqoia.river import ParsedQuery, emit, evaluate, format_query, lower, parse, warnings_of
from seqoia.spark.counts import Counts
from seqoia.spark.failures import QueryStoppedError
from seqoia.spark.java import NoJavaError
from seqoia.spark.query import PatternQuery, query
from seqoia.spark.session import session, session_ahead
from seqoia.spark.sources import Files, events, files
from seqoia.text import Diagnostic, QueryError, Severity, Source, Span, closest
from seqoia.tracing import trace_as_json

__version__ = "0.1.0"

__all__ = [
    "GENERATED_AT",
    "LANGUAGES",
    "LEVELS",
    "NO_BACKGROUND",
    "PROFILES",
    "SETTINGS",
    "Answer",
    "Background",
    "BlankNode",
    "Counts",
    "Dataset",
    "Diagnostic",
    "Duration",
    "Event",
    "EventQuery",
    "Explanation",
    "Files",
    "Instant",
    "Interval",
    "Language",
    "Literal",
    "NamedNode",
    "NoJavaError",
    "Notation",
    "ParsedQuery",
    "PatternQuery",
    "Profile",
    "Query",
    "QueryError",
    "QueryStoppedError",
    "Severity",
    "Solution",
    "Source",
    "Span",
    "Stream",
    "StreamFile",
    "Term",
    "Timeline",
    "TraceEvent",
    "Tracer",
    "Triple",
    "UnanswerableError",
    "UnjustifiedError",
    "UnreadableFileError",
    "Version",
    "Why",
    "WindowQuery",
    "__version__",
    "answer_lines",
    "as_json",
    "background_of",
    "choose",
    "closest",
    "common",
    "emit",
    "evaluate",
    "events",
    "explain",
    "files",
    "format_query",
    "instant_of",
    "lower",
    "orders_answers",
    "parse",
    "query",
    "read_background",
    "read_stream",
    "reads_every_stream",
    "recognise",
    "session",
    "session_ahead",
    "show",
    "show_tree",
    "silent",
    "streams_read",
    "timeline",
    "trace_as_json",
    "tree_as_json",
    "warnings_of",
    "why",
]
