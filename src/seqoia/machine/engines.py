"""Which engine does what of a plan, told without running it."""

from __future__ import annotations

from seqoia.algebra.expressions import Expression
from seqoia.machine.match.programme import fits_kernel
from seqoia.machine.match.shapes import shape_of
from seqoia.machine.sequence.programs import ASK, program_of
from seqoia.model import EMPTY_DATASET, Entailment
from seqoia.plan.leaf import Leaf
from seqoia.plan.outline import Engines
from seqoia.plan.physical import PatternPlan


def engines_of(plan: PatternPlan) -> Engines:
    """What answers the conditions and matches the leaves of a plan."""
    simple = plan.query.entailment is Entailment.SIMPLE
    return Engines(_answering, _matching if simple else _matching_by_sparql)


def _answering(condition: Expression) -> str:
    asks = any(operation == ASK for operation, _ in program_of(condition).operations)
    return "SPARQL, once for each combination of terms" if asks else "the stack machine"


def _matching(leaf: Leaf) -> str:
    shape = shape_of(leaf.pattern, EMPTY_DATASET)
    return "a compiled kernel" if shape is not None and fits_kernel(shape) else _matching_by_sparql(leaf)


def _matching_by_sparql(_: Leaf) -> str:
    return "SPARQL, event by event"
