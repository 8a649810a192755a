"""What may be said about groups of solutions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.checks.survey import Survey
from seqoia.languages.sparql.refusal import Refusal

SelectForm: TypeAlias = tree.Select | tree.SubSelect


def check_aggregates(survey: Survey) -> None:
    """Aggregates stand in SELECT, HAVING and ORDER BY, and not in each other (SPARQL 1.2, section 11)."""
    if not any(survey.of(tree.Aggregate)):
        return
    waiting: list[tuple[tree.Syntax, str]] = [(survey.document, "")]
    while waiting:
        part, obstacle = waiting.pop()
        if isinstance(part, tree.Aggregate) and obstacle:
            raise Refusal(f"{part.name} cannot stand inside {obstacle}", part.span, "aggregates sum up whole groups")
        inner = _obstacle_in(part, obstacle)
        waiting.extend((child, inner) for child in tree.children(part))


def _obstacle_in(part: tree.Syntax, around: str) -> str:
    match part:
        case tree.Aggregate():
            return part.name
        case tree.Filter():
            return "FILTER"
        case tree.Bind():
            return "BIND"
        case tree.GroupCondition():
            return "GROUP BY"
        case tree.SubSelect():
            return ""
        case _:
            return around


def check_grouped_projection(survey: Survey) -> None:
    """Of groups, only keys, aggregates and what is made of them can be told (SPARQL 1.2, section 11.4)."""
    for form in select_forms(survey):
        if is_grouped(form):
            _check_projection(form)


def _check_projection(form: SelectForm) -> None:
    if form.select.projection is None:
        raise Refusal(
            "SELECT * cannot be used with groups",
            form.select.span,
            "expected a list of variables and expressions",
            "name the grouped variables",
        )
    known = set(key_names(form.modifiers))
    for item in form.select.projection:
        for variable in free_variables(item if isinstance(item, tree.Variable) else item.expression):
            if variable.name not in known:
                raise Refusal(
                    f"?{variable.name} has no single value in a group",
                    variable.span,
                    "expected a variable of GROUP BY, or an aggregate",
                    f"add ?{variable.name} to GROUP BY, or write SAMPLE(?{variable.name})",
                )
        if isinstance(item, tree.ProjectedExpression):
            known.add(item.variable.name)


def select_forms(survey: Survey) -> Iterator[SelectForm]:
    """The queries and subqueries that make tables."""
    yield from survey.of(tree.Select)
    yield from survey.of(tree.SubSelect)


def is_grouped(form: SelectForm) -> bool:
    """Whether the solutions are gathered: by GROUP BY, or because an aggregate asks for it."""
    modifiers = form.modifiers
    speaking = (form.select, *modifiers.having, *modifiers.order_by)
    return bool(modifiers.group_by) or any(
        isinstance(part, tree.Aggregate) for spoken in speaking for part in _outside_groups(spoken)
    )


def key_names(modifiers: tree.SolutionModifiers) -> Iterator[str]:
    """The variables that have one value in each group."""
    for key in modifiers.group_by:
        if key.variable is not None:
            yield key.variable.name
        elif isinstance(key.expression, tree.Variable):
            yield key.expression.name


def free_variables(expression: tree.Expression) -> Iterator[tree.Variable]:
    """The variables of an expression, without those inside aggregates and graph patterns."""
    for part in _outside_groups(expression, aggregates=False):
        if isinstance(part, tree.Variable):
            yield part


def _outside_groups(part: tree.Syntax, *, aggregates: bool = True) -> Iterator[tree.Syntax]:
    waiting = [part]
    while waiting:
        current = waiting.pop()
        yield current
        if isinstance(current, tree.Group) or (isinstance(current, tree.Aggregate) and not aggregates):
            continue
        waiting.extend(reversed(list(tree.children(current))))
