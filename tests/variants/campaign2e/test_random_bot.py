"""Orders that the random bot seldom has occasion for: each where it has, and none is refused."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.model import Seat
from tests.variants.campaign2e.builders import campaign, fleet, remarks, run, variant
from tests.variants.campaign2e.modular import modular
from variants.campaign2e.model import Allegiance, Campaign

DICE = 60


def given(game: Campaign, keyword: str) -> str:
    """The first order of this keyword that some dice bring; all orders of that week are taken."""
    view = variant().view(game, "Ada")
    for number in range(DICE):
        text = variant().bots["random"].orders(view, hz.Stream.from_key("bot", number))
        for line in text.splitlines():
            if line.startswith(f"{keyword} "):
                turn = run(game, Ada=text)
                assert [one for one in turn.diagnostics["Ada"] if one.severity == "error"] == []
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
    assert given(siege(BM=1, CH=1), "BOMBARD") == "BOMBARD g1 STRIKES 1"


def test_without_heavy_weapons_nothing_is_bombarded() -> None:
    assert not given(siege(CH=2), "BOMBARD")
    knocked_out = siege(BM=1, CH=1)
    knocked_out.ships[0].out = ["ortillery_3"]
    assert not given(knocked_out, "BOMBARD")


def test_a_strong_force_keeps_the_peace() -> None:
    assert given(war_zone(CH=1, AL=2), "PEACEKEEP") == "PEACEKEEP g1"


@pytest.mark.parametrize("ships", [{"CH": 1, "AL": 1}, {"AX": 1, "AL": 2}], ids=str)
def test_a_weak_force_does_not_try(ships: dict[str, int]) -> None:
    assert not given(war_zone(**ships), "PEACEKEEP")


def test_sound_ships_are_refitted_at_home() -> None:
    game = campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    fleet(game, "Ada", (7, 7), "g1", CH=1)
    assert given(game, "REFIT") in ("REFIT Argent-1 B1/6 TO PDS", "REFIT Argent-1 PDS TO B1/6")
    game.ships[0].hull_lost = 1
    assert not given(game, "REFIT")


def test_a_module_is_swapped_that_is_known_to_fit() -> None:
    game = modular()
    assert not given(game, "SWAP")  # no ship has one of those that lie there
    game = run(game, Ada="SWAP Lancer-2 A PT/3").game  # type: ignore[assignment]
    assert given(game, "SWAP") == "SWAP Lancer-2 A B3/3"


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
    assert [one for one in run(game, Ada=text).diagnostics["Ada"] if one.severity == "error"] == []
