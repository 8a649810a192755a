"""A wrong SPAseq query gets one message: what is wrong, exactly where, what was expected, what would mend it."""

from __future__ import annotations

import pytest

from languages.spaseq.texts import asking
from seqoia.languages.spaseq import lower, parse, warnings
from seqoia.text import Diagnostic, QueryError, Severity, Source

SEQ, DEFINE = 5, 6
"""The lines on which SEQ and the first definition stand."""


def refused(text: str) -> Diagnostic:
    with pytest.raises(QueryError) as error:
        lower(parse(Source("query.spaseq", text)))
    return error.value.diagnostic


def warned(text: str) -> tuple[Diagnostic, ...]:
    return warnings(parse(Source("query.spaseq", text)))


def two(first: str, second: str, *, sequence: str = "A ; B") -> str:
    """A query whose two definitions are written out."""
    return (
        "PREFIX : <http://e/>\nSELECT * WITHIN 9\nFROM STREAM S <http://e/s>\n"
        f"WHERE {{\n  SEQ ({sequence})\n{first}\n{second}\n}}"
    )


GPM_A, GPM_B = "DEFINE GPM A ON S { ?h :a ?x }", "DEFINE GPM B ON S { ?h :b ?y }"
NO_MEANING = "expected it on an element of a sequence"
ENDING = "write what has to occur beside it: A ; B"

CASES = {
    "an absence alone": (
        asking("A!"),
        SEQ,
        8,
        "`!` has no meaning here",
        NO_MEANING,
        "write what comes before or after: A ; B! ; C",
    ),
    "an option alone": (asking("A?"), SEQ, 8, "`?` has no meaning here", NO_MEANING, ENDING + "?"),
    "any number alone": (asking("A*"), SEQ, 8, "`*` has no meaning here", NO_MEANING, ENDING + "*"),
    "a repeated absence": (
        asking("A ; (B!)+"),
        SEQ,
        13,
        "`!` has no meaning here",
        NO_MEANING,
        "write what comes before or after: A ; B! ; C",
    ),
    "an absence at the same time": (
        asking("A & B!"),
        SEQ,
        12,
        "`!` has no meaning here",
        NO_MEANING,
        "write what comes before or after: A ; B! ; C",
    ),
    "two marks": (
        asking("A ; B?!"),
        SEQ,
        12,
        "an expression has one mark only",
        "`?` says already how it has to occur",
        "leave out one of them",
    ),
    "nothing that has to occur": (
        asking("A! ; B?"),
        SEQ,
        8,
        "nothing in this sequence has to occur",
        "a match needs an event without `?`, `*` and `!`",
        "",
    ),
    "no iteration": (
        asking("A{0}"),
        SEQ,
        9,
        "a repetition has at least one iteration",
        "expected a number above zero",
        "`!` asks that there is none, `?` and `*` allow none",
    ),
    "more than at most": (
        asking("A{3,2}"),
        SEQ,
        9,
        "a repetition of at least 3 cannot end at 2",
        "expected the smaller number first",
        "write {2,3}",
    ),
    "an unknown policy": (
        asking("A+ BY NXT"),
        SEQ,
        14,
        "there is no policy `NXT`",
        "expected STRICT, NEXT, ANY",
        "did you mean NEXT?",
    ),
    "a trailing comma": (
        asking("A, B,"),
        SEQ,
        13,
        "`)` cannot stand here",
        "expected an expression over GPM names",
        "",
    ),
    "an unknown GPM": (
        asking("A ; B").replace("; B)", "; b)"),
        SEQ,
        12,
        "there is no GPM b",
        "there are A, B",
        "did you mean B?",
    ),
    "a GPM that is nothing like the others": (
        two(GPM_A, GPM_B, sequence="Überfall"),
        SEQ,
        8,
        "there is no GPM Überfall",
        "there are A, B",
        "add: DEFINE GPM Überfall ON … { … }",
    ),
    "an unknown stream": (
        two(GPM_A.replace("ON S", "ON s"), GPM_B),
        DEFINE,
        17,
        "there is no stream s",
        "there is S",
        "did you mean S?",
    ),
    "a GPM twice": (two(GPM_A, GPM_A), 7, 12, "the GPM A is declared twice", "expected another name", ""),
    "a stream twice": (
        asking("A", clauses="FROM STREAM S <http://e/t>"),
        3,
        13,
        "the stream S is declared twice",
        "expected another name",
        "",
    ),
    "two windows": (
        asking("A", clauses="WITHIN 3 WITHIN 4"),
        2,
        19,
        "WITHIN stands here a second time",
        "a query has one at most",
        "",
    ),
    "an unknown unit": (
        asking("A", clauses="WITHIN 3 MINITS"),
        2,
        19,
        "there is no unit of time `MINITS`",
        "expected MILLISECONDS, SECONDS, MINUTES, HOURS, DAYS",
        "did you mean MINUTES?",
    ),
    "no width": (
        asking("A", clauses="WITHIN 0 SECONDS"),
        2,
        17,
        "a window needs a width above zero",
        "this one is PT0S",
        "",
    ),
    "a width without a fixed length": (
        asking("A", clauses="WITHIN P1M"),
        2,
        17,
        "'P1M' has no fixed length; write years and months as days, for example P30D",
        "expected a width such as 30 MINUTES or PT30M",
        "",
    ),
    "a sliding window with a start": (
        asking("A", clauses="WITHIN 3 SLIDING STARTING AT 5"),
        2,
        39,
        "a sliding window has no start of its own",
        "it starts with the first event of each match",
        "leave out SLIDING or STARTING AT",
    ),
    "repetitions of repetitions of repetitions": (
        asking("(((A+ ; B)+){2}, B)+"),
        5,
        11,
        "repetitions nest deeper than 3 levels",
        "",
        "(A+)+ finds what A+ finds",
    ),
    "an unknown entailment": (
        asking("A", clauses="ENTAILMENT OWL"),
        2,
        21,
        "there is no entailment `OWL`",
        "expected SIMPLE, RDFS",
        "",
    ),
    "a skip to what is not in SEQ": (
        asking("A", after="AFTER MATCH SKIP TO LAST B"),
        7,
        28,
        "SEQ does not mention B",
        "there is A",
        "",
    ),
    "no match a start": (
        asking("A", after="LIMIT 0 PER START"),
        7,
        3,
        "a start has at least one match",
        "expected a number above zero",
        "",
    ),
    "a stream of solutions": (
        asking("A", "REGISTER STREAM :o AS SELECT *"),
        2,
        23,
        "a registered stream needs a query that makes graphs",
        "expected CONSTRUCT or DESCRIBE",
        "register it as a QUERY, or CONSTRUCT triples",
    ),
    "a selected variable that nothing binds": (
        asking("A ; B", "SELECT ?h ?Y"),
        2,
        11,
        "nothing binds ?Y",
        "no event of SEQ does",
        "did you mean ?y?",
    ),
    "a selected variable that only an absence binds": (
        asking("A ; B!", "SELECT ?y"),
        2,
        8,
        "?y never has a value here",
        "only B binds it, and must not occur",
        "",
    ),
    "a template over nothing": (
        asking("A", "CONSTRUCT { ?h :p ?n }"),
        2,
        19,
        "nothing binds ?n",
        "no event of SEQ does",
        "",
    ),
    "a name that is taken": (
        asking("A", "SELECT (?x AS ?h)"),
        2,
        15,
        "?h cannot be assigned again",
        "it already has a value here",
        "choose another name",
    ),
    "an order that is not told": (
        asking("A", "SELECT ?x", after="ORDER BY ?h"),
        7,
        12,
        "?h is not selected",
        "answers are ordered by what they tell",
        "",
    ),
    "an order by an aggregate": (
        asking("A+", after="ORDER BY COUNT(A)"),
        7,
        12,
        "COUNT cannot stand in ORDER BY",
        "expected what is selected",
        "name it in SELECT, (COUNT(…) AS ?name), and order by ?name",
    ),
    "a filter on nothing": (
        asking("A", A="FILTER(?s1 > 0)"),
        DEFINE,
        41,
        "nothing binds ?s1",
        "this filter can never see it",
        "",
    ),
    "a filter on what comes later": (
        asking("A ; B", A="FILTER(?y > 0)"),
        DEFINE,
        41,
        "this filter can never see ?y",
        "B binds it, and does not come before A",
        "move the filter to B, or bring B before A in SEQ",
    ),
    "a bind of what comes later": (
        asking("A ; B", A="BIND(?y + 1 AS ?n)"),
        DEFINE,
        39,
        "this bind can never see ?y",
        "B binds it, and does not come before A",
        "move the bind to B, or bring B before A in SEQ",
    ),
    "a filter on another choice": (
        asking("A | B", B="FILTER(?x > 0)"),
        7,
        41,
        "this filter can never see ?x",
        "A binds it, and does not come before B",
        "move the filter to A, or bring A before B in SEQ",
    ),
    "a filter on an absent event": (
        asking("A! ; B", B="FILTER(?y > ?x)"),
        7,
        46,
        "this filter can never see ?x",
        "A binds it, and does not come before B",
        "move the filter to A, or bring A before B in SEQ",
    ),
    "EXISTS beside earlier variables": (
        asking("A ; B", B="FILTER(?x > 3 || EXISTS { ?h :q ?r })"),
        7,
        51,
        "EXISTS cannot stand beside variables of other events",
        "it asks about one event",
        "write it as a FILTER of its own",
    ),
    "a computed variable that is bound": (
        asking("A ; B", B="BIND(?x + 1 AS ?n) ?h :n ?n"),
        7,
        49,
        "?n is computed from other events, and this one binds it as well",
        "expected a new variable",
        "choose another name and compare the two in a FILTER",
    ),
    "an aggregate of nothing repeated": (
        asking("A ; B", "SELECT (SUM(?y) AS ?n)"),
        2,
        9,
        "no repetition binds ?y",
        "SUM gathers the iterations of a repetition",
        "write B+ in SEQ",
    ),
    "an aggregate of several repetitions": (
        asking("A+ ; B+", "SELECT (COUNT(?h) AS ?n)"),
        2,
        9,
        "several repetitions bind ?h",
        "COUNT gathers the iterations of one repetition",
        "give what each repetition binds a name of its own",
    ),
    "a count of several repetitions": (
        asking("A+ ; B+", "SELECT (COUNT(*) AS ?n)"),
        2,
        9,
        "there are several repetitions",
        "COUNT gathers the iterations of one repetition",
        "give what each repetition binds a name of its own",
    ),
    "a count of what is not repeated": (
        asking("A+ ; B", "SELECT (COUNT(B) AS ?n)"),
        2,
        9,
        "no repetition has B in it",
        "COUNT gathers the iterations of a repetition",
        "write B+ in SEQ",
    ),
    "a count of no GPM": (asking("A+", "SELECT (COUNT(B) AS ?n)"), 2, 15, "SEQ does not mention B", "there is A", ""),
    "an aggregate too early": (
        asking("A+ ; B", A="FILTER(COUNT(*) < 3)"),
        DEFINE,
        41,
        "this COUNT is not known yet",
        "its repetition is not over when A is matched",
        "ask for it in a later element, or in SELECT",
    ),
    "an aggregate inside another": (
        asking("A+", "SELECT (SUM(COUNT(*)) AS ?n)"),
        2,
        13,
        "COUNT cannot stand inside SUM",
        "each gathers the iterations of a repetition",
        "",
    ),
    "an aggregate too deep": (
        asking("A+ ; B", B="OPTIONAL { ?h :q ?r FILTER(?r < SUM(?x)) }"),
        7,
        66,
        "SUM cannot stand inside FILTER",
        "no repetition is seen from there",
        "move it to the top of the GPM",
    ),
    "a GPM as a value": (
        asking("A", "SELECT (STR(A) AS ?n)"),
        2,
        13,
        "`A` has no value",
        "a GPM can be counted only",
        "write COUNT(A)",
    ),
    "a previous value outside of a repetition": (
        asking("A ; B", B="FILTER(?y > PREV(?y))"),
        7,
        46,
        "PREV has no meaning outside of a repetition",
        "B stands in SEQ without one",
        "write B+ in SEQ, or give the earlier value a name of its own",
    ),
    "a previous value of something else": (
        asking("A ; B+", B="FILTER(?y > PREV(?x))"),
        7,
        51,
        "no iteration binds ?x",
        "PREV asks for a variable of the repetition around B",
        "",
    ),
    "a previous value in SELECT": (
        asking("A+", "SELECT (PREV(?x) AS ?n)"),
        2,
        9,
        "PREV has no meaning here",
        "expected it in a FILTER or BIND at the top of a repeated GPM",
        "",
    ),
    "the previous value of no variable": (
        asking("A+", A="FILTER(?x > PREV(3))"),
        DEFINE,
        51,
        "PREV asks for a variable",
        "expected a variable",
        "",
    ),
    "groups": (
        asking("A", after="GROUP BY ?x"),
        7,
        3,
        "`GROUP` cannot stand here",
        "expected the end of the query, AFTER, LIMIT, OFFSET or ORDER",
        "",
    ),
    "a definition before SEQ": (
        "SELECT * WHERE {\n  DEFINE GPM A ON S {}\n SEQ(A) }",
        2,
        3,
        "`DEFINE` cannot stand here",
        "expected SEQ",
        "",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_wrong_query_is_refused_at_its_place(case: str) -> None:
    text, line, column, message, note, help = CASES[case]
    told = refused(text)
    assert (told.line, told.column, told.message, told.note, told.help) == (line, column, message, note, help)


WARNINGS = {
    "a GPM that SEQ does not mention": (
        two(GPM_A, GPM_B, sequence="A"),
        7,
        12,
        "SEQ does not mention B",
        "",
        "leave the definition out",
    ),
    "a repetition without a window": (
        asking("A ; B+", clauses=""),
        SEQ,
        12,
        "runs never end without WITHIN",
        "one more iteration may always come",
        "add for example WITHIN 30 MINUTES",
    ),
    "any event without a window": (
        asking("A : B", clauses=""),
        SEQ,
        10,
        "runs never end without WITHIN",
        "one more event may always follow",
        "add for example WITHIN 30 MINUTES",
    ),
    "an absence at the end without a window": (
        asking("A ; B!", clauses=""),
        SEQ,
        12,
        "runs never end without WITHIN",
        "it may always still come",
        "add for example WITHIN 30 MINUTES",
    ),
    "an option at the end without a window": (
        asking("A ; B?", clauses=""),
        SEQ,
        12,
        "runs never end without WITHIN",
        "it may always still come",
        "add for example WITHIN 30 MINUTES",
    ),
    "a filter that is too deep for earlier events": (
        asking("A ; B", B="GRAPH :db { ?h :limit ?l FILTER(?l < ?x) }"),
        7,
        71,
        "?x never has a value here",
        "no pattern of the filter's group binds it",
        "move it to the top of the GPM, where filters and binds see earlier events",
    ),
}


@pytest.mark.parametrize("case", WARNINGS)
def test_a_doubtful_query_is_warned_of(case: str) -> None:
    text, line, column, message, note, help = WARNINGS[case]
    [told] = warned(text)
    assert told.severity is Severity.WARNING
    assert (told.line, told.column, told.message, told.note, told.help) == (line, column, message, note, help)


def test_a_bounded_repetition_needs_no_window() -> None:
    assert warned(asking("A ; B{2,3}", clauses="")) == ()


def test_the_message_shows_its_place_under_wide_and_accented_letters() -> None:
    text = (
        "PREFIX : <http://e/>\nSELECT * FROM STREAM Ström <http://e/é>\n"
        "WHERE { SEQ (Größe ; 円) DEFINE GPM Größe ON Strm {} }"
    )
    assert refused(text).render() == (
        "error: there is no stream Strm\n"
        " --> query.spaseq:3:45\n"
        "  |\n"
        "3 | WHERE { SEQ (Größe ; 円) DEFINE GPM Größe ON Strm {} }\n"
        "  |                                              ^^^^ there is Ström\n"
        "  = help: did you mean Ström?"
    )
