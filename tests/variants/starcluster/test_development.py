"""R&D Centers: projects, places, and costs (SC-RND, SC-RDC)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.variants.starcluster.builders import (
    CLAUSES,
    examples,
    ledger,
    new_game,
    remarks,
    run,
)
from tests.variants.starcluster.researching import begun, rich, work
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Project
from variants.starcluster.rules import breakthroughs
from variants.starcluster.rules.breakthroughs import project_requirements
from variants.starcluster.rules.exploration import _is_open
from variants.starcluster.rules.research import learn_technology, obstacles
from variants.starcluster.technologies import technology


@pytest.mark.rule("SC-RND-004", "SC-RND-007")
@pytest.mark.parametrize(
    ("name", "level", "mc"), [("A1", 1, 1_000), ("S3", 3, 6_000), ("XO", 3, 600), ("I2", 4, 8_000)]
)
def test_a_technology_is_paid_by_level_and_tree(name, level, mc):
    game = rich()
    ada = game.empire("Ada")
    tech = technology(name)
    ada.levels[tech.tree] = level
    ada.developed = ["S1", "S2", "I1"]
    game.place("1").generic = level
    turn = run(game, Ada=f"DEVELOP {name} 1:G")

    assert ledger(turn)[f"project {name}"] == -100 * mc


@pytest.mark.rule("SC-RND-005", "SC-RND-006")
def test_several_centers_share_a_development():
    game = rich(ratings=(1, 1))
    ada = game.empire("Ada")
    ada.levels["ARM"] = 3
    ada.developed += ["A2"]
    game.place("1").generic, game.place("2").generic = 3, 4
    turn = run(game, Ada="DEVELOP A3 1:G")
    ada = turn.game.empire("Ada")
    project = ada.projects["A3"]
    assert project_requirements(turn.game, StarclusterEconomy(), ada, project).turns == 4
    turn = run(turn.game, Ada="DEVELOP A3 1:G 2:G")
    ada = turn.game.empire("Ada")
    project = ada.projects["A3"]
    expected = project_requirements(turn.game, StarclusterEconomy(), ada, project)

    assert (expected.turns, expected.step, project.turns) == (3, Fraction(9, 2), 2)


@pytest.mark.rule("SC-RDC-003")
def test_a_dedicated_center_works_on_its_tree_alone():
    game = rich()
    place = game.place("1")
    place.dedicated, place.dedicated_tree = 1, "SPM"
    turn = run(game, Ada="DEVELOP E1 1:D\nDEVELOP G1 1:D")

    assert remarks(turn) == [(1, "other-tree")]
    assert begun(turn) == ["G1"]


@pytest.mark.rule("SC-RDC-006")
@examples("SC-RDC-006")
def test_a_center_works_on_technologies_up_to_its_level(example):
    inputs = example.given
    game = rich()
    ada = game.empire("Ada")
    ada.levels["ARM"] = inputs["technology_sl"]
    if inputs["technology_sl"] == 1:
        ada.developed.remove("A1")
    game.place("1").generic = inputs["center_sl"]
    turn = run(game, Ada=f"DEVELOP A{inputs['technology_sl']} 1:G")

    assert (not remarks(turn)) == example.expect["may_work"]


@pytest.mark.rule("SC-RND-001", "SC-RND-002")
@examples("SC-RND-002")
def test_generations_are_developed_in_order(example):
    inputs = example.given
    game = rich()
    ada = game.empire("Ada")
    ada.levels["LAS"] = inputs["tree_sl"]
    ada.developed = ["L1"] if inputs["developed"] else []

    assert (not obstacles(ada, technology("L2"))) == example.expect["allowed"]


@pytest.mark.rule("SC-RND-002", "SC-ANO-005")
def test_ruins_skip_no_generation():
    ada = new_game().empire("Ada")
    ada.levels, ada.developed = {"SCI": 6, "ELC": 1}, ["X1"]
    assert not _is_open(ada, technology("Xc6"))
    ada.levels["ELC"] = 3
    assert not _is_open(ada, technology("Xc6"))
    ada.developed = ["Xc5"]
    assert _is_open(ada, technology("Xc6"))


@pytest.mark.rule("SC-RND-001")
@pytest.mark.parametrize(
    ("name", "levels", "has", "names"),
    [
        ("A2", {}, ["A1"], ["level 2 of ARM"]),
        ("Xc5", {"SCI": 5}, [], ["level 3 of ELC"]),
        ("Xc5", {"SCI": 5, "ELC": 3}, [], []),
        ("ENI:ADM", {"ENI": 7}, [], ["XO"]),
        ("ENJ:STEALTH", {"ENJ": 5, "ELC": 5}, [], []),
        ("ENI:STEALTH", {"ENI": 5, "ELC": 4}, [], ["level 5 of ELC"]),
    ],
)
def test_some_technologies_need_other_trees_or_technologies(name, levels, has, names):
    ada = new_game().empire("Ada")
    ada.levels, ada.developed = levels, has

    assert [name for name, _ in obstacles(ada, technology(name))] == names


@pytest.mark.rule("SC-RND-002", "SC-RND-007")
def test_a_developed_technology_can_be_used_and_its_centers_are_free(monkeypatch):
    monkeypatch.setattr(breakthroughs, "_draw", lambda *_: Fraction(0))
    game = rich()
    ada = game.empire("Ada")
    ada.projects["G1"] = Project(name="G1", centers=["1:G"], turns=5)
    work(game, "G1")

    assert ada.has("G1")
    assert ada.projects == {}


@pytest.mark.rule("SC-RND-003")
@examples("SC-RND-003")
def test_a_technology_from_others_comes_with_its_earlier_versions(example):
    ada = new_game().empire("Ada")
    ada.developed = list(example.given["owned"])
    ada.projects["S2"] = Project(name="S2", centers=["1:G"])
    learn_technology(ada, example.given["received"])

    assert ada.developed == example.expect["owned"]
    assert ada.level("SHD") == 1
    assert ada.projects == {}


@pytest.mark.rule("SC-ORD-004")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-ORD-004")[:3], ids=str)
def test_technologies_go_by_their_names(example):
    name = example.given.get("name") or example.given["order"].split()[1]
    tech = technology(name)

    assert tech.tree == example.expect["tree"]
    assert tech.level == example.expect.get("sl", 2)
