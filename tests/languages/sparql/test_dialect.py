"""A dialect adds words to the grammar, methods to the builder and the printer, and classes to the tree."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from lark import Lark, Token, v_args
from lark import logger as lark_logger

from seqoia.languages.sparql import Dialect, parse, parse_as, tree
from seqoia.languages.sparql.builder import FUNCTIONS, Arity, Piece, QueryBuilder, across
from seqoia.languages.sparql.builder.paths import parts
from seqoia.languages.sparql.dialect import CORE
from seqoia.languages.sparql.printer import Printer
from seqoia.languages.sparql.refusal import Refusal
from seqoia.text import Diagnostic, QueryError, Source

GRAMMAR = r"""
registration: REGISTER NAME AS query
%extend dataset_clause: FROM NAMED WINDOW iri ON iri "[" RANGE DURATION "]" -> named_window
%extend group_element: WINDOW variable_or_iri group -> window
%override group_chain: group
                     | group (UNION group)+ -> union
                     | group (SEQ group)+ -> sequence
%override projected: "(" expression AS variable ")" -> projected_expression
                   | expression [AS variable] -> named_expression
REGISTER: /REGISTER\b/i
WINDOW: /WINDOW\b/i
ON: /ON\b/i
RANGE: /RANGE\b/i
SEQ: /SEQ\b/i
DURATION: /PT[0-9]+S/
"""


@dataclass(frozen=True, slots=True)
class Registration(tree.Document):
    """`REGISTER name AS query`."""

    name: str
    query: tree.Query


@dataclass(frozen=True, slots=True)
class NamedWindow(tree.DatasetClause):
    """`FROM NAMED WINDOW name ON stream [RANGE duration]`."""

    name: tree.Iri
    stream: tree.Iri
    duration: str


@dataclass(frozen=True, slots=True)
class Window(tree.PatternElement):
    """`WINDOW name { … }`."""

    name: tree.VariableOrIri
    group: tree.Group


@dataclass(frozen=True, slots=True)
class Sequence(tree.PatternElement):
    """`{ … } SEQ { … }`."""

    steps: tuple[tree.PatternElement, ...]


@v_args(inline=True)
class WindowBuilder(QueryBuilder):
    functions: ClassVar[dict[str, Arity]] = {**FUNCTIONS, "getDURATION": Arity(0, 0)}

    def registration(self, register: Token, name: Token, _as: Token, query: tree.Query) -> Registration:
        return Registration(str(name), query, span=across(register, query))

    def named_window(self, *pieces: Any) -> NamedWindow:
        name, stream = parts(pieces)
        return NamedWindow(name, stream, str(pieces[-2]), span=across(*pieces))

    def window(self, keyword: Token, name: tree.VariableOrIri, group: tree.Group) -> Window:
        return Window(name, group, span=across(keyword, group))

    def sequence(self, *pieces: Piece) -> Sequence:
        return Sequence(parts(pieces), span=across(*pieces))

    def named_expression(
        self, expression: tree.Expression, _as: Token | None, variable: tree.Variable | None
    ) -> tree.Variable | tree.ProjectedExpression:
        if variable is not None:
            return tree.ProjectedExpression(expression, variable, span=across(expression, variable))
        if isinstance(expression, tree.Variable):
            return expression
        raise Refusal("this expression has no name", expression.span, "expected AS and a variable after it")


class WindowPrinter(Printer):
    def print_registration(self, part: Registration) -> str:
        return f"REGISTER {part.name} AS\n{self.show(part.query)}"

    def print_named_window(self, part: NamedWindow) -> str:
        return f"FROM NAMED WINDOW {self.show(part.name)} ON {self.show(part.stream)} [RANGE {part.duration}]"

    def print_window(self, part: Window) -> str:
        return f"WINDOW {self.all((part.name, part.group))}"

    def print_sequence(self, part: Sequence) -> str:
        return self.all(part.steps, " SEQ ")


WINDOWS: Dialect[Registration] = Dialect("windows", GRAMMAR, WindowBuilder, start="registration", printer=WindowPrinter)

QUERY = """\
REGISTER cars AS
SELECT ?a (?b / ?c AS ?d) (COUNT(?a) - 1 AS ?n)
FROM NAMED WINDOW <w> ON <s> [RANGE PT5S]
WHERE {
  WINDOW <w> {
    ?a <p> ?b .
  }
  {
    ?a <q> ?c .
  } SEQ {
    ?a <r> ?c .
    FILTER (getDURATION() < 5)
  }
}
GROUP BY ?a ?b ?c
"""


def refused(text: str) -> Diagnostic:
    with pytest.raises(QueryError) as error:
        parse_as(WINDOWS, Source("query", text))
    return error.value.diagnostic


def test_a_dialects_query_is_parsed_and_printed() -> None:
    registration = parse_as(WINDOWS, Source("query", QUERY))
    assert registration.name == "cars"
    kinds = {type(part) for part in tree.walk(registration)}
    assert {Window, Sequence, NamedWindow} <= kinds
    assert WINDOWS.printed(registration) == QUERY


def test_a_dialect_may_name_expressions_without_brackets() -> None:
    bare = QUERY.replace("(?b / ?c AS ?d) (COUNT(?a) - 1 AS ?n)", "?b / ?c AS ?d (COUNT(?a) -1) AS ?n")
    assert parse_as(WINDOWS, Source("query", bare)) == parse_as(WINDOWS, Source("query", QUERY))


def test_a_dialects_builder_refuses_with_a_place() -> None:
    diagnostic = refused("REGISTER x AS SELECT ?a ?b / ?c { }")
    assert (diagnostic.message, diagnostic.column) == ("this expression has no name", 25)


def test_a_dialects_keywords_are_known_where_they_can_stand() -> None:
    diagnostic = refused("REGISTER x AS SELECT * { WINDWO <w> { } }")
    assert (diagnostic.column, diagnostic.help) == (26, "did you mean WINDOW?")


def test_a_dialects_functions_are_known_to_it_alone() -> None:
    assert refused("REGISTER x AS ASK { FILTER (getDURATOIN() > 1) }").help == "did you mean getDURATION?"
    with pytest.raises(QueryError, match="there is no function getDURATION"):
        parse(Source("query", "ASK { FILTER (getDURATION() > 1) }"))


def test_a_dialects_keywords_stay_free_elsewhere() -> None:
    parse_as(WINDOWS, Source("query", "REGISTER window AS ASK { <a> <b> ?range . ?window a <seq> }"))
    with pytest.raises(QueryError, match="`WINDOW` cannot stand here"):
        parse(Source("query", "ASK { WINDOW <w> { } }"))


def test_the_checks_of_sparql_see_into_a_dialects_parts() -> None:
    assert refused("REGISTER x AS ASK { WINDOW ex:w { } }").message == "the prefix ex: is not declared"
    assert refused("REGISTER x AS ASK { WINDOW <w> { ?s ?p ?o } BIND (1 AS ?o) }").message == (
        "?o cannot be assigned again"
    )


def test_the_shared_grammar_leaves_no_choice_to_the_parser(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger=lark_logger.name):
        Lark(CORE.read_text(encoding="utf-8"), parser="lalr", start="query", debug=True)
    assert [record.message for record in caplog.records if "conflict" in record.message.lower()] == []


def test_a_class_without_a_printing_method_is_named() -> None:
    with pytest.raises(TypeError, match="no print_window for Window"):
        Printer().show(Window(tree.FullIri("w"), tree.Group(())))
