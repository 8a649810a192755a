"""From syntax tree to well formatted text; a dialect's printer subclasses `Printer`.

In order: `page` (indentation and comments), `terms`, `expressions`, `patterns`, `queries`.
"""

from seqoia.languages.sparql.printer.queries import Printer

__all__ = ["Printer"]
