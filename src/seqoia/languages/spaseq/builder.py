"""SPAseq's rules become its syntax tree."""

from __future__ import annotations

from typing import ClassVar

from lark import Token, v_args

from seqoia.languages.sparql import tree as core
from seqoia.languages.sparql.builder import AGGREGATES, FUNCTIONS, Arity, Piece, QueryBuilder, across, span_of
from seqoia.languages.sparql.builder.paths import parts
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.spaseq import tree
from seqoia.languages.spaseq.words import ENTAILMENTS, FOLLOWING, POLICIES, UNITS, meant
from seqoia.model import NoSkip, SkipPastLast, SkipTo, SkipToNext, Which
from seqoia.text import NOWHERE, Span


@v_args(inline=True)
class SpaseqBuilder(QueryBuilder):
    """A method for each rule of `grammar.lark`."""

    functions: ClassVar[dict[str, Arity]] = {**FUNCTIONS, "PREV": Arity(1, 1)}
    aggregates: ClassVar[dict[str, Arity]] = {**AGGREGATES, **dict.fromkeys(("FIRST", "LAST", "LIST"), Arity(1, 1))}

    def event_query(
        self,
        prologue: tuple[core.Declaration, ...],
        registration: tree.Registration | None,
        head: tree.Head,
        dataset: tuple[core.DatasetClause, ...],
        pattern: tree.Pattern,
        modifiers: tree.Modifiers,
    ) -> tree.SequenceQuery:
        span = across(*prologue, registration, head, pattern, None if modifiers.span == NOWHERE else modifiers)
        return tree.SequenceQuery(prologue, registration, head, dataset, pattern, modifiers, span=span)

    def registration(self, keyword: Token, kind: Token, name: core.Iri, as_: Token) -> tree.Registration:
        return tree.Registration(kind.upper(), name, span=across(keyword, as_))

    def ask_head(self, keyword: Token) -> tree.AskHead:
        return tree.AskHead(span=span_of(keyword))

    def construct_head(self, keyword: Token, template: core.TriplesBlock) -> tree.ConstructHead:
        return tree.ConstructHead(template, span=across(keyword, template))

    def describe_head(self, keyword: Token, targets: tuple[core.VariableOrIri, ...] | None) -> tree.DescribeHead:
        return tree.DescribeHead(targets, span=across(keyword, *(targets or ())))

    def stream_clause(self, keyword: Token, _: Token, name: tree.Name, iri: core.Iri) -> tree.StreamClause:
        return tree.StreamClause(name, iri, span=across(keyword, iri))

    def within_clause(
        self,
        keyword: Token,
        width: tree.Width | tree.BareDuration | tree.QuotedDuration,
        sliding: Token | None,
        _starting: Token | None,
        _at: Token | None,
        start: core.Number | core.TextLiteral | core.TypedLiteral | None,
    ) -> tree.WithinClause:
        return tree.WithinClause(width, sliding is not None, start, span=across(keyword, width, sliding, start))

    def entailment_clause(self, keyword: Token, name: tree.Name) -> tree.EntailmentClause:
        return tree.EntailmentClause(meant(name, ENTAILMENTS, "entailment"), span=across(keyword, name))

    def width_in_units(self, amount: Token, unit: Token | None) -> tree.Width:
        counted = None if unit is None else meant(self.name(unit), UNITS, "unit of time")
        return tree.Width(str(amount), counted, span=across(amount, unit))

    def amount(self, token: Token) -> Token:
        return token

    def bare_duration(self, token: Token) -> tree.BareDuration:
        return tree.BareDuration(str(token), span=span_of(token))

    def quoted_duration(self, text: core.Text, _: Token | None, datatype: core.Iri | None) -> tree.QuotedDuration:
        return tree.QuotedDuration(text, datatype, span=across(text, datatype))

    def plain_text(self, text: core.Text) -> core.TextLiteral:
        return core.TextLiteral(text, span=text.span)

    def pattern(self, *pieces: Piece) -> tree.Pattern:
        expression = next(piece for piece in pieces if isinstance(piece, tree.SequenceExpression))
        definitions = tuple(piece for piece in pieces if isinstance(piece, tree.Definition))
        return tree.Pattern(expression, definitions, span=across(*pieces))

    def definition(
        self, keyword: Token, _: Token, name: tree.Name, _on: Token, stream: tree.Name, group: core.Group
    ) -> tree.Definition:
        return tree.Definition(name, stream, group, span=across(keyword, group))

    def chain(self, first: tree.SequenceExpression, *followers: tree.Follower) -> tree.Chain:
        return tree.Chain(first, followers, span=across(first, *followers))

    def follower(self, sign: Token, expression: tree.SequenceExpression) -> tree.Follower:
        return tree.Follower(FOLLOWING[str(sign)], expression, span=across(sign, expression))

    def choices(self, *pieces: Piece) -> tree.Choices:
        return tree.Choices(parts(pieces), span=across(*pieces))

    def simultaneous(self, *pieces: Piece) -> tree.Together:
        return tree.Together(parts(pieces), span=across(*pieces))

    def repetition(
        self,
        expression: tree.SequenceExpression,
        count: tuple[int, int | None, Span],
        _by: Token | None,
        policy: Token | None,
        longest: Token | None,
    ) -> tree.Repeated:
        at_least, at_most, place = count
        follows = None if policy is None else meant(self.name(policy), POLICIES, "policy")
        end = max(place.end, across(expression, policy, longest).end)
        span = Span(expression.span.start, end)
        return tree.Repeated(expression, at_least, at_most, follows, longest is not None, span=span)

    def optional_event(self, expression: tree.SequenceExpression, mark: Token) -> tree.OptionalEvent:
        return tree.OptionalEvent(expression, span=across(expression, mark))

    def absent_event(self, expression: tree.SequenceExpression, mark: Token) -> tree.AbsentEvent:
        return tree.AbsentEvent(expression, span=across(expression, mark))

    def event(self, name: Token) -> tree.EventName:
        return tree.EventName(self.name(name), span=span_of(name))

    def bracketed_sequence(
        self, _opening: Token, inner: tree.SequenceExpression, _closing: Token
    ) -> tree.SequenceExpression:
        return inner

    def once_or_more(self, sign: Token) -> tuple[int, int | None, Span]:
        return 1, None, span_of(sign)

    def any_number(self, sign: Token) -> tuple[int, int | None, Span]:
        return 0, None, span_of(sign)

    def exactly(self, opening: Token, number: Token, closing: Token) -> tuple[int, int | None, Span]:
        times = _iterations(number, across(opening, closing))
        return times, times, across(opening, closing)

    def between(
        self, opening: Token, least: Token, _: Token, most: Token | None, closing: Token
    ) -> tuple[int, int | None, Span]:
        span = across(opening, closing)
        at_least = _iterations(least, span)
        at_most = None if most is None else _iterations(most, span)
        if at_most is not None and at_most < at_least:
            raise Refusal(
                f"a repetition of at least {at_least} cannot end at {at_most}",
                span,
                "expected the smaller number first",
                f"write {{{at_most},{at_least}}}",
            )
        return at_least, at_most, span

    def name(self, token: Token) -> tree.Name:
        return tree.Name(str(token), span=span_of(token))

    def iterations_of(self, name: Token) -> tuple[core.Expression, ...]:
        return (self.name(name),)

    def modifiers(
        self,
        skip: tree.SkipClause | None,
        limit_per_start: tuple[int, Span] | None,
        order_by: tuple[core.OrderCondition, ...] | None,
        limits: tuple[Token, ...] | None,
    ) -> tree.Modifiers:
        sparql = self.solution_modifiers(None, None, order_by, limits)
        per_start, place = limit_per_start or (None, NOWHERE)
        spans = [span for span in (skip.span if skip else NOWHERE, place, sparql.span) if span != NOWHERE]
        span = Span(spans[0].start, spans[-1].end) if spans else NOWHERE
        return tree.Modifiers(skip, per_start, sparql.order_by, sparql.limit, sparql.offset, span=span)

    def starts_limit(self, keyword: Token, number: Token, _per: Token, start: Token) -> tuple[int, Span]:
        return int(number), across(keyword, start)

    def no_skip(self, *words: Token) -> tree.SkipClause:
        return tree.SkipClause(NoSkip(), span=across(*words))

    def skip_to_next(self, *words: Token) -> tree.SkipClause:
        return tree.SkipClause(SkipToNext(), span=across(*words))

    def skip_past_last(self, *words: Token) -> tree.SkipClause:
        return tree.SkipClause(SkipPastLast(), span=across(*words))

    def skip_to(self, *pieces: Piece) -> tree.SkipClause:
        after, _match, _skip, _to, which, name = pieces
        assert isinstance(which, Token)
        assert isinstance(name, tree.Name)
        target = SkipTo(Which(which.lower()), name.text)
        return tree.SkipClause(target, name, span=across(after, name))


def _iterations(number: Token, span: Span) -> int:
    if len(number) > 9:
        raise Refusal("this number is too large", span_of(number), "at most 9 digits")
    if int(number) == 0:
        raise Refusal(
            "a repetition has at least one iteration",
            span,
            "expected a number above zero",
            "`!` asks that there is none, `?` and `*` allow none",
        )
    return int(number)
