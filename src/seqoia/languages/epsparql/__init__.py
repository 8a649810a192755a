"""EP-SPARQL."""

from seqoia.languages.epsparql.parse import EPSPARQL, parse, print_query

__all__ = ["EPSPARQL", "parse", "print_query"]
