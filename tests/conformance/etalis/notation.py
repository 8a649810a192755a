"""ETALIS' rule notation, which is Prolog's with operators of its own, as terms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Var:
    name: str


@dataclass(frozen=True)
class Compound:
    """A functor and its arguments; without any it is an atom."""

    functor: str
    arguments: tuple[Term, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.functor}/{len(self.arguments)}"


Term: TypeAlias = Var | Compound | int

_RANKS = (
    (",",),
    (":-",),
    ("rule:",),
    ("<-",),
    ("do", "where", "check", "timestamp", "event_multiply"),
    ("seq", "and", "or", "par", "equals", "during", "starts", "finishes", "meets", "cnot", "fnot"),
    ("<", ">", "=<", ">=", "=", "is", "=:=", "=..", "\\="),
    ("+", "-"),
    ("*", "/"),
)
RANK = {operator: rank for rank, operators in enumerate(_RANKS) for operator in operators}
"""What binds looser comes first; everything is read from the left. The comma binds loosest of all, so that rules may
be arguments; where it joins conditions, ETALIS' rules have brackets."""

_ARGUMENT = RANK[","] + 1
_POSTFIX = ("star_times",)
_TOKEN = re.compile(
    r"(?P<space>\s+|%[^\n]*)|(?P<quoted>'[^']*')|(?P<number>\d+(?:\.\d+)?)|(?P<variable>[A-Z_]\w*)|(?P<atom>[a-z]\w*)"
    r"|(?P<end>\.(?=\s|%|$))|(?P<sign>:-|<-|=<|>=|=:=|=\.\.|\\[+=]|[-+*/<>=!|(),\[\]])"
)


def read(program: str) -> list[Term]:
    """The clauses of a program."""
    reader = _Reader(list(_tokens(program)))
    clauses = []
    while reader.kind:
        clauses.append(reader.term(0))
        reader.take("end")
    return clauses


def read_event(text: str) -> Compound:
    """One event, as the recordings write it: anything may be an atom there."""
    term = _Reader(list(_tokens(text))).term(_ARGUMENT)
    assert isinstance(term, Compound)
    return term


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position = 0
    while position < len(text):
        found = _TOKEN.match(text, position)
        if found is None:
            raise ValueError(f"cannot read {text[position : position + 20]!r}")
        position = found.end()
        if found.lastgroup != "space":
            yield str(found.lastgroup), found.group()


class _Reader:
    """Precedence climbing over the tokens."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self.tokens = tokens
        self.at = 0

    @property
    def kind(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    @property
    def text(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self, *expected: str) -> str:
        if expected and self.text not in expected and self.kind not in expected:
            raise ValueError(f"{self.text!r} stands where {expected} was expected")
        self.at += 1
        return self.tokens[self.at - 1][1]

    def term(self, loosest: int) -> Term:
        left = self._operand()
        while (operator := self._operator()) is not None:
            if operator in _POSTFIX:
                self.take()
                left = Compound(operator, (left,))
            elif RANK[operator] >= loosest:
                self.take()
                left = Compound(operator, (left, self.term(RANK[operator] + 1)))
            else:
                break
        return left

    def _operator(self) -> str | None:
        name = self.text.strip("'").lower()
        return name if name in RANK or name in _POSTFIX else None

    def _operand(self) -> Term:
        kind, text = self.kind, self.take()
        if kind == "number":
            return int(text) if text.isdigit() else Compound(text)
        if kind == "variable":
            return Var(text)
        if text == "-":
            return -int(self.take("number"))
        if text == "\\+":
            return Compound(text, (self.term(_ARGUMENT),))
        if text in ("(", "["):
            return self._bracketed(")" if text == "(" else "]")
        return Compound(text.strip("'"), self._arguments())

    def _bracketed(self, closing: str) -> Term:
        if closing == "]":
            return Compound("[]", self._listed(closing))
        inner = self.term(0)
        self.take(closing)
        return inner

    def _arguments(self) -> tuple[Term, ...]:
        if self.text != "(":
            return ()
        self.take()
        return self._listed(")")

    def _listed(self, closing: str) -> tuple[Term, ...]:
        items: list[Term] = []
        while self.text != closing:
            items.append(self.term(_ARGUMENT))
            if self.text != closing:
                self.take(",", "|")
        self.take(closing)
        return tuple(items)


def conjuncts(term: Term) -> Iterator[Compound]:
    """The parts of a condition, from the left."""
    assert isinstance(term, Compound)
    if term.functor == ",":
        for each in term.arguments:
            yield from conjuncts(each)
    else:
        yield term
