"""Probability distributions as values (P-UNC, section 3.1).

In the order in which they build on each other: `families` are the distributions, closed under sums and differences
of independent ones; `notation` reads and writes them; `convolution` has their distribution functions and densities;
`quadrature` integrates; `probability` compares.
"""

from seqoia.model.distributions.convolution import Shape, cumulative, density
from seqoia.model.distributions.families import (
    MOST_UNIFORM_TERMS,
    Constant,
    Distribution,
    Normal,
    Sum,
    Uniform,
    add,
    subtract,
)
from seqoia.model.distributions.notation import parse, show
from seqoia.model.distributions.probability import between, greater_than, less_than

__all__ = [
    "MOST_UNIFORM_TERMS",
    "Constant",
    "Distribution",
    "Normal",
    "Shape",
    "Sum",
    "Uniform",
    "add",
    "between",
    "cumulative",
    "density",
    "greater_than",
    "less_than",
    "parse",
    "show",
    "subtract",
]
