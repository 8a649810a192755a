"""Query texts in, results out."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from seqoia import ParsedQuery, UnreadableFileError, parse

QueryFile = Annotated[str, typer.Argument(metavar="QUERY", help="File with the query; - is the standard input.")]
LanguageName = Annotated[
    str | None,
    typer.Option(
        "--language", "-l", metavar="NAME", help="The query's language; else its file's suffix or text tells."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def read_text(file: str) -> str:
    """The text of a query file."""
    name = shown_name(file)
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableFileError(name, "is not UTF-8", line) from None
    except FileNotFoundError:
        raise UnreadableFileError(name, "there is no such file") from None
    except IsADirectoryError:
        raise UnreadableFileError(name, "is a folder, not a file") from None
    except OSError as error:
        raise UnreadableFileError(name, f"cannot be read: {error.strerror}") from None


def read_query(file: str, language: str | None) -> ParsedQuery:
    return parse(read_text(file), language, shown_name(file))


def shown_name(file: str) -> str:
    return "<stdin>" if file == "-" else file


def print_json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
