"""What the documentation claims is so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
import typer

from places import PROJECT
from seqoia import LANGUAGES, LEVELS, PROFILES, SETTINGS, TraceEvent
from seqoia.cli.app import app
from seqoia.reference.trace import Ending, Resolution

COMMANDS = typer.main.get_command(app).commands  # a group has them
PAGES = sorted(path for path in PROJECT.rglob("*.md") if not {".venv", "node_modules"} & set(path.parts))


def text(name: str) -> str:
    return (PROJECT / name).read_text(encoding="utf-8")


def fenced(page: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text(page), re.MULTILINE | re.DOTALL)


def options() -> Iterator[tuple[str, str]]:
    for name, command in COMMANDS.items():
        for parameter in command.params:
            yield from ((name, option) for option in parameter.opts if option.startswith("--"))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_documented_and_its_help_has_an_example(name: str) -> None:
    assert f"## `seqoia {name} QUERY" in text("docs/guide/commands.md")
    assert f"Example: seqoia {name} " in (COMMANDS[name].help or "")


@pytest.mark.parametrize(("name", "option"), list(options()))
def test_every_option_is_documented(name: str, option: str) -> None:
    assert option in text("docs/guide/commands.md"), name


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_language_is_documented(name: str) -> None:
    language = LANGUAGES[name]
    [row] = [line for line in text("docs/guide/languages.md").splitlines() if line.startswith(f"| `{name}`")]
    assert language.title in row
    assert f"`{language.suffix}`" in row


def test_languages_are_documented_in_the_order_of_their_recognition() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", text("docs/guide/languages.md"), re.MULTILINE)
    assert listed == list(LANGUAGES)


def test_every_choice_is_documented() -> None:
    commands = text("docs/guide/commands.md")
    assert [name for name in (*PROFILES, *SETTINGS) if f"`{name}`" not in commands] == []


def test_the_readme_has_two_commands_and_ci_runs_the_second() -> None:
    run, test = fenced("README.md", "sh")
    assert run.count("\n") == test.count("\n") == 1
    assert test in text(".ci/run")


def test_the_readmes_query_and_match_are_those_of_the_example() -> None:
    [query] = fenced("README.md", "sparql")
    assert query == text("examples/v-shape/query.spaseq")
    [match] = fenced("README.md", "json")
    assert match == text("examples/v-shape/expected.jsonl")


def test_the_readmes_python_prints_a_match(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(PROJECT)
    _, program = fenced("README.md", "python")
    exec(program.replace('open("examples/v-shape/query.spaseq").read()', repr(text("examples/v-shape/query.spaseq"))))
    assert capsys.readouterr().out.count("?company ↦") == 1


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_every_decision_is_listed() -> None:
    index = text("docs/decisions/README.md")
    records = sorted(path.name for path in (PROJECT / "docs" / "decisions").glob("[0-9]*.md"))
    assert [name for name in records if f"({name})" not in index] == []
    assert records


def test_every_page_on_meaning_is_listed() -> None:
    index = text("docs/semantics/README.md")
    pages = sorted(path.name for path in (PROJECT / "docs" / "semantics").glob("*.md") if path.name != "README.md")
    assert [name for name in pages if f"({name})" not in index] == []


def test_every_section_that_is_cited_is_there() -> None:
    page = text("docs/semantics/README.md")
    there = set(re.findall(r"^(?:## |\*\*)(\d(?:\.\d)?)\b", page, re.MULTILINE))
    found = (path for folder in ("src", "tests", "docs") for path in (PROJECT / folder).rglob("*"))
    files = [path for path in found if path.suffix in {".py", ".md", ".yaml"}]
    cited = {
        (number, path.name)
        for path in files
        for number in re.findall(r"SEMANTICS,? (?:section )?(\d(?:\.\d)?)\b", path.read_text(encoding="utf-8"))
    }
    assert cited
    assert [citation for citation in sorted(cited) if citation[0] not in there] == []


@pytest.mark.parametrize("step", get_args(TraceEvent), ids=lambda step: str(step.__name__))
def test_every_step_of_the_trace_is_documented(step: type) -> None:
    [row] = [line for line in text("docs/guide/trace.md").splitlines() if line.startswith(f"| `{step.__name__}`")]
    assert re.findall(r"`(\w+)`", row.rsplit("|", 2)[1]) == [field.name for field in fields(step)]


def test_every_reason_of_the_trace_is_documented() -> None:
    page = text("docs/guide/trace.md")
    assert [reason.value for reason in (*Ending, *Resolution) if f"`{reason.value}`" not in page] == []


def test_the_architecture_fits_on_a_page() -> None:
    assert text("ARCHITECTURE.md").count("\n") < 100


def test_every_layer_is_drawn() -> None:
    packages = (path.parent.name for path in (PROJECT / "src" / "seqoia").glob("*/__init__.py"))
    drawn = text("ARCHITECTURE.md")
    assert [name for name in packages if f"  {name}/ " not in drawn] == []


def test_every_recipe_is_commented() -> None:
    lines = text("justfile").splitlines()
    recipes = [number for number, line in enumerate(lines) if re.match(r"\w[\w -]*(\*\w+)?:(?!=)", line)]
    assert recipes
    assert [lines[number] for number in recipes if not lines[number - 1].startswith("# ")] == []


def test_every_requirement_has_an_exact_version() -> None:
    pinned = {name.lower() for name in re.findall(r"^([\w.-]+)==", text("constraints.txt"), re.MULTILINE)}
    wanted = re.findall(r'^    "([\w-]+)>=', text("pyproject.toml"), re.MULTILINE)
    assert len(wanted) > 5
    assert [name for name in wanted if name not in pinned] == []


def test_the_plan_and_the_reason_in_the_guide_are_what_is_printed() -> None:
    guide = text("docs/guide/explain.md")
    for printed in ("tests/plan/goldens/v-shape.txt", "tests/cli/goldens/why-v-shape.txt"):
        assert f"```\n{text(printed)}```\n" in guide


def test_every_level_is_documented() -> None:
    assert [name for name in LEVELS if f"`{name}`" not in text("docs/guide/commands.md")] == []
