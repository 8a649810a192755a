"""Terms as the store gives them back: numbers, truth values, times and durations by their value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyoxigraph import RdfFormat, Store, parse

from seqoia.model import BlankNode, NamedNode, Quad, Term, Triple

_RESOURCE = NamedNode("urn:x-seqoia:term")
_NUMBER = "urn:x-seqoia:number:"
_MOST = 200_000


def text_of(term: Term) -> str:
    """A term as N-Triples writes it; pyoxigraph writes triple terms that stand alone without their brackets."""
    return f"<<( {term} )>>" if isinstance(term, Triple) else str(term)


def canonical(terms: Sequence[Term]) -> list[Term]:
    """Each term as the store gives it back."""
    store = Store()
    store.extend(Quad(_RESOURCE, NamedNode(f"{_NUMBER}{number}"), term) for number, term in enumerate(terms))
    found = {quad.predicate.value: quad.object for quad in store}
    return [found[f"{_NUMBER}{number}"] for number in range(len(terms))]


def canonical_lines(quads: Iterable[Quad]) -> bytes:
    """Quads as N-Quads of canonical terms."""
    store = Store()
    store.extend(quads)
    return "".join(f"{quad} .\n" for quad in store).encode()


class SecondLooks:
    """What pyoxigraph made of terms that are not surely canonical; the latest many are remembered."""

    def __init__(self) -> None:
        self._known: dict[bytes, bytes | None] = {}

    def of(self, texts: Iterable[bytes]) -> list[bytes | None]:
        """The canonical text of each term, and nothing for what is none or has a blank node inside."""
        wanted = list(texts)
        new = [text for text in dict.fromkeys(wanted) if text not in self._known]
        if len(self._known) + len(new) > _MOST:
            self._known.clear()
            new = list(dict.fromkeys(wanted))
        terms = [(text, _term(text)) for text in new]
        good = [(text, term) for text, term in terms if term is not None]
        self._known.update((text, None) for text, term in terms if term is None)
        texts_found = (text_of(term).encode() for term in canonical([term for _, term in good]))
        self._known.update(zip((text for text, _ in good), texts_found, strict=True))
        return [self._known[text] for text in wanted]


def _term(text: bytes) -> Term | None:
    try:
        quads = list(parse(b"<urn:s> <urn:p> " + text + b" .", format=RdfFormat.N_TRIPLES))
    except SyntaxError:
        return None
    return quads[0].object if len(quads) == 1 and not has_blank_node(quads[0].object) else None


def term_of(text: str) -> Term:
    """The term that a text of N-Triples says."""
    [quad] = parse(f"<urn:s> <urn:p> {text} .", format=RdfFormat.N_TRIPLES)
    term: Term = quad.object
    return term


def has_blank_node(term: Term) -> bool:
    if isinstance(term, Triple):
        return has_blank_node(term.subject) or has_blank_node(term.object)
    return isinstance(term, BlankNode)
