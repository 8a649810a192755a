"""Rules of RSP-QL become its tree."""

from __future__ import annotations

from lark import Token, v_args

from seqoia.languages.rspql import tree
from seqoia.languages.rspql.times import duration_of, instant_of, positive
from seqoia.languages.sparql import tree as sparql
from seqoia.languages.sparql.builder import Piece, QueryBuilder, across, span_of
from seqoia.languages.sparql.builder.paths import parts
from seqoia.languages.sparql.refusal import Refusal
from seqoia.model import Bound, Counted, Entailment, Reading, ScopeRule, StreamOperator

_MOST_DIGITS = 12
_BOUNDS = {"START": Bound.START, "END": Bound.END}
_COUNTED = {"ELEMENTS": Counted.EVENTS, "TRIPLES": Counted.TRIPLES}


@v_args(inline=True)
class WindowBuilder(QueryBuilder):
    """Rules under `windows` in the grammar, and durations and instants."""

    def named_window(self, *pieces: Piece) -> tree.WindowClause:
        name, stream, window = parts(pieces)
        return tree.WindowClause(name, stream, window, _is_counting(pieces), span=across(*pieces))

    def unnamed_window(self, *pieces: Piece) -> tree.WindowClause:
        stream, window = parts(pieces)
        return tree.WindowClause(None, stream, window, _is_counting(pieces), span=across(*pieces))

    def counting(self, _: Token, duplicates: Token) -> Token:
        return duplicates

    def nested_window(self, outer: tree.Window, _over: Token, inner: tree.Window) -> tree.NestedWindow:
        return tree.NestedWindow(outer, inner, span=across(outer, inner))

    def time_window(
        self,
        range_: Token,
        width: tree.Length,
        _step: Token | None,
        slide: tree.Length | None,
        _start: Token | None,
        _at: Token | None,
        origin: tree.Moment | None,
        _reading: Token | None,
        reading: Token | None,
        _bound: Token | None,
        bound: Token | None,
    ) -> tree.TimeWindow:
        return tree.TimeWindow(
            positive(width, "the width of a window"),
            slide and positive(slide, "the slide of a window"),
            origin,
            None if reading is None else Reading(reading.lower()),
            None if bound is None else _BOUNDS[bound.upper()],
            span=across(range_, width, slide, origin, reading, bound),
        )

    def reading(self, word: Token) -> Token:
        return word

    bound = reading

    def landmark_window(self, keyword: Token, origin: tree.Moment | None) -> tree.LandmarkWindow:
        return tree.LandmarkWindow(origin, span=across(keyword, origin))

    def fixed_window(self, keyword: Token, start: tree.Moment, end: tree.Moment) -> tree.FixedWindow:
        if instant_of(end) < instant_of(start):
            raise Refusal("a window ends no earlier than it starts", across(start, end), help="swap the two instants")
        return tree.FixedWindow(start, end, span=across(keyword, end))

    def identity_window(self, keyword: Token) -> tree.IdentityWindow:
        return tree.IdentityWindow(span=span_of(keyword))

    def count_window(self, counted: Token, number: Token) -> tree.CountWindow:
        if len(number) > _MOST_DIGITS:
            raise Refusal("this number is too large", span_of(number), f"at most {_MOST_DIGITS} digits")
        if int(number) == 0:
            raise Refusal("a count window holds at least one", span_of(number), "0 given")
        return tree.CountWindow(int(number), _COUNTED[counted.upper()], span=across(counted, number))

    def length(self, *pieces: Piece) -> tree.Length:
        length = tree.Length(_unquoted(pieces[0]), span=across(*pieces))
        duration_of(length)
        return length

    def moment(self, *pieces: Piece) -> tree.Moment:
        moment = tree.Moment(_unquoted(pieces[0]), span=across(*pieces))
        instant_of(moment)
        return moment


@v_args(inline=True)
class RspqlBuilder(WindowBuilder):
    """All other rules of the grammar."""

    def continuous_query(
        self,
        prologue: tuple[sparql.Declaration, ...],
        registration: tree.Registration | None,
        more: tuple[sparql.Declaration, ...] | None,
        form: sparql.QueryForm,
        values: sparql.Values | None,
    ) -> tree.ContinuousQuery:
        declarations = (*prologue, *(more or ()))
        operator = StreamOperator.NONE
        if isinstance(form, tree.Streamed):
            _check_one_operator(registration, form)
            operator, form = form.operator, form.form
        span = across(*prologue, registration, form, values)
        return tree.ContinuousQuery(declarations, form, values, operator, registration, span=span)

    def registration(
        self,
        register: Token,
        kind: Token,
        name: sparql.Iri,
        _computed: Token | None,
        _every: Token | None,
        period: tree.Length | None,
        as_: Token,
    ) -> tree.Registration:
        checked = period and positive(period, "a period")
        return tree.Registration(tree.Registered(kind.upper()), name, checked, span=across(register, as_))

    def registered(self, kind: Token) -> Token:
        return kind

    stream_operator = registered

    def streamed_pattern(
        self,
        operator: Token,
        dataset: tuple[sparql.DatasetClause, ...],
        where: sparql.Group,
        modifiers: sparql.SolutionModifiers,
    ) -> tree.Streamed:
        everything = sparql.SelectClause(None, span=span_of(operator))
        return _streamed(operator, self.select_query(everything, dataset, where, modifiers))

    def streamed_select(
        self,
        keyword: Token,
        operator: Token,
        modifier: Token | None,
        projection: tuple[sparql.Variable | sparql.ProjectedExpression, ...] | Token,
        dataset: tuple[sparql.DatasetClause, ...],
        where: sparql.Group,
        modifiers: sparql.SolutionModifiers,
    ) -> tree.Streamed:
        clause = self.select_clause(keyword, modifier, projection)
        return _streamed(operator, self.select_query(clause, dataset, where, modifiers))

    def streamed_construct(
        self,
        keyword: Token,
        operator: Token,
        template: sparql.TriplesBlock,
        dataset: tuple[sparql.DatasetClause, ...],
        where: sparql.Group,
        modifiers: sparql.SolutionModifiers,
    ) -> tree.Streamed:
        return _streamed(operator, self.construct_query(keyword, template, dataset, where, modifiers))

    def streamed_construct_where(
        self,
        keyword: Token,
        operator: Token,
        dataset: tuple[sparql.DatasetClause, ...],
        where_keyword: Token,
        where: sparql.Group,
        modifiers: sparql.SolutionModifiers,
    ) -> tree.Streamed:
        return _streamed(operator, self.construct_where(keyword, dataset, where_keyword, where, modifiers))

    def streamed_describe(
        self,
        keyword: Token,
        operator: Token,
        targets: tuple[sparql.VariableOrIri, ...] | None,
        dataset: tuple[sparql.DatasetClause, ...],
        where: sparql.Group | None,
        modifiers: sparql.SolutionModifiers,
    ) -> tree.Streamed:
        return _streamed(operator, self.describe_query(keyword, targets, dataset, where, modifiers))

    def streamed_ask(
        self,
        keyword: Token,
        operator: Token,
        dataset: tuple[sparql.DatasetClause, ...],
        where: sparql.Group,
        modifiers: sparql.SolutionModifiers,
    ) -> tree.Streamed:
        return _streamed(operator, self.ask_query(keyword, dataset, where, modifiers))

    def report(self, *pieces: Piece) -> tree.Report:
        return tree.Report(parts(pieces), span=across(*pieces))

    def content_change(self, *pieces: Piece) -> tree.WindowCondition:
        return _window_condition(tree.Occasion.CONTENT_CHANGE, pieces)

    def window_close(self, *pieces: Piece) -> tree.WindowCondition:
        return _window_condition(tree.Occasion.WINDOW_CLOSE, pieces)

    def non_empty_content(self, *pieces: Piece) -> tree.WindowCondition:
        return _window_condition(tree.Occasion.NON_EMPTY_CONTENT, pieces)

    def periodic(
        self, every: Token, period: tree.Length, _start: Token | None, _at: Token | None, origin: tree.Moment | None
    ) -> tree.PeriodicCondition:
        return tree.PeriodicCondition(positive(period, "a period"), origin, span=across(every, period, origin))

    def entailment(self, keyword: Token, regime: Token) -> tree.EntailmentClause:
        return tree.EntailmentClause(Entailment(regime.lower()), span=across(keyword, regime))

    def scope(self, keyword: Token, rule: Token) -> tree.ScopeClause:
        return tree.ScopeClause(ScopeRule(rule.lower()), span=across(keyword, rule))

    def window_pattern(self, keyword: Token, name: sparql.VariableOrIri, group: sparql.Group) -> tree.WindowPattern:
        return tree.WindowPattern(name, group, span=across(keyword, group))


def _streamed(operator: Token, form: sparql.QueryForm) -> tree.Streamed:
    return tree.Streamed(StreamOperator(operator.upper()), form, span=span_of(operator))


def _check_one_operator(registration: tree.Registration | None, form: tree.Streamed) -> None:
    kind = registration.kind if registration else tree.Registered.STREAM
    if kind.value in {operator.value for operator in StreamOperator} and kind.value != form.operator.value:
        raise Refusal(
            f"{form.operator.value} contradicts REGISTER {kind.value}",
            form.span,
            "a query streams one thing",
            "leave one of the two away",
        )


def _window_condition(occasion: tree.Occasion, pieces: tuple[Piece, ...]) -> tree.WindowCondition:
    window = next(iter(parts(pieces)), None)
    return tree.WindowCondition(occasion, window, span=across(*pieces))


def _is_counting(pieces: tuple[Piece, ...]) -> bool:
    return isinstance(pieces[-1], Token) and pieces[-1].type == "DUPLICATES"


def _unquoted(piece: Piece) -> str:
    return piece.value if isinstance(piece, sparql.Text) else str(piece)
