"""What goes wrong in a worker, brought to the query's author as one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from seqoia.formats import UnreadableFileError
from seqoia.reference.errors import UnanswerableError

_MARK = "\N{SECTION SIGN}seqoia\N{SECTION SIGN}"
_SENTENCE = re.compile(f"{_MARK}(.*?){_MARK}", re.DOTALL)


class QueryStoppedError(Exception):
    """A running query that cannot go on, and why."""


class WorkerError(Exception):
    """Carries a sentence through Spark, which passes the text of an exception on, inside of much else."""

    def __init__(self, sentence: str) -> None:
        super().__init__(f"{_MARK}{sentence}{_MARK}")


@contextmanager
def told_in_a_sentence() -> Iterator[None]:
    """Marks what is the author's to know, inside of a worker."""
    try:
        yield
    except WorkerError:
        raise
    except (ValueError, RuntimeError, MemoryError, UnreadableFileError, UnanswerableError) as error:
        raise WorkerError(str(error) or type(error).__name__) from error


@contextmanager
def told_to_the_author() -> Iterator[None]:
    """Finds what was marked in what Spark raises."""
    try:
        yield
    except Exception as error:
        sentence = sentence_in(str(error))
        if sentence is None:
            raise
        raise QueryStoppedError(sentence) from None


def sentence_in(text: str) -> str | None:
    """What a worker said, if it did."""
    found = _SENTENCE.search(text)
    return None if found is None else found[1]
