"""Laws over generated worlds: that one holds, and that it bites, because a meaning gone wrong is found out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy


def holds(law: Callable[..., None], *worlds: SearchStrategy[Any], tries: int = 60) -> None:
    """Tries a law on so many worlds."""

    def attempt(world: tuple[Any, ...]) -> None:
        law(*world)

    given(st.tuples(*worlds))(settings(max_examples=tries, deadline=None, database=None)(attempt))()


def found_out(law: Callable[..., None], *worlds: SearchStrategy[Any], tries: int = 300) -> None:
    """Fails if the law holds for so many worlds; the first counterexample is enough."""

    def attempt(world: tuple[Any, ...]) -> None:
        law(*world)

    only_generated = settings(
        max_examples=tries, deadline=None, database=None, phases=[Phase.generate], derandomize=True
    )
    with pytest.raises(AssertionError):
        given(st.tuples(*worlds))(only_generated(attempt))()
