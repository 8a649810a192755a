"""Whatever is written between the brackets of a window: a query or one message, never anything else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seqoia.languages.registry import LANGUAGES
from seqoia.text import QueryError, Source

QUERIES = {
    "csparql": "REGISTER QUERY q COMPUTED EVERY 2m AS SELECT * FROM STREAM <e:s> [RANGE 10m STEP 2m] { ?s ?p 1 }",
    "cqels": "SELECT * { STREAM <http://e/s> [RANGE 1m30s SLIDE 1s] { ?s ?p ?o } STREAM <e:t> [NOW] { ?s ?p 1 } }",
    "sparqlstream": "SELECT ISTREAM * FROM NAMED STREAM <http://e/s> [FROM NOW - 10 S TO NOW STEP 1 S] { ?s ?p 1 }",
}
FRAGMENTS = """
    0 1 2s 10m 1m30s 99999999999999 5ns MS - + [ ] { } . ?x <http://e/s> <x> :p é # ' \\ STEPP
    REGISTER QUERY STREAM COMPUTED EVERY AS FROM NAMED NOW TO STEP SLIDE RANGE TRIPLES TUMBLING ALL ISTREAM SELECT
"""
WORDS = st.sampled_from(FRAGMENTS.split())


@pytest.mark.parametrize("name", QUERIES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_garbled_query_is_a_query_or_gets_one_message(name: str, data: st.DataObject) -> None:
    language, words = LANGUAGES[name], QUERIES[name].replace("[", "[ ").replace("]", " ]").split()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(words) - 1))
        words[place : place + data.draw(st.integers(0, 2))] = data.draw(st.lists(WORDS, max_size=2))
        words = words or ["ASK"]
    text = " ".join(words)
    try:
        tree = language.parse(Source("garbled", text))
        language.lower(tree)
    except QueryError as refused:
        told = refused.diagnostic
        assert 0 <= told.span.start <= told.span.end <= len(text)
        assert told.message
    else:
        assert language.parse(Source("printed", language.print(tree))) == tree
