"""Background graphs over time."""

from __future__ import annotations

from algebra_by_hand import dataset, ex, graph, seconds
from seqoia.algebra.query import DatasetClause
from seqoia.reference import NO_BACKGROUND, Background

OLD, NEW, OTHER = (graph((":a", ":is", what)) for what in ("old", "new", "other"))
NAME = ex("g")


def test_the_version_in_force_is_the_latest_that_has_begun():
    changing = Background(((seconds(14), NEW), (seconds(2), OLD)))
    assert [changing.at(seconds(at)).default for at in (1, 2, 13, 14, 99)] == [graph(), OLD, OLD, NEW, NEW]


def test_what_was_there_from_the_beginning_gives_way_to_later_versions():
    changing = Background(named={NAME: ((None, OLD), (seconds(-5), NEW))})
    assert [changing.at(seconds(at)).named[NAME] for at in (-9, -5)] == [OLD, NEW]


def test_a_dataset_never_changes():
    data = dataset((":a", ":b", 1), g=OLD)
    assert Background.of(data).at(seconds(-1)) == data
    assert NO_BACKGROUND.at(seconds(3)) == dataset()


def test_from_merges_graphs_that_change_into_the_default_graph():
    background = Background(
        named={NAME: ((None, OLD), (seconds(5), NEW)), ex("h"): ((seconds(3), OTHER),), ex("i"): ((None, OLD),)}
    )
    picked = background.picked(DatasetClause((NAME, ex("h")), (ex("h"),)))
    assert [picked.at(seconds(at)).default for at in (1, 3, 5)] == [OLD, OLD | OTHER, NEW | OTHER]
    assert set(picked.at(seconds(5)).named) == {ex("h")}


def test_from_of_an_unknown_graph_is_empty():
    assert Background.of(dataset((":a", ":b", 1))).picked(DatasetClause((NAME,))).at(seconds(1)).default == graph()
