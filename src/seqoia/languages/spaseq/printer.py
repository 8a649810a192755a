"""SPAseq as text: a clause a line, a definition a block."""

from __future__ import annotations

from typing_extensions import assert_never

from seqoia.languages.sparql.printer import Printer
from seqoia.languages.sparql.tree import Syntax
from seqoia.languages.spaseq import tree
from seqoia.languages.spaseq.words import SIGNS
from seqoia.model import NoSkip, SkipPastLast, SkipTo, SkipToNext

LOOSENESS: dict[type[Syntax], int] = {tree.Chain: 3, tree.Choices: 2, tree.Together: 1}
"""How loosely operators bind; a mark or a quantifier binds tightest."""


class SpaseqPrinter(Printer):
    """Methods for the classes of `tree.py`."""

    def print_sequence_query(self, part: tree.SequenceQuery) -> str:
        text = self.prologue(part.prologue)
        if part.registration is not None:
            text += f"{self.line(part.registration)}\n"
        text += self.line(part.head)
        text += "".join([f"\n{self.line(clause)}" for clause in part.dataset])
        text += f"\n{self.due(part.pattern.span.start)}WHERE {self.show(part.pattern)}"
        return text + self.show(part.modifiers)

    def print_registration(self, part: tree.Registration) -> str:
        return f"REGISTER {part.kind} {self.show(part.name)} AS"

    def print_ask_head(self, _part: tree.AskHead) -> str:
        return "ASK"

    def print_construct_head(self, part: tree.ConstructHead) -> str:
        with self.indented():
            inside = "".join([self.newline + self.line(triples) for triples in part.template.triples])
            inside += self.left(part.template.span.end)
        return f"CONSTRUCT {{{inside}{self.newline}}}" if inside else "CONSTRUCT {}"

    def print_describe_head(self, part: tree.DescribeHead) -> str:
        return f"DESCRIBE {'*' if part.targets is None else self.all(part.targets)}"

    def print_name(self, part: tree.Name) -> str:
        return part.text

    def print_stream_clause(self, part: tree.StreamClause) -> str:
        return f"FROM STREAM {self.all((part.name, part.iri))}"

    def print_within_clause(self, part: tree.WithinClause) -> str:
        sliding = " SLIDING" if part.sliding else ""
        starting = f" STARTING AT {self.show(part.start)}" if part.start else ""
        return f"WITHIN {self.show(part.width)}{sliding}{starting}"

    def print_width(self, part: tree.Width) -> str:
        if part.unit is None:
            return part.amount
        return f"{part.amount} {part.unit.name.removesuffix('S') if part.amount == '1' else part.unit.name}"

    def print_bare_duration(self, part: tree.BareDuration) -> str:
        return part.text

    def print_quoted_duration(self, part: tree.QuotedDuration) -> str:
        return self.show(part.text) + (f"^^{self.show(part.datatype)}" if part.datatype else "")

    def print_entailment_clause(self, part: tree.EntailmentClause) -> str:
        return f"ENTAILMENT {part.regime.value.upper()}"

    def print_pattern(self, part: tree.Pattern) -> str:
        with self.indented():
            text = f"{self.newline}{self.due(part.expression.span.start)}SEQ ({self.show(part.expression)})"
            text += "".join([f"\n{self.newline}{self.line(definition)}" for definition in part.definitions])
            text += self.left(part.span.end)
        return f"{{{text}{self.newline}}}"

    def print_definition(self, part: tree.Definition) -> str:
        return f"DEFINE GPM {self.show(part.name)} ON {self.all((part.stream, part.group))}"

    def print_event_name(self, part: tree.EventName) -> str:
        return part.name.text

    def print_chain(self, part: tree.Chain) -> str:
        return self._inside(part.first, 2) + self.all(part.followers, "")

    def print_follower(self, part: tree.Follower) -> str:
        sign = SIGNS[part.policy]
        return f"{',' if sign == ',' else f' {sign}'} {self._inside(part.expression, 2)}"

    def print_choices(self, part: tree.Choices) -> str:
        return " | ".join([self._inside(branch, 1) for branch in part.branches])

    def print_together(self, part: tree.Together) -> str:
        return " & ".join([self._inside(each, 0) for each in part.parts])

    def print_repeated(self, part: tree.Repeated) -> str:
        by = f" BY {part.follows.value.upper()}" if part.follows else ""
        longest = " LONGEST" if part.longest else ""
        return f"{self._inside(part.expression, 0)}{_quantifier(part)}{by}{longest}"

    def print_optional_event(self, part: tree.OptionalEvent) -> str:
        return self._marked(part.expression, "?")

    def print_absent_event(self, part: tree.AbsentEvent) -> str:
        return self._marked(part.expression, "!")

    def _marked(self, expression: tree.SequenceExpression, mark: str) -> str:
        """The mark after its expression; brackets keep it apart from the words of a repetition."""
        if isinstance(expression, tree.Repeated):
            return f"({self.show(expression)}){mark}"
        return self._inside(expression, 0) + mark

    def _inside(self, expression: tree.SequenceExpression, loosest: int) -> str:
        text = self.show(expression)
        return f"({text})" if LOOSENESS.get(type(expression), 0) > loosest else text

    def print_modifiers(self, part: tree.Modifiers) -> str:
        text = "" if part.skip is None else f"\n{self.line(part.skip)}"
        if part.limit_per_start is not None:
            text += f"\nLIMIT {part.limit_per_start} PER START"
        if part.order_by:
            text += f"\nORDER BY {self.all(part.order_by)}"
        text += "" if part.limit is None else f"\nLIMIT {part.limit}"
        return text if part.offset is None else f"{text}\nOFFSET {part.offset}"

    def print_skip_clause(self, part: tree.SkipClause) -> str:
        match part.after_match:
            case NoSkip():
                return "AFTER MATCH NO SKIP"
            case SkipToNext():
                return "AFTER MATCH SKIP TO NEXT EVENT"
            case SkipPastLast():
                return "AFTER MATCH SKIP PAST LAST EVENT"
            case SkipTo(which, label):
                return f"AFTER MATCH SKIP TO {which.value.upper()} {label}"
            case _:
                assert_never(part.after_match)


def _quantifier(part: tree.Repeated) -> str:
    match part.at_least, part.at_most:
        case 0, None:
            return "*"
        case 1, None:
            return "+"
        case least, None:
            return f"{{{least},}}"
        case least, most:
            return f"{{{least}}}" if least == most else f"{{{least},{most}}}"
