"""EP-SPARQL as ETALIS writes it, with bare names and without the outer braces, as one of its rules."""

from __future__ import annotations

import re

_FORM = re.compile(r"(?P<form>SELECT|CONSTRUCT)\s+(?P<head>.+?)\s+WHERE\s+(?P<body>.+)", re.DOTALL)
_CONDITION = re.compile(r"\b(?:FILTER|DO)\b")
_VARIABLE = re.compile(r"\?(\w)(\w*)")
_TRIPLE = re.compile(r"\{\s*(\S+)\s+(\S+)\s+(\S+)\s*\}")
_OTHER_GROUP = re.compile(r"\{(.*?)\}", re.DOTALL)
SELECTED = "select_event"
"""What ETALIS calls an answer."""


def as_rule(query: str) -> str:
    """The rule of a query: a triple is an event `rdf(s, p, o)`."""
    form = _FORM.fullmatch(query.strip())
    assert form is not None, query
    head = form["head"].split()
    body = _OTHER_GROUP.sub(r"\1", _TRIPLE.sub(r"rdf(\1,\2,\3)", form["body"]))
    body = _CONDITION.sub("where", body).replace("&&", ",")
    rule = f"{SELECTED if form['form'] == 'SELECT' else 'rdf'}({','.join(head)}) <- {body} ."
    return _VARIABLE.sub(lambda found: found[1].upper() + found[2], rule)
