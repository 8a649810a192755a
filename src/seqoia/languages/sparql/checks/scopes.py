"""A variable gets its value in one place."""

from __future__ import annotations

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.checks.grouping import is_grouped, key_names, select_forms
from seqoia.languages.sparql.checks.survey import Survey
from seqoia.languages.sparql.checks.visible import VisibleVariables, name_of
from seqoia.languages.sparql.refusal import Refusal


def check_scopes(survey: Survey) -> None:
    """BIND, SELECT … AS and GROUP BY … AS name new variables (SPARQL 1.2, sections 10.1, 16.1.2, 18.2.1)."""
    visible = VisibleVariables()
    for group in survey.of(tree.Group):
        _check_binds(group, visible)
    for form in select_forms(survey):
        _check_projection(form, visible)


def _check_binds(group: tree.Group, visible: VisibleVariables) -> None:
    before: set[str] = set()
    for element in group.elements:
        if isinstance(element, tree.Bind) and element.variable.name in before:
            raise _taken(element.variable, "it is bound earlier in this group")
        before |= visible.of(element)


def _check_projection(form: tree.Select | tree.SubSelect, visible: VisibleVariables) -> None:
    inside = visible.of(form.where)
    for key in form.modifiers.group_by:
        if key.variable is not None:
            if key.variable.name in inside:
                raise _taken(key.variable, "it is bound in WHERE")
            inside |= {key.variable.name}
    taken = set(key_names(form.modifiers)) if is_grouped(form) else set(inside)
    for item in form.select.projection or ():
        if isinstance(item, tree.ProjectedExpression) and item.variable.name in taken:
            raise _taken(item.variable, "it already has a value here")
        taken.add(name_of(item))


def _taken(variable: tree.Variable, note: str) -> Refusal:
    return Refusal(f"?{variable.name} cannot be assigned again", variable.span, note, "choose another name")
