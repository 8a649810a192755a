"""P-UNC, section 4.1: a value that is computed when it is asked for is the one that was to be computed before."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from laws import small_patterns as small
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call, Constant, Expression, IriCall, Variable
from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.query import Select, WindowQuery
from seqoia.algebra.traversal import descendants
from seqoia.model import Literal
from seqoia.reference import lazy
from seqoia.reference.sights import Sight
from seqoia.reference.solving import Solver
from seqoia.reference.uncertainty import ADD, DISTRIBUTION, LESS_THAN, functions

EXAMPLES = 200

quick = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

SPREAD = Constant(Literal("U(0, 2)", datatype=DISTRIBUTION))
LATER = Variable("m")
SHOWN = tuple(map(Variable, (*small.NAMES, "g", "n", "m")))

asked = small.variables | st.just(small.GRAPH_NAME)
uncertain = st.builds(lambda variable: IriCall(ADD, (SPREAD, variable)), asked)
defaulted = st.builds(lambda value, limit: Call("COALESCE", (value, limit)), uncertain, small.limits)
told = st.builds(
    lambda variable, limit: Call("COALESCE", (variable, IriCall(ADD, (SPREAD, limit)))), asked, small.limits
)
computed: st.SearchStrategy[Expression] = uncertain | defaulted | told
judged = st.builds(lambda limit: IriCall(LESS_THAN, (small.NEW, limit)), small.limits)

valued = st.builds(gp.Extend, small.parts, st.just(small.NEW), computed)
twice = st.builds(gp.Extend, valued, st.just(LATER), judged)
inside = st.builds(gp.GraphOf, st.sampled_from([small.GRAPH_NAME, Constant(small.ex("g1"))]), valued)
open_valued = st.builds(gp.Extend, small.optionals | small.tables, st.just(small.NEW), told)
others = small.leaves | small.unsure
about = small.tests_of(small.variables | st.just(small.NEW))
patterns = st.recursive(
    valued | twice | inside | open_valued,
    lambda inner: st.one_of(
        st.builds(lambda left, right: gp.Join((left, right)), inner, others),
        st.builds(gp.LeftJoin, inner, others, st.none() | about),
        st.builds(gp.LeftJoin, others, inner),
        st.builds(gp.Minus, inner, others),
        st.builds(lambda left, right: gp.Union((left, right)), inner, others),
        st.builds(gp.Filter, inner, about),
        st.builds(gp.Distinct, inner),
    ),
    max_leaves=3,
)
queries = st.builds(
    lambda body, names: WindowQuery(Select(names), gp.Project(body, names)),
    patterns,
    st.sampled_from([SHOWN, SHOWN[:3], (small.NEW,), (LATER, SHOWN[0])]),
)


def bag(query: WindowQuery, sight: Sight) -> Counter:
    return Counter(Solver(functions(), match=lambda _: ()).solve(query.body, sight))


@quick
@given(queries, small.sights)
def test_laziness_changes_no_answer(query: WindowQuery, sight: Sight) -> None:
    assert bag(lazy.lazily(query), sight) == bag(query, sight)


def test_a_value_that_waits_for_too_long_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def unguarded(part: GraphPattern, _: frozenset[str]) -> object:
        return lazy._postpone(part)

    monkeypatch.setattr(lazy, "_outside", unguarded)
    query, _ = find(
        st.tuples(queries, small.sights),
        lambda drawn: _is_well_formed(lazy.lazily(drawn[0])) and bag(lazy.lazily(drawn[0]), drawn[1]) != bag(*drawn),
        settings=quick,
    )
    assert lazy.lazily(query) != query


def _is_well_formed(query: WindowQuery) -> bool:
    """Whether no bind gives a value to what its pattern already binds, which SPARQL forbids."""
    binds = (node for node in descendants(query.body) if isinstance(node, gp.Extend))
    return all(bind.variable.name not in lazy.possible(bind.pattern) for bind in binds)
