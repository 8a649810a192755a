"""The one algebra that every language is lowered to; no node knows which language it came from.

`expressions` compute, `patterns` are SPARQL's algebra with windows and event matches as leaves, `events` are
patterns over time, `query` ties them to data and instants. `traversal` walks, `variables` tells what is bound,
`printer` shows.
"""

from seqoia.algebra.printer import as_json, show
from seqoia.algebra.query import EventQuery, Query, WindowQuery
from seqoia.algebra.traversal import children, descendants, map_children

__all__ = ["EventQuery", "Query", "WindowQuery", "as_json", "children", "descendants", "map_children", "show"]
