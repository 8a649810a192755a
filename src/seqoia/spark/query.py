"""A query that can be put over streams: the public way in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyoxigraph import RdfFormat, serialize

from seqoia.algebra.query import EventQuery, Query
from seqoia.drawing import draw_automaton, page_of
from seqoia.formats import Version, read_background
from seqoia.knowledge import background_of
from seqoia.model import Dataset, Duration, Instant, NamedNode
from seqoia.plan.outline import PlanOutline, outline_of
from seqoia.plan.physical import PatternPlan, plan
from seqoia.plan.refusal import UnplannableError
from seqoia.reference.background import Background
from seqoia.river import ParsedQuery, lower, parse
from seqoia.spark.deployment import Deployment, Malformed
from seqoia.spark.sources import Files, Frame, Source, files

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from seqoia.spark.running import Running

_END_OF_TIME = Instant(2**62)

IN_ORDER = Duration(0)
"""No event comes later than one that ends after it."""


@dataclass(frozen=True)
class PatternQuery:
    """A query for event patterns, understood and planned."""

    query: EventQuery
    plan: PatternPlan

    def over(
        self,
        streams: Mapping[str | NamedNode, object] | object,
        background: Background | Mapping[str, str] | str | None = None,
        *,
        watermark: Duration | str = IN_ORDER,
        malformed: Malformed | str = Malformed.SKIP,
        until: Instant | None = None,
        state_limit: int | None = None,
        intervals: bool = False,
        spark: SparkSession | None = None,
    ) -> DataFrame:
        """The answers over streams: a DataFrame, a streaming one if the streams go on.

        A stream is a DataFrame of events, or files that `seqoia.files` describes. `watermark` is how late events may
        come; `malformed` says what becomes of input that is no event: `skip` or `fail`; `intervals`, whether events of
        streams that go on may take time; `state_limit`, how many runs of a bucket may wait.
        """
        return self.running(
            streams, background, watermark=watermark, malformed=malformed, until=until, state_limit=state_limit,
            intervals=intervals,
            spark=spark,
        ).answers  # fmt: skip

    def running(
        self,
        streams: Mapping[str | NamedNode, object] | object,
        background: Background | Mapping[str, str] | str | None = None,
        *,
        watermark: Duration | str = IN_ORDER,
        malformed: Malformed | str = Malformed.SKIP,
        until: Instant | None = None,
        state_limit: int | None = None,
        intervals: bool = False,
        keeps_late: bool = False,
        spark: SparkSession | None = None,
    ) -> Running:
        """As `over`, with all that is told of the query besides its answers: late events, rejected input, progress."""
        from seqoia.spark.running import Running
        from seqoia.spark.session import session

        sources = _sources(self.plan, streams)
        deployment = Deployment(
            plan=self.plan,
            background=_known(background, self.query, until),
            lateness=watermark if isinstance(watermark, Duration) else Duration.parse(watermark),
            until=until,
            malformed=Malformed(malformed),
            keeps_late=keeps_late,
            state_limit=state_limit,
            intervals=intervals,
            lifts=_lifts(self.plan, sources),
        )
        return Running(spark or session(), deployment, sources)

    def _repr_html_(self) -> str:
        """In a notebook: the automaton above the plan."""
        return page_of(_outline(self.plan))

    def _repr_svg_(self) -> str:
        """The automaton."""
        return draw_automaton(_outline(self.plan)).document()


def query(text: str | ParsedQuery | Query, language: str | None = None) -> PatternQuery:
    """A query's text, ready to be put over streams; a `QueryError` says where it is wrong."""
    if isinstance(text, str):
        text = parse(text, language)
    lowered = lower(text) if isinstance(text, ParsedQuery) else text
    if not isinstance(lowered, EventQuery):
        raise UnplannableError("the query reports windows, which are not planned yet", "use seqoia evaluate")
    planned = plan(lowered)
    for name in ("start", "end"):
        if name in planned.shown:
            raise UnplannableError(f"answers have a column {name!r} of their own", f"call ?{name} otherwise with AS")
    return PatternQuery(lowered, planned)


def _outline(planned: PatternPlan) -> PlanOutline:
    from seqoia.machine.engines import engines_of

    return outline_of(planned, engines_of(planned))


def _sources(planned: PatternPlan, streams: object) -> dict[NamedNode, Source]:
    """A source for each stream that is read, and for no other."""
    if not isinstance(streams, Mapping):
        if len(planned.streams) != 1:
            listed = ", ".join(str(name) for name in planned.streams)
            raise ValueError(f"the query reads several streams; give a source for each of {listed}")
        return {planned.streams[0]: _source(streams)}
    given = {name if isinstance(name, NamedNode) else NamedNode(name): _source(each) for name, each in streams.items()}
    for name in planned.streams:
        if name not in given:
            raise ValueError(f"the query reads the stream {name}, which is not given")
    return {name: given[name] for name in planned.streams}


def _lifts(
    planned: PatternPlan, sources: Mapping[NamedNode, Source]
) -> tuple[tuple[int, Mapping[str, Any] | str], ...]:
    lifts = ((place, getattr(sources[name], "lift", None)) for place, name in enumerate(planned.streams))
    return tuple((place, lift) for place, lift in lifts if lift is not None)


def _source(given: object) -> Source:
    if isinstance(given, (Files, Frame)):
        return given
    return files(given) if isinstance(given, str) else Frame(given)  # type: ignore[arg-type]


def _known(given: object, asked: EventQuery, until: Instant | None) -> bytes:
    """What the query sees of the background, as text."""
    picked = _background(given).picked(asked.background).at(until or _END_OF_TIME)
    return _text(picked)


def _background(given: object) -> Background:
    if isinstance(given, Background):
        return given
    if given is None:
        return Background()
    named: Iterable[tuple[str | None, str]] = [(None, given)] if isinstance(given, str) else _items(given)
    return background_of(_versions(named))


def _items(given: object) -> Iterable[tuple[str | None, str]]:
    if not isinstance(given, Mapping):
        raise ValueError("background knowledge is a file, files by the IRI of their graph, or seqoia.background_of(…)")
    return ((name or None, file) for name, file in given.items())


def _versions(named: Iterable[tuple[str | None, str]]) -> Iterable[tuple[Version, ...]]:
    return (read_background(file, name) for name, file in named)


def _text(dataset: Dataset) -> bytes:
    return serialize(dataset.quads(), format=RdfFormat.N_QUADS) or b""
