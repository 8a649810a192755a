"""The functions and aggregates of SPARQL 1.2 (section 17.4), and calls checked against them."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.builder.spans import span_of
from seqoia.languages.sparql.refusal import Refusal
from seqoia.text import Span, closest


@dataclass(frozen=True, slots=True)
class Arity:
    """How many arguments a function takes; no `most` means any number."""

    least: int
    most: int | None

    def admits(self, count: int) -> bool:
        return self.least <= count and (self.most is None or count <= self.most)

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least} or more arguments" if self.least else "any number of arguments"
        if self.least == self.most:
            return {0: "no argument", 1: "one argument"}.get(self.least, f"{self.least} arguments")
        return f"{self.least} {'or' if self.most == self.least + 1 else 'to'} {self.most} arguments"


def _named(arity: Arity, names: str) -> dict[str, Arity]:
    return dict.fromkeys(names.split(), arity)


FUNCTIONS: dict[str, Arity] = {
    **_named(Arity(0, 0), "RAND NOW UUID STRUUID"),
    **_named(Arity(0, 1), "BNODE"),
    **_named(Arity(0, None), "CONCAT COALESCE"),
    **_named(Arity(1, 1), "STR LANG LANGDIR DATATYPE BOUND IRI URI ABS CEIL FLOOR ROUND STRLEN UCASE LCASE"),
    **_named(Arity(1, 1), "ENCODE_FOR_URI YEAR MONTH DAY HOURS MINUTES SECONDS TIMEZONE TZ"),
    **_named(Arity(1, 1), "MD5 SHA1 SHA256 SHA384 SHA512 isIRI isURI isBLANK isLITERAL isNUMERIC"),
    **_named(Arity(1, 1), "hasLANG hasLANGDIR isTRIPLE SUBJECT PREDICATE OBJECT"),
    **_named(Arity(2, 2), "LANGMATCHES CONTAINS STRSTARTS STRENDS STRBEFORE STRAFTER STRLANG STRDT sameTerm"),
    **_named(Arity(2, 2), "sameValue"),
    **_named(Arity(2, 3), "REGEX SUBSTR"),
    **_named(Arity(3, 3), "IF STRLANGDIR TRIPLE"),
    **_named(Arity(3, 4), "REPLACE"),
}

AGGREGATES: dict[str, Arity] = _named(Arity(1, 1), "COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT")


def checked_call(
    name: Token,
    distinct: Token | None,
    arguments: tuple[tree.Expression, ...] | Token,
    separator: tree.Text | None,
    span: Span,
    *,
    functions: dict[str, Arity],
    aggregates: dict[str, Arity],
) -> tree.BuiltinCall | tree.Aggregate:
    """The call of a function or aggregate that the language has, with as many arguments as it takes."""
    spelling = {known.upper(): known for known in (*functions, *aggregates)}.get(name.upper())
    if spelling is None:
        raise unknown_function(name, (*functions, *aggregates))
    if spelling in aggregates:
        return _aggregate(spelling, distinct, arguments, separator, span, aggregates[spelling])
    if distinct is not None:
        raise Refusal(f"{spelling} takes no DISTINCT", span_of(distinct), "only aggregates do")
    if isinstance(arguments, Token):
        raise Refusal(f"`*` cannot be the argument of {spelling}", span_of(arguments), "expected an expression")
    if separator is not None:
        raise Refusal(f"{spelling} takes no SEPARATOR", separator.span, "only GROUP_CONCAT does")
    if not functions[spelling].admits(len(arguments)):
        raise Refusal(f"{spelling} takes {functions[spelling]}", span, f"{len(arguments)} given")
    if spelling == "BOUND" and not isinstance(arguments[0], tree.Variable):
        raise Refusal("BOUND asks about a variable", arguments[0].span, "expected a variable")
    return tree.BuiltinCall(spelling, arguments, span=span)


def unknown_function(name: Token, known: tuple[str, ...]) -> Refusal:
    """What is said about the name of no function."""
    meant = closest(name, known)
    return Refusal(
        f"there is no function {name}",
        span_of(name),
        "expected the name of a function",
        f"did you mean {meant}?" if meant else "functions of an extension are called by their IRI",
    )


def _aggregate(
    name: str,
    distinct: Token | None,
    arguments: tuple[tree.Expression, ...] | Token,
    separator: tree.Text | None,
    span: Span,
    arity: Arity,
) -> tree.Aggregate:
    if separator is not None and name != "GROUP_CONCAT":
        raise Refusal(f"{name} takes no SEPARATOR", separator.span, "only GROUP_CONCAT does")
    if isinstance(arguments, Token):
        if name != "COUNT":
            raise Refusal(f"`*` cannot be the argument of {name}", span_of(arguments), "only COUNT counts all")
        return tree.Aggregate(name, None, distinct is not None, span=span)
    if not arity.admits(len(arguments)):
        raise Refusal(f"{name} takes {arity}", span, f"{len(arguments)} given")
    return tree.Aggregate(name, arguments[0] if arguments else None, distinct is not None, separator, span=span)
