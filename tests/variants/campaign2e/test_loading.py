"""Loads: supply and spares in the holds of ships."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import add_ship, campaign, fleet, remarks, run, ship
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Campaign


def harbour(**ships: int) -> Campaign:
    """Ada's ships at her only world, 1,1, which yields nothing."""
    game = campaign({(1, 1): {"owner": "Ada", "points": 0}})
    fleet(game, "Ada", (1, 1), "g1", **ships)
    return game


def codes(turn) -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, "Ada")]


@pytest.mark.rule("C2E-3.8-04", "C2E-3.8-05", "C2E-3.8-06")
def test_a_load_is_set_anew_and_free() -> None:
    game = harbour(AX=1)
    turn = run(game, Ada="LOAD Packhorse-1 FUEL 20 CREW 16 WEAPONRY 20")
    loaded = ship(turn.game, "Packhorse-1")
    assert (loaded.fuel, loaded.crew, loaded.weaponry) == (2000, 1600, 2000)
    idle = run(game).game
    money = [after.empire("Ada").stock[CREDITS] for after in (turn.game, idle)]
    assert money[0] == money[1], "supply is free"
    after = ship(run(turn.game, Ada="LOAD Packhorse-1 fuel 56").game, "Packhorse-1")
    assert (after.fuel, after.crew, after.weaponry) == (5600, 0, 0)


@pytest.mark.rule("C2E-3.8-04", "C2E-4.4-02")
def test_spares_come_from_the_store_and_those_not_named_go_ashore() -> None:
    game = harbour(AX=1)
    game.empire("Ada").store("1,1").spares = {"B3/3": 2, "MAG 6": 1}
    turn = run(game, Ada="LOAD Packhorse-1 FUEL 10 SPARES B3/3 2 MAG 6 1")
    assert codes(turn) == []
    assert ship(turn.game, "Packhorse-1").spares == {"B3/3": 2, "MAG 6": 1}
    assert turn.game.empire("Ada").store("1,1").spares == {}
    after = run(turn.game, Ada="LOAD Packhorse-1 SPARES B3/3 1").game
    assert ship(after, "Packhorse-1").spares == {"B3/3": 1}
    assert after.empire("Ada").store("1,1").spares == {"B3/3": 1, "MAG 6": 1}
    full = run(turn.game, Ada="LOAD Packhorse-1 FUEL 51 SPARES B3/3 1")
    assert codes(full) == ["too-much"], "a spare takes its mass"


@pytest.mark.rule("C2E-3.8-04")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("LOAD Packhorse-1 FUEL 40 CREW 20", "too-much"),
        ("LOAD Packhorse-1 WATER 5", "unknown-supply"),
        ("LOAD Packhorse-1 FUEL", "bad-load"),
        ("LOAD Packhorse-1 FUEL 4.5", "bad-load"),
        ("LOAD Packhorse-1 FUEL 4 5", "bad-load"),
        ("LOAD Packhorse-1 SPARES B3/3", "bad-load"),
        ("LOAD Packhorse-1 SPARES B3/3 1", "no-spares"),
        ("LOAD Packhorse-1 SPARES NOTHING 1", "unknown-part"),
        ("LOAD Argent-1 FUEL 1", "no-cargo"),
        ("LOAD Packhorse-2 FUEL 1", "no-base"),
    ],
)
def test_loads_that_cannot_be_are_refused(order, code) -> None:
    game = harbour(AX=1, CH=1)
    fleet(game, "Ada", (5, 5), "away", AX=1)
    turn = run(game, Ada=order)
    assert codes(turn) == [code]
    assert ship(turn.game, "Packhorse-1").fuel == 0


@pytest.mark.rule("C2E-3.8-04")
def test_holds_that_are_knocked_out_carry_nothing() -> None:
    game = harbour(AX=1)
    ship(game, "Packhorse-1").out = ["hold_1"]
    assert codes(run(game, Ada="LOAD Packhorse-1 FUEL 43")) == ["too-much"]
    assert codes(run(game, Ada="LOAD Packhorse-1 FUEL 42")) == []


@pytest.mark.rule("C2E-N.S-01")
def test_there_are_no_stocks_at_worlds() -> None:
    game = harbour(AX=1)
    add_ship(game, game.groups[0], "CH")
    turn = run(game, Ada="STOCKPILE 1,1 FUEL 20\nLOAD Argent-1 FUEL 20")
    assert codes(turn) == ["unknown-order", "no-cargo"]
