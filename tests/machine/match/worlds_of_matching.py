"""Events as texts, and patterns over them, shaped to hit what terms and graphs can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st
from pyoxigraph import RdfFormat, parse, serialize

from seqoia.algebra import patterns as gp
from seqoia.algebra.events import BasicEvent
from seqoia.algebra.expressions import Call, Constant, Variable
from seqoia.algebra.variables import possible
from seqoia.machine.bindings import Matched, slot_name
from seqoia.machine.match import EventBatch, Matcher, Quads, Syntax, Texts
from seqoia.machine.match.canonical import text_of
from seqoia.machine.match.datasets import parsed
from seqoia.machine.match.labels import named
from seqoia.model import (
    EMPTY_DATASET,
    BlankNode,
    Dataset,
    Event,
    Instant,
    Interval,
    Literal,
    NamedNode,
    Term,
)
from seqoia.model.term import XSD, DefaultGraph
from seqoia.plan.leaf import Leaf
from seqoia.reference.events.leaves import basic_event
from seqoia.reference.events.scope import Scope

STREAM = NamedNode("http://example.org/stream")
BACKGROUND = Dataset.of_quads(
    parse(
        """PREFIX : <http://example.org/>
        :g1 { :a :p 1, :b . :b :p 1.50 ; :q "x" }
        :g3 { :b :q _:k . :a :q :a }""",
        format=RdfFormat.TRIG,
    )
)

IRIS = [f"<http://example.org/{name}>" for name in "ab"]
ODD_IRIS = [
    "<urn:x:é>",
    "<http://example.org/%C3%A9#x>",
    "<http://example.org:8080/p>",
    "<https://user@example.org/>",
    r"<http://example.org/\u00e9>",
    "<a:>",
    "<http:///a?b=/c#d/?>",
]
LITERALS = [
    '"x"', '""', '"a b"', '"é😀"', r'"a\"b\\c\n\t"', r'"\u00e9"', '"\t\u007f"', '"<b> . _:c"', '"\ufffe"',
    '"chat"@fr', '"chat"@FR', '"a"@en-GB', '"a"@en-gb', '"a"@zh-hant-tw', '"a"@ar--rtl', '"a"@AR--rtl',
    *(f'"{lexical}"^^<{XSD}{datatype}>' for lexical, datatype in [
        ("1", "integer"), ("01", "integer"), ("+1", "integer"), ("-0", "integer"), ("2", "integer"), ("x", "integer"),
        ("99999999999999999999", "integer"), ("1.0", "decimal"), ("1.50", "decimal"), ("1.5", "decimal"),
        (".5", "decimal"), ("-0.5", "decimal"), ("-0", "decimal"), ("1", "double"), ("1.5", "double"),
        ("1E0", "double"),
        ("-0", "double"), ("NaN", "double"), ("INF", "double"), ("1e400", "double"), ("0.1", "double"),
        ("0.1", "float"),
        ("1.50", "float"), ("true", "boolean"), ("1", "boolean"), ("0", "boolean"), ("TRUE", "boolean"), ("1", "int"),
        ("2020-02-29T12:00:00Z", "dateTime"), ("2020-02-29T12:00:00.50Z", "dateTime"),
        ("2021-02-29T12:00:00Z", "dateTime"),
        ("2020-02-29T12:00:00+00:00", "dateTime"), ("2020-02-29T12:00:00.5+01:00", "dateTime"), ("24:00:00", "time"),
        ("2020-02-29", "date"), ("PT60S", "duration"), ("P1D", "dayTimeDuration"), ("x", "string"), ("x", "token"),
    ]),
    '"x"^^<http://example.org/type>', '"<p>"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral>',
]  # fmt: skip
BLANKS = ["_:a", "_:b", "_:b.c", "_:é", "_:1"]
NUMBERS = [text for text in LITERALS if "XMLSchema#" in text]

predicates = st.sampled_from([f"<http://example.org/{name}>" for name in "ppq"])
subjects = st.sampled_from([*IRIS, *IRIS, *IRIS, *BLANKS[:2], *ODD_IRIS, *BLANKS])
numbers = st.sampled_from(NUMBERS)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=4).map(lambda text: str(Literal(text)))
simple_objects = st.one_of(subjects, st.sampled_from(IRIS), st.sampled_from(LITERALS), numbers, texts)
triple_terms = st.builds("<<( {} {} {} )>>".format, subjects, predicates, simple_objects)
objects = st.one_of(simple_objects, simple_objects, triple_terms)
graph_names = st.sampled_from(["", "", "", "", *(f"<http://example.org/g{number}>" for number in (1, 2)), "_:g", "_:a"])

lines = st.builds("{} {} {}".format, subjects, predicates, objects)
close_lines = st.builds(
    "{} {} {}".format,
    st.sampled_from([*IRIS, "_:a"]),
    predicates,
    st.sampled_from([*IRIS, "_:a", f'"1"^^<{XSD}integer>', f'"02"^^<{XSD}integer>', '"x"']),
)
"""Lines that meet each other, and patterns."""
gaps = st.sampled_from([" ", " ", "  ", "\t", ""])


@st.composite
def quad_texts(draw: st.DrawFn, named_graphs: bool, mess: bool = True) -> list[str]:
    """The quads of an event, each without its dot."""
    triples = draw(st.lists(close_lines, min_size=2, max_size=6) | st.lists(lines, max_size=5))
    if mess and draw(st.integers(0, 9)) == 0:
        triples.append(
            draw(st.sampled_from(["<a:b> <a:c>", '"x" <a:b> <a:c>', "<a:b> _:c <a:d>", "<a b> <a:c> <a:d>"]))
        )
    return [f"{triple} {draw(graph_names)}".rstrip() if named_graphs else triple for triple in triples]


@st.composite
def line_texts(draw: st.DrawFn, named_graphs: bool) -> str:
    ends = st.sampled_from([".\n", " .\n", " . \n", " .\r\n", " . # and\n", " .\n\n", ".\n"])
    return "".join(f"{quad}{draw(gaps)}{draw(ends)}" for quad in draw(quad_texts(named_graphs)))


@st.composite
def free_texts(draw: st.DrawFn, named_graphs: bool) -> str:
    """Turtle or TriG: on one line, or with what N-Triples lacks."""
    quads = draw(quad_texts(False))
    text = " ".join(f"{quad} ." for quad in quads)
    if named_graphs and draw(st.booleans()):
        inside = " ".join(f"{quad} ." for quad in draw(quad_texts(False)))
        text += f" <http://example.org/g{draw(st.integers(1, 2))}> {{ {inside} }}"
    extra = ["", "", " @prefix : <http://example.org/> . :a :p 1, 1.0, [ :q :b ] .", " [] <http://example.org/p> [] ."]
    extra.append(" << <http://example.org/a> <http://example.org/p> 01 >> <http://example.org/q> true .")
    return draw(st.sampled_from(["", "\n", "# so\n"])) + text + draw(st.sampled_from(extra))


turtle_names = st.sampled_from(
    [
        *[":a", ":b", "ex:a", "ex:b"] * 8,
        "ex:a.b",
        "ex:1",
        "ex:",
        "ex:-a",
        "ex:a:b",
        "no:a",
        "e.x:a",
        "_:a",
        "a",
        ":a%20",
    ]
)
turtle_numbers = st.sampled_from(
    [
        *["1", "01", "-1", "+1.50", ".5", "1e5", "true"] * 6,
        "1.",
        "1e5",
        "1.5E-1",
        "1e",
        "1x",
        "true",
        "false",
        "TRUE",
        "true1",
    ]
)
turtle_strings = st.sampled_from(
    [
        *['"x"', '"y"@en'] * 8,
        '"x"@EN',
        '"01"^^xsd:integer',
        '"x"^^:t',
        '"\\"."',
        '"""x"""',
        "'x'",
        '"a\\u00e9"',
        '"x"^^<a:t>',
    ]
)
turtle_nodes = st.one_of(st.just("[]"), *[turtle_names] * 4, st.sampled_from(IRIS), st.sampled_from(ODD_IRIS))
turtle_objects = st.one_of(*[turtle_nodes, turtle_numbers, turtle_strings] * 4, st.just("[ :p 1 ]"))
turtle_predicates = st.sampled_from([*[":p", "ex:p", "ex:q", "a"] * 8, "<http://example.org/q>", '"x"', "a<a:b>"])
turtle_gaps = st.sampled_from([" ", " ", " ", "", "\n", "\t"])
DECLARED = (
    "PREFIX : <http://example.org/>", "@prefix : <http://example.org/> .", "prefix ex: <http://example.org/>\n",
    "@prefix ex: <http://example.org/>.", f"PREFIX xsd: <{XSD}>", "@Prefix ex: <a:> .",
    "PREFIX : <rel>", "PREFIX ex: <a:> .",
)  # fmt: skip


@st.composite
def turtle_texts(draw: st.DrawFn) -> str:
    """Turtle with prefixes and abbreviations, mostly right."""
    usual = list(DECLARED[:1] + DECLARED[3:5]) if draw(st.integers(0, 7)) else []
    text = " ".join(usual + draw(st.lists(st.sampled_from(DECLARED), max_size=1))) + "\n"
    for _ in range(draw(st.integers(0, 3))):
        text += draw(turtle_nodes)
        for _ in range(draw(st.integers(1, 3))):
            some = f"{draw(turtle_gaps)},{draw(turtle_gaps)}".join(
                draw(st.lists(turtle_objects, min_size=1, max_size=3))
            )
            end = draw(st.sampled_from([";", ";", ";", ";;", ""]))
            text += f" {draw(turtle_predicates)} {some}{draw(turtle_gaps)}{end}"
        text += draw(st.sampled_from([*[" .", " .\n", "."] * 5, "", " . # x\n"])) + draw(turtle_gaps)
    return text


TEXTS = {
    Syntax.N_TRIPLES: line_texts(False),
    Syntax.N_QUADS: line_texts(True),
    Syntax.TURTLE: line_texts(False) | free_texts(False) | turtle_texts(),
    Syntax.TRIG: line_texts(False) | free_texts(True) | turtle_texts(),
}


def converted(text: str, target: RdfFormat) -> str:
    return serialize(parse(text, format=RdfFormat.N_TRIPLES), format=target).decode()


variables = st.sampled_from("xxyyzw").map(Variable)
known_terms = st.one_of(st.sampled_from(IRIS), numbers, st.sampled_from(LITERALS), st.sampled_from(ODD_IRIS))
constants = known_terms.map(lambda text: Constant(term_of(text)))
predicate_slots = st.one_of(predicates.map(lambda text: Constant(term_of(text))), variables)
object_slots = st.one_of(variables, variables, variables, constants)
triple_patterns = st.builds(
    gp.TriplePattern, st.one_of(variables, variables, st.sampled_from(IRIS).map(lambda text: Constant(term_of(text)))),
    predicate_slots, object_slots,
)  # fmt: skip
quoted_patterns = st.builds(
    gp.TriplePattern, variables, predicate_slots, st.builds(gp.TripleTerm, variables, predicate_slots, object_slots)
)
basic = st.lists(triple_patterns, min_size=1, max_size=3).map(lambda found: gp.BasicGraphPattern(tuple(found)))
links = st.builds(
    lambda subject, predicate, object_: gp.BasicGraphPattern((gp.TriplePattern(subject, predicate, object_),)),
    variables,
    predicates.map(lambda text: Constant(term_of(text))),
    variables,
)
any_basic = st.one_of(
    links,
    links,
    links,
    basic,
    basic,
    basic,
    st.just(gp.UNIT),
    quoted_patterns.map(lambda one: gp.BasicGraphPattern((one,))),
)
names = st.one_of(
    st.sampled_from(["g1", "g2", "g3"]).map(lambda name: Constant(NamedNode(f"http://example.org/{name}"))),
    st.sampled_from("gx").map(Variable),
)
in_graphs = st.builds(gp.GraphOf, names, basic)
tables = st.builds(
    lambda variable, terms: gp.Values((variable,), tuple((term and term_of(term),) for term in terms)),
    variables, st.lists(st.one_of(known_terms, known_terms, known_terms, st.none()), min_size=1, max_size=4),
)  # fmt: skip


def term_of(text: str) -> Term:
    [quad] = parse(f"<a:s> <a:p> {text} .", format=RdfFormat.N_TRIPLES)
    return quad.object


numerals = st.sampled_from(NUMBERS).map(lambda text: Constant(term_of(text)))
operands = st.one_of(variables, variables, variables, numerals, constants)


def expressions(depth: int = 2) -> st.SearchStrategy[object]:
    """Comparisons, sums and logic, with errors among them."""
    if depth == 0:
        return operands
    inner = expressions(depth - 1)
    two = st.tuples(inner, inner)
    return st.one_of(
        st.builds(lambda sign, both: Call(sign, both), st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), two),
        st.builds(lambda sign, both: Call(sign, both), st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), two),
        st.builds(lambda sign, both: Call(sign, both), st.sampled_from("+-*/"), two),
        st.builds(lambda sign, both: Call(sign, both), st.sampled_from(["&&", "||"]), two),
        st.builds(lambda one: Call("!", (one,)), inner),
        st.builds(lambda one: Call("negate", (one,)), inner),
        st.builds(lambda some: Call("IN", tuple(some)), st.lists(inner, min_size=2, max_size=3)),
        st.builds(lambda variable: Call("BOUND", (variable,)), variables),
        st.builds(lambda variable: Call("isNUMERIC", (variable,)), variables),
        st.builds(lambda some: Call("COALESCE", tuple(some)), st.lists(inner, min_size=1, max_size=2)),
        operands,
    )


@st.composite
def patterns(draw: st.DrawFn) -> gp.GraphPattern:
    pattern = draw(any_basic)
    kind = draw(st.integers(0, 11))
    if kind == 0:
        pattern = gp.LeftJoin(pattern, draw(links | basic), draw(st.none() | st.none() | expressions()))
    elif kind == 1:
        pattern = gp.Union((pattern, draw(links | basic)))
    elif kind == 2:
        pattern = gp.Minus(pattern, draw(links | basic))
    elif kind in (3, 4, 5):
        pattern = gp.Join((pattern, draw(in_graphs)))
    elif kind == 6:
        pattern = gp.Join((pattern, draw(tables)))
    elif kind == 7:
        pattern = gp.Join((gp.Filter(pattern, draw(expressions())), draw(basic)))
    elif kind == 8:
        pattern = draw(in_graphs)
    for _ in range(draw(st.sampled_from([0, 1, 1, 2]))):
        if draw(st.integers(0, 3)):
            pattern = gp.Filter(pattern, draw(expressions()))
        elif "n" not in possible(pattern):
            pattern = gp.Extend(pattern, Variable("n"), draw(expressions()))
    if draw(st.integers(0, 9)) == 0:
        pattern = gp.Distinct(pattern)
    return pattern


@st.composite
def leaves(draw: st.DrawFn) -> Leaf:
    pattern = draw(patterns())
    seen = sorted(possible(pattern)) + ["missing"] * draw(st.integers(0, 1))
    slots = tuple(draw(st.lists(st.sampled_from(seen), unique=True, max_size=3))) if seen else ()
    key = tuple(range(draw(st.integers(0, len(slots)))))
    return Leaf(STREAM, pattern, slots, key)


def batch_of(content: Texts | Quads, count: int) -> EventBatch:
    numbers = np.arange(count, dtype=np.int64)
    return EventBatch(0, numbers * 10, numbers * 10 + 5, numbers + 100, content)


def texts_batch(found: Sequence[str | bytes], syntax: Syntax) -> EventBatch:
    encoded = [text if isinstance(text, bytes) else text.encode() for text in found]
    return batch_of(Texts(pa.array(encoded, pa.large_binary()), syntax), len(encoded))


def quads_batch(datasets: Sequence[Dataset]) -> EventBatch:
    rows = [[_struct(quad) for quad in dataset.quads()] for dataset in datasets]
    kind = pa.list_(pa.struct([(name, pa.string()) for name in "spog"]))
    return batch_of(Quads(pa.array(rows, kind)), len(rows))


def _struct(quad: object) -> dict[str, str | None]:
    subject, predicate, object_, graph = quad  # type: ignore[misc]
    name = None if isinstance(graph, DefaultGraph) else str(graph)
    return {"s": str(subject), "p": str(predicate), "o": text_of(object_), "g": name}


Found = dict[int, frozenset[tuple[str | None, ...]]]


def matched(matcher: Matcher, batch: EventBatch, leaves: Sequence[Leaf]) -> tuple[list[Found], Matched]:
    """What a matcher finds, each leaf by event; it finds nothing twice."""
    made = matcher.match(batch)
    found = []
    for place, leaf in enumerate(leaves):
        table = made.bindings.tables.get(place)
        rows = [] if table is None else table.to_pylist()
        seen = [(row["event"], tuple(row[slot_name(at)] for at in range(len(leaf.slots)))) for row in rows]
        assert len(set(seen)) == len(seen)
        events = {event for event, _ in seen}
        found.append({event: frozenset(terms for of, terms in seen if of == event) for event in events})
    return found, made


def told(
    leaf: Leaf, number: int, dataset: Dataset, background: Dataset = EMPTY_DATASET, **scope: object
) -> frozenset[tuple[str | None, ...]]:
    """What the reference says of an event."""
    at = Interval.point(Instant(0))
    event = Event(STREAM, at, dataset, number)
    seen = Scope({STREAM: (event,)}, (event,), at, background, **scope)  # type: ignore[arg-type]
    bindings = basic_event(BasicEvent(STREAM, leaf.pattern), seen)
    return frozenset(
        tuple(None if (term := binding.solution.get(slot)) is None else text_of(term) for slot in leaf.slots)
        for binding in bindings
    )


def read(text: bytes, syntax: Syntax, number: int) -> Dataset | None:
    try:
        return Dataset.of_quads(parsed(text, syntax, named(0, number)))
    except ValueError:
        return None


MOST_LABELS = 5
"""With more blank nodes, not every way to label them is tried."""


def alike(one: frozenset[tuple[str | None, ...]], other: frozenset[tuple[str | None, ...]]) -> bool:
    """Whether two tables are the same but for the labels of blank nodes."""
    if one == other:
        return True
    left, right = sorted(set(_labels(one))), sorted(set(_labels(other)))
    if len(left) != len(right) or len(one) != len(other) or len(left) > MOST_LABELS:
        return len(left) == len(right) > MOST_LABELS and len(one) == len(other)
    return any(_with(one, dict(zip(left, order, strict=True))) == other for order in permutations(right))


def _labels(rows: frozenset[tuple[str | None, ...]]) -> Iterator[str]:
    for row in rows:
        for term in row:
            yield from _blank_nodes(term_of(term)) if term is not None else ()


def _blank_nodes(term: Term) -> Iterator[str]:
    if isinstance(term, BlankNode):
        yield str(term)
    elif not isinstance(term, (NamedNode, Literal)):
        for part in term:
            yield from _blank_nodes(part)


def _with(rows: frozenset[tuple[str | None, ...]], labels: dict[str, str]) -> frozenset[tuple[str | None, ...]]:
    def swapped(term: str | None) -> str | None:
        if term is None or not term.startswith(("_:", "<<(")):
            return term
        return " ".join(labels.get(part, part) for part in term.split(" "))

    return frozenset(tuple(map(swapped, row)) for row in rows)


ONTOLOGY = Dataset.of_quads(
    parse(
        """<http://example.org/p> <http://www.w3.org/2000/01/rdf-schema#subPropertyOf> <http://example.org/q> .
        <http://example.org/q> <http://www.w3.org/2000/01/rdf-schema#domain> <http://example.org/a> .""",
        format=RdfFormat.N_TRIPLES,
    )
)
