"""Path rules become property paths."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.builder.expressions import ExpressionBuilder
from seqoia.languages.sparql.builder.spans import Piece, across


@v_args(inline=True)
class PathBuilder(ExpressionBuilder):
    """Rules under `property paths` in the grammar."""

    def path_alternative(self, *pieces: Piece) -> tree.PathAlternative:
        return tree.PathAlternative(parts(pieces), span=across(*pieces))

    def path_sequence(self, *pieces: Piece) -> tree.PathSequence:
        return tree.PathSequence(parts(pieces), span=across(*pieces))

    def path_inverse(self, caret: Token, path: tree.Path) -> tree.PathInverse:
        return tree.PathInverse(path, span=across(caret, path))

    def path_repeat(self, path: tree.Path, times: Token) -> tree.PathRepeat:
        return tree.PathRepeat(path, tree.Times(str(times)), span=across(path, times))

    def path_negated(self, *pieces: Piece) -> tree.PathNegated:
        return tree.PathNegated(parts(pieces), span=across(*pieces))

    path_negated_one = path_negated


def parts(pieces: tuple[Piece, ...]) -> tuple[Any, ...]:
    """What was built, without the punctuation; the grammar says of which classes it is."""
    return tuple(piece for piece in pieces if isinstance(piece, tree.Syntax))
