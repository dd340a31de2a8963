"""Rare orders of the random bot, each in a fitting situation; none is refused."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.model import Seat
from tests.variants.campaign2e.builders import campaign, fleet, remarks, run, variant
from tests.variants.campaign2e.modular import modular
from variants.campaign2e.model import Allegiance, Campaign

DICE = 60


def first_order(game: Campaign, keyword: str) -> str:
    """The first order with this keyword for some dice; all orders of that week are accepted."""
    view = variant().view(game, "Ada")
    for number in range(DICE):
        text = variant().bots["random"].orders(view, hz.Stream.from_key("bot", number))
        for line in text.splitlines():
            if line.startswith(f"{keyword} "):
                turn = run(game, Ada=text)
                assert [r for r in turn.diagnostics["Ada"] if r.severity == "error"] == []
                return line
    return ""


def siege(**ships: int) -> Campaign:
    """Ada has the control of Brin's world 7,9, with these ships there."""
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 9): {"owner": "Brin", "controlled": "Ada"}})
    fleet(game, "Ada", (7, 9), "g1", **ships).engage = True
    return game


def war_zone(**ships: int) -> Campaign:
    """Ada has these ships at a world that is at war with itself."""
    zone = {"allegiance": Allegiance.WAR_ZONE}
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 9): zone, (9, 9): {"owner": "Brin"}})
    fleet(game, "Ada", (7, 9), "g1", **ships)
    game.empire("Ada").visited = ["7,9"]
    return game


def test_a_world_under_control_is_bombarded() -> None:
    assert first_order(siege(BM=1, CH=1), "BOMBARD") == "BOMBARD g1 STRIKES 1"


def test_without_heavy_weapons_nothing_is_bombarded() -> None:
    assert not first_order(siege(CH=2), "BOMBARD")
    knocked_out = siege(BM=1, CH=1)
    knocked_out.ships[0].out = ["ortillery_3"]
    assert not first_order(knocked_out, "BOMBARD")


def test_a_strong_force_keeps_the_peace() -> None:
    assert first_order(war_zone(CH=1, AL=2), "PEACEKEEP") == "PEACEKEEP g1"


@pytest.mark.parametrize("ships", [{"CH": 1, "AL": 1}, {"AX": 1, "AL": 2}], ids=str)
def test_a_weak_force_does_not_try(ships: dict[str, int]) -> None:
    assert not first_order(war_zone(**ships), "PEACEKEEP")


def test_sound_ships_are_refitted_at_home() -> None:
    game = campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    fleet(game, "Ada", (7, 7), "g1", CH=1)
    assert first_order(game, "REFIT") in (
        "REFIT Argent-1 B1/6 TO PDS",
        "REFIT Argent-1 PDS TO B1/6",
    )
    game.ships[0].hull_lost = 1
    assert not first_order(game, "REFIT")


def test_a_module_is_swapped_that_is_known_to_fit() -> None:
    game = modular()
    assert not first_order(game, "SWAP")  # no ship has such a part
    game = run(game, Ada="SWAP Lancer-2 A PT/3").game  # type: ignore[assignment]
    assert first_order(game, "SWAP") == "SWAP Lancer-2 A B3/3"


@pytest.mark.parametrize("bot", ["random", "trader", "raider"])
def test_a_bot_can_stand_in_for_who_has_equipment_of_their_own(bot: str) -> None:
    game = campaign({(7, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}}, week=0)
    game.seats = [Seat(id="Uma", role="umpire")]
    game = run(game, Ada="PROPOSE K-GUN LIKE B3/3 MASS 5 POINTS 20", Uma="APPROVE K-GUN").game  # type: ignore[assignment]
    design = "DESIGN Lance TYPE CL MASS 60 HULL 15 ARMOUR 0 THRUST 4 FTL WITH K-GUN, FC\n"
    turn = run(game, Ada=f"{design}LAY KEEL First Lance AT 7,5")
    assert remarks(turn, "Ada") == []
    game = run(turn.game, 3).game  # type: ignore[arg-type, assignment]
    assert "Lance" in {ship.design.name for ship in game.ships}
    view = variant().view(game, "Ada")
    text = variant().bots[bot].orders(view, hz.Stream.from_key("bot", 1))
    assert [r for r in run(game, Ada=text).diagnostics["Ada"] if r.severity == "error"] == []
