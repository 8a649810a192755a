"""ETALIS: what its rules derived there, against what they mean as EP-SPARQL.

Each case is a program, a policy, the events that went in, the events that ETALIS printed, and those that the case's
author asked for. All that we derive must have been printed with its interval, or asked for; all that was printed or
asked for must be derived.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from conformance.etalis.answers import derived
from conformance.etalis.own_epsparql import as_rule
from conformance.etalis.programs import BeyondLanguagesError, Program, program
from conformance.etalis.recording import LONGEST_LIST, Found, asserted, inputs, printed
from conformance.etalis.to_epsparql import epsparql
from places import shared_data

CASES: list[dict[str, Any]] = json.loads((shared_data("etalis") / "cases.json").read_text(encoding="utf-8"))

BEYOND = {
    "channel_01#0": ":-",
    "dynamic_updates_01#0": ":-",
    "ep_sparql_04#0": "rdf_store/3",
    "flower_delivery_01#0": "store_record/3",
}
"""What each case asks for that none of our languages says."""

NEEDED = {
    ":-": "Prolog clauses, which make events out of events or change the rules",
    "rdf_store/3": "background knowledge that was not recorded",
    "store_record/3": "Prolog predicates that were not recorded, among them counters",
}

SILENT = {"correctness_1#1": {"bidTmpWinner"}}
"""Kinds of events that a case derives on the way to what it asks for, and that it had ETALIS not print."""


def named(case: dict[str, Any]) -> str:
    return str(case["name"])


def rules(case: dict[str, Any]) -> Program:
    return program(case["event_rules"] or as_rule(case["ep_sparql"]))


def lacking(case: dict[str, Any]) -> str | None:
    """What keeps a case from being translated."""
    try:
        epsparql(rules(case))
    except BeyondLanguagesError as beyond:
        return str(beyond)
    return None


def differences(case: dict[str, Any], policy: str) -> dict[str, set[Found]]:
    """What was recorded and is not derived, and the other way round."""
    given, theirs, asked = inputs(case), printed(case), asserted(case)
    ours = derived(rules(case), policy, given)
    if given.sleeps:  # after which ETALIS numbered anew
        ours, theirs = without_times(ours), without_times(theirs)
    missing = (theirs - ours) | (asked - without_times(ours))
    if len(case["derived"]) == LONGEST_LIST:
        return {"missing": missing}
    silent = SILENT.get(named(case), set())
    kinds = {each.kind for each in theirs}
    assert not silent & kinds, "no longer silent"
    asked_alone = {each for each in ours if each.kind not in kinds and each.without_time() in asked}
    unprinted = {each for each in ours if each.kind in silent} | asked_alone | given.found()
    return {"missing": missing, "not recorded": ours - theirs - unprinted - without_times(given.found())}


def without_times(events: set[Found]) -> set[Found]:
    return {each.without_time() for each in events}


@pytest.mark.parametrize("case", CASES, ids=named)
def test_the_rules_derive_what_was_recorded(case: dict[str, Any]) -> None:
    lacks = lacking(case)
    assert lacks == BEYOND.get(named(case))
    if lacks is not None:
        pytest.skip(f"{lacks}: {NEEDED[lacks]}")
    assert not any(differences(case, case["policy"]).values())


def test_the_recordings_tell_the_policies_apart() -> None:
    short = [case for case in CASES if not lacking(case) and len(case["derived"]) < LONGEST_LIST]
    told_apart = {
        policy: {named(case) for case in short if any(differences(case, policy).values())}
        for policy in ("unrestricted", "chronological", "recent")
    }
    aggregates = {"aggregates_01#0", "aggregates_02#0", "aggregates_03#0", "ep_sparql_09#0", "ep_sparql_10#0"}
    others = {"aggregates_classic_01#0", "correctness_1#1", "sequence_05#0", "transitive_closure_01#0"}
    assert told_apart == {
        "unrestricted": aggregates | others,
        "chronological": {"correctness_1#1", "transitive_closure_01#0", "transitive_closure_02#0"},
        "recent": {"transitive_closure_02#0"},
    }
