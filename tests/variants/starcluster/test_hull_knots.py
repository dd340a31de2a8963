"""Knots of hulls, which Science Centers break (SC-HULL-010, SC-MOD)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.variants.starcluster.builders import (
    examples,
    ledger,
    remarks,
    run,
)
from tests.variants.starcluster.researching import rich, work
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Project
from variants.starcluster.rules import breakthroughs
from variants.starcluster.rules.breakthroughs import chance_next, project_requirements


@pytest.mark.rule("SC-HULL-010", "SC-MOD-001")
@examples("SC-HULL-010")
def test_the_knot_of_a_hull_is_researched_like_a_level(example):
    inputs, expect = example.given, example.expect
    game = rich(inputs["el"], ratings=(inputs["center_rating"],))
    turn = run(game, Ada=f"RESEARCH 1 HULL {inputs['hull']}")
    ada = turn.game.empire("Ada")
    project = ada.projects[f"HULL:{inputs['hull']}"]

    assert ledger(turn)[f"project {project.name}"] == -100 * expect["mc_per_turn"]
    assert (
        project_requirements(turn.game, StarclusterEconomy(), ada, project).turns
        == expect["min_turns"]
    )
    if "first_percent" in expect:
        project.turns = expect["min_turns"] - 1
        assert chance_next(turn.game, StarclusterEconomy(), ada, project) == expect["first_percent"]
    if "breakthroughs" in expect:
        assert project_requirements(turn.game, StarclusterEconomy(), ada, project).special == -20


@pytest.mark.rule("SC-HULL-010", "SC-MOD-003")
def test_a_hard_knot_needs_two_breakthroughs(monkeypatch):
    game = rich(8, ratings=(9,))
    ada = game.empire("Ada")
    ada.projects["HULL:MT"] = Project(name="HULL:MT", centers=["1"], turns=40, chances=7)
    monkeypatch.setattr(breakthroughs, "_draw", lambda *_: Fraction(0))
    work(game, "HULL:MT")
    assert (ada.knots, ada.projects["HULL:MT"].chances) == ([], 0)
    assert chance_next(game, StarclusterEconomy(), ada, ada.projects["HULL:MT"]) == 1
    work(game, "HULL:MT")
    assert (ada.knots, ada.projects) == (["MT"], {})
    assert remarks(run(game, Ada="RESEARCH 1 HULL MT")) == [(1, "no-knot")]


@pytest.mark.rule("SC-HULL-010")
def test_a_knot_needs_a_center_rated_for_its_hull():
    game = rich(5, ratings=(4,))

    assert remarks(run(game, Ada="RESEARCH 1 HULL BBf")) == [(1, "center-too-low")]


@pytest.mark.rule("SC-HULL-010", "SC-RES-007")
def test_a_knot_is_researched_in_one_center_alone():
    game = rich(5, ratings=(6, 6))
    turn = run(game, Ada="RESEARCH 1 HULL BB\nRESEARCH 2 HULL BBf")

    assert remarks(turn) == [(2, "in-research")]
