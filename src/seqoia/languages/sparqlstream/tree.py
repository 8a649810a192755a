"""What SPARQLstream writes inside a SPARQL query."""

from __future__ import annotations

from dataclasses import dataclass

from seqoia.languages.sparql.tree import Construct, DatasetClause, Iri, SelectClause, Syntax
from seqoia.languages.windows import WrittenDuration
from seqoia.model import StreamOperator


@dataclass(frozen=True, slots=True)
class PastWindow(Syntax):
    """`FROM NOW - 10 MINUTES TO NOW STEP 1 MINUTE`."""

    width: WrittenDuration
    slide: WrittenDuration


@dataclass(frozen=True, slots=True)
class StreamWindow(DatasetClause):
    """`FROM STREAM stream [window]`, or `FROM NAMED STREAM …`."""

    stream: Iri
    window: PastWindow
    named: bool = False


@dataclass(frozen=True, slots=True)
class StreamedSelect(SelectClause):
    """`SELECT ISTREAM ?variable …`."""

    operator: StreamOperator = StreamOperator.RSTREAM


@dataclass(frozen=True, slots=True)
class StreamedConstruct(Construct):
    """`CONSTRUCT ISTREAM { … } WHERE { … }`."""

    operator: StreamOperator
