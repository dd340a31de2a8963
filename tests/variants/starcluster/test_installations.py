"""Centers: prices, limits, when they work (SC-INS, SC-SCI, SC-RDC)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import (
    examples,
    ledger,
    remarks,
    run,
    texts,
)
from tests.variants.starcluster.installing import rich, spent
from variants.starcluster.model import Planet, Project

# science centers


@pytest.mark.rule("SC-SCI-001")
@examples("SC-SCI-001")
def test_a_new_science_center_costs_by_el_and_number(example):
    inputs, expect = example.given, example.expect
    rest = [str(n) for n in range(3, 3 + inputs["n_after"] - 1)]
    game = rich(inputs["el"], ("2", *rest))
    game.place("1").science = 0
    for name in rest:
        game.place(name).science = inputs["el"] + 1
    turn = run(game, Ada="INSTALL SCIENCE 2")

    assert spent(turn) == expect["mc"]
    assert turn.game.place("2").science == expect["rating"]


@pytest.mark.rule("SC-SCI-001", "SC-SCI-004")
def test_two_centers_of_one_turn_are_counted_both():
    turn = run(rich(1, ("2", "3")), Ada="INSTALL SCIENCE 2\nINSTALL SCIENCE 3\nINSTALL SCIENCE 3")

    assert spent(turn) == 40_000 + 60_000
    assert remarks(turn) == [(3, "slot-taken")]
    assert remarks(run(turn.game, Ada="INSTALL SCIENCE 2")) == [(1, "slot-taken")]


@pytest.mark.rule("SC-SCI-002")
@examples("SC-SCI-002")
def test_a_science_center_is_raised_for_the_price_of_a_new_one_less_its_rating(example):
    inputs, expect = example.given, example.expect
    rest = [str(n) for n in range(3, 2 + inputs["n"])]
    game = rich(inputs["el"], rest)
    game.place("1").science = inputs["rating"]
    for name in rest:
        game.place(name).science = 1
    turn = run(game, Ada="UPGRADE SCIENCE 1\nUPGRADE SCIENCE 1")

    assert spent(turn) == expect["mc"]
    assert remarks(turn) == [(2, "beyond-rating")]
    assert turn.game.place("1").science == expect["new_rating"]
    assert remarks(run(turn.game, Ada="UPGRADE SCIENCE 1")) == [(1, "beyond-rating")]


@pytest.mark.rule("SC-SCI-005")
@examples("SC-SCI-005")
def test_science_centers_cost_upkeep_by_el_and_number(example):
    inputs, expect = example.given, example.expect
    rest = [str(n) for n in range(2, 1 + inputs["n"])]
    game = rich(inputs["el"], rest)
    for name in ("1", *rest):
        game.place(name).science = 1
    turn = run(game)

    assert ledger(turn)["Science Centers"] == -100 * expect["total"]
    assert expect["total"] == expect["each"] * inputs["n"]


# R&D centers


@pytest.mark.rule("SC-RDC-001", "SC-RDC-004")
@examples("SC-RDC-001")
def test_generic_centers_cost_the_square_of_their_level(example):
    inputs, expect = example.given, example.expect
    game = rich()
    game.empire("Ada").levels["ARM"] = inputs["sl"]
    before = inputs.get("from_sl", 0)
    game.place("2").generic = before
    word = "UPGRADE" if before else "INSTALL"
    turn = run(game, Ada=f"{word} GENERIC 2 {inputs['sl']}\nUPGRADE GENERIC 2 {inputs['sl']}")

    assert spent(turn) == expect["mc"]
    assert len(remarks(turn)) == 1
    assert turn.game.place("2").generic == inputs["sl"]
    assert ledger(turn)["R&D Centers"] == -10_000 * (1 + before)
    assert ledger(run(turn.game))["R&D Centers"] == -10_000 * (1 + inputs["sl"])


@pytest.mark.rule("SC-RDC-002")
@examples("SC-RDC-002")
def test_dedicated_centers_cost_by_the_trees_modifier(example):
    inputs, expect = example.given, example.expect
    tree = {1: "ARM", 2: "CON"}[inputs["tree_modifier"]]
    game = rich()
    game.empire("Ada").levels[tree] = inputs["sl"]
    before = inputs.get("from_sl", 0)
    place = game.place("2")
    if before:
        place.dedicated, place.dedicated_tree = before, tree
    order = (
        f"UPGRADE DEDICATED 2 {inputs['sl']}"
        if before
        else f"INSTALL DEDICATED 2 {tree} {inputs['sl']}"
    )
    turn = run(game, Ada=order)

    assert spent(turn) == expect["mc"]
    place = turn.game.place("2")
    assert (place.dedicated, place.dedicated_tree) == (inputs["sl"], tree)


@pytest.mark.rule("SC-RDC-004")
@examples("SC-RDC-004")
def test_development_centers_cost_upkeep_by_their_level(example):
    game = rich()
    game.place("1").generic = 0
    game.place("2").dedicated, game.place("2").dedicated_tree = example.given["sl"], "CON"

    assert ledger(run(game))["R&D Centers"] == -100 * example.expect["mc"]


@pytest.mark.rule("SC-RDC-005", "SC-RDC-006", "SC-INS-002")
@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ("INSTALL GENERIC 1 1", "slot-taken"),
        ("INSTALL GENERIC 2 1\nINSTALL GENERIC 2 1", "slot-taken"),
        ("INSTALL DEDICATED 2 CON 1\nINSTALL DEDICATED 2 ARM 1", "slot-taken"),
        ("INSTALL DEDICATED 2 CON 2", "beyond-rating"),
        ("INSTALL DEDICATED 2 ARM 3", "beyond-rating"),
        ("INSTALL DEDICATED 2 XYZ 1", "unknown-tree"),
        ("INSTALL GENERIC 2 3", "beyond-rating"),
        ("UPGRADE GENERIC 2 2", "no-center"),
        ("UPGRADE DEDICATED 2 2", "no-center"),
        ("UPGRADE SCIENCE 2", "no-center"),
        ("UPGRADE GENERIC 1 1", "beyond-rating"),
        ("INSTALL SCIENCE 3", "not-your-system"),
        ("INSTALL SCIENCE 99", "unknown-system"),
        ("CLOSE SCIENCE 2", "no-center"),
        ("INSTALL PDC 2 1", "slot-taken"),
        ("INSTALL PDC 2 2", "no-planet"),
        ("INSTALL CMS 2 2", "no-planet"),
        ("INSTALL CGB 2 9", "no-planet"),
    ],
)
def test_wrong_installations_are_refused(orders, code):
    game = rich()
    game.empire("Ada").levels["ARM"] = 2
    game.place("2").planets = [Planet(pdc=True)]
    charted = game.empire("Ada").charts
    charted.visited.append("3")

    assert [c for _, c in remarks(run(game, Ada=orders))] == [code]


@pytest.mark.rule("SC-INS-001", "SC-INS-002")
def test_what_is_paid_works_from_the_next_turn_on_and_needs_no_yard():
    game = rich()
    game.units = []
    game.empire("Ada").levels["ARM"] = 2
    orders = "INSTALL GENERIC 2 2\nDEVELOP A2 2:G"
    turn = run(game, Ada=orders)

    assert remarks(turn) == [(2, "no-center")]
    assert texts(turn, "installation.opened") == ["Ready: a Generic R&D Center of level 2 in 2."]
    assert remarks(run(turn.game, Ada="DEVELOP A2 2:G")) == []


@pytest.mark.rule("SC-INS-002", "SC-RES-008")
def test_a_closed_center_costs_upkeep_once_more_and_ends_its_project():
    game = rich()
    game.empire("Ada").projects["S2"] = Project(name="S2", centers=["1:G"])
    turn = run(game, Ada="CLOSE GENERIC 1")

    assert ledger(turn)["R&D Centers"] == -10_000
    assert turn.game.empire("Ada").projects == {}
    assert "R&D Centers" not in ledger(run(turn.game))


@pytest.mark.rule("SC-INS-002", "SC-RES-008")
def test_a_closed_science_center_ends_its_project_and_lowers_upkeep():
    game = rich()
    place = game.place("2")
    place.science, place.dedicated, place.dedicated_tree = 1, 1, "CON"
    ada = game.empire("Ada")
    for name, center in (("ARM", "2"), ("G1", "2:D")):
        ada.projects[name] = Project(name=name, centers=[center], chances=-100)
    turn = run(game, Ada="CLOSE SCIENCE 2\nCLOSE DEDICATED 2")

    assert turn.game.empire("Ada").projects == {}
    assert (turn.game.place("2").science, turn.game.place("2").dedicated_tree) == (0, "")
    assert ledger(turn)["Science Centers"] == -40_000
    assert ledger(run(turn.game))["Science Centers"] == -10_000
