"""Rocks, ships and games; each field states the degree of sight that reveals it."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define

from horizons_core import Empire, Option, Sight, Stream, Unit, World, model
from horizons_core.model import known, seen_from

OPTIONS = (Option("turns", int, 15, "the turn after which the richest wins", 1, 1000),)


@define(kw_only=True)
class Rock(World):
    """An asteroid: all players see its owner, only visitors see its ore and robots."""

    owner: str = known(default="")
    ore: int = seen_from(Sight.SCANNED, default=0)
    robots: int = seen_from(Sight.SCANNED, default=0)


@define(kw_only=True)
class Ship(Unit):
    """A prospector's ship; those at the same rock see it, but not its cargo."""

    at: int = seen_from(Sight.SEEN, default=1)
    robots: int = seen_from(Sight.OWN, default=0)


@define(kw_only=True)
class Game(model.Game):
    """The rocks form a ring, numbered from 1."""

    empires: list[Empire] = known(factory=list)
    rocks: list[Rock] = known(factory=list)
    ships: list[Ship] = known(factory=list)

    def ship(self, empire: str) -> Ship:
        """Return the ship of this empire."""
        return next(ship for ship in self.ships if ship.owner == empire)

    def distance(self, start: int, end: int) -> int:
        """Return the steps around the ring, the short way (PR-FLY)."""
        steps = abs(start - end)
        return min(steps, len(self.rocks) - steps)


def create_game(players: Sequence[str], options: Mapping[str, Any], stream: Stream) -> Game:
    """Create four rocks per player; each starts on a claim of their own (PR-SET)."""
    game = Game(options=dict(options))
    for number in range(1, 4 * len(players) + 1):
        game.rocks.append(Rock(id=str(number), ore=stream.roll("3d6")))
    for home, player in zip(game.rocks[::4], players, strict=True):
        home.owner, home.ore, home.robots = player, 20, 1
        game.empires.append(Empire(id=player, stock={"ore": 9}))
        game.ships.append(Ship(id=f"ship of {player}", owner=player, at=int(home.id), robots=2))
    return game


def faults(game: Game) -> list[str]:
    """Return impossible states: negative amounts on a rock, or robots without an owner."""
    wrong = [rock for rock in game.rocks if min(rock.ore, rock.robots) < 0]
    wrong += [rock for rock in game.rocks if rock.robots and not rock.owner]
    return [f"impossible: {rock}" for rock in wrong]
