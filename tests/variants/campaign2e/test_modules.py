"""Modules: paid as ships are, lying at worlds, and swapped one a week."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import (
    fleet,
    remarks,
    run_without_accounts,
    ship,
    variant,
)
from tests.variants.campaign2e.modular import lancer, modular
from variants.campaign2e.designs import parts
from variants.campaign2e.model import Campaign

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


@pytest.fixture
def game() -> Campaign:
    """Ada has a modular design, two ships of it at 7,5, and modules there."""
    return modular()


def week(game: Campaign, orders: str = "") -> hz.Turn:
    return run_without_accounts(game, Ada=orders)


def codes(turn: hz.Turn) -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, "Ada")]


def words(game: Campaign, name: str) -> list[str]:
    return [part.word for part in ship(game, name).design.parts]


@pytest.mark.rule("C2E-16.4-02", "C2E-16.4-01")
def test_a_swap_takes_a_week_and_costs_nothing(game) -> None:
    before = game.empire("Ada").stock["credits"]
    turn = week(game, "SWAP Lancer-1 a pt/3")
    assert remarks(turn, "Ada") == []
    assert words(turn.game, "Lancer-1") == ["PT/3", "B3/3", "FC", "PDS", "B1/6"]
    assert ship(turn.game, "Lancer-1").slots == {"A": "PT/3"}
    modules = turn.game.empire("Ada").stores["7,5"].modules
    assert modules == {"RACK": 1, "B1/6": 1, "B3/3": 1}
    assert turn.game.empire("Ada").stock["credits"] == before
    turn = week(turn.game, "SWAP Lancer-1 A B3/3")
    assert words(turn.game, "Lancer-1") == words(game, "Lancer-1")
    assert ship(turn.game, "Lancer-1").design == ship(turn.game, "Lancer-2").design


@pytest.mark.rule("C2E-16.4-02")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-16.4-02"), ids=str)
def test_two_swaps_of_a_ship_take_two_weeks(game, example) -> None:
    other = "Lancer-1" if example.given["same_ship"] else "Lancer-2"
    orders = "SWAP Lancer-1 A PT/3", f"SWAP {other} B B1/6"
    turn = week(game, "\n".join(orders))
    in_one = example.expect["weeks"] == 1
    assert codes(turn) == ([] if in_one else ["second-swap"])
    turn = turn if in_one else week(turn.game, orders[1])
    assert "PT/3" in words(turn.game, "Lancer-1")
    assert words(turn.game, other).count("B1/6") == 2


@pytest.mark.rule("C2E-16.4-01")
def test_a_module_counts_as_a_ship_does_and_costs_upkeep_when_it_is_mounted(game) -> None:
    economy = variant().economy
    lying, mounted = CLAUSES.examples("C2E-16.4-01")
    game.round, game.empire("Ada").commissioning = 3, True
    turn = week(game, "COMMISSION B4/2 AT 7,5")
    assert turn.game.empire("Ada").stores["7,5"].modules["B4/2"] == 1
    points = lying.expect["counts_to_4000"]
    assert [line.amount for line in turn.ledger.entries][:1] == [-100 * points]
    before = economy.upkeep(ship(turn.game, "Lancer-1").design)
    assert before == economy.upkeep(ship(game, "Lancer-1").design)
    turn = week(turn.game, "SWAP Lancer-1 A B4/2")
    after = economy.upkeep(ship(turn.game, "Lancer-1").design).weaponry
    assert after - before.weaponry + 3 * 18 == round(100 * mounted.expect["weekly_maintenance"])


@pytest.mark.rule("C2E-16.4-01", "C2E-4.1-01")
@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ("COMMISSION PT/3 100 AT 7,5\n" * 2 + "COMMISSION PT/3 23 AT 7,5", "over-limit"),
        ("COMMISSION PT/3", "too-few-words"),
        ("COMMISSION PT/3 AT 7,5 AS g7", "not-at-a-world"),
        ("COMMISSION PT/3 AT 9,9", "not-your-world"),
        ("COMMISSION SUPPLY PT/3 AT 7,5", "unknown-design"),
        ("COMMISSION PT/2 AT 7,5", "unknown-design"),
    ],
)
def test_modules_are_part_of_the_starting_fleet(game, orders, code) -> None:
    game.round, game.empire("Ada").commissioning = 3, True
    game.empire("Ada").stock["credits"] = 500_000
    assert codes(week(game, orders)) == [code]


@pytest.mark.rule("C2E-16.4-01", "C2E-16.4-02")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("SWAP Lancer-1 C PT/3", "unknown-slot"),
        ("SWAP Heron-1 A PT/3", "unknown-slot"),
        ("SWAP Lancer-1 A PDS", "unknown-module"),
        ("SWAP Lancer-1 A B3/3", "same-part"),
        ("SWAP Lancer-3 A PT/3", "no-base"),
        ("SWAP Lancer-4 A PT/3", "no-module"),
        ("SWAP Nobody-1 A PT/3", "unknown-ship"),
        ("SWAP Lancer-2 A PT/3", "module-out"),
    ],
)
def test_swaps_that_cannot_be_are_refused(game, order, code) -> None:
    lancer(game, fleet(game, "Ada", (7, 6), "out", FF=1).id, 3)
    game.world("9,9").owner = "Ada"
    lancer(game, fleet(game, "Ada", (9, 9), "far", FF=1).id, 4)
    ship(game, "Lancer-2").out = ["beam3_1", "beam3_2"]
    turn = week(game, order)
    assert codes(turn) == [code]
    assert turn.game.empire("Ada").stores["7,5"].modules == {"PT/3": 1, "RACK": 1, "B1/6": 1}


@pytest.mark.rule("C2E-16.4-02")
def test_a_ship_that_moves_leaves_the_module_where_it_was(game) -> None:
    turn = week(game, "SWAP Lancer-1 A PT/3\nMOVE g1 TO 7,6")
    assert words(turn.game, "Lancer-1") == words(game, "Lancer-1")
    assert turn.game.empire("Ada").stores["7,5"].modules == {"PT/3": 1, "RACK": 1, "B1/6": 1}


@pytest.mark.rule("C2E-16.4-02", "C2E-16.5-04")
def test_a_module_has_to_fit_into_the_design_weight_that_is_left(game) -> None:
    game.empire("Ada").store("7,5").modules = {"B4/2": 2}
    turn = week(game, "REFIT Lancer-1 FREE TO CARGO 9")
    turn = week(turn.game, "SWAP Lancer-1 A B4/2\nSWAP Lancer-2 A B4/2")
    assert codes(turn) == ["over-weight"]
    assert turn.game.empire("Ada").stores["7,5"].modules == {"B4/2": 1, "B3/3": 1}


@pytest.mark.rule("C2E-16.4-02", "C2E-11.3.2-01")
@pytest.mark.parametrize(("version", "code"), [("1.1.0", ["no-such-part"]), ("1.0.0", [])])
def test_a_module_that_is_swapped_is_given_to_no_other_ship(game, version, code) -> None:
    game.version = version
    ship(game, "Lancer-2").out = ["pds_1"]
    turn = week(game, "SWAP Lancer-1 B B1/6\nREPAIR Lancer-2 PDS FROM Lancer-1")
    assert codes(turn) == code
    assert turn.game.empire("Ada").stores["7,5"].modules["PDS"] == 1
    assert ship(turn.game, "Lancer-2").out == (["pds_1"] if code else [])


@pytest.mark.rule("C2E-16.4-02", "C2E-11.3.3-02")
@pytest.mark.parametrize("version", ["1.1.0", "1.0.0"])
def test_a_second_hand_module_is_a_second_hand_part_when_it_is_out(game, version) -> None:
    game.version = version
    ship(game, "Lancer-1").second_hand = ["beam3_1", "beam3_2"]
    turn = week(game, "SWAP Lancer-1 A PT/3")
    store = turn.game.empire("Ada").stores["7,5"]
    is_new = version == "1.0.0"
    assert (store.modules.get("B3/3", 0), store.used) == ((1, {}) if is_new else (0, {"B3/3": 1}))
    assert ship(turn.game, "Lancer-1").second_hand == ["beam3_1"]


@pytest.mark.rule("C2E-16.4-02")
def test_swap_offers_the_stored_modules_that_fit_and_are_not_in_the_slot(game) -> None:
    view = variant().view(game, "Ada")
    assert choices(view, "SWAP") == ["Lancer-1", "Lancer-2"]
    assert choices(view, "SWAP", ship="Lancer-1") == ["A", "B"]
    assert choices(view, "SWAP", ship="Lancer-1", slot="A") == ["PT/3", "RACK"]
    assert choices(view, "SWAP", ship="Lancer-1", slot="B") == ["B1/6"]
    game.empire("Ada").store("7,5").modules = {"B3/3": 1, "PDS": 1}
    assert choices(variant().view(game, "Ada"), "SWAP") == []


@pytest.mark.rule("C2E-16.4-01")
def test_commission_offers_modules_that_are_stored_at_the_world(game) -> None:
    assert "PT/3" not in choices(variant().view(game, "Ada"), "COMMISSION", world="7,5")
    game.round, game.empire("Ada").commissioning = 3, True
    view = variant().view(game, "Ada")
    assert {"B3/3", "PT/3", "RACK", "B4/2", "PDS", "B1/6"} < set(
        choices(view, "COMMISSION", world="7,5")
    )
    chosen = {"design": "PT/3", "world": "7,5", "count": 2}
    step = variant().choices(view, "COMMISSION", {"design": "PT/3", "world": "7,5"})
    assert step.cost.amount == parts.part_named("PT/3").points(60)
    assert variant().choices(view, "COMMISSION", chosen) is None
    line = variant().order_line("COMMISSION", chosen)
    assert codes(week(game, line)) == []


def choices(view: hz.View, command: str, **chosen: str) -> list[str]:
    step = variant().choices(view, command, chosen)
    return [choice.value for choice in step.choices]
