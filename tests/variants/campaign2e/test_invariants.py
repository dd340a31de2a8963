"""Every invariant of a campaign is reported when it is violated."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.variants.campaign2e.builders import campaign, fleet, run, variant
from variants.campaign2e.model import Assault, Campaign, Lane, Offer


def sound() -> Campaign:
    """Ada's 7,7 trades with Brin's 7,8 by a deal; her g1 with a laden supply ship is at 7,7."""
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 8): {"owner": "Brin"}, (7, 9): {"owner": "Ada"}})
    fleet(game, "Ada", (7, 7), "g1", CH=1, AX=1)
    fleet(game, "Brin", (7, 8), "b1", FF=1)
    trade = {"Ada": "TRADE 7,7 WITH 7,8", "Brin": "TRADE 7,8 WITH 7,7"}
    deal = {
        "Ada": "\nDEAL 7,7 WITH 7,8 SHARE 40\nLOAD Packhorse-1 FUEL 56",
        "Brin": "\nDEAL 7,8 WITH 7,7 SHARE 60\nSTANCE Ada ALLY",
    }
    game = run(game, **{name: trade[name] + deal[name] for name in trade}).game
    return run(game, Ada="TRADE 7,9 WITH 7,8").game


def test_a_campaign_that_is_played_is_sound() -> None:
    game = sound()
    assert game.world("7,7").share == 40
    assert game.empire("Ada").offers
    for _ in range(3):
        assert variant().invariants(game) == []
        game = run(game).game
    assert variant().invariants(variant().new_game(["Ada", "Brin"], seed=3)) == []


def _set(kind: str, name: str, value: object) -> Callable[[Campaign], None]:
    def change(game: Campaign) -> None:
        targets = {"world": game.worlds, "ship": game.ships, "group": game.groups}
        setattr((targets.get(kind) or game.empires)[0], name, value)

    return change


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (_set("world", "owner", "Nobody"), "has no owner"),
        (_set("world", "points", 7), "7 of 6 points"),
        (_set("world", "points", -1), "-1 of 6 points"),
        (_set("world", "rebuilding", 4), "4 weeks of work"),
        (_set("world", "controlled", "Ada"), "under hostile control of Ada"),
        (_set("world", "assault", Assault(by="Brin", taken=7)), "of which 7 are taken"),
        (_set("world", "partner", "7,9"), "does not trade with it"),
        (_set("world", "partner", ""), "a deal without trade"),
        (_set("world", "share", 41), "has shares that do not add up to 100"),
        (_set("world", "share", None), "has shares that do not add up to 100"),
        (lambda game: [setattr(w, "owner", "") for w in game.worlds], "neither has an owner"),
        (_set("player", "stock", {"credits": -1}), "a negative stock"),
        (_set("player", "stances", {"Ada": "ALLY"}), "dealings with an unknown player"),
        (_set("player", "bases", ["Nobody"]), "dealings with an unknown player"),
        (_set("player", "offers", [Offer(world="7,8", partner="7,9")]), "not theirs"),
        (_set("player", "offers", [Offer(world="7,7", partner="7,8")]), "does not know of it"),
        (_set("group", "owner", "Nobody"), "has no owner"),
        (_set("group", "id", "Ada/g9"), "has no ship"),
        (_set("ship", "group", "Ada/g9"), "in no group of its owner"),
        (_set("ship", "owner", "Brin"), "in no group of its owner"),
        (_set("ship", "id", "Ada/2"), "2 ships have the id"),
        (_set("ship", "hull_lost", 28), "boxes that it does not have"),
        (_set("ship", "armour_lost", -1), "boxes that it does not have"),
        (_set("ship", "out", ["beam9_1"]), "systems that its design does not have"),
        (_set("ship", "endurance", 5), "5 weeks of endurance"),
        (_set("ship", "owed", -1), "a negative amount"),
        (_set("ship", "fuel", 1), "more than fits into its holds"),
        (lambda game: setattr(game.ships[1], "spares", {"FC": 1}), "more than fits into its holds"),
        (lambda game: game.lanes.append(Lane("7,7", "1,1")), "leads nowhere"),
    ],
)
def test_a_broken_law_is_told(change, fault) -> None:
    game = sound()
    change(game)
    assert any(fault in m for m in variant().invariants(game)), variant().invariants(game)
