"""Expressions as text, bracketed where their nesting needs it."""

from __future__ import annotations

from typing_extensions import assert_never

from seqoia.algebra import expressions as ex
from seqoia.algebra.wording.terms import FULL_NAMES, Names, variable_in_words

_RANKS = {
    "||": 1,
    "&&": 2,
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">=", "IN", "NOT IN"), 3),
    **dict.fromkeys("+-", 4),
    **dict.fromkeys("*/", 5),
    **dict.fromkeys(("!", "negate"), 6),
}
"""How tightly operators bind; calls bind tightest."""
_TIGHTEST = 7


def expression_in_words(asked: ex.Expression, names: Names = FULL_NAMES) -> str:
    """What a filter asks or a bind computes."""
    match asked:
        case ex.Variable():
            return variable_in_words(asked)
        case ex.Constant(term):
            return names.term(term)
        case ex.TripleExpression(subject, predicate, object_):
            return f"<<( {' '.join(expression_in_words(each, names) for each in (subject, predicate, object_))} )>>"
        case ex.Call(function, arguments):
            return _call(function, arguments, names)
        case ex.IriCall(function, arguments):
            return f"{names.iri(function)}({_listed(arguments, names)})"
        case ex.Exists(_, negated):
            return "NOT EXISTS { … }" if negated else "EXISTS { … }"
        case ex.Aggregate():
            return _aggregate(asked, names)
        case ex.OfInterval(part):
            return f"{part.value}()"
        case ex.Previous(variable):
            return f"PREV({variable_in_words(variable)})"
        case _:
            assert_never(asked)


def _call(function: str, arguments: tuple[ex.Expression, ...], names: Names) -> str:
    rank = _RANKS.get(function, _TIGHTEST)
    match function, arguments:
        case (("!" | "negate"), (inner,)):
            return ("!" if function == "!" else "-") + _operand(inner, rank, names)
        case (("IN" | "NOT IN"), (tested, *choices)):
            return f"{_operand(tested, rank + 1, names)} {function} ({_listed(tuple(choices), names)})"
        case _, (first, *others) if rank < _TIGHTEST and others:
            tighter = (_operand(each, rank + 1, names) for each in others)
            return f" {function} ".join((_operand(first, rank + (rank == 3), names), *tighter))
        case _:
            return f"{function}({_listed(arguments, names)})"


def _operand(inner: ex.Expression, rank: int, names: Names) -> str:
    own = _RANKS.get(inner.function, _TIGHTEST) if isinstance(inner, ex.Call) else _TIGHTEST
    text = expression_in_words(inner, names)
    return text if own >= rank else f"({text})"


def _listed(arguments: tuple[ex.Expression, ...], names: Names) -> str:
    return ", ".join(expression_in_words(each, names) for each in arguments)


def _aggregate(gathered: ex.Aggregate, names: Names) -> str:
    distinct = "DISTINCT " if gathered.distinct else ""
    argument = "*" if gathered.argument is None else expression_in_words(gathered.argument, names)
    return f"{gathered.function.value}({distinct}{argument})"
