"""What could have stood where a text went wrong, in human words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lark import Lark
from lark.lexer import PatternStr
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser_state import ParserState

PHRASES: dict[str, str] = {
    "triples_block": "a triple pattern",
    "triples": "a triple pattern",
    "sub_select": "SELECT",
    "group_element": "FILTER, BIND, OPTIONAL or another graph pattern",
    "group": "a group in `{` `}`",
    "properties": "a predicate",
    "property": "a predicate",
    "simple_verb": "a predicate",
    "object": "an object",
    "graph_node": "a term",
    "triple_term_part": "a term",
    "reified_part": "a term",
    "path_excluded": "an IRI",
    "path_primary": "a property path",
    "data_row": "a row in `(` `)`",
    "data_value": "a value",
    "projected": "a variable or `(expression AS ?variable)`",
    "group_condition": "a variable or an expression",
    "order_condition": "a variable or an expression",
    "constraint": "a condition in brackets or a function call",
    "expression": "an expression",
    "additive": "an expression",
    "multiplicative": "an expression",
    "unary": "an expression",
    "primary": "an expression",
    "reifier_name": "a variable, an IRI or a blank node",
    "variable_or_iri": "a variable or an IRI",
    "variable": "a variable",
    "iri": "an IRI",
    "string": "a text in quotes",
    "annotation": "an annotation",
}
"""Rules in words, the wider before the narrower."""

TERMINALS: dict[str, str] = {
    "$END": "the end of the query",
    "INTEGER": "a whole number",
    "PNAME_NS": "a prefix with its colon",
    "IRIREF": "an IRI in `<` `>`",
    "STRING": "a text in quotes",
    "LANGUAGE": "a language tag",
    "NAME": "a function",
    "VARIABLE": "a variable",
    "SIGNED_NUMBER": "an operator",
}
"""Terminals in words, where their own text does not say it."""

OPERATORS = frozenset(
    {"||", "&&", "=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "|", "^", "?", "^^", "IN", "NOT"}
)
CHAINING = frozenset({"||", "/"})
MOST_LISTED = 8


def expected_words(parser: Lark, state: ParserState[int], phrases: Mapping[str, str]) -> tuple[str, ...]:
    """What could stand at this state of the parser: phrases first, then keywords, then symbols."""
    words = {**phrases, **PHRASES}
    ranks = {rule: rank for rank, rule in enumerate(words)}
    firsts = _first_terminals(parser)
    found: dict[str, tuple[int, int]] = {}
    acceptable = _acceptable(state)
    in_chain = any(spelled(parser, terminal) in CHAINING for terminal in acceptable)
    for terminal, gotos in acceptable.items():
        covering = [rule for rule in gotos if rule in words and terminal in firsts.get(rule, ())]
        if covering:
            rule = min(covering, key=ranks.__getitem__)
            found.setdefault(words[rule], (0, ranks[rule]))
        else:
            word, rank = _terminal_words(parser, terminal, in_chain)
            found.setdefault(word, (rank, 0))
    return tuple(sorted(found, key=lambda word: (found[word], word)))


def listed(words: Iterable[str]) -> str:
    """`one, two or three`; a list that is too long is cut."""
    shown = list(words)
    if len(shown) > MOST_LISTED:
        return ", ".join(shown[:MOST_LISTED]) + " …"
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def acceptable_terminals(state: ParserState[int]) -> frozenset[str]:
    """The terminals that can really follow."""
    return frozenset(_acceptable(state))


def spelled(parser: Lark, terminal: str) -> str | None:
    """How a keyword or symbol is written, if it is written in one way."""
    if terminal == "$END":
        return None
    pattern = parser.get_terminal(terminal).pattern
    if isinstance(pattern, PatternStr):
        return str(pattern.value)
    word = pattern.value.removesuffix(r"\b")
    return word if word != pattern.value and word.isidentifier() else None


def _terminal_words(parser: Lark, terminal: str, in_chain: bool) -> tuple[str, int]:
    text = spelled(parser, terminal)
    if terminal in TERMINALS:
        return TERMINALS[terminal], 1
    if text is None:
        return terminal.lower().replace("_", " "), 1
    if in_chain and text in OPERATORS:
        return "an operator", 1
    return (text, 2) if text.isidentifier() else (f"`{text}`", 3)


def _acceptable(state: ParserState[int]) -> dict[str, frozenset[str]]:
    """Each terminal that can follow, with the rules that could begin at the state that would take it."""
    table = state.parse_conf.states
    found = {}
    for terminal in table[state.position]:
        if terminal == "$END" or terminal.isupper() or terminal.startswith("__ANON"):
            taking = _state_that_takes(terminal, state)
            if taking is not None:
                found[terminal] = frozenset(name for name in table[taking] if name.islower())
    return found


def _state_that_takes(terminal: str, state: ParserState[int]) -> int | None:
    """Where the terminal would be shifted, after the reductions that it causes."""
    table, stack = state.parse_conf.states, list(state.state_stack)
    while True:
        try:
            action, argument = table[stack[-1]][terminal]
        except KeyError:
            return None
        if action is Shift:
            return stack[-1]
        if size := len(argument.expansion):
            del stack[-size:]
        stack.append(table[stack[-1]][argument.origin.name][1])
        if terminal == "$END" and stack[-1] == state.parse_conf.end_state:
            return stack[-1]


def _first_terminals(parser: Lark) -> dict[str, set[str]]:
    """For each rule the terminals with which it can begin; empty beginnings are seen through."""
    firsts: dict[str, set[str]] = {}
    empty: set[str] = set()
    changed = True
    while changed:
        changed = False
        for rule in parser.rules:
            own = firsts.setdefault(rule.origin.name, set())
            before = (len(own), len(empty))
            for symbol in rule.expansion:
                own |= {symbol.name} if symbol.is_term else firsts.get(symbol.name, set())
                if symbol.is_term or symbol.name not in empty:
                    break
            else:
                empty.add(rule.origin.name)
            changed = changed or before != (len(own), len(empty))
    return firsts
