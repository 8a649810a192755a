"""The plain part of the algebra as SPARQL 1.2 text: every operator its own group, so that the text has the algebra's
structure and no other."""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import assert_never

from seqoia.algebra import descendants, show
from seqoia.algebra import expressions as ex
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import AggregateFunction, Constant, Expression, Variable
from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.traversal import Node
from seqoia.algebra.variables import mentioned, possible
from seqoia.model import BlankNode
from seqoia.reference import sparql_words as words
from seqoia.text import Diagnostic, QueryError, Source, Span

ORDERED_AGGREGATES = frozenset({AggregateFunction.FIRST, AggregateFunction.LAST, AggregateFunction.LIST})
"""Those that SPARQL does not have, because its groups are in no order."""

_ORDERED_BY_THE_ENGINE = frozenset({AggregateFunction.SAMPLE, AggregateFunction.GROUP_CONCAT})
"""Those whose value depends on the order of a group."""

_INFIX = frozenset({"||", "&&", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/"})


def is_plain(node: Node) -> bool:
    """Whether SPARQL knows everything in a pattern or an expression, and its engine means the same by it.

    Under GRAPH with a variable the engine binds that variable inside, in every basic graph pattern: filters see it,
    MINUS shares it, and subqueries, tables and groups lose it. So it is asked for basic graph patterns and paths alone.
    Under EXISTS it binds the variables of the solution around everywhere, so that MINUS shares what it should not, and
    BOUND holds where nothing has bound its variable: `correlation` says what is meant. To it COUNT is an error where
    its argument is one, and COUNT(DISTINCT *) counts blank nodes of the query. What depends on an order that nobody has
    asked for (LIMIT, REDUCED, SAMPLE, GROUP_CONCAT) would depend on how it stores things.
    """
    return not any(_is_beyond_sparql(found) for found in descendants(node))


def query(pattern: GraphPattern) -> str:
    """A query whose solutions, in their order, are the pattern's, on `answered(pattern)`."""
    return _select(pattern)


def answered(pattern: GraphPattern) -> tuple[str, ...]:
    """The variables that the solutions of `query(pattern)` may bind."""
    return tuple(sorted(possible(pattern)))


def group(pattern: GraphPattern) -> str:
    """A pattern as a group of its own, with its braces."""
    match pattern:
        case gp.BasicGraphPattern(triples):
            return _basic(triples)
        case gp.PathPattern():
            return _path_pattern(pattern)
        case gp.Join(parts):
            return f"{{ {' '.join(map(group, parts))} }}"
        case gp.LeftJoin(left, right, condition):
            kept = f" FILTER({expression(condition)})" if condition is not None else ""
            return f"{{ {group(left)} OPTIONAL {{ {group(right)}{kept} }} }}"
        case gp.Filter(inner, condition):
            return f"{{ {group(inner)} FILTER({expression(condition)}) }}"
        case gp.Union(parts):
            return f"{{ {' UNION '.join(map(group, parts))} }}"
        case gp.Minus(left, right):
            return f"{{ {group(left)} MINUS {group(right)} }}"
        case gp.Extend(inner, variable, computed):
            return f"{{ {group(inner)} BIND({expression(computed)} AS {words.variable(variable.name)}) }}"
        case gp.Values():
            return _values(pattern)
        case gp.GraphOf(name, inner):
            return _graph(name, inner)
        case gp.Group():
            return f"{{ {_grouped(pattern)} }}"
        case gp.OrderBy() | gp.Project() | gp.Distinct() | gp.Reduced() | gp.Slice():
            return f"{{ {_select(pattern)} }}"
        case gp.Service():
            raise _refused(pattern)
        case gp.WindowOf() | gp.MatchOf():
            raise ValueError(f"SPARQL has no {type(pattern).__name__}")
        case _:
            assert_never(pattern)


def expression(computed: Expression) -> str:
    """An expression, every operator in parentheses."""
    match computed:
        case Variable(name):
            return words.variable(name)
        case Constant(term):
            return words.value(term)
        case ex.TripleExpression(subject, predicate, object_):
            return f"TRIPLE({_listed((subject, predicate, object_))})"
        case ex.Call(function, arguments):
            return _call(function, arguments)
        case ex.IriCall(function, arguments):
            return f"{function}({_listed(arguments)})"
        case ex.Exists(pattern, negated):
            return f"{'NOT ' if negated else ''}EXISTS {group(pattern)}"
        case ex.Aggregate():
            return _aggregate(computed)
        case ex.OfInterval() | ex.Previous():
            raise ValueError(f"SPARQL has no {show(computed)}")
        case _:
            assert_never(computed)


def _call(function: str, arguments: tuple[Expression, ...]) -> str:
    match function, arguments:
        case "!", (negated,):
            return f"(! {expression(negated)})"
        case "negate", (number,):
            return f"(- ({expression(number)}))"
        case (("IN" | "NOT IN"), (tested, *choices)):
            return f"({expression(tested)} {function} ({_listed(choices)}))"
        case _ if function in _INFIX:
            return f"({f' {function} '.join(map(expression, arguments))})"
        case _:
            return f"{function}({_listed(arguments)})"


def _aggregate(gathered: ex.Aggregate) -> str:
    if gathered.function in ORDERED_AGGREGATES:
        raise ValueError(f"SPARQL has no {gathered.function.value}")
    distinct = "DISTINCT " if gathered.distinct else ""
    argument = "*" if gathered.argument is None else expression(gathered.argument)
    separator = "" if gathered.separator is None else f"; SEPARATOR = {words.quoted(gathered.separator)}"
    return f"{gathered.function.value}({distinct}{argument}{separator})"


def _basic(triples: tuple[gp.TriplePattern, ...]) -> str:
    if not all(words.can_match(triple.subject, triple.predicate, triple.object) for triple in triples):
        return "{ FILTER(false) }"
    places = [place for triple in triples for place in (triple.subject, triple.predicate, triple.object)]
    text = " ".join(f"{' '.join(map(words.slot, places[at : at + 3]))} ." for at in range(0, len(places), 3))
    nodes = [node for place in places for node in words.blank_nodes(place)]
    return _with_blank_nodes(nodes, text, mentioned(gp.BasicGraphPattern(triples)))


def _path_pattern(pattern: gp.PathPattern) -> str:
    if isinstance(pattern.subject, gp.TripleTerm):
        return "{ FILTER(false) }"
    text = f"{words.slot(pattern.subject)} {words.path(pattern.path)} {words.slot(pattern.object)}"
    nodes = [node for place in (pattern.subject, pattern.object) for node in words.blank_nodes(place)]
    return _with_blank_nodes(nodes, text, mentioned(pattern))


def _graph(name: Constant | Variable, inner: GraphPattern) -> str:
    nodes = list(words.blank_nodes(name))
    return _with_blank_nodes(nodes, f"GRAPH {words.slot(name)} {group(inner)}", possible(gp.GraphOf(name, inner)))


def _with_blank_nodes(nodes: list[BlankNode], text: str, names: Iterable[str]) -> str:
    """A group in which variables stand for blank nodes; they are not seen outside."""
    if not nodes:
        return f"{{ {text} }}"
    bindings = " ".join(words.blank_binding(node) for node in dict.fromkeys(nodes))
    return f"{{ SELECT {_names(names)} {{ {bindings} {text} }} }}"


def _values(values: gp.Values) -> str:
    if any(list(words.blank_nodes(term)) for row in values.rows for term in row):
        return f"{{ {' UNION '.join(_bound_row(values, place) for place in range(len(values.rows)))} }}"
    names = " ".join(words.variable(variable.name) for variable in values.variables)
    rows = " ".join(f"({' '.join(map(words.datum, row))})" for row in values.rows)
    return f"{{ VALUES ({names}) {{ {rows} }} }}"


def _bound_row(values: gp.Values, place: int) -> str:
    """One row of a table as bindings."""
    pairs = zip(values.variables, values.rows[place], strict=True)
    bindings = (
        f"BIND({words.value(term)} AS {words.variable(variable.name)})" for variable, term in pairs if term is not None
    )
    return f"{{ {' '.join(bindings)} }}"


def _grouped(pattern: gp.Group) -> str:
    keys = " ".join(_key(variable, computed) for variable, computed in pattern.keys)
    shown = [words.variable(variable.name) for variable, _ in pattern.keys]
    shown += [f"({_aggregate(made)} AS {words.variable(variable.name)})" for variable, made in pattern.aggregates]
    selected = " ".join(shown) or f"(COUNT(*) AS {words.NO_VARIABLE})"
    return f"SELECT {selected} {{ {group(pattern.pattern)} }}" + (f" GROUP BY {keys}" if keys else "")


def _key(variable: Variable, computed: Expression) -> str:
    name = words.variable(variable.name)
    return name if computed == variable else f"({expression(computed)} AS {name})"


def _select(pattern: GraphPattern) -> str:
    """The solution modifiers at the top of a pattern as one selection, so that its order holds."""
    names, inner, cut, distinct, order = possible(pattern), pattern, "", "", ""
    if isinstance(inner, gp.Slice):
        cut = f" OFFSET {inner.offset}" if inner.offset else ""
        cut += f" LIMIT {inner.limit}" if inner.limit is not None else ""
        inner = inner.pattern
    if isinstance(inner, (gp.Distinct, gp.Reduced)):
        distinct = f"{type(inner).__name__.upper()} "
        inner = inner.pattern
    if isinstance(inner, gp.Project):
        inner = inner.pattern
    if isinstance(inner, gp.OrderBy):
        order = " ORDER BY " + " ".join(f"{way.value}({expression(key)})" for way, key in inner.keys)
        inner = inner.pattern
    return f"SELECT {distinct}{_names(names)} {{ {group(inner)} }}{order}{cut}"


def _names(names: Iterable[str]) -> str:
    return " ".join(map(words.variable, sorted(names))) or words.NO_VARIABLE


def _listed(arguments: Iterable[Expression]) -> str:
    return ", ".join(map(expression, arguments))


def _is_beyond_sparql(node: Node) -> bool:
    match node:
        case gp.WindowOf() | gp.MatchOf() | ex.OfInterval() | ex.Previous() | ex.Exists():
            return True
        case ex.Aggregate(AggregateFunction.COUNT, argument, distinct):
            return distinct if argument is None else not isinstance(argument, Variable)
        case ex.Aggregate(function):
            return function in ORDERED_AGGREGATES | _ORDERED_BY_THE_ENGINE
        case gp.Slice() | gp.Reduced():
            return True
        case gp.GraphOf(Variable(), inner):
            return not isinstance(inner, (gp.BasicGraphPattern, gp.PathPattern))
        case _:
            return False


def _refused(service: gp.Service) -> QueryError:
    name = service.name.term if isinstance(service.name, Constant) else f"?{service.name.name}"
    shown = f"SERVICE {name}"
    return QueryError(
        Diagnostic(
            f"no engine here follows SERVICE to {name}",
            Source("query", shown),
            Span(0, len(shown)),
            note="another endpoint would have to answer this",
            help="load what the endpoint says as background and ask for it with GRAPH",
        )
    )
