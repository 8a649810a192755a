"""What is matched is what the reference says of each event, however the event is written."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from pyoxigraph import RdfFormat

from machine.match import worlds_of_matching as w
from seqoia.machine.match import EventBatch, Matcher, Syntax
from seqoia.model import EMPTY_DATASET, Dataset, Entailment
from seqoia.plan.leaf import Leaf
from seqoia.reference.entailment import entailment_of

TRIES = settings(max_examples=60, deadline=None)


def agrees(
    leaves: Sequence[Leaf], batch: EventBatch, datasets: Sequence[Dataset | None], background: Dataset = EMPTY_DATASET
) -> None:
    matcher = Matcher(leaves, [w.STREAM], background)
    try:
        found, made = w.matched(matcher, batch, leaves)
    except RuntimeError:  # pyoxigraph stumbles over triple terms about literals
        reject()
    assert len(made.rejected) == sum(dataset is None for dataset in datasets)
    assert made.events == len(datasets) - len(made.rejected)
    for place, leaf in enumerate(leaves):
        for event, dataset in enumerate(datasets):
            got = found[place].get(event + 100, frozenset())
            expected = frozenset() if dataset is None else w.told(leaf, event + 100, dataset, background)
            assert w.alike(got, expected), (leaf, batch, event, got, expected)


@pytest.mark.parametrize("syntax", w.TEXTS)
def test_texts_are_matched_as_the_reference_matches_them(syntax: Syntax) -> None:
    @TRIES
    @given(st.lists(w.TEXTS[syntax], max_size=4), st.lists(w.leaves(), min_size=1, max_size=3), st.booleans())
    def law(texts: list[str], leaves: list[Leaf], knows: bool) -> None:
        datasets = [w.read(text.encode(), syntax, number + 100) for number, text in enumerate(texts)]
        agrees(leaves, w.texts_batch(texts, syntax), datasets, w.BACKGROUND if knows else EMPTY_DATASET)

    law()


@TRIES
@given(st.lists(w.TEXTS[Syntax.N_QUADS], max_size=4), st.lists(w.leaves(), min_size=1, max_size=3))
def test_quads_are_matched_as_the_reference_matches_them(texts: list[str], leaves: list[Leaf]) -> None:
    datasets = [w.read(text.encode(), Syntax.N_QUADS, number) for number, text in enumerate(texts)]
    known = [dataset for dataset in datasets if dataset is not None]
    agrees(leaves, w.quads_batch(known), known)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(w.quad_texts(False, mess=False), max_size=3), w.leaves(), st.sampled_from([Syntax.JSON_LD, Syntax.RDF_XML])
)
def test_other_syntaxes_are_read_by_a_parser(events: list[list[str]], leaf: Leaf, syntax: Syntax) -> None:
    target = RdfFormat.JSON_LD if syntax is Syntax.JSON_LD else RdfFormat.RDF_XML
    plain = [
        "".join(f"{line} .\n" for line in lines if "<<(" not in line and "\\u007F" not in line) for lines in events
    ]
    texts = []
    for text in plain:
        try:
            texts.append(w.converted(text, target))
        except (ValueError, SyntaxError):
            continue
    datasets = [w.read(text.encode(), syntax, number) for number, text in enumerate(texts)]
    agrees([leaf], w.texts_batch(texts, syntax), datasets)


@settings(max_examples=30, deadline=None)
@given(st.lists(w.TEXTS[Syntax.N_QUADS], max_size=3), w.leaves())
def test_what_follows_from_the_ontology_is_matched_too(texts: list[str], leaf: Leaf) -> None:
    entail = entailment_of(Entailment.RDFS, w.ONTOLOGY)
    matcher = Matcher([leaf], [w.STREAM], w.ONTOLOGY, entail)
    try:
        [found], _ = w.matched(matcher, w.texts_batch(texts, Syntax.N_QUADS), [leaf])
    except RuntimeError:  # as above
        reject()
    for number, text in enumerate(texts):
        dataset = w.read(text.encode(), Syntax.N_QUADS, number)
        expected = frozenset() if dataset is None else w.told(leaf, number, dataset, w.ONTOLOGY, entail=entail)
        assert w.alike(found.get(number + 100, frozenset()), expected)


@TRIES
@given(st.lists(w.TEXTS[Syntax.N_QUADS], min_size=2, max_size=5), w.leaves(), st.data())
def test_terms_and_keys_do_not_depend_on_how_events_are_cut(texts: list[str], leaf: Leaf, data: st.DataObject) -> None:
    matcher = Matcher([leaf], [w.STREAM], EMPTY_DATASET)
    batch = w.texts_batch(texts, Syntax.N_QUADS)
    cut = data.draw(st.integers(0, len(texts)))
    try:
        whole = matcher.match(batch).bindings.tables
    except RuntimeError:  # as above
        reject()
    parts = [matcher.match(batch.some(slice(0, cut))), matcher.match(batch.some(slice(cut, None)))]
    rows = [row for part in parts for table in part.bindings.tables.values() for row in table.to_pylist()]
    assert sorted(map(repr, rows)) == sorted(repr(row) for table in whole.values() for row in table.to_pylist())
