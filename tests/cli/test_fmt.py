"""`seqoia fmt` lays a query out the one way."""

from __future__ import annotations

from pathlib import Path

from cli.commands import Shell

QUERY = "SELECT ?x { ?x <http://e/p> 5 }"


def test_what_fmt_prints_it_would_print_again(shell: Shell) -> None:
    once = shell.run("fmt", "-", stdin=QUERY)
    assert once.code == 0
    assert shell.run("fmt", "-", stdin=once.out).out == once.out != QUERY


def test_check_says_whether_the_layout_would_change(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "query.sparql"
    file.write_text(QUERY)
    checked = shell.run("fmt", "--check", file)
    assert (checked.code, checked.out, checked.err) == (2, "", f"{file}: the layout would change\n")
    assert shell.run("fmt", "--write", file).code == 0
    assert shell.run("fmt", "--check", file).code == 0


def test_write_changes_only_files(shell: Shell) -> None:
    assert "--write changes a file" in shell.run("fmt", "--write", "-", stdin=QUERY).err
