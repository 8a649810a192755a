"""Answers as JSON Lines, in an order that is the same in every run."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pyoxigraph import CanonicalizationAlgorithm, RdfFormat, serialize
from pyoxigraph import Dataset as QuadSet
from typing_extensions import assert_never

from seqoia.formats.notation import Notation
from seqoia.formats.rdf import Renaming
from seqoia.formats.terms import Labels, term_as_json
from seqoia.model import Answer, BlankNode, Graph, Instant, Interval, Quad, Solution, Triple


def answer_lines(
    answers: Iterable[Answer],
    notation: Notation = Notation.SECONDS,
    variables: Sequence[str] | None = None,
    ordered: bool = False,
) -> Iterator[str]:
    """One line an answer: by end, then by start, then by what the answer says; or, `ordered`, as they come.

    Blank nodes of solutions are called b0, b1 … in the order in which they appear, those of a graph likewise within
    their graph. Variables are shown in the order given, or by name; hidden ones never.
    """
    listed = list(answers) if ordered else sorted(answers, key=lambda answer: _order(answer, variables))
    labels = _Numbered()
    for answer in listed:
        members = [*_when(answer.when, notation), _content(answer.content, variables, labels)]
        yield "{" + ", ".join(f'"{key}": {text}' for key, text in members) + "}"


class _Numbered:
    """Calls blank nodes b0, b1 … in the order in which it meets them."""

    def __init__(self) -> None:
        self._numbers: dict[BlankNode, int] = {}

    def __call__(self, node: BlankNode) -> str:
        return f"b{self._numbers.setdefault(node, len(self._numbers))}"


def _order(answer: Answer, variables: Sequence[str] | None) -> tuple[Instant, Instant, str, str]:
    """Labels come last: two runs may give the same blank node different ones."""
    interval = answer.when if isinstance(answer.when, Interval) else Interval.point(answer.when)
    if not isinstance(answer.content, Solution):
        return (*interval.order, _content(answer.content, variables, _Numbered())[1], "")
    without_labels = _solution_text(answer.content, variables, lambda _: "")
    return (*interval.order, without_labels, _solution_text(answer.content, variables, lambda node: node.value))


def _when(when: Instant | Interval, notation: Notation) -> list[tuple[str, str]]:
    if isinstance(when, Interval):
        return [("start", notation.json(when.start)), ("end", notation.json(when.end))]
    return [("at", notation.json(when))]


def _content(content: Solution | bool | Graph, variables: Sequence[str] | None, label: Labels) -> tuple[str, str]:
    match content:
        case Solution():
            return "bindings", _solution_text(content, variables, label)
        case bool():
            return "boolean", "true" if content else "false"
        case frozenset():
            return "graph", _text(graph_text(content))
        case _:
            assert_never(content)


def _solution_text(solution: Solution, variables: Sequence[str] | None, label: Labels) -> str:
    names = sorted(solution) if variables is None else [name for name in variables if name in solution]
    shown = {name: term_as_json(solution[name], label) for name in names if not name.startswith(".")}
    return _text(shown)


def graph_text(graph: Graph) -> str:
    """A graph as sorted N-Triples; graphs that differ in the names of blank nodes alone have the same text."""
    quads = QuadSet(Quad(*triple) for triple in graph)
    quads.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)
    canonical = sorted((quad.triple for quad in quads), key=str)
    label = Renaming("")
    triples = map(label.triple, canonical)
    return "".join(sorted(map(_line, triples)))


def _line(triple: Triple) -> str:
    return (serialize([triple], format=RdfFormat.N_TRIPLES) or b"").decode()


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
