"""What names mean: prefixes and base, blank nodes, variables made here; and where warnings go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from seqoia.algebra.expressions import Variable
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.lower.iris import is_absolute, resolved
from seqoia.languages.sparql.refusal import Refusal
from seqoia.model import NamedNode
from seqoia.text import Diagnostic, Severity, Source, Span

Listener: TypeAlias = Callable[[Diagnostic], None]
"""Who hears the warnings about a query."""


def unheard(warning: Diagnostic) -> None:
    """For those who want the query alone."""


class Names:
    """The names of one query: resolved by its prologue, or made for what it left nameless."""

    def __init__(self, source: Source, warn: Listener = unheard, base: str | None = None) -> None:
        self.source = source
        self.base = base
        self.prefixes: dict[str, str] = {}
        self._heard = warn
        self._made: Counter[str] = Counter()
        self._label_mark = "_"

    def declare(self, declarations: Iterable[tree.Declaration]) -> None:
        """Takes the lines of the prologue one after another."""
        for declaration in declarations:
            self.declaration(declaration)

    def declaration(self, declaration: tree.Declaration) -> None:
        """One line of the prologue; a dialect may know more kinds."""
        match declaration:
            case tree.BaseDeclaration(iri):
                self.base = self._absolute(iri)
            case tree.PrefixDeclaration(prefix, iri):
                self.prefixes[prefix] = self._absolute(iri)
            case tree.VersionDeclaration():
                pass
            case _:
                raise TypeError(f"nothing says what {type(declaration).__name__} means")

    def iri(self, name: tree.Iri) -> NamedNode:
        """The IRI that a name stands for."""
        match name:
            case tree.FullIri():
                text = self._absolute(name)
            case tree.PrefixedName(prefix, local):
                text = self.prefixes[prefix] + local
        try:
            return NamedNode(text)
        except ValueError as error:
            raise Refusal(f"<{text}> is not an IRI", name.span, str(error)) from None

    def fresh(self, purpose: str) -> Variable:
        """A hidden variable that nothing else has: `.agg0`, `.agg1`."""
        number = self._made[purpose]
        self._made[purpose] += 1
        return Variable(f".{purpose}{number}")

    def blank_node(self, node: tree.BlankNode) -> Variable:
        """The hidden variable of a blank node: one for each label, and a new one for each `[]`."""
        if isinstance(node, tree.BlankNodeLabel):
            return Variable(f".{self._label_mark}{node.label}")
        return self.fresh("b")

    @contextmanager
    def labels(self, mark: str) -> Iterator[None]:
        """Labels of blank nodes that are told apart from those elsewhere by a mark of their own."""
        before, self._label_mark = self._label_mark, mark
        yield
        self._label_mark = before

    def warn(self, message: str, span: Span, note: str = "", help: str = "") -> None:
        """Says something that does not keep the query from being answered."""
        self._heard(Diagnostic(message, self.source, span, note, help, Severity.WARNING))

    def _absolute(self, iri: tree.FullIri) -> str:
        if is_absolute(iri.text):
            return iri.text
        if self.base is None:
            raise Refusal(
                f"<{iri.text}> is relative, and there is no base",
                iri.span,
                "expected an absolute IRI",
                "add at the top: BASE <http://…/>",
            )
        return resolved(iri.text, self.base)
