"""Queries: a clause a line."""

from __future__ import annotations

from collections.abc import Sequence

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.printer.patterns import PatternPrinter


class Printer(PatternPrinter):
    """Methods for the classes of `tree/queries.py`; the printer of SPARQL."""

    def print_query(self, part: tree.Query) -> str:
        text = self.prologue(part.prologue) + self.line(part.form)
        if part.values is not None:
            text += "\n" + self.line(part.values)
        return text

    def prologue(self, declarations: Sequence[tree.Declaration]) -> str:
        """The declarations and the empty line after them."""
        return f"{self.lines(declarations)}\n\n" if declarations else ""

    def print_base_declaration(self, part: tree.BaseDeclaration) -> str:
        return f"BASE {self.show(part.iri)}"

    def print_prefix_declaration(self, part: tree.PrefixDeclaration) -> str:
        return f"PREFIX {part.prefix}: {self.show(part.iri)}"

    def print_version_declaration(self, part: tree.VersionDeclaration) -> str:
        return f"VERSION {self.show(part.version)}"

    def print_select(self, part: tree.Select) -> str:
        return self.clauses(self.show(part.select), part.dataset, part.where, part.modifiers)

    def print_construct(self, part: tree.Construct) -> str:
        head = "CONSTRUCT" if part.template is None else f"CONSTRUCT {self._template(part.template)}"
        return self.clauses(head, part.dataset, part.where, part.modifiers)

    def print_describe(self, part: tree.Describe) -> str:
        targets = "*" if part.targets is None else self.all(part.targets)
        return self.clauses(f"DESCRIBE {targets}", part.dataset, part.where, part.modifiers)

    def print_ask(self, part: tree.Ask) -> str:
        return self.clauses("ASK", part.dataset, part.where, part.modifiers)

    def clauses(
        self,
        head: str,
        dataset: Sequence[tree.DatasetClause],
        where: tree.Group | None,
        modifiers: tree.SolutionModifiers,
    ) -> str:
        """The head of a query form and what comes after it."""
        text = head + "".join([self.newline + self.line(clause) for clause in dataset])
        if where is not None:
            text += f"{self.newline}{self.due(where.span.start)}WHERE {self.show(where)}"
        return text + self.show(modifiers)

    def print_default_graph(self, part: tree.DefaultGraph) -> str:
        return f"FROM {self.show(part.iri)}"

    def print_named_graph(self, part: tree.NamedGraph) -> str:
        return f"FROM NAMED {self.show(part.iri)}"

    def print_select_clause(self, part: tree.SelectClause) -> str:
        words = ["SELECT", *([part.duplicates.value] if part.duplicates.value else [])]
        return " ".join([*words, "*" if part.projection is None else self.all(part.projection)])

    def print_projected_expression(self, part: tree.ProjectedExpression) -> str:
        return f"({self.show(part.expression)} AS {self.show(part.variable)})"

    def print_sub_select(self, part: tree.SubSelect) -> str:
        text = self.clauses(self.show(part.select), (), part.where, part.modifiers)
        return text if part.values is None else text + self.newline + self.line(part.values)

    def print_solution_modifiers(self, part: tree.SolutionModifiers) -> str:
        text = ""
        if part.group_by:
            text += f"{self.newline}GROUP BY {self.all(part.group_by)}"
        if part.having:
            conditions = [self.condition(condition) for condition in part.having]
            text += f"{self.newline}HAVING {' '.join(conditions)}"
        if part.order_by:
            text += f"{self.newline}ORDER BY {self.all(part.order_by)}"
        if part.limit is not None:
            text += f"{self.newline}LIMIT {part.limit}"
        if part.offset is not None:
            text += f"{self.newline}OFFSET {part.offset}"
        return text

    def print_group_condition(self, part: tree.GroupCondition) -> str:
        if part.variable is not None:
            return f"({self.show(part.expression)} AS {self.show(part.variable)})"
        return self._key(part.expression)

    def print_order_condition(self, part: tree.OrderCondition) -> str:
        return f"DESC({self.show(part.expression)})" if part.descending else self._key(part.expression)

    def _key(self, expression: tree.Expression) -> str:
        if isinstance(expression, tree.Variable):
            return self.show(expression)
        return self.condition(expression)

    def _template(self, block: tree.TriplesBlock) -> str:
        with self.indented():
            inside = "".join([self.newline + self.line(triples) for triples in block.triples])
            inside += self.left(block.span.end)
        return f"{{{inside}{self.newline}}}" if inside else "{}"
