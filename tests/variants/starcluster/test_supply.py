"""Fleets away from home: trains, and the fate of fleets without one (SC-LOG-011 to 018)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.variants.starcluster.builders import (
    chain,
    colony,
    examples,
    meet,
    remarks,
    run,
    ship,
    texts,
)
from variants.starcluster.model.empires import ALLIANCE, NEUTRAL, TRADE, WAR
from variants.starcluster.rules.logistics import (
    Train,
    cargo,
    is_exempt,
    is_fit,
    is_friendly,
    train_of,
)

#: A logistics ship of 80 HS with Ic drives: 20 HS of cargo.
HAULER = "Bsa Hb (H)x71 (Ic)x3"


def out_there(*ships, at="2"):
    """A game with Ada's ships, each a pair of hull and text, in one fleet away from home."""
    game = chain("1", "2", "3")
    for number, (hull, text) in enumerate(ships, 1):
        unit = ship(game, "Ada", at, f"Part{number}", hull, text, of_class="Ship")
        unit.fleet = f"Ada/F{2}"
    game.fleets = [f for f in game.fleets if f.name == "Part1" or "Part" not in f.name]
    game.fleets[-1].name = "Patrol"
    return game


def starving(game):
    return [round(unit.starving / 10, 2) for unit in game.units_of("Ada") if "Ship" in unit.name]


@pytest.mark.rule("SC-LOG-012")
@examples("SC-LOG-012")
def test_scouts_and_explorers_need_no_train(example):
    inputs = example.given
    hull = inputs.get("hull", "DD")
    parts = [f"({code})x{inputs[code]}" for code in ("H", "Hs") if code in inputs]
    parts += ["K"] * inputs.get("weapons", 0) + [f"({inputs['drive']})x2"]
    unit = ship(chain("1", "2"), "Ada", "2", "Scouts", hull, " ".join(parts))

    assert is_exempt(unit) == example.expect["exempt"]


@pytest.mark.rule("SC-LOG-013")
@examples("SC-LOG-013")
def test_a_logistics_ship_has_a_small_craft_bay_and_a_hangar(example):
    parts = [code for code in ("Bsa", "Hb") for _ in range(example.given[code])]
    unit = ship(chain("1", "2"), "Ada", "1", "Train", "FT4", " ".join([*parts, "(Ic)x2"]))

    assert is_fit(unit) == example.expect["logistics"]


@pytest.mark.rule("SC-LOG-013", "SC-ORD-002")
def test_train_is_ordered_and_stays_and_no_other_ship_serves():
    game = chain("1", "2")
    ship(game, "Ada", "1", "Haulers", "FT4", HAULER, of_class="Hauler")
    ship(game, "Ada", "1", "Hawks", "DD", "K (I)x5", of_class="Hawk")
    turn = run(game, 2, Ada="TRAIN Hauler-1 ON")
    assert [unit.train for unit in turn.game.units_of("Ada")] == [False, True, False]

    turn = run(turn.game, Ada="TRAIN Hauler-1 OFF\nTRAIN Hawk-1 ON\nTRAIN Yard-1 ON")
    assert [code for _, code in remarks(turn)] == ["no-logistics-ship"] * 2
    assert not any(unit.train for unit in turn.game.units)


@pytest.mark.rule("SC-LOG-014")
@examples("SC-LOG-014")
def test_the_cargo_of_a_logistics_ship(example):
    inputs = example.given
    rooms = 2 if inputs["drive"] == "Ic" else 1
    text = f"Bsa Hb (H)x{inputs['hs'] - 3 - rooms} {inputs['drive']}"
    unit = ship(chain("1", "2"), "Ada", "1", "Train", "FT4", text)

    assert float(cargo(unit)) == example.expect["cargo"]


@pytest.mark.rule("SC-LOG-015")
@examples("SC-LOG-015")
def test_one_of_cargo_supplies_four(example):
    game = chain("1", "2")
    units = [
        ship(game, "Ada", "1", f"S{n}", "DD", f"(A)x{spaces - 1} I")
        for n, spaces in enumerate(example.given["ships_hs"])
    ]
    exempt = ship(game, "Ada", "1", "Scout", "DD", "(H)x10 Ic")
    train = ship(game, "Ada", "1", "Train", "FT4", HAULER)
    train.train = True

    assert train_of([*units, exempt, train]) == Train(Fraction(20), example.expect["required"])


@pytest.mark.rule("SC-LOG-016")
@examples("SC-LOG-016")
def test_the_missing_share_is_the_damage(example):
    inputs = example.given
    train = Train(Fraction(inputs["available"]), inputs["required"])

    damage = float((1 - train.ratio) * inputs["ship_points"])
    assert round(damage, 2) == example.expect["supply_damage"]


@pytest.mark.rule("SC-LOG-001", "SC-LOG-011", "SC-LOG-015", "SC-LOG-016")
def test_a_fleet_without_a_sufficient_train_carries_damage_from_the_first_turn_on():
    warships = [("DD", "(A)x25 (I)x5")] * 4
    game = out_there(*warships)
    assert starving(run(game).game) == [55.0] * 4
    assert starving(run(game, 3).game) == [55.0] * 4

    with_train = out_there(*warships, ("FT4", HAULER))
    with_train.units[-1].train = True
    turn = run(with_train)
    assert starving(turn.game) == [round(55 / 3, 2)] * 4 + [0]
    assert texts(turn, "fleet.short") == [
        "Patrol is out of supply at 2: its train holds 20.0 of 30 HS of cargo."
    ]
    assert starving(run(out_there(*warships, at="1")).game) == [0] * 4


@pytest.mark.rule("SC-LOG-016")
def test_a_ship_covered_by_supply_damage_is_helpless_and_not_lost():
    turn = run(out_there(("DD", "K (A)x18 (I)x5")), 4)
    assert len(turn.game.units_of("Ada")) == 2

    turn = run(turn.game, Ada="MOVE Patrol 1")
    assert [code for _, code in remarks(turn)] == ["no-drives"]


@pytest.mark.rule("SC-LOG-017")
def test_supply_damage_vanishes_when_cargo_or_home_is_there():
    game = run(out_there(("DD", "K (A)x18 (I)x5"))).game
    assert starving(game)[0] > 0
    colony(game, "2", "Ada")
    turn = run(game)
    assert starving(turn.game) == [0]
    assert texts(turn, "fleet.supplied") == ["Patrol is in supply again."]
    assert texts(turn, "fleet.short") == []

    game = run(out_there(("DD", "K (A)x18 (I)x5"))).game
    hauler = ship(game, "Ada", "2", "Haulers", "FT4", HAULER)
    hauler.train = True
    turn = run(game, Ada="JOIN Haulers Patrol")
    assert starving(turn.game) == [0, 0]
    assert len(texts(turn, "fleet.supplied")) == 1


@pytest.mark.rule("SC-LOG-011")
def test_systems_of_friends_count_as_own():
    game = chain("1", "2")
    ada, native = game.empire("Ada"), game.natives[0]
    colony(game, "2", "Brin")
    colony(game, "3", native.id)
    brins, natives_ = game.place("2"), game.place("3")
    assert not is_friendly(game, ada, brins)
    for stance, friendly in ((TRADE, False), (ALLIANCE, True), (WAR, False)):
        meet(game, "Ada", native.id, stance)
        assert is_friendly(game, ada, natives_) == friendly
    meet(game, "Ada", "Brin", NEUTRAL)
    ada.relations["Brin"].offers_trade = True
    assert not is_friendly(game, ada, brins)
    game.empire("Brin").relations["Ada"].offers_trade = True
    assert is_friendly(game, ada, brins)
    ada.relations["Brin"].stance = WAR
    assert not is_friendly(game, ada, brins)


@pytest.mark.rule("SC-CBT-011", "SC-LOG-018")
def test_magazines_are_filled_in_supply_alone():
    for at, shots in (("1", 0), ("2", 7)):
        game = out_there(("DD", "R R Mg (I)x5"), at=at)
        game.units[-1].shots = 7
        assert run(game).game.units_of("Ada")[-1].shots == shots
