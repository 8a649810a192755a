"""Terms, texts and names, with the escapes that they need."""

from __future__ import annotations

import re

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.printer.page import Page

_ESCAPED = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_IN_SHORT = re.compile(r"[\\\n\r\t\b\f]".replace(r"\b", "\b"))
_IN_LONG = re.compile(r"[\\\r\b\f]".replace(r"\b", "\b"))
_NOT_BARE = re.compile(r"%(?![0-9A-Fa-f]{2})|[~.!$&'()*+,;=/?#@-]")
_INNER = re.compile(r"[-.]")


class TermPrinter(Page):
    """Methods for the classes of `tree/terms.py`."""

    def print_variable(self, part: tree.Variable) -> str:
        return f"?{part.name}"

    def print_full_iri(self, part: tree.FullIri) -> str:
        return f"<{part.text}>"

    def print_prefixed_name(self, part: tree.PrefixedName) -> str:
        return f"{part.prefix}:{_escaped_local(part.local)}"

    def print_rdf_type(self, _: tree.RdfType) -> str:
        return "a"

    def print_blank_node_label(self, part: tree.BlankNodeLabel) -> str:
        return f"_:{part.label}"

    def print_anonymous(self, _: tree.Anonymous) -> str:
        return "[]"

    def print_text(self, part: tree.Text) -> str:
        mark = part.quote.value
        if part.quote in {tree.Quote.DOUBLE, tree.Quote.SINGLE}:
            escaped = _IN_SHORT.sub(lambda found: _ESCAPED[found.group()], part.value)
            return mark + escaped.replace(mark, "\\" + mark) + mark
        escaped = _IN_LONG.sub(lambda found: _ESCAPED[found.group()], part.value)
        return mark + re.sub(f"{mark[0]}(?={mark[0]}|$)", "\\\\" + mark[0], escaped) + mark

    def print_language(self, part: tree.Language) -> str:
        return f"@{part.tag}--{part.direction}" if part.direction else f"@{part.tag}"

    def print_text_literal(self, part: tree.TextLiteral) -> str:
        return self.show(part.text) + (self.show(part.language) if part.language else "")

    def print_typed_literal(self, part: tree.TypedLiteral) -> str:
        return f"{self.show(part.text)}^^{self.show(part.datatype)}"

    def print_number(self, part: tree.Number) -> str:
        return part.lexical

    def print_boolean(self, part: tree.Boolean) -> str:
        return "true" if part.value else "false"

    def print_triple_term(self, part: tree.TripleTerm) -> str:
        return f"<<( {self.all((part.subject, part.predicate, part.object))} )>>"


def _escaped_local(local: str) -> str:
    def escaped(found: re.Match[str]) -> str:
        inside = 0 < found.start() < len(local) - 1
        bare = _INNER.fullmatch(found.group()) and (inside or (found.group() == "-" and found.start() > 0))
        return found.group() if bare else "\\" + found.group()

    return _NOT_BARE.sub(escaped, local)
