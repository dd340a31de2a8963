"""The results of rounds in a game: captured ships, withdrawal, reserves, lost disguises."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import FIELD, battlefield, combat, fighter
from variants.far_horizons.battle.hits import recycling_value
from variants.far_horizons.battle.model import FighterKind
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.model import ShipLocation


@pytest.mark.rule("FH-HIJACK-004")
@pytest.mark.parametrize(
    ("facts", "biology", "value"),
    [
        ({"tonnage": 10, "age": 10}, 10, 750),
        ({"tonnage": 10, "age": 10, "cargo": {"FS": 4}}, 10, 800),
        ({"tonnage": 20}, 10, 1800),
        ({"tonnage": 10, "age": 10, "cargo": {"RM": 9, "TP": 1, "CU": 3}}, 48, 1272),
        ({"tonnage": 5, "age": 12, "sub_light": True, "kind": FighterKind.TRANSPORT}, 10, 270),
    ],
)
def test_what_a_prize_brings(facts, biology, value):
    target = fighter(1, **facts)
    target.age_at_start = target.age
    assert recycling_value(target, biology, RULEBOOK_ECONOMY) == value


@pytest.mark.rule("FH-HIJACK-004")
def test_the_money_is_there_at_once():
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": {"TR5 Mule": {"cargo": {"CU": 3}}}},
                       Human={"techs": {"ML": 90}}, Klingon={"techs": {"ML": 0}})  # fmt: skip
    fought = combat(game, Human="HIJACK SP Klingon\nENGAGE 3\nTARGET 2")
    assert fought.ship("Klingon", "Mule") is None
    assert fought.species("Human").treasury == 451
    assert fought.ledger == [("Human", 451, "captured ships")]


@pytest.mark.rule("FH-WITHDRAW-008")
def test_a_fleet_limit_of_zero_leaves_after_the_first_round():
    game = battlefield({"Human": {"BC Fist": {}}, "Klingon": {"BC Bird": {}, "BAS Nest":
                        {"tons": 10000}}})  # fmt: skip
    fought = combat(
        game, Human="ATTACK SP Klingon\nENGAGE 3", Klingon="WITHDRAW 0 100 0\nHAVEN 9 9 9"
    )
    log = fought.log("Klingon")
    assert log.index("round 1") < log.index("jumps away") < log.index("round 2")
    bird = fought.ship("Klingon", "Bird")
    assert (bird.where, bird.destination) == (ShipLocation.WITHDREW, (9, 9, 9))
    assert (bird.place.sector, bird.place.orbit) == ((12, 13, 10), 0)


@pytest.mark.rule("FH-HIDESHIP-006")
def test_a_hidden_ship_that_stays_out_is_not_shown():
    landed = {"at": f"{FIELD} #1", "status": "landed"}
    fleet = {"BC Front": {"at": f"{FIELD} #1"}, "BC Hidden": landed}
    game = battlefield({"Human": fleet, "Klingon": {"TR1 Mule": {"at": f"{FIELD} #1"}}})
    orders = "ATTACK SP Klingon\nENGAGE 4 1"
    hidden = combat(game, Human=f"{orders}\nHIDE BC Hidden")
    assert "BC Hidden" not in hidden.log("Klingon")
    assert "BC Hidden" in combat(game, Human=orders).log("Klingon")


@pytest.mark.rule("FH-FD-008")
@pytest.mark.rule("FH-AMBUSH-010")
def test_loss_of_distortion_units_reveals_a_ship_once():
    ghost = {"CA Ghost": {"cargo": {"FD": 30}}, "CA Shade": {"cargo": {"FD": 30}}}
    game = battlefield({"Human": ghost, "Klingon": {"BC Bird": {}}}, Human={"techs": {"LS": 1}})
    game.empires[0].distortion = 171
    fought = combat(game, Human="ATTACK SP Klingon\nENGAGE 3")
    log = " ".join(fought.log("Klingon").split())
    ships = {name: fought.ship("Human", name) for name in ("Ghost", "Shade")}
    lost = [name for name, ship in ships.items() if ship is None or ship.cargo.get("FD") != 30]
    assert lost
    for name in ("Ghost", "Shade"):
        assert log.count(f"it is CA {name}, owned by SP Human!") == (name in lost)
