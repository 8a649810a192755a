"""What follows by RDFS."""

from __future__ import annotations

from algebra_by_hand import graph
from seqoia.model import Dataset, Entailment, NamedNode
from seqoia.model.term import RDF, RDFS
from seqoia.reference.entailment import closure, entailed, entailment_of

A = NamedNode(RDF + "type")
DOMAIN, RANGE = NamedNode(RDFS + "domain"), NamedNode(RDFS + "range")
SUB_PROPERTY, SUB_CLASS = NamedNode(RDFS + "subPropertyOf"), NamedNode(RDFS + "subClassOf")

ONTOLOGY = graph(
    (":reads", SUB_PROPERTY, ":measures"),
    (":measures", SUB_PROPERTY, ":knows"),
    (":measures", DOMAIN, ":Sensor"),
    (":measures", RANGE, ":Value"),
    (":Sensor", SUB_CLASS, ":Device"),
    (":Device", SUB_CLASS, ":Thing"),
)


def test_a_statement_has_its_super_properties_and_the_types_that_these_give():
    found = entailed(graph((":s", ":reads", ":v")), ONTOLOGY)
    assert found == graph(
        (":s", ":reads", ":v"),
        (":s", ":measures", ":v"),
        (":s", ":knows", ":v"),
        (":s", A, ":Sensor"),
        (":s", A, ":Device"),
        (":s", A, ":Thing"),
        (":v", A, ":Value"),
    )


def test_a_literal_gets_no_type():
    ranged = graph((":p", RANGE, ":Value"))
    assert entailed(graph((":s", ":p", 1)), ranged) == graph((":s", ":p", 1))


def test_hierarchies_are_transitive():
    found = closure(ONTOLOGY)
    assert found - ONTOLOGY == graph((":reads", SUB_PROPERTY, ":knows"), (":Sensor", SUB_CLASS, ":Thing"))


def test_what_the_ontology_says_alone_is_not_repeated():
    assert entailed(graph((":a", ":b", ":c")), ONTOLOGY) == graph((":a", ":b", ":c"))


def test_a_cycle_of_classes_ends():
    cycle = graph((":A", SUB_CLASS, ":B"), (":B", SUB_CLASS, ":A"))
    assert graph((":x", A, ":B")) <= entailed(graph((":x", A, ":A")), cycle)


def test_the_ontology_is_what_the_background_says_of_classes_and_properties():
    background = Dataset(graph((":x", A, ":Sensor")), {NamedNode("http://example.org/onto"): ONTOLOGY})
    entail = entailment_of(Entailment.RDFS, background)
    assert graph((":s", A, ":Thing")) <= entail(graph((":s", A, ":Sensor")))
    assert entail(background.default) == graph((":x", A, ":Sensor"), (":x", A, ":Device"), (":x", A, ":Thing"))
    assert entailment_of(Entailment.SIMPLE, background)(background.default) == background.default
