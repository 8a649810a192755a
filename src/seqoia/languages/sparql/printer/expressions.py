"""Expressions and property paths, bracketed where their nesting needs it."""

from __future__ import annotations

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.printer.terms import TermPrinter

RANKS: dict[type[tree.Syntax], int] = {
    tree.Disjunction: 1,
    tree.Conjunction: 2,
    tree.Comparison: 3,
    tree.Membership: 3,
    tree.Additive: 4,
    tree.Multiplicative: 5,
    tree.Unary: 6,
    tree.PathAlternative: 1,
    tree.PathSequence: 2,
    tree.PathInverse: 3,
    tree.PathRepeat: 4,
}
"""How tightly operators bind, in expressions and in paths; what is not listed binds tightest."""
TIGHTEST = 7
CALLS = (tree.BuiltinCall, tree.Aggregate, tree.IriCall, tree.Exists)


class ExpressionPrinter(TermPrinter):
    """Methods for the classes of `tree/expressions.py` and `tree/paths.py`."""

    def operand(self, part: tree.Syntax, rank: int) -> str:
        """The part where the grammar wants something that binds at least so tightly."""
        text = self.show(part)
        return text if RANKS.get(type(part), TIGHTEST) >= rank else f"({text})"

    def condition(self, part: tree.Expression) -> str:
        """The part where the grammar wants brackets or a call."""
        text = self.show(part)
        return text if isinstance(part, CALLS) else f"({text})"

    def print_disjunction(self, part: tree.Disjunction) -> str:
        return " || ".join([self.operand(operand, 2) for operand in part.operands])

    def print_conjunction(self, part: tree.Conjunction) -> str:
        return " && ".join([self.operand(operand, 3) for operand in part.operands])

    def print_comparison(self, part: tree.Comparison) -> str:
        return f"{self.operand(part.left, 4)} {part.operator} {self.operand(part.right, 4)}"

    def print_membership(self, part: tree.Membership) -> str:
        word = "NOT IN" if part.negated else "IN"
        return f"{self.operand(part.value, 4)} {word} ({self.all(part.choices, ', ')})"

    def print_additive(self, part: tree.Additive) -> str:
        return self._chain(part, 5)

    def print_multiplicative(self, part: tree.Multiplicative) -> str:
        return self._chain(part, 6)

    def _chain(self, part: tree.Additive | tree.Multiplicative, rank: int) -> str:
        steps = [f" {step.operator} {self.operand(step.operand, rank)}" for step in part.steps]
        return self.operand(part.first, rank) + "".join(steps)

    def print_unary(self, part: tree.Unary) -> str:
        operand = self.operand(part.operand, 6 if part.operator == "!" else TIGHTEST)
        separator = " " if operand[0].isdigit() or operand[0] == "." else ""
        return f"{part.operator}{separator}{operand}"

    def print_builtin_call(self, part: tree.BuiltinCall) -> str:
        return f"{part.name}({self.all(part.arguments, ', ')})"

    def print_aggregate(self, part: tree.Aggregate) -> str:
        distinct = "DISTINCT " if part.distinct else ""
        argument = "*" if part.argument is None else self.show(part.argument)
        separator = f"; SEPARATOR = {self.show(part.separator)}" if part.separator else ""
        return f"{part.name}({distinct}{argument}{separator})"

    def print_iri_call(self, part: tree.IriCall) -> str:
        distinct = "DISTINCT " if part.distinct else ""
        return f"{self.show(part.function)}({distinct}{self.all(part.arguments, ', ')})"

    def print_exists(self, part: tree.Exists) -> str:
        return f"{'NOT ' if part.negated else ''}EXISTS {self.show(part.group)}"

    def print_path_alternative(self, part: tree.PathAlternative) -> str:
        return "|".join([self.operand(branch, 2) for branch in part.branches])

    def print_path_sequence(self, part: tree.PathSequence) -> str:
        return "/".join([self.operand(step, 3) for step in part.steps])

    def print_path_inverse(self, part: tree.PathInverse) -> str:
        return f"^{self.operand(part.path, 4)}"

    def print_path_repeat(self, part: tree.PathRepeat) -> str:
        return f"{self.operand(part.path, 5)}{part.times.value}"

    def print_path_negated(self, part: tree.PathNegated) -> str:
        excluded = self.all(part.excluded, "|")
        return f"!{excluded}" if len(part.excluded) == 1 else f"!({excluded})"
