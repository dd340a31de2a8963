"""Planets, fleets, games and the economy; each field states the degree of sight that reveals it."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import define, frozen

import horizons_core as hz
from horizons_core.model import Sight, known, seen_from
from horizons_core.space import straight_distance

OPTIONS = (
    hz.Option("neutrals", int, 4, "neutral planets for each player", 1, 8),
    hz.Option("turns", int, 60, "the turn after which most planets win", 1, 1000),
)
Point = tuple[int, int]


@frozen
class Economy:
    """The numbers of the rulebook. Ships are on planets, so no account is needed."""

    accounts: tuple[str, ...] = ()
    speed: int = 8  # the distance that a fleet flies in a turn
    home_ships: int = 20
    home_production: int = 10
    home_kill: int = 45  # percent

    def travel(self, start: Point, end: Point) -> int:
        """Return the turns that a fleet takes (KO-FLY)."""
        return max(1, math.ceil(straight_distance(start, end) / self.speed))


@define(kw_only=True)
class Empire(hz.Empire):
    """A player's side. `charts` has facts about planets when its ships were last there."""

    charts: dict[str, dict[str, Any]] = seen_from(Sight.OWN, factory=dict)
    launched: int = seen_from(Sight.OWN, default=0)


@define(kw_only=True)
class Planet(hz.World):
    """A planet: its position is public, everything else the owner's (KO-FOG)."""

    at: Point = known()
    owner: str = seen_from(Sight.OWN, default="")
    ships: int = seen_from(Sight.OWN, default=0)
    production: int = seen_from(Sight.OWN, default=0)
    kill: int = seen_from(Sight.OWN, default=0)

    @property
    def facts(self) -> dict[str, str | int]:
        """Return the facts that ships at the planet see."""
        return {name: getattr(self, name) for name in ("owner", "ships", "production", "kill")}


@define(kw_only=True)
class Fleet(hz.Unit):
    """Ships between two planets; they land in turn `arrives`. Only the owner knows of them."""

    start: str
    target: str
    ships: int
    kill: int
    left: int
    arrives: int


@define(kw_only=True)
class Game(hz.Game):
    """A square map of planets, and the fleets between them."""

    empires: list[Empire] = known(factory=list)
    planets: list[Planet] = known(factory=list)
    fleets: list[Fleet] = known(factory=list)
    size: int = known(default=0)


def create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: hz.Stream, variant: Any
) -> Game:
    """Create planets, with the homes of the players far from each other (KO-SET)."""
    count, rules = len(players) * (1 + options["neutrals"]), variant.economy
    side, roll = math.isqrt(2 * count) + 1, stream.integer
    game = Game(options=dict(options), size=10 * side)
    for number, cell in enumerate(stream.sample(range(side * side), count)):
        at = (10 * (cell % side) + roll(2, 8), 10 * (cell // side) + roll(2, 8))
        name = chr(ord("A") + number % 26) + str(number // 26 or "")
        ships, production, kill = roll(5, 15), roll(4, 12), roll(30, 60)
        game.planets.append(Planet(id=name, at=at, ships=ships, production=production, kill=kill))
    homes = [stream.choice(game.planets)]

    def seclusion(planet: Planet) -> float:
        return min(straight_distance(planet.at, home.at) for home in homes)

    while len(homes) < len(players):
        homes.append(max(game.planets, key=seclusion))
    for home, player in zip(stream.shuffled(homes), players, strict=True):
        home.owner, home.ships = player, rules.home_ships
        home.production, home.kill = rules.home_production, rules.home_kill
        game.empires.append(Empire(id=player))
    return game
