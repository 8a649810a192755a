"""Which variables a pattern can bind (SPARQL 1.2, section 18.2.1)."""

from __future__ import annotations

from seqoia.languages.sparql import tree


class VisibleVariables:
    """The names that parts of one document make visible around them; each group is looked at once."""

    def __init__(self) -> None:
        self._of_part: dict[int, frozenset[str]] = {}

    def of(self, part: tree.Syntax) -> frozenset[str]:
        """The names visible outside of the part."""
        known = self._of_part.get(id(part))
        if known is None:
            known = self._of_part[id(part)] = self._found(part)
        return known

    def _found(self, part: tree.Syntax) -> frozenset[str]:
        match part:
            case tree.Variable():
                return frozenset({part.name})
            case tree.TriplesBlock():
                return frozenset(inner.name for inner in tree.walk(part) if isinstance(inner, tree.Variable))
            case tree.Filter() | tree.Minus():
                return frozenset()
            case tree.Bind():
                return frozenset({part.variable.name})
            case tree.Values():
                return frozenset(variable.name for variable in part.variables)
            case tree.SubSelect():
                return self._of_sub_select(part)
            case _:
                return self._inside(part)

    def _of_sub_select(self, part: tree.SubSelect) -> frozenset[str]:
        tail = self.of(part.values) if part.values else frozenset()
        if part.select.projection is None:
            return self.of(part.where) | tail
        return tail | {name_of(item) for item in part.select.projection}

    def _inside(self, part: tree.Syntax) -> frozenset[str]:
        """Groups, unions, optional parts, named graphs, and elements of dialects: whatever they hold."""
        found: set[str] = set()
        for inner in tree.children(part):
            if isinstance(inner, tree.PatternElement | tree.Variable):
                found |= self.of(inner)
        return frozenset(found)


def name_of(item: tree.Variable | tree.ProjectedExpression) -> str:
    """The column that a part of a projection makes."""
    return item.name if isinstance(item, tree.Variable) else item.variable.name
