"""The rules in their order, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from seqoia.algebra.query import WindowQuery
from seqoia.algebra.scope import bottom_up
from seqoia.rewrite.distribute_joins_over_unions import distribute_joins_over_unions
from seqoia.rewrite.distribute_optionals_over_unions import distribute_optionals_over_unions
from seqoia.rewrite.flatten_joins import flatten_joins
from seqoia.rewrite.flatten_unions import flatten_unions
from seqoia.rewrite.push_binds_into_graphs import push_binds_into_graphs
from seqoia.rewrite.push_binds_into_joins import push_binds_into_joins
from seqoia.rewrite.push_binds_into_optionals import push_binds_into_optionals
from seqoia.rewrite.push_binds_into_windows import push_binds_into_windows
from seqoia.rewrite.push_filters_into_joins import push_filters_into_joins
from seqoia.rewrite.push_filters_into_optionals import push_filters_into_optionals
from seqoia.rewrite.push_filters_into_unions import push_filters_into_unions
from seqoia.rewrite.push_filters_into_windows import push_filters_into_windows
from seqoia.rewrite.rule import Observer, Rewritten, Rule, rewrite_with, unobserved
from seqoia.rewrite.sort_conjunctions import sort_conjunctions
from seqoia.rewrite.sort_disjunctions import sort_disjunctions
from seqoia.rewrite.sort_joins import sort_joins
from seqoia.rewrite.sort_unions import sort_unions
from seqoia.rewrite.split_conjunctions import split_conjunctions
from seqoia.rewrite.split_disjunctions import split_disjunctions

EQUIVALENCES: Mapping[str, Rule] = MappingProxyType(
    {
        "UAss": flatten_unions,
        "JAss": flatten_joins,
        "UComm": sort_unions,
        "JComm": sort_joins,
        "JUDistR": distribute_joins_over_unions,
        "LUDistR": distribute_optionals_over_unions,
        "FDecompI": split_conjunctions,
        "FDecompII": split_disjunctions,
        "FReordI": sort_conjunctions,
        "FReordII": sort_disjunctions,
        "FUPush": push_filters_into_unions,
        "FJPush": push_filters_into_joins,
        "FLPush": push_filters_into_optionals,
        "FWPush": push_filters_into_windows,
        "BGPush": push_binds_into_graphs,
        "BWPush": push_binds_into_windows,
        "BJPush": push_binds_into_joins,
        "BLPush": push_binds_into_optionals,
    }
)
"""Every equivalence of P-UNC, table 1, by its name there."""

RULES: tuple[Rule, ...] = (
    # Flat joins and unions show all of their parts to the rules that look for a place among them.
    flatten_unions,
    flatten_joins,
    # Conditions are put in order before they are split, so that the cheap ones become the inner filters.
    sort_conjunctions,
    sort_disjunctions,
    split_conjunctions,
    # Small filters go down as far as they can: each solution that they take away early is work saved above.
    push_filters_into_unions,
    push_filters_into_joins,
    push_filters_into_optionals,
    push_filters_into_windows,
    # Binds follow, so that filters that ask for them can go down as well in the next round.
    push_binds_into_joins,
    push_binds_into_optionals,
    push_binds_into_graphs,
    push_binds_into_windows,
    # One order for what has none, last, when the parts have their final form.
    sort_unions,
    sort_joins,
)
"""The rules that are always worth their while. Distribution over unions and the splitting of disjunctions are not among
them: they copy patterns, which pays only where it opens the way for something else."""


def rewrite(query: Rewritten, observer: Observer = unobserved, rules: Sequence[Rule] = RULES) -> Rewritten:
    """The query in the form that the rules lead to, which has the same answers; the observer hears of each step.

    A scope rule is carried out first: the rules know SPARQL's own alone.
    """
    return rewrite_with(bottom_up(query) if isinstance(query, WindowQuery) else query, rules, observer)
