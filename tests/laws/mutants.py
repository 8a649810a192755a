"""Rules of rewriting gone wrong: each lacks what makes the right one hold."""

from __future__ import annotations

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call
from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.variables import mentioned, possible


def forget_repeated_choices(pattern: GraphPattern) -> GraphPattern:
    """UAss, with a union of sets."""
    match pattern:
        case gp.Union(parts):
            flat = tuple(inner for part in parts for inner in (part.parts if isinstance(part, gp.Union) else (part,)))
            distinct = tuple(dict.fromkeys(flat))
            return gp.Union(distinct) if len(distinct) > 1 else distinct[0]
        case _:
            return pattern


def pull_optionals_out_of_joins(pattern: GraphPattern) -> GraphPattern:
    """JAss, with an optional taken for a join."""
    match pattern:
        case gp.Join((gp.LeftJoin(left, right, condition), other)):
            return gp.LeftJoin(gp.Join((left, other)), right, condition)
        case _:
            return pattern


def sort_differences(pattern: GraphPattern) -> GraphPattern:
    """UComm, with a difference taken for a union."""
    match pattern:
        case gp.Union((left, right)):
            return gp.Union((right, gp.Minus(left, right)))
        case _:
            return pattern


def sort_optionals(pattern: GraphPattern) -> GraphPattern:
    """JComm, with an optional taken for a join."""
    match pattern:
        case gp.Join((gp.LeftJoin(left, right, condition), other)):
            return gp.Join((gp.LeftJoin(right, left, condition), other))
        case _:
            return pattern


def distribute_joins_over_differences(pattern: GraphPattern) -> GraphPattern:
    """JUDistR, with every part of the union joined with the first neighbour alone."""
    match pattern:
        case gp.Join((gp.Union(choices), *others)):
            return gp.Union((gp.Join((choices[0], *others)), *choices[1:]))
        case _:
            return pattern


def distribute_optionals_over_unions_on_the_right(pattern: GraphPattern) -> GraphPattern:
    """LUDistR, on the side where it does not hold."""
    match pattern:
        case gp.LeftJoin(left, gp.Union(choices), condition):
            return gp.Union(tuple(gp.LeftJoin(left, choice, condition) for choice in choices))
        case _:
            return pattern


def split_disjunctions_as_conjunctions(pattern: GraphPattern) -> GraphPattern:
    """FDecompI, for either sign."""
    match pattern:
        case gp.Filter(inner, Call("||" | "&&", conditions)):
            for condition in conditions:
                inner = gp.Filter(inner, condition)
            return inner
        case _:
            return pattern


def split_disjunctions_as_printed(pattern: GraphPattern) -> GraphPattern:
    """FDecompII as the paper prints it, for sets."""
    match pattern:
        case gp.Filter(inner, Call("||", conditions)):
            return gp.Union(tuple(gp.Filter(inner, condition) for condition in conditions))
        case _:
            return pattern


def split_disjunctions_without_errors(pattern: GraphPattern) -> GraphPattern:
    """FDecompII, as if a condition were true or false."""
    match pattern:
        case gp.Filter(inner, Call("||", (one, other))):
            return gp.Union((gp.Filter(inner, one), gp.Filter(inner, Call("&&", (Call("!", (one,)), other)))))
        case _:
            return pattern


def keep_the_first_condition(pattern: GraphPattern) -> GraphPattern:
    """FReordI and FReordII, with a condition lost on the way."""
    match pattern:
        case gp.Filter(inner, Call("||" | "&&", conditions)):
            return gp.Filter(inner, conditions[0])
        case _:
            return pattern


def push_filters_into_the_first_choice(pattern: GraphPattern) -> GraphPattern:
    """FUPush, with a choice forgotten."""
    match pattern:
        case gp.Filter(gp.Union((first, *others)), condition):
            return gp.Union((gp.Filter(first, condition), *others))
        case _:
            return pattern


def push_filters_into_joins_unguarded(pattern: GraphPattern) -> GraphPattern:
    """FJPush without its guard."""
    match pattern:
        case gp.Filter(gp.Join((first, *others)), condition):
            return gp.Join((gp.Filter(first, condition), *others))
        case _:
            return pattern


def push_filters_into_joins_by_possible_variables(pattern: GraphPattern) -> GraphPattern:
    """FJPush with possible variables taken for certain ones."""
    match pattern:
        case gp.Filter(gp.Join((first, *others)), condition) if mentioned(condition) <= possible(first):
            return gp.Join((gp.Filter(first, condition), *others))
        case _:
            return pattern


def push_filters_into_optionals_unguarded(pattern: GraphPattern) -> GraphPattern:
    """FLPush without its guard."""
    match pattern:
        case gp.Filter(gp.LeftJoin(left, right, kept), condition):
            return gp.LeftJoin(gp.Filter(left, condition), right, kept)
        case _:
            return pattern


def push_filters_into_optionals_by_possible_variables(pattern: GraphPattern) -> GraphPattern:
    """FLPush with possible variables taken for certain ones."""
    match pattern:
        case gp.Filter(gp.LeftJoin(left, right, kept), condition) if mentioned(condition) <= possible(left):
            return gp.LeftJoin(gp.Filter(left, condition), right, kept)
        case _:
            return pattern


def push_filters_into_windows_unguarded(pattern: GraphPattern) -> GraphPattern:
    """FWPush without its guard."""
    match pattern:
        case gp.Filter(gp.WindowOf(name, inner), condition):
            return gp.WindowOf(name, gp.Filter(inner, condition))
        case _:
            return pattern


def push_binds_into_graphs_unguarded(pattern: GraphPattern) -> GraphPattern:
    """BGPush as the paper prints it, without a condition."""
    match pattern:
        case gp.Extend(gp.GraphOf(name, inner), variable, expression):
            return gp.GraphOf(name, gp.Extend(inner, variable, expression))
        case _:
            return pattern


def push_binds_into_windows_unguarded(pattern: GraphPattern) -> GraphPattern:
    """BWPush as the paper prints it, without a condition."""
    match pattern:
        case gp.Extend(gp.WindowOf(name, inner), variable, expression):
            return gp.WindowOf(name, gp.Extend(inner, variable, expression))
        case _:
            return pattern


def push_binds_into_joins_unguarded(pattern: GraphPattern) -> GraphPattern:
    """BJPush without its guard."""
    match pattern:
        case gp.Extend(gp.Join((first, *others)), variable, expression):
            return gp.Join((gp.Extend(first, variable, expression), *others))
        case _:
            return pattern


def push_binds_into_optionals_unguarded(pattern: GraphPattern) -> GraphPattern:
    """BLPush without its guard."""
    match pattern:
        case gp.Extend(gp.LeftJoin(left, right, condition), variable, expression):
            return gp.LeftJoin(gp.Extend(left, variable, expression), right, condition)
        case _:
            return pattern
