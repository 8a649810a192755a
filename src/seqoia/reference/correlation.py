"""A pattern as it stands under a solution around it: what EXISTS asks (SPARQL 1.1, substitute, section 18.6).

Substitution as printed would put terms where only variables may stand, and take variables out of the domain that MINUS
looks at. So the solution's terms are joined where data is matched and written where an expression could not see them.
"""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import assert_never

from seqoia.algebra import expressions as ex
from seqoia.algebra import map_children
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Expression, Variable
from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.variables import mentioned, possible
from seqoia.model import Literal, NamedNode, Solution
from seqoia.model.term import XSD

TRUE = Constant(Literal("true", datatype=NamedNode(XSD + "boolean")))


def correlated(pattern: GraphPattern, outer: Solution) -> GraphPattern:
    """The pattern, restricted to what agrees with the solution wherever it matches data."""
    if not outer:
        return pattern
    match pattern:
        case gp.BasicGraphPattern() | gp.PathPattern():
            return _joined(pattern, outer.restrict(mentioned(pattern)))
        case gp.Join() | gp.Union() | gp.Minus() | gp.Distinct() | gp.Reduced() | gp.Slice():
            changed: GraphPattern = map_children(pattern, lambda part: correlated(part, outer))
            return changed
        case gp.LeftJoin(left, right, condition):
            seen = possible(left) | possible(right)
            kept = None if condition is None else written(condition, outer, seen)
            return gp.LeftJoin(correlated(left, outer), correlated(right, outer), kept)
        case gp.Filter(inner, condition):
            return gp.Filter(correlated(inner, outer), written(condition, outer, possible(inner)))
        case gp.Extend(inner, variable, computed):
            return gp.Extend(correlated(inner, outer), variable, written(computed, outer, possible(inner)))
        case gp.OrderBy(inner, keys):
            seen = possible(inner)
            return gp.OrderBy(correlated(inner, outer), tuple((way, written(key, outer, seen)) for way, key in keys))
        case gp.Project(inner, variables):
            return gp.Project(correlated(inner, outer.restrict(variable.name for variable in variables)), variables)
        case gp.Group(inner, keys, _):
            shared = (variable.name for variable, computed in keys if variable == computed)
            return gp.Group(correlated(inner, outer.restrict(shared)), keys, pattern.aggregates)
        case gp.GraphOf(name, inner):
            return _joined(gp.GraphOf(name, correlated(inner, outer)), outer.restrict(mentioned_names(name)))
        case gp.WindowOf(name, inner):
            return _joined(gp.WindowOf(name, correlated(inner, outer)), outer.restrict(mentioned_names(name)))
        case gp.Values() | gp.MatchOf() | gp.Service():
            return pattern
        case _:
            assert_never(pattern)


def written(computed: Expression, outer: Solution, seen: Iterable[str]) -> Expression:
    """An expression with the solution's terms in place of the variables that it could not see otherwise."""
    hidden = outer.restrict(set(outer) - set(seen))
    return _write(computed, hidden) if hidden else computed


def mentioned_names(name: Constant | Variable) -> tuple[str, ...]:
    return (name.name,) if isinstance(name, Variable) else ()


def _write(computed: Expression, outer: Solution) -> Expression:
    match computed:
        case Variable(name) if name in outer:
            return Constant(outer[name])
        case ex.Call("BOUND", (Variable(name),)) if name in outer:
            return TRUE
        case ex.Exists(pattern, negated):
            return ex.Exists(correlated(pattern, outer), negated)
        case _:
            written_out: Expression = map_children(computed, lambda part: _write(part, outer))
            return written_out


def _joined(pattern: GraphPattern, outer: Solution) -> GraphPattern:
    if not outer:
        return pattern
    names = sorted(outer)
    row = gp.Values(tuple(map(Variable, names)), (tuple(outer[name] for name in names),))
    return gp.Join((row, pattern))
