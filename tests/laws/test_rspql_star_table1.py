"""P-UNC, table 1: every rule of rewriting leaves the bag of solutions as it is, and a rule gone wrong is found out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from algebra_by_hand import call
from laws import mutants
from laws import small_patterns as small
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Variable
from seqoia.algebra.patterns import GraphPattern
from seqoia.model import Solution
from seqoia.reference.sights import Sight
from seqoia.reference.solving import Solver
from seqoia.rewrite import EQUIVALENCES, Rule, rewrite

EXAMPLES = 200

quick = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@dataclass(frozen=True)
class Law:
    """A rule of table 1, patterns that have its shape, and rules that look like it and are wrong."""

    name: str
    patterns: st.SearchStrategy[GraphPattern]
    mutants: tuple[Rule, ...]
    sights: st.SearchStrategy[Sight] = field(default=small.sights)

    @property
    def rule(self) -> Rule:
        return EQUIVALENCES[self.name]


def pairs(
    build: Callable[..., GraphPattern], *given_parts: st.SearchStrategy[object]
) -> st.SearchStrategy[GraphPattern]:
    """A join or a union of two parts."""
    return st.builds(lambda *parts: build(parts), *given_parts)


unions = pairs(gp.Union, small.parts, small.parts)
joins = pairs(gp.Join, small.parts, small.parts) | pairs(gp.Join, small.unsure, small.leaves)
optionals = st.builds(gp.LeftJoin, small.parts | small.unsure, small.leaves, st.none() | small.conditions)
graphs_of = st.builds(gp.GraphOf, small.in_graphs.map(lambda pattern: pattern.name), small.leaves | small.optionals)
about_new = st.builds(lambda: call("!", call("BOUND", small.NEW)))


def filtered(
    patterns: st.SearchStrategy[GraphPattern], conditions: st.SearchStrategy
) -> st.SearchStrategy[GraphPattern]:
    return st.builds(gp.Filter, patterns, conditions)


def extended(patterns: st.SearchStrategy[GraphPattern], values: st.SearchStrategy) -> st.SearchStrategy[GraphPattern]:
    return st.builds(gp.Extend, patterns, st.just(small.NEW), values)


def asked_of_what_is_bound_on_both_sides(variable: Variable) -> st.SearchStrategy[GraphPattern]:
    """The left side of an optional may leave a variable to its right side, and the filter asks about that variable."""
    left = small.tables_of(variable)
    right = small.predicates.map(lambda name: gp.TriplePattern(variable, name, small.NEW))
    return filtered(
        st.builds(gp.LeftJoin, left, right.map(lambda triple: gp.BasicGraphPattern((triple,)))),
        small.tests_of(st.just(variable)),
    )


LAWS = (
    Law("UAss", pairs(gp.Union, small.unions, small.parts), (mutants.forget_repeated_choices,)),
    Law(
        "JAss",
        pairs(gp.Join, small.joins | small.optionals, small.leaves | small.unsure),
        (mutants.pull_optionals_out_of_joins,),
    ),
    Law("UComm", unions, (mutants.sort_differences,)),
    Law("JComm", joins, (mutants.sort_optionals,)),
    Law("JUDistR", pairs(gp.Join, small.unions, small.parts), (mutants.distribute_joins_over_differences,)),
    Law(
        "LUDistR",
        st.builds(gp.LeftJoin, small.unions, small.parts, st.none() | small.conditions),
        (mutants.distribute_optionals_over_unions_on_the_right,),
    ),
    Law(
        "FDecompI",
        filtered(small.parts, small.conjunctions | small.disjunctions),
        (mutants.split_disjunctions_as_conjunctions,),
    ),
    Law(
        "FDecompII",
        filtered(small.parts, small.disjunctions),
        (mutants.split_disjunctions_as_printed, mutants.split_disjunctions_without_errors),
    ),
    Law(
        "FReordI",
        filtered(small.parts, st.builds(lambda one, other: call("&&", one, other), small.matches, small.conditions)),
        (mutants.keep_the_first_condition,),
    ),
    Law(
        "FReordII",
        filtered(small.parts, st.builds(lambda one, other: call("||", one, other), small.matches, small.conditions)),
        (mutants.keep_the_first_condition,),
    ),
    Law("FUPush", filtered(unions, small.anything_asked), (mutants.push_filters_into_the_first_choice,)),
    Law(
        "FJPush",
        filtered(joins, small.anything_asked),
        (mutants.push_filters_into_joins_unguarded, mutants.push_filters_into_joins_by_possible_variables),
    ),
    Law(
        "FLPush",
        filtered(optionals, small.anything_asked)
        | filtered(st.builds(gp.LeftJoin, small.optionals, small.leaves), small.conditions)
        | filtered(st.builds(gp.LeftJoin, small.tables, small.leaves), small.conditions)
        | small.variables.flatmap(asked_of_what_is_bound_on_both_sides),
        (mutants.push_filters_into_optionals_unguarded, mutants.push_filters_into_optionals_by_possible_variables),
    ),
    Law(
        "FWPush",
        filtered(small.in_windows, small.about_graph_names),
        (mutants.push_filters_into_windows_unguarded,),
        small.sights_with_windows,
    ),
    Law(
        "BWPush",
        extended(small.in_windows, small.about_graph_name_values),
        (mutants.push_binds_into_windows_unguarded,),
        small.sights_with_windows,
    ),
    Law("BGPush", extended(graphs_of, small.about_graph_name_values), (mutants.push_binds_into_graphs_unguarded,)),
    Law("BJPush", extended(joins, small.computed), (mutants.push_binds_into_joins_unguarded,)),
    Law(
        "BLPush",
        extended(
            st.builds(gp.LeftJoin, small.parts, small.parts, st.none() | small.conditions | about_new), small.computed
        ),
        (mutants.push_binds_into_optionals_unguarded,),
    ),
)

assert {law.name for law in LAWS} == EQUIVALENCES.keys()

MUTANTS = [(law, mutant) for law in LAWS for mutant in law.mutants]


SOLVER = Solver(functions={}, match=lambda _: ())


def bag(pattern: GraphPattern, sight: Sight) -> Counter[Solution]:
    return Counter(SOLVER.solve(pattern, sight))


def differs(rule: Rule, pattern: GraphPattern, sight: Sight) -> bool:
    changed = rule(pattern)
    return changed is not pattern and bag(changed, sight) != bag(pattern, sight)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_a_rule_leaves_the_bag_of_solutions_as_it_is(law: Law) -> None:
    applied = 0

    @quick
    @given(law.patterns, law.sights)
    def holds(pattern: GraphPattern, sight: Sight) -> None:
        nonlocal applied
        changed = law.rule(pattern)
        applied += changed is not pattern
        assert bag(changed, sight) == bag(pattern, sight)

    holds()
    assert applied >= EXAMPLES // 10, "the patterns hardly ever have the shape of the rule"


@pytest.mark.parametrize(("law", "mutant"), MUTANTS, ids=[f"{law.name}-{mutant.__name__}" for law, mutant in MUTANTS])
def test_a_rule_gone_wrong_is_found_out(law: Law, mutant: Rule) -> None:
    pattern, sight = find(st.tuples(law.patterns, law.sights), lambda drawn: differs(mutant, *drawn), settings=quick)
    assert bag(law.rule(pattern), sight) == bag(pattern, sight)
    assert bag(mutant(pattern), sight) != bag(pattern, sight)


large = st.recursive(
    st.one_of(*(law.patterns for law in LAWS)),
    lambda inner: st.one_of(
        pairs(gp.Join, inner, small.leaves),
        pairs(gp.Union, small.leaves, inner),
        st.builds(gp.LeftJoin, inner, small.leaves, st.none() | small.conditions),
        filtered(inner, small.conjunctions | small.disjunctions),
        st.builds(gp.Distinct, inner),
        st.builds(gp.Project, inner, st.just((small.NEW, *map(small.Variable, small.NAMES[:2])))),
    ),
    max_leaves=3,
)


@quick
@given(large, small.sights_with_windows)
def test_all_rules_together_leave_the_bag_of_solutions_as_it_is(pattern: GraphPattern, sight: Sight) -> None:
    assert bag(rewrite(pattern), sight) == bag(pattern, sight)
    assert bag(rewrite(pattern, rules=tuple(EQUIVALENCES.values())), sight) == bag(pattern, sight)


@quick
@given(large)
def test_a_rewritten_pattern_has_nothing_left_to_rewrite(pattern: GraphPattern) -> None:
    final = rewrite(pattern)
    assert rewrite(final) is final
