"""VALUES tables are rectangular."""

from __future__ import annotations

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.checks.survey import Survey
from seqoia.languages.sparql.refusal import Refusal


def check_values(survey: Survey) -> None:
    """Each row has a value for each variable, and no variable heads two columns (SPARQL 1.2, section 10.2)."""
    for table in survey.of(tree.Values):
        _check_table(table)


def _check_table(table: tree.Values) -> None:
    seen: set[str] = set()
    for variable in table.variables:
        if variable.name in seen:
            raise Refusal(f"?{variable.name} heads two columns", variable.span, "expected another variable")
        seen.add(variable.name)
    width = len(table.variables)
    for row in table.rows:
        if len(row.values) != width:
            expected = f"expected {width} value{'' if width == 1 else 's'}, {len(row.values)} given"
            raise Refusal("this row does not fit the variables", row.span, expected, "UNDEF stands for no value")
