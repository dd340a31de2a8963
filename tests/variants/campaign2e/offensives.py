"""The situation for tests of offensives, and readers of its results."""

from __future__ import annotations

import horizons_core as hz
from tests.variants.campaign2e.builders import campaign, fleet, remarks
from variants.campaign2e.model import Allegiance, Campaign, TaskGroup
from variants.campaign2e.model.players import ALLY

HERE = (7, 8)
ENGAGE = "ENGAGE DEFENCES g1"


def beginning() -> Campaign:
    """Ada's cruiser, worth 302 points, is at Brin's world 7,8, of 6 income points."""
    game = campaign({(7, 7): {"owner": "Ada"}, HERE: {"owner": "Brin"}, (9, 9): {"owner": "Brin"}})
    fleet(game, "Ada", HERE, "g1", CH=1)
    return game


def cruisers() -> Campaign:
    """Ada's four cruisers, 1208 points, are at 7,8, an unowned world with defences of 900."""
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 8): {}, (12, 12): {"owner": "Brin"}})
    game.world("7,8").allegiance = Allegiance.INDEPENDENT
    fleet(game, "Ada", (7, 8), "g1", CH=4)
    return game


def hold(game: Campaign) -> None:
    """Put 7,8 under Ada's control."""
    game.world_at(HERE).controlled = "Ada"
    group(game, "Ada").engage = True


def group(game: Campaign, owner: str, name: str = "g1") -> TaskGroup:
    return next(g for g in game.groups if (g.owner, g.name) == (owner, name))


def codes(turn: hz.Turn, player: str = "Ada") -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, player)]


def events(turn: hz.Turn, code: str) -> list[hz.Event]:
    return [event for event in turn.events if event.code == code]


def ally(game: Campaign, empire: str, other: str) -> None:
    game.empire(empire).stances[other] = game.empire(other).stances[empire] = ALLY


def defended(game: Campaign, **units: int) -> Campaign:
    """The same with defence units of Brin's at 7,8."""
    fort = fleet(game, "Brin", HERE, "DEF-7-8", **units)
    fort.defence = True
    for unit in game.ships_in(fort.id):
        unit.defence = True
    return game
