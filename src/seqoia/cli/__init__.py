"""The commands, one a file, over the public surface alone.

`app` is the command line itself, and turns whatever goes wrong into one message and an exit code; `texts` reads queries
and writes results, `assignments` reads `IRI=FILE`; `parse`, `lower`, `evaluate`, `fmt` and `explain` are the commands.
"""

from seqoia.cli.app import main

__all__ = ["main"]
