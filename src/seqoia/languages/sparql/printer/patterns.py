"""Triple patterns and graph patterns: an element a line, a property a line."""

from __future__ import annotations

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.printer.expressions import ExpressionPrinter


class PatternPrinter(ExpressionPrinter):
    """Methods for the classes of `tree/triples.py` and `tree/patterns.py`."""

    def print_triples_block(self, part: tree.TriplesBlock) -> str:
        return self.lines(part.triples)

    def print_triples(self, part: tree.Triples) -> str:
        text = self.show(part.subject)
        if not part.properties:
            return f"{text} ."
        text += " " + self.show(part.properties[0])
        with self.indented():
            for told in part.properties[1:]:
                text += f" ;{self.newline}{self.line(told)}"
        return f"{text} ."

    def print_property(self, part: tree.Property) -> str:
        return f"{self.show(part.verb)} {self.all(part.objects, ', ')}"

    def print_object(self, part: tree.Object) -> str:
        return self.all((part.node, *part.annotations))

    def print_reifier(self, part: tree.Reifier) -> str:
        return f"~ {self.show(part.name)}" if part.name else "~"

    def print_annotation_block(self, part: tree.AnnotationBlock) -> str:
        return f"{{| {self.all(part.properties, ' ; ')} |}}"

    def print_reified_triple(self, part: tree.ReifiedTriple) -> str:
        pieces = (part.subject, part.predicate, part.object, *((part.reifier,) if part.reifier else ()))
        return f"<< {self.all(pieces)} >>"

    def print_collection(self, part: tree.Collection) -> str:
        return f"({self.all(part.items)})"

    def print_blank_node_properties(self, part: tree.BlankNodeProperties) -> str:
        return f"[ {self.all(part.properties, ' ; ')} ]"

    def print_group(self, part: tree.Group) -> str:
        with self.indented():
            inside = "".join([self.newline + self.line(element) for element in part.elements])
            inside += self.left(part.span.end)
        return f"{{{inside}{self.newline}}}" if inside else "{}"

    def print_union(self, part: tree.Union) -> str:
        return self.all(part.branches, " UNION ")

    def print_optional(self, part: tree.Optional) -> str:
        return f"OPTIONAL {self.show(part.group)}"

    def print_minus(self, part: tree.Minus) -> str:
        return f"MINUS {self.show(part.group)}"

    def print_graph(self, part: tree.Graph) -> str:
        return f"GRAPH {self.all((part.name, part.group))}"

    def print_service(self, part: tree.Service) -> str:
        silent = "SILENT " if part.silent else ""
        return f"SERVICE {silent}{self.all((part.endpoint, part.group))}"

    def print_filter(self, part: tree.Filter) -> str:
        return f"FILTER {self.condition(part.condition)}"

    def print_bind(self, part: tree.Bind) -> str:
        return f"BIND ({self.show(part.expression)} AS {self.show(part.variable)})"

    def print_values(self, part: tree.Values) -> str:
        if len(part.variables) == 1:
            cells = " ".join([self.all(row.values) for row in part.rows])
            return f"VALUES {self.show(part.variables[0])} {{ {cells} }}"
        with self.indented():
            rows = "".join([self.newline + self.line(row) for row in part.rows])
            rows += self.left(part.span.end)
        return f"VALUES ({self.all(part.variables)}) {{{rows}{self.newline}}}"

    def print_data_row(self, part: tree.DataRow) -> str:
        return f"({self.all(part.values)})"

    def print_undef(self, _: tree.Undef) -> str:
        return "UNDEF"
