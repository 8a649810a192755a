"""The command line, and what it says when something is wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NoReturn, TextIO

import typer

from seqoia import (
    NoJavaError,
    QueryError,
    QueryStoppedError,
    UnanswerableError,
    UnreadableFileError,
    __version__,
)
from seqoia.cli.evaluate import evaluate
from seqoia.cli.explain import explain
from seqoia.cli.fmt import fmt
from seqoia.cli.lower import lower
from seqoia.cli.parse import parse
from seqoia.cli.run import run

REFUSED = 2
FAULT = 1

app = typer.Typer(
    name="seqoia",
    help="Semantic complex event processing over RDF streams: query text → syntax tree → algebra → answers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (run, parse, lower, evaluate, fmt, explain):
    app.command()(command)


@app.callback(invoke_without_command=True)
def version(
    show: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    if show:
        typer.echo(__version__)
        raise typer.Exit


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs a command and ends the process: 0 when it did its work, 2 when query, data or command line are wrong."""
    for stream in (sys.stdout, sys.stderr):
        _speak_utf8(stream)
    try:
        app(args=None if arguments is None else list(arguments))
    except (QueryError, QueryStoppedError, NoJavaError, UnanswerableError, UnreadableFileError, ValueError) as wrong:
        _end(_sentence(wrong), REFUSED)
    except RecursionError:
        _end("error: the query nests too deeply", REFUSED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as fault:
        if "SEQOIA_TRACEBACK" in os.environ:
            raise
        place = "set SEQOIA_TRACEBACK=1 to see where"
        _end(f"error: a fault in seqoia: {type(fault).__name__}: {fault}\n = help: {place}", FAULT)
    sys.exit(0)


def _sentence(wrong: Exception) -> str:
    told = str(wrong)
    return told if isinstance(wrong, QueryError) else f"error: {told}"


def _end(message: str, code: int) -> NoReturn:
    typer.echo(message, err=True)
    sys.exit(code)


def _speak_utf8(stream: TextIO) -> None:
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
