"""Matchers and machines as a worker keeps them: made once for each deployment, however many tasks come."""

from __future__ import annotations

import gc
import pickle
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pyoxigraph import RdfFormat, parse

from seqoia.machine import machine_for
from seqoia.machine.match import Lift, Matcher
from seqoia.machine.pattern import PatternMachine
from seqoia.model import Dataset
from seqoia.reference import uncertainty
from seqoia.reference.entailment import Entail, entailment_of, in_every_graph
from seqoia.reference.trace import silent
from seqoia.spark.deployment import Deployment, Shipped

_KEPT = 8
_SETTLED = 3
"""After so many tasks all that stays is there, and workers, which collect garbage after each, need not look at it."""


@dataclass
class Hosted:
    """What a worker has of a deployment."""

    deployment: Deployment
    asked: int = 0

    @cached_property
    def matcher(self) -> Matcher:
        plan = self.deployment.plan
        functions = uncertainty.functions(silent, cached=True)
        lifts = {place: declared(text) for place, text in self.deployment.lifts}
        return Matcher(
            plan.leaves, plan.streams, self.background, self.entail, functions, ticks=plan.ticks, lifts=lifts
        )

    @cached_property
    def machine(self) -> PatternMachine:
        given = self.deployment
        return machine_for(
            given.plan,
            given.lateness,
            self.background,
            state_limit=given.state_limit,
            interpreted=given.interpreted,
            intervals=given.intervals,
        )

    @cached_property
    def background(self) -> Dataset:
        """What is known, and what follows from it."""
        return in_every_graph(self._told, self.entail)

    @cached_property
    def entail(self) -> Entail:
        return entailment_of(self.deployment.plan.query.entailment, self._told)

    @cached_property
    def _told(self) -> Dataset:
        return Dataset.of_quads(parse(self.deployment.background, format=RdfFormat.N_QUADS))


def declared(lift: Mapping[str, Any] | str) -> Lift:
    """A lift as it was declared."""
    return Lift.of_text(lift) if isinstance(lift, str) else Lift.of_members(lift)


_HERE: OrderedDict[str, Hosted] = OrderedDict()


def hosted(shipped: Shipped) -> Hosted:
    """The deployment in this process; those that were not asked for lately are let go."""
    if shipped.token not in _HERE:
        _HERE[shipped.token] = Hosted(pickle.loads(shipped.packed()))
        while len(_HERE) > _KEPT:
            _HERE.popitem(last=False)
    _HERE.move_to_end(shipped.token)
    found = _HERE[shipped.token]
    found.asked += 1
    if found.asked == _SETTLED:
        gc.freeze()
    return found
