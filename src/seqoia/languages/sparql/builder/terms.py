"""Tokens and term rules become terms."""

from __future__ import annotations

from lark import Token, Transformer, v_args

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.builder.escapes import decoded_iri, decoded_local, decoded_text
from seqoia.languages.sparql.builder.spans import across, span_of
from seqoia.languages.sparql.refusal import Refusal

DIRECTIONS = ("ltr", "rtl")


@v_args(inline=True)
class TermBuilder(Transformer[Token, tree.Query]):
    """Rules under `terms` in the grammar, and triple terms."""

    def variable(self, token: Token) -> tree.Variable:
        return tree.Variable(token[1:], span=span_of(token))

    def full_iri(self, token: Token) -> tree.FullIri:
        return tree.FullIri(decoded_iri(token[1:-1], span_of(token).start + 1), span=span_of(token))

    def prefixed_name(self, token: Token) -> tree.PrefixedName:
        prefix, _, local = token.partition(":")
        return tree.PrefixedName(prefix, decoded_local(local), span=span_of(token))

    def rdf_type(self, token: Token) -> tree.RdfType:
        return tree.RdfType(span=span_of(token))

    def blank_node(self, token: Token) -> tree.BlankNodeLabel:
        return tree.BlankNodeLabel(token[2:], span=span_of(token))

    def anonymous(self, opening: Token, closing: Token) -> tree.Anonymous:
        return tree.Anonymous(span=across(opening, closing))

    def string(self, token: Token) -> tree.Text:
        width = 3 if token.type == "LONG_STRING" else 1
        value = decoded_text(token[width:-width], span_of(token).start + width)
        return tree.Text(value, tree.Quote(token[:width]), span=span_of(token))

    def text_literal(self, text: tree.Text, language: Token | None) -> tree.TextLiteral:
        tag = None if language is None else _language(language)
        return tree.TextLiteral(text, tag, span=across(text, tag))

    def typed_literal(self, text: tree.Text, _: Token, datatype: tree.Iri) -> tree.TypedLiteral:
        return tree.TypedLiteral(text, datatype, span=across(text, datatype))

    def number(self, token: Token) -> tree.Number:
        return tree.Number(str(token), span=span_of(token))

    def boolean(self, token: Token) -> tree.Boolean:
        return tree.Boolean(token.type == "TRUE", span=span_of(token))

    def triple_term(
        self, opening: Token, subject: tree.Term, predicate: tree.SimpleVerb, object_: tree.Term, closing: Token
    ) -> tree.TripleTerm:
        return tree.TripleTerm(subject, predicate, object_, span=across(opening, closing))


def _language(token: Token) -> tree.Language:
    tag, _, direction = token[1:].partition("--")
    if direction and direction not in DIRECTIONS:
        raise Refusal(
            f"{direction!r} is no base direction",
            span_of(token),
            "expected the direction ltr or rtl",
            f"write @{tag}--ltr or @{tag}--rtl",
        )
    return tree.Language(tag, direction or None, span=span_of(token))
