"""The order and the cut of answers that are all there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pyarrow as pa
import pyarrow.compute as pc

from seqoia.machine.terms import term_of
from seqoia.model import Instant, Interval, Solution, TimedBinding
from seqoia.reference import uncertainty
from seqoia.reference.events.arrangement import arrange
from seqoia.reference.events.scope import Scope
from seqoia.reference.trace import silent
from seqoia.spark.deployment import Shipped
from seqoia.spark.emission import Kind, arrow_schema, shown
from seqoia.spark.failures import told_in_a_sentence
from seqoia.spark.hosted import Hosted, hosted

Batches = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def arranged(shipped: Shipped) -> Batches:
    """Puts the answers among the rows of one partition in order, behind all other rows, and cuts them."""

    def run(rows: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with told_in_a_sentence():
            host = hosted(shipped)
            schema = arrow_schema(len(shown(host.deployment.plan)))
            table = pa.Table.from_batches(list(rows), schema=schema)
            is_answer = pc.equal(table.column("kind"), int(Kind.ANSWER))
            yield from table.filter(pc.invert(is_answer)).to_batches()
            yield from _in_order(table.filter(is_answer), host).to_batches()

    return run


def _in_order(answers: pa.Table, host: Hosted) -> pa.Table:
    plan = host.deployment.plan
    if plan.arrange is None or not answers.num_rows:
        return answers
    bindings = bindings_of(answers, shown(plan))
    places = {binding: place for place, binding in enumerate(bindings)}
    functions = uncertainty.functions(silent, cached=True)
    scope = Scope({}, (), Interval(Instant(0), Instant(0)), background=host.background, functions=functions)
    ordered = arrange(plan.arrange, bindings, scope)
    return answers.take(pa.array([places[binding] for binding in ordered], pa.int64()))


def bindings_of(answers: pa.Table, names: tuple[str, ...]) -> list[TimedBinding]:
    """The answers as the reference has them."""
    columns = {name: answers.column(f"v{place}").to_pylist() for place, name in enumerate(names)}
    starts, ends = answers.column("start").to_pylist(), answers.column("end").to_pylist()
    return [
        TimedBinding(
            Solution((name, term_of(texts[row])) for name, texts in columns.items() if texts[row] is not None),
            Interval(Instant(starts[row]), Instant(ends[row])),
        )
        for row in range(answers.num_rows)
    ]
