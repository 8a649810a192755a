"""Turtle texts as lines of N-Triples, where a kernel can write them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from seqoia.machine.match import turtle_kernel as kernel
from seqoia.machine.match.events import Syntax
from seqoia.machine.match.texts import Serialised, between


def as_lines(texts: Serialised, places: NDArray[np.int64]) -> tuple[Serialised, NDArray[np.bool_]]:
    """Some of the texts as N-Triples, and for which of them that is what they say; others are left empty."""
    size = int((texts.ends[places] - texts.starts[places]).sum())
    target = np.empty(4 * size + 4096, np.uint8)
    prefixes = np.empty((kernel.MOST_PREFIXES, 4), np.int64)
    edges, good = np.zeros(len(places) + 1, np.int64), np.zeros(len(places), np.bool_)
    place, out = 0, 0
    while True:
        place, out = kernel.write_lines(
            texts.data, texts.starts, texts.ends, places, place, out, prefixes, target, edges, good
        )
        if place == len(places):
            return between(target, edges, Syntax.N_TRIPLES), good
        target = np.concatenate((target, np.empty(len(target), np.uint8)))
