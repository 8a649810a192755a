"""The tree says what the text says, and where."""

from __future__ import annotations

import pytest

from seqoia.languages.sparql import parse, tree
from seqoia.text import Source, Span

TEXT = """\
PREFIX é: <x#>
SELECT ?a WHERE {
  ?a é:p "日本"@ja , é:q .
  FILTER ((?a + 1) * 2 > ABS(?a) || !BOUND(?a))
}
"""


def parts_of(kind: type[tree.Syntax], text: str = TEXT) -> list[str]:
    query = parse(Source("query.rq", text))
    spans = [part.span for part in tree.walk(query) if isinstance(part, kind)]
    return [text[span.start : span.end] for span in spans]


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        (tree.Query, [TEXT.rstrip()]),
        (tree.PrefixDeclaration, ["PREFIX é: <x#>"]),
        (tree.TextLiteral, ['"日本"@ja']),
        (tree.PrefixedName, ["é:p", "é:q"]),
        (tree.Triples, ['?a é:p "日本"@ja , é:q']),
        (tree.Filter, ["FILTER ((?a + 1) * 2 > ABS(?a) || !BOUND(?a))"]),
        (tree.Disjunction, ["((?a + 1) * 2 > ABS(?a) || !BOUND(?a))"]),
        (tree.Additive, ["(?a + 1)"]),
        (tree.Multiplicative, ["(?a + 1) * 2"]),
        (tree.BuiltinCall, ["ABS(?a)", "BOUND(?a)"]),
        (tree.Unary, ["!BOUND(?a)"]),
    ],
)
def test_a_part_spans_its_text(kind: type[tree.Syntax], texts: list[str]) -> None:
    assert parts_of(kind) == texts


def test_equality_does_not_look_at_places() -> None:
    one = parse(Source("one.rq", "ASK { ?s ?p ?o }"))
    other = parse(Source("other.rq", "# elsewhere\nASK   WHERE{?s ?p ?o.}"))
    assert one == other
    assert hash(one) == hash(other)
    assert one.span != other.span


def test_escapes_are_decoded_in_texts_and_iris() -> None:
    query = parse(Source("query.rq", r'ASK { <http://\u00E9> ?p "\u00e9\t\U0001F47E\\u" }'))
    assert tree.FullIri("http://é") in set(tree.walk(query))
    assert tree.Text("é\t👾\\u") in set(tree.walk(query))


def test_a_minus_before_a_number_is_the_operator_of_a_chain() -> None:
    query = parse(Source("query.rq", "ASK { FILTER (?a -1 *2 +3) }"))
    step = tree.Step("-", tree.Multiplicative(tree.Number("1"), (tree.Step("*", tree.Number("2")),)))
    expected = tree.Additive(tree.Variable("a"), (step, tree.Step("+", tree.Number("3"))))
    assert expected in set(tree.walk(query))


def test_comments_are_kept_with_their_places() -> None:
    source = Source("query.rq", "# one\nASK { ?s <http://e/#x> '# no' } # two")
    query = parse(source)
    assert [(comment.text, comment.span) for comment in query.comments] == [
        ("# one", Span(0, 5)),
        ("# two", Span(38, 43)),
    ]
    assert query.source is source


@pytest.mark.parametrize(("text", "kind"), [("1", "integer"), ("-1.5", "decimal"), ("1E3", "double")])
def test_the_way_a_number_is_written_decides_its_datatype(text: str, kind: str) -> None:
    assert tree.Number(text).datatype == kind
