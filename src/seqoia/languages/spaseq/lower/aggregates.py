"""Aggregates over the iterations of a repetition (SEMANTICS 4.3): which repetition gathers what."""

from __future__ import annotations

from seqoia.algebra.expressions import Aggregate, AggregateFunction, Expression, Previous, Variable
from seqoia.languages.sparql import tree as core
from seqoia.languages.sparql.lower import Lowering
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.spaseq import tree
from seqoia.languages.spaseq.lower.gpms import aggregates, asked, expression_of
from seqoia.languages.spaseq.lower.places import Layout, occurring
from seqoia.languages.spaseq.lower.visibility import unbound


class AggregateLowering(Lowering):
    """An aggregate becomes a hidden variable that its repetition collects."""

    layout: Layout
    collected: dict[int, dict[Aggregate, Variable]]

    def expression(self, written: core.Expression) -> Expression:
        if isinstance(written, core.Aggregate) and self.gathering is None:
            return self._collected(written)
        return super().expression(written)

    def look_for(self, expression: core.Expression, seen: frozenset[str], note: str) -> None:
        """Warns of variables that an expression deeper in a GPM asks for and can never see."""
        for variable in asked(expression):
            name = variable.name
            if name in seen or name in self.around:
                continue
            owned = any(name in gpm.bound for gpm in self.layout.gpms.values())
            help = "move it to the top of the GPM, where filters and binds see earlier events" if owned else ""
            self.warn(f"?{name} never has a value here", variable.span, note, help)

    def builtin(self, name: str, arguments: tuple[Expression, ...]) -> Expression:
        if name == "PREV" and isinstance(arguments[0], Variable):
            return Previous(arguments[0])
        return super().builtin(name, arguments)

    def check_aggregates_are_over(self) -> None:
        """A filter asks for aggregates of repetitions that came before it."""
        for place in self.layout.places:
            for element in place.gpm.stateful:
                for written in aggregates(expression_of(element)):
                    gatherer = repetition_of(written, self.layout)
                    if not any(each is gatherer for each in place.over):
                        raise Refusal(
                            f"this {written.name} is not known yet",
                            written.span,
                            f"its repetition is not over when {place.gpm.name.text} is matched",
                            "ask for it in a later element, or in SELECT",
                        )

    def _collected(self, written: core.Aggregate) -> Variable:
        gatherer = self.collected.setdefault(id(repetition_of(written, self.layout)), {})
        aggregate = self._aggregated(written)
        if aggregate not in gatherer:
            gatherer[aggregate] = self.fresh("agg")
        return gatherer[aggregate]

    def _aggregated(self, written: core.Aggregate) -> Aggregate:
        counted = written.argument is None or isinstance(written.argument, tree.Name)
        argument = None if counted or written.argument is None else self.expression(written.argument)
        separator = None if written.separator is None else written.separator.value
        return Aggregate(AggregateFunction[written.name], argument, written.distinct, separator)


def repetition_of(written: core.Aggregate, layout: Layout) -> tree.Repeated:
    """The one repetition whose iterations bind what the aggregate asks for."""
    argument = written.argument
    if argument is None:
        return _only(
            list(layout.repetitions), written, "there is no repetition to count", "there are several repetitions"
        )
    if isinstance(argument, tree.Name):
        repeating = [each for each in layout.repetitions if argument.text in _names(each)]
        nothing, several = (
            f"no repetition has {argument.text} in it",
            f"several repetitions have {argument.text} in them",
        )
        return _only(repeating, written, nothing, several)
    variables = list(asked(argument))
    if not variables:
        raise Refusal(f"{written.name} asks for no variable", argument.span, "expected a variable of a repetition")
    names = {variable.name for variable in variables}
    told = " and ".join(f"?{name}" for name in dict.fromkeys(variable.name for variable in variables))
    repeating = [each for each in layout.repetitions if names & layout.bound(each.expression)]
    found = _only(repeating, written, f"no repetition binds {told}", f"several repetitions bind {told}")
    _check_known(variables, found, layout)
    return found


def _only(repeating: list[tree.Repeated], written: core.Aggregate, nothing: str, several: str) -> tree.Repeated:
    match repeating:
        case [found]:
            return found
        case []:
            raise Refusal(
                nothing, written.span, f"{written.name} gathers the iterations of a repetition", "write B+ in SEQ"
            )
        case _:
            raise Refusal(
                several,
                written.span,
                f"{written.name} gathers the iterations of one repetition",
                "give what each repetition binds a name of its own",
            )


def _names(repetition: tree.Repeated) -> set[str]:
    return {event.name.text for event in occurring(repetition)}


def _check_known(variables: list[core.Variable], repetition: tree.Repeated, layout: Layout) -> None:
    known = layout.bound(repetition.expression) | layout.before(repetition)
    for variable in variables:
        if variable.name not in known:
            raise unbound(variable, layout, "neither the repetition nor anything before it does")
