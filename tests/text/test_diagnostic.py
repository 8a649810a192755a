"""A diagnostic shows its line, and a caret under its place."""

from __future__ import annotations

import pytest

from seqoia.text import Diagnostic, Source, Span


def shown(text: str, start: int, end: int) -> list[str]:
    return (
        Diagnostic("wrong", Source("q", text), Span(start, end), note="a note", help="a way out").render().split("\n")
    )


def caret_under(lines: list[str], word: str) -> bool:
    """For lines without wide characters."""
    return lines[3].index(word) == lines[4].index("^")


def test_the_caret_stands_under_the_span() -> None:
    lines = shown("SELECT\n  ?x }", 9, 11)
    assert lines == [
        "error: wrong",
        " --> q:2:3",
        "  |",
        "2 |   ?x }",
        "  |   ^^ a note",
        "  = help: a way out",
    ]


@pytest.mark.parametrize(
    ("text", "carets"),
    [("é ?x", "  ^^"), ("日本 ?x", "     ^^"), ("e\u0301 ?x", "  ^^"), ("\t?x", "    ^^")],
)
def test_carets_stand_right_after_wide_combining_and_tabulated_text(text: str, carets: str) -> None:
    start = text.index("?x")
    assert shown(text, start, start + 2)[4] == f"  | {carets} a note"


def test_of_a_long_line_only_what_is_near_is_shown() -> None:
    lines = shown("a" * 10_000 + "?x" + "b" * 10_000, 10_000, 10_002)
    assert lines[1] == " --> q:1:10001"
    assert max(map(len, lines)) < 200
    assert lines[3].startswith("1 | …aa")
    assert lines[3].endswith("bb…")
    assert caret_under(lines, "?x")


def test_a_long_span_is_cut() -> None:
    lines = shown("a" * 10_000, 3, 9_000)
    assert max(map(len, lines)) < 200
    assert lines[4].startswith("  |    ^^^^")


def test_what_a_terminal_would_not_print_has_a_sign() -> None:
    lines = shown("\0\x1b[31m ?x", 7, 9)
    assert lines[3] == "1 | \N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}[31m ?x"
    assert caret_under(lines, "?x")


@pytest.mark.parametrize("text", ["", "a", "a\n"])
def test_the_end_of_a_text_is_a_place(text: str) -> None:
    assert shown(text, len(text), len(text))[4].endswith("^ a note")
