"""RSEP-QL: RSP-QL with event patterns, selection and consumption policies.

In order of use: `tree`, `grammar.lark` and `builder`, `printer`, `parse`, `lower`; each on the one of RSP-QL.
"""

from seqoia.languages.rsepql.lower import lower, warnings
from seqoia.languages.rsepql.parse import RSEPQL, parse, print_query

__all__ = ["RSEPQL", "lower", "parse", "print_query", "warnings"]
