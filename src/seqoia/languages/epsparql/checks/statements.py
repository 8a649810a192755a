"""What rules and dataset clauses may say."""

from __future__ import annotations

from collections.abc import Iterator

from seqoia.languages.epsparql import tree
from seqoia.languages.sparql import tree as sparql
from seqoia.languages.sparql.checks import Survey, VisibleVariables, check_blank_nodes
from seqoia.languages.sparql.refusal import Refusal
from seqoia.text import closest


def check_blank_nodes_of_each(survey: Survey) -> None:
    """A blank node label belongs to one graph pattern of its rule or query; another rule may use it again."""
    for statement in _statements(survey):
        check_blank_nodes(Survey(statement))


def check_clauses(survey: Survey) -> None:
    """One policy and one entailment hold for all rules and the query, and stand in the query."""
    for rule in _query(survey).rules:
        for clause in rule.construct.dataset:
            raise Refusal(
                "a rule reads what the query reads",
                clause.span,
                "dataset clauses stand in the last query",
                "move it to the query at the end",
            )
    kinds: tuple[tuple[type[sparql.DatasetClause], str], ...]
    kinds = ((tree.Policy, "POLICY"), (tree.Entailment, "ENTAILMENT"))
    for kind, word in kinds:
        for again in list(survey.of(kind))[1:]:
            raise Refusal(f"{word} is said twice", again.span, "one of them holds for the whole text")


def check_names(survey: Survey) -> None:
    """No two rules have one name."""
    seen: set[str] = set()
    for rule in _query(survey).rules:
        if rule.name in seen:
            raise Refusal(f"there is another rule {rule.name}", rule.span, "a name that no other rule has")
        seen.update([rule.name] if rule.name else [])


def check_rules(survey: Survey) -> None:
    """A rule derives something, from everything that its pattern finds (P-EP, section 4.2)."""
    for rule in _query(survey).rules:
        _check_template(rule.construct)
        _check_modifiers(rule.construct.modifiers)


def _check_template(construct: sparql.Construct) -> None:
    if construct.template is None:
        return
    if not construct.template.triples:
        raise Refusal(
            "this rule creates nothing",
            construct.template.span,
            "a rule adds the triples of its template to the stream",
        )
    bound = VisibleVariables().of(construct.where)
    for part in sparql.walk(construct.template):
        if isinstance(part, sparql.Variable) and part.name not in bound:
            meant = closest(part.name, bound)
            raise Refusal(
                f"?{part.name} is never bound, so this rule creates nothing",
                part.span,
                "a variable of the rule's WHERE",
                f"did you mean ?{meant}?" if meant else "",
            )


def _check_modifiers(modifiers: sparql.SolutionModifiers) -> None:
    if modifiers.order_by or modifiers.limit is not None or modifiers.offset is not None:
        raise Refusal(
            "a rule derives from all its solutions",
            modifiers.span,
            "ORDER BY, LIMIT and OFFSET stand in the last query",
        )


def _statements(survey: Survey) -> Iterator[sparql.Syntax]:
    query = _query(survey)
    yield from query.rules
    yield query.form


def _query(survey: Survey) -> tree.RuledQuery:
    assert isinstance(survey.document, tree.RuledQuery)
    return survey.document
