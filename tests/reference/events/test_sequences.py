"""Sequences under every policy (P-SPA, examples 4 to 11; P-RSEP, examples 8 to 10)."""

from __future__ import annotations

from reference.events.worlds import comparing, evaluated, in_row, on, stream
from seqoia.algebra import events as ev
from seqoia.algebra.expressions import Aggregate, AggregateFunction, Call, IntervalPart, OfInterval, Previous, Variable
from seqoia.model import Consumption, Duration, Selection, SkipPastLast, SkipTo, SkipToNext, Which

POWER = on("power", "?h pow ?p", "?h loc ?l")
WEATHER = on("weather", "?w value ?v", "?w loc ?l")
EXAMPLE_6 = (
    stream("power", (10, ":H1 :pow :Pw1 ; :loc :L1"), (15, ":H2 :pow :Pw2 ; :loc :L1")),
    stream(
        "weather",
        (15, ":W1 :value :Vl1 ; :loc :L2"),
        (20, ":W1 :value :Vl1 ; :loc :L1"),
        (25, ":W2 :value :Vl2 ; :loc :L1"),
    ),
)


def shown(pattern, streams, *names, **settings):
    return evaluated(pattern, streams, show=names, **settings)


def test_any_takes_every_compatible_pair():
    assert shown(in_row(POWER, WEATHER, follows=Selection.ANY), EXAMPLE_6, "h", "w") == {
        (10, 20, "H1 W1"),
        (10, 25, "H1 W2"),
        (15, 20, "H2 W1"),
        (15, 25, "H2 W2"),
    }


def test_next_takes_the_first_compatible_successor():
    assert shown(in_row(POWER, WEATHER, follows=Selection.NEXT), EXAMPLE_6, "h", "w") == {
        (10, 20, "H1 W1"),
        (15, 20, "H2 W1"),
    }


def test_strict_allows_no_event_of_any_stream_between():
    assert shown(in_row(POWER, WEATHER, follows=Selection.STRICT), EXAMPLE_6, "h", "w") == {(15, 20, "H2 W1")}


def letters(text: str):
    """One event a letter, in order of time: `ab` is :x :is :a at 1 and :x :is :b at 2; a dash is no event."""
    return stream("s", *((time, f":x :is :{letter}") for time, letter in enumerate(text, 1) if letter != "-"))


def at(letter: str) -> ev.BasicEvent:
    return on("s", f"?x is {letter}", label=letter.upper())


def spans(pattern, text: str, **settings) -> set[tuple[int, int]]:
    return {(start, end) for start, end, _ in evaluated(pattern, [letters(text)], show=(), **settings)}


def element(pattern, follows, presence=ev.Presence.REQUIRED):
    return ev.Element(pattern, follows, presence)


def test_negation_forbids_what_lies_strictly_between():
    absent = element(at("c"), Selection.NEXT, ev.Presence.ABSENT)
    pattern = in_row(at("a"), absent, element(at("b"), Selection.NEXT))
    assert spans(pattern, "a-b") == {(1, 3)}
    assert spans(pattern, "acb") == set()
    assert spans(pattern, "cabc") == {(2, 3)}


def test_negation_at_the_end_holds_when_the_window_closes_without_one():
    absent = element(at("c"), Selection.NEXT, ev.Presence.ABSENT)
    pattern = ev.Within(in_row(at("a"), absent), Duration.of_seconds(3), ev.Frame.SLIDING)
    assert spans(pattern, "ab") == {(1, 1)}
    assert spans(pattern, "a--c") == set()
    assert spans(pattern, "a---c") == {(1, 1)}


def test_negation_at_the_start_looks_back_over_the_window():
    absent = element(at("c"), Selection.NEXT, ev.Presence.ABSENT)
    sliding = ev.Within(in_row(absent, at("a")), Duration.of_seconds(2), ev.Frame.SLIDING)
    assert spans(sliding, "c--a") == {(4, 4)}
    assert spans(sliding, "c-a") == set()
    tumbling = ev.Within(in_row(absent, at("a")), Duration.of_seconds(10), ev.Frame.TUMBLING)
    assert spans(tumbling, "a-c-a") == {(1, 1)}


def test_an_option_is_taken_when_there_is_one_and_hides_the_match_without_it():
    option = element(at("b"), Selection.NEXT, ev.Presence.OPTIONAL)
    pattern = in_row(at("a"), option, element(at("c"), Selection.NEXT))
    with_b = evaluated(pattern, [letters("abc")], show=())
    assert {(start, end) for start, end, _ in with_b} == {(1, 3)}
    assert spans(pattern, "ac") == {(1, 2)}
    assert spans(pattern, "acb") == {(1, 2)}


def test_an_option_under_any_hides_nothing():
    seen = on("s", "?o is b")
    pattern = in_row(at("a"), element(seen, Selection.ANY, ev.Presence.OPTIONAL), element(at("c"), Selection.ANY))
    found = evaluated(pattern, [letters("abc")], show=("o",))
    assert found == {(1, 3, "x"), (1, 3, "-")}


def test_a_leading_option_does_not_stand_beside_the_match_with_it():
    pattern = in_row(element(at("a"), Selection.NEXT, ev.Presence.OPTIONAL), element(at("b"), Selection.NEXT))
    assert spans(pattern, "ab") == {(1, 2)}
    assert spans(pattern, "abb") == {(1, 2), (3, 3)}


def test_all_lengths_of_a_repetition_are_matches():
    pattern = in_row(at("a"), element(ev.Repetition(at("b")), Selection.NEXT))
    assert spans(pattern, "abbb") == {(1, 2), (1, 3), (1, 4)}
    assert spans(pattern, "abcb") == {(1, 2)}


def test_the_longest_repetition_is_the_longest_for_which_the_rest_matches():
    longest = ev.Repetition(at("b"), follows=Selection.NEXT, extent=ev.Extent.LONGEST)
    pattern = in_row(at("a"), element(longest, Selection.NEXT), element(at("c"), Selection.NEXT))
    assert spans(pattern, "abbcb") == {(1, 4)}
    assert spans(in_row(at("a"), element(longest, Selection.NEXT)), "abcbd") == {(1, 4)}


def test_bounds_limit_the_iterations():
    bounded = ev.Repetition(at("b"), at_least=2, at_most=3)
    assert spans(in_row(at("a"), element(bounded, Selection.NEXT)), "abbbb") == {(1, 3), (1, 4)}


def test_a_repetition_that_follows_next_starts_at_the_next_single_iteration():
    twice = ev.Repetition(at("b"), at_least=2, at_most=2)
    assert spans(in_row(at("a"), element(twice, Selection.NEXT)), "ab-cbb") == set()
    assert spans(in_row(at("a"), element(twice, Selection.ANY)), "ab-cbb") == {(1, 6)}


def prices(*values: int, name: str = "s"):
    return stream(name, *((time, f":x :price {value}") for time, value in enumerate(values, 1)))


def test_collected_values_are_bound():
    counted = (Variable("n"), Aggregate(AggregateFunction.COUNT, Variable("p")))
    listed = (Variable("all"), Aggregate(AggregateFunction.LIST, Variable("p")))
    pattern = ev.Repetition(on("s", "?x price ?p"), at_least=2, follows=Selection.NEXT, collected=(counted, listed))
    found = evaluated(pattern, [prices(5, 7)], show=("n", "p", "all"))
    assert found == {(1, 2, "2 7 [5, 7]")}


def test_a_filter_may_ask_for_the_previous_iteration():
    rising = ev.Where(on("s", "?x price ?p"), Call(">", (Variable("p"), Previous(Variable("p")))), ev.Sight.EARLIER)
    pattern = ev.Repetition(rising, at_least=2, follows=Selection.STRICT)
    assert {(s, e) for s, e, _ in evaluated(pattern, [prices(1, 2, 3, 2)])} == {(1, 2), (2, 3), (1, 3)}


def test_a_stateful_filter_is_part_of_what_is_compatible():
    first = on("s", "?x price ?p1")
    second = ev.Where(on("s", "?x price ?p2"), comparing("?p2", ">", "?p1"), ev.Sight.EARLIER)
    pattern = in_row(first, element(second, Selection.NEXT))
    assert evaluated(pattern, [prices(5, 3, 9)], show=("p1", "p2")) == {(1, 3, "5 9"), (2, 3, "3 9")}


def test_a_tumbling_frame_holds_both_of_its_borders():
    pattern = ev.Within(in_row(at("a"), element(at("b"), Selection.NEXT)), Duration.of_seconds(2), ev.Frame.TUMBLING)
    assert spans(pattern, "-a-b") == {(2, 4)}
    assert spans(pattern, "a-b") == set()


def test_a_sliding_frame_starts_with_the_match():
    pattern = ev.Within(in_row(at("a"), element(at("b"), Selection.NEXT)), Duration.of_seconds(2), ev.Frame.SLIDING)
    assert spans(pattern, "a-b") == {(1, 3)}
    assert spans(pattern, "a--b") == set()


def test_after_a_match_matching_may_go_on_elsewhere():
    pattern = in_row(at("a"), element(at("b"), Selection.ANY))
    assert spans(pattern, "aabb") == {(1, 3), (1, 4), (2, 3), (2, 4)}
    assert spans(ev.Matches(pattern, SkipToNext()), "aabb") == {(1, 3), (2, 3)}
    assert spans(ev.Matches(pattern, SkipPastLast()), "aabbab") == {(1, 3), (5, 6)}
    assert spans(ev.Matches(pattern, SkipTo(Which.FIRST, "B")), "aabab") == {(1, 3), (4, 5)}
    assert spans(ev.Matches(pattern, limit_per_start=1), "aabb") == {(1, 3), (2, 3)}


EXAMPLE_1 = stream(
    "S",
    (2, ":a1 :p :b1"),
    (4, ":a2 :p :b2"),
    (6, ":b1 :q :c1 . :b2 :q :c2"),
    (8, ":a3 :p :b3 . :b2 :q :c2"),
    (10, ":b1 :q :c1"),
)
E1, E2 = on("S", "?x p ?y"), on("S", "?y q ?z")


def rsep(policy, until=8, consumption=Consumption.NONE):
    from seqoia.model import Instant

    seen = EXAMPLE_1.until(Instant.of_seconds(until))
    return evaluated(in_row(E1, E2, follows=policy), [seen], show=("x", "z"), consumption=consumption)


def test_the_settings_of_etalis_choose_and_consume():
    assert rsep(Selection.ANY, 10) == {(2, 6, "a1 c1"), (4, 6, "a2 c2"), (4, 8, "a2 c2"), (2, 10, "a1 c1")}
    assert rsep(Selection.CHRONOLOGICAL, 10, Consumption.CONSUME) == {(2, 6, "a1 c1"), (4, 6, "a2 c2")}


def test_an_interval_can_be_asked_for():
    short = Call("<", (OfInterval(IntervalPart.DURATION), _duration("PT3S")))
    pattern = ev.Where(in_row(at("a"), element(at("b"), Selection.ANY)), short)
    assert spans(pattern, "a-bb") == {(1, 3)}


def _duration(text: str):
    from seqoia.algebra.expressions import Constant
    from seqoia.model import Literal, NamedNode

    return Constant(Literal(text, datatype=NamedNode("http://www.w3.org/2001/XMLSchema#duration")))


def test_a_choice_on_the_left_is_one_among_what_agrees_with_the_right():
    left = in_row(on("s", "?h a ?x"), element(on("s", "?g b ?y"), Selection.CHRONOLOGICAL))
    world = stream("s", (1, ":k1 :a 1"), (2, ":k2 :a 2"), (3, ":k3 :b 3"), (4, ":k2 :c 4"))
    for policy in (Selection.CHRONOLOGICAL, Selection.RECENT, Selection.ANY):
        pattern = in_row(left, element(on("s", "?h c ?z"), policy))
        assert evaluated(pattern, [world], show=("x",)) == {(2, 4, "2")}


def test_the_last_on_the_left_is_the_last_before_the_right():
    assert spans(in_row(ev.Last(at("a")), at("b")), "aaba") == {(2, 3)}
    assert spans(in_row(ev.Last(at("a")), at("b")), "abab") == {(1, 2), (3, 4)}
    assert spans(in_row(at("a"), ev.Last(at("b"))), "abab") == {(1, 4), (3, 4)}
