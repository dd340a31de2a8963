"""The effects of a battle on the rest of the turn: ships under way, repairs, settlers, sieges."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import ENGINE, FIELD, battlefield, combat
from tests.variants.far_horizons.single_steps import Fair, step
from variants.far_horizons.model import ShipLocation
from variants.far_horizons.model.transactions import TransactionKind
from variants.far_horizons.orders.commands import COMMANDS

ORBIT = {"at": f"{FIELD} #1"}
SECOND = {"at": f"{FIELD} #2"}


@pytest.mark.rule("FH-WITHDRAW-001")
@pytest.mark.rule("FH-WITHDRAW-003")
@pytest.mark.parametrize(
    "order",
    ["JUMP DD Bird, 20 10 10", "MOVE DD Bird, 12 13 11", "PJUMP DD Bird, 20 10 10, BAS Gate",
     "WORMHOLE DD Bird"],
)  # fmt: skip
def test_a_ship_that_withdrew_jumps_to_its_haven_and_nowhere_else(order):
    game = battlefield(
        {"Human": {"DD Fist": {}}, "Klingon": {"DD Bird": {"cargo": {"FS": 9}}}},
        Klingon={"techs": {"GV": 90, "LS": 60}},
    )
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3",
                    Klingon="WITHDRAW 0 100 0\nHAVEN 13 14 11")  # fmt: skip
    assert fought.ship("Klingon", "Bird").where == ShipLocation.WITHDREW
    jumped = step("jumps", fought.game, {"Klingon": order})
    bird = jumped.ship("Klingon", "Bird")
    assert (bird.where, bird.place.sector) == (ShipLocation.DEEP_SPACE, (13, 14, 11))


@pytest.mark.rule("FH-FM-005")
def test_a_ship_that_was_forced_away_is_elsewhere_after_the_jumps():
    game = battlefield(
        {"Human": {"BAS Nest": {"tons": 900000, "cargo": {"FJ": 90}}},
         "Klingon": {"DD Bird": {"cargo": {"FS": 9}}}},
        Human={"techs": {"GV": 90, "ML": 1, "LS": 90}}, Klingon={"techs": {"ML": 0, "LS": 90}},
    )  # fmt: skip
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3", options={"chance": Fair(2)})
    bird = fought.ship("Klingon", "Bird")
    assert bird.where == ShipLocation.FORCED
    after = step("jumps", fought.game).ship("Klingon", "Bird")
    assert after is None or after.place.sector == bird.destination


@pytest.mark.rule("FH-SUMMARY-006")
def test_damage_is_mended_like_age():
    game = battlefield({"Human": {"BC Fist": {"cargo": {"DR": 20}}}, "Klingon": {"BC Bird": {}}},
                       Human={"techs": {"LS": 0, "ML": 60}})  # fmt: skip
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3", options={"chance": Fair(3)})
    fist = fought.ship("Human", "Fist")
    assert fist.age > 0
    fist.cargo["DR"] = 20
    mended = step("pre-departure", fought.game, {"Human": "REPAIR BC Fist, 20"})
    assert mended.ship("Human", "Fist").age == max(0, fist.age - 16 * 20 // 40)


@pytest.mark.rule("FH-BOMB-005")
def test_a_bombed_home_planet_takes_colonists_again():
    home = "15 10 10"
    game = battlefield({"Human": {"BC Fist": {"at": f"{home} #3"}}}, Human={"techs": {"ML": 9}})
    orders = {"Human": f"BATTLE {home}\nATTACK SP Klingon\nENGAGE 5 3"}
    settlers = {"CU": 3, "IU": 3}
    game.empire("Klingon").home_colony.items.update(settlers)
    install = {"Klingon": "INSTALL 3 IU PL Kronos"}
    assert step("pre-departure", game, install).codes("Klingon") == ["healthy-home"]
    bombed = step("combat", game, orders)
    klingon = bombed.species("Klingon")
    assert klingon.home_colony.base < klingon.home_base == 1500
    klingon.home_colony.items.update(settlers)
    settled = step("pre-departure", bombed.game, install)
    assert settled.codes("Klingon") == []
    assert settled.species("Klingon").home_colony.mining_units.installing == 3


def _effect(fought):
    """The effectiveness of the siege of Rock when its production opens."""
    produced = step("production", fought.game, {"Klingon": "PRODUCTION PL Rock"})
    return abs(produced.colony("Klingon", "Rock").siege), produced


def _siege(human=(), colonies=()):
    rock = {**SECOND, "mining_base": 100, "manufacturing_base": 100}
    game = battlefield(
        {"Human": {"PB One": {}, **dict(human)}},
        {"Klingon": {"Rock": rock}, "Human": dict(colonies)},
        Human={"techs": {"ML": 10, "LS": 90}},
        Klingon={"techs": {"ML": 2, "LS": 90}},
    )
    return combat(game, Human="ATTACK SP Klingon\nENGAGE 7 2")


@pytest.mark.rule("FH-OCC-001")
@pytest.mark.rule("FH-OCC-002")
@pytest.mark.rule("FH-SIEGE-008")
def test_occupation_is_a_siege_by_those_who_live_there():
    assert "OCCUPY" not in {command.keyword for command in COMMANDS}
    alone, _ = _effect(_siege())
    lived_in, produced = _effect(_siege(colonies={"Fort": {**SECOND, "items": {"PD": 20}}}))
    assert 0 < alone < lived_in
    assert produced.colony("Klingon", "Rock").siege == -lived_in
    assert produced.colony("Klingon", "Rock").base == 2000
    assert "PL Rock is under siege" in produced.log("Klingon")


@pytest.mark.rule("FH-OCC-004")
@pytest.mark.rule("FH-SIEGE-008")
def test_defenders_landed_after_the_battle_count_in_the_siege_of_the_turn():
    fought = _siege(human={"TR10 Ark": {**SECOND, "cargo": {"PD": 20}}})
    alone, _ = _effect(fought)
    landed = step(
        "pre-departure",
        fought.game,
        {"Human": f"NAME {FIELD} 2 PL Fort\nTRANSFER 20 PD TR10 Ark, PL Fort"},
    )
    assert landed.colony("Human", "Fort").populated
    together, _ = _effect(landed)
    assert together > alone


@pytest.mark.rule("FH-SIEGE-024")
def test_besiegers_that_leave_besiege_no_more():
    fought = _siege()
    left = step("jumps", fought.game, {"Human": "MOVE PB One, 12 13 11"})
    effect, _ = _effect(left)
    assert effect == 0


@pytest.mark.rule("FH-SIEGE-005")
def test_who_besieges_two_colonies_besieges_each_by_half():
    rocks = {"Rock": {**SECOND, "mining_base": 100, "manufacturing_base": 100},
             "Stone": {**ORBIT, "mining_base": 100, "manufacturing_base": 100}}  # fmt: skip
    game = battlefield(
        {"Human": {"PB One": {}}},
        {"Klingon": rocks},
        Human={"techs": {"ML": 10}},
        Klingon={"techs": {"ML": 2, "LS": 90}},
    )
    full, _ = _effect(combat(game, Human="ATTACK SP Klingon\nENGAGE 7 2"))
    both = combat(game, Human="ATTACK SP Klingon\nENGAGE 7 2\nENGAGE 7 1")
    deals = [deal for deal in both.game.transactions if deal.kind == TransactionKind.BESIEGED]
    assert [deal.facts["orbit"] for deal in deals] == [2, 1]
    half, _ = _effect(both)
    assert half == pytest.approx(full / 2, abs=2)


@pytest.mark.rule("FH-HIJACK-004")
def test_nothing_is_left_of_a_captured_ship():
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": {"PB Gnat": {"age": 45}}})
    fought = combat(game, Human="HIJACK SP Klingon\nENGAGE 3")
    assert fought.ship("Klingon", "Gnat") is None
    assert fought.ship("Human", "Gnat") is None
    assert fought.species("Human").treasury == 3 * 100 * 15 // 200


@pytest.mark.parametrize(("options", "special"), [(ENGINE, 0), ({}, 7)])
def test_the_engine_forgets_what_it_noted_of_ships_with_a_battle(options, special):
    fleet = {"BC Fist": {}, "PB Far": {"at": "1 2 3"}}
    game = battlefield({"Human": fleet, "Klingon": {"PB Gnat": {}}},
                       Human={"techs": {"ML": 50}}, Klingon={"techs": {"ML": 0}})  # fmt: skip
    for ship in game.empire("Human").ships:
        ship.special = 7
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3", options=options)
    assert [ship.special for ship in fought.species("Human").ships] == [special, special]
