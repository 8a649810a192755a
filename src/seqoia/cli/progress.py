"""One line about a query that runs, on a terminal alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

import typer
from rich.console import Console
from rich.status import Status

from seqoia import Counts


class Progress:
    """Shows how far a query is while it runs, and says at the end what was left out."""

    def __init__(self) -> None:
        self._counts = Counts()
        self._since = time.monotonic()
        self._status: Status | None = None
        if sys.stderr.isatty():
            self._status = Status("starting", console=Console(stderr=True), refresh_per_second=4)

    def __enter__(self) -> Progress:
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()
            if kind is None:
                typer.echo(self.line(), err=True)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Answers may go to the same terminal, as they are."""
        if self._status is not None:
            self._status.stop()
        yield
        if self._status is not None:
            self._status.start()

    def ready(self) -> None:
        """Spark is there: from now on the rate counts."""
        self._since = time.monotonic()
        if self._status is not None:
            self._status.update("reading")

    def add(self, counts: Counts) -> None:
        """Some more has been told."""
        self._counts = self._counts.then(counts)
        if self._status is not None:
            self._status.update(self.line())

    def line(self) -> str:
        """What has been seen so far."""
        seen = self._counts
        rate = seen.events / max(time.monotonic() - self._since, 1e-9)
        return (
            f"{seen.events:,} events  {seen.answers:,} matches  {seen.late:,} late  {seen.rejected:,} rejected  "
            f"{rate:,.0f} events/s  {seen.waiting:,} runs in {seen.state:,} bytes"
        )

    def warn(self) -> None:
        """What an author should know although the query was answered."""
        if self._counts.rejected:
            typer.echo(
                f"warning: {self._counts.rejected} pieces of input are no events and were skipped; "
                "--rejected FILE tells which and why, --malformed fail stops at the first",
                err=True,
            )
        if self._counts.late:
            typer.echo(
                f"warning: {self._counts.late} events came too late and were left out; "
                "--late FILE tells which, --watermark DURATION waits for them",
                err=True,
            )
