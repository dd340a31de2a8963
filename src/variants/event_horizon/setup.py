"""The set-up of a game, with its map, home sectors and motherships."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from horizons_core.errors import OptionError
from horizons_core.plugins import Option
from horizons_core.rng import Stream
from horizons_core.space import HexGrid
from horizons_core.turn import VariantRules
from variants.event_horizon.constants import (
    COMPONENTS,
    FAILED_DRAWS,
    SIDES,
    TURN_LIMIT,
)
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Empire, Game, Place, Sector, Ship, sector_id, ship_id

OPTIONS = (
    Option(
        "side",
        int,
        None,
        "width and height of the map in sectors; by default it grows with the number of empires",
        minimum=SIDES[0],
        maximum=SIDES[1],
    ),
    Option("turn_limit", int, TURN_LIMIT, "last turn of the game", 1, 100_000),
)


def side_for(empires: int) -> int:
    """Return the sectors along one side of the map: 2 * ceil(3 * sqrt(empires)) (EH-SET-004)."""
    return 2 * (math.isqrt(9 * empires - 1) + 1)


def value_for(u: float) -> int:
    """Return the resource value of a number 0 <= u < 1: floor(10 * u^3) (EH-SET-005)."""
    return int(10 * u * u * u)


def create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, variant: VariantRules
) -> Game:
    """Create a game at turn 0: a map of hexes (EH-SET-001) and an empire for each player."""
    side = options["side"] or side_for(len(players))
    game = Game(side=side, turn_limit=options["turn_limit"], options=dict(options))
    game.options["side"] = side
    values = stream.fork("values")
    for r in range(side):
        for q in range(side):
            drawn = {component: value_for(values.random()) for component in COMPONENTS}
            game.sectors.append(Sector(id=sector_id((q, r)), at=(q, r), values=drawn))
    homes = draw_homes(game.grid, len(players), stream.fork("homes"))
    for player, home in zip(players, homes, strict=True):
        _settle(game, player, home, variant.economy)
    return game


def draw_homes(grid: HexGrid, count: int, stream: Stream) -> list[Place]:
    """Draw home sectors, any two at least floor(side / 2) - 1 moves apart (EH-SET-006).

    Moves are counted on the wrapping map. After every 1000 failed draws one move less is enough.
    """
    side = grid.width
    if count > side * side:
        raise OptionError(f"a map of side {side} has no room for {count} homes")
    min_distance, failed = side // 2 - 1, 0
    homes: list[Place] = []
    while len(homes) < count:
        draw = (stream.below(side), stream.below(side))
        if all(grid.distance(draw, home) >= max(1, min_distance) for home in homes):
            homes.append(draw)
            continue
        failed += 1
        if failed % FAILED_DRAWS == 0:
            min_distance -= 1
    return homes


def _settle(game: Game, player: str, home: Place, economy: Mining) -> None:
    """Give an empire its home sector, its mothership and its first stock."""
    game.sector(home).values = dict.fromkeys(COMPONENTS, economy.home_value)
    game.empires.append(_new_empire(player, home, economy))
    game.ships.append(_mothership(player, home, economy))


def _new_empire(player: str, home: Place, economy: Mining) -> Empire:
    """Return an empire with its first stock and a map of its home (EH-SET-008)."""
    return Empire(
        id=player,
        stock=dict(economy.start_stock),
        home=home,
        mapped={sector_id(home): 0},
        next_number=2,
    )


def _mothership(player: str, home: Place, economy: Mining) -> Ship:
    """Return an empire's first ship, with fully charged shields (EH-SET-007)."""
    return Ship(
        id=ship_id(player, 1),
        owner=player,
        number=1,
        name="Mothership",
        at=home,
        mothership=True,
        points=economy.most_points(economy.mothership.shields),
        **attrs.asdict(economy.mothership),
    )
