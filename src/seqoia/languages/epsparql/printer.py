"""From syntax tree to well formatted text."""

from __future__ import annotations

from seqoia.languages.epsparql import tree
from seqoia.languages.sparql.printer import Printer


class EpsparqlPrinter(Printer):
    """Methods for the classes of `tree.py`."""

    def print_ruled_query(self, part: tree.RuledQuery) -> str:
        text = self.prologue(part.prologue)
        text += "".join([f"{self.line(rule)}\n\n" for rule in part.rules])
        text += self.line(part.form)
        return text if part.values is None else f"{text}\n{self.line(part.values)}"

    def print_rule(self, part: tree.Rule) -> str:
        head = f"RULE {part.name}{self.newline}" if part.name else ""
        return head + self.show(part.construct)

    def print_chain(self, part: tree.Chain) -> str:
        text = self.show(part.operands[0])
        for operator, operand in zip(part.operators, part.operands[1:], strict=True):
            text += f" {operator.value} {self.show(operand)}"
        return text

    def print_from_stream(self, part: tree.FromStream) -> str:
        return f"FROM STREAM {self.show(part.iri)}"

    def print_policy(self, part: tree.Policy) -> str:
        return f"POLICY {part.name.value}"

    def print_entailment(self, part: tree.Entailment) -> str:
        return f"ENTAILMENT {part.regime.value}"
