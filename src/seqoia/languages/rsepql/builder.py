"""Rules of RSEP-QL become its tree."""

from __future__ import annotations

from lark import Token, v_args

from seqoia.languages.rsepql import tree
from seqoia.languages.rspql.builder import RspqlBuilder
from seqoia.languages.rspql.tree import Window, WindowClause
from seqoia.languages.sparql import tree as sparql
from seqoia.languages.sparql.builder import across, span_of
from seqoia.model import Selection, Which


@v_args(inline=True)
class RsepqlBuilder(RspqlBuilder):
    """Rules of the grammar."""

    def aliased_window(
        self,
        keyword: Token,
        _named: Token,
        stream: sparql.Iri,
        _win: Token,
        _opening: Token,
        window: Window,
        _closing: Token,
        _as: Token,
        name: sparql.Iri,
        duplicates: Token | None,
    ) -> WindowClause:
        return WindowClause(name, stream, window, duplicates is not None, span=across(keyword, name, duplicates))

    def event_clause(
        self, keyword: Token, on: Token, window: sparql.Iri, group: sparql.Group, _as: Token, name: tree.EventName
    ) -> tree.EventClause:
        event = self.basic_event(keyword, on, window, group)
        return tree.EventClause(event, name, span=across(keyword, name))

    def consuming(self, keyword: Token) -> tree.Consuming:
        return tree.Consuming(span=span_of(keyword))

    def match(self, keyword: Token, _opening: Token, pattern: tree.EventPattern, closing: Token) -> tree.Match:
        return tree.Match(pattern, span=across(keyword, closing))

    def sequence(self, first: tree.EventPattern, *others: tree.NextEvent) -> tree.Sequence:
        return tree.Sequence(first, others, span=across(first, *others))

    def next_event(self, keyword: Token, policy: Token | None, event: tree.EventPattern) -> tree.NextEvent:
        selection = None if policy is None else Selection(policy.lower())
        return tree.NextEvent(event, selection, span=across(keyword, event))

    def policy(self, word: Token) -> Token:
        return word

    def event_name(self, word: Token) -> tree.EventName:
        return tree.EventName(str(word), span=span_of(word))

    def basic_event(
        self, keyword: Token, _on: Token | None, window: sparql.Iri, group: sparql.Group
    ) -> tree.BasicEvent:
        return tree.BasicEvent(window, group, span=across(keyword, group))

    def first(self, keyword: Token, event: tree.EventPattern) -> tree.Extreme:
        return tree.Extreme(Which.FIRST, event, span=across(keyword, event))

    def last(self, keyword: Token, event: tree.EventPattern) -> tree.Extreme:
        return tree.Extreme(Which.LAST, event, span=across(keyword, event))

    def bracketed_sequence(self, _opening: Token, inner: tree.EventPattern, _closing: Token) -> tree.EventPattern:
        return inner
