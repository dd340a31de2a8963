"""The map, fleets and games; everything is public."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any

from attrs import define, frozen

from horizons_core import Option, Unit, World, model
from horizons_core.data_text import read_yaml
from horizons_core.model import known

OPTIONS = (
    Option("victory", int, 9, "the number of systems with which an empire wins", 4, 17),
    Option("years", int, 10, "the last year", 1, 100),
)


@frozen(kw_only=True)
class Place:
    """A system or a gate on the map: `home` is the number of an empire, `lanes` are neighbours."""

    at: tuple[int, int]
    gate: bool = False
    home: int | None = None
    lanes: tuple[str, ...] = ()


def _read_board() -> dict[str, Place]:
    rows: Any = read_yaml((files("jumpgates") / "board.yaml").read_bytes())
    ends = {name: row.pop("lanes", []) for name, row in rows.items()}
    for name, row in rows.items():
        row["lanes"] = (*ends[name], *(end for end in rows if name in ends[end]))
    return {name: Place(**row) for name, row in rows.items()}


BOARD = _read_board()


def linked(start: Iterable[str], gates: Collection[str]) -> list[str]:
    """Return the gates among `start`, and all others to which they pass fleets on."""
    passed = [place for place in start if place in gates]
    for gate in passed:
        passed += [place for place in BOARD[gate].lanes if place in gates and place not in passed]
    return passed


@lru_cache(4096)
def carried(start: str, gates: frozenset[str]) -> dict[str, None]:
    """Return the systems to which these gates can carry a fleet (JG-CARRY)."""
    passed = [] if BOARD[start].gate else linked(BOARD[start].lanes, gates)
    ends = dict.fromkeys(end for gate in passed for end in BOARD[gate].lanes)
    return {end: None for end in ends if end != start and not BOARD[end].gate}


def distance(start: str, ends: Iterable[str]) -> int:
    """Return the number of lanes to the nearest of these places; 99 if there are none."""
    reached, steps, goals = {start: None}, 0, dict.fromkeys(ends)
    while goals and not any(place in goals for place in reached):
        steps += 1
        reached = dict.fromkeys(n for place in reached for n in (place, *BOARD[place].lanes))
    return steps if goals else 99


@define(kw_only=True)
class System(World):
    """A system, with the empire that owns it."""

    owner: str = known(default="")


@define(kw_only=True)
class Fleet(Unit):
    """A fleet; a dislodged one has places for its retreat."""

    at: str = known(default="")
    retreats: list[str] = known(factory=list)


@define(kw_only=True)
class Empire(model.Empire):
    """An empire with its home systems."""

    homes: list[str] = known(factory=list)


@define(kw_only=True)
class Game(model.Game):
    """The stage is "", "retreats" or "adjustments"; seasons are counted from 0, a spring."""

    empires: list[Empire] = known(factory=list)
    systems: list[System] = known(factory=list)
    fleets: list[Fleet] = known(factory=list)
    stage: str = known(default="")
    season: int = known(default=0)
    built: int = known(default=0)

    def owned(self, empire: str) -> list[str]:
        """Return the systems of an empire."""
        return [system.id for system in self.systems if system.owner == empire]

    def fleets_of(self, empire: str) -> list[Fleet]:
        """Return the fleets of an empire."""
        return [fleet for fleet in self.fleets if fleet.owner == empire]

    def sites(self, empire: Empire) -> list[str]:
        """Return the empty homes that the empire still owns (JG-ADJUST)."""
        taken = [fleet.at for fleet in self.fleets]
        return [home for home in self.owned(empire.id) if home in empire.homes and home not in taken]

    def builds(self, empire: Empire) -> int:
        """Return how many fleets the empire may build; a negative number must be disbanded."""
        most = len(self.owned(empire.id)) - len(self.fleets_of(empire.id))
        return min(most, len(self.sites(empire)))

    def build(self, owner: str, at: str) -> Fleet:
        """Add a fleet."""
        self.built += 1
        self.fleets.append(Fleet(id=f"fleet {self.built}", owner=owner, at=at))
        return self.fleets[-1]


def create_game(players: Sequence[str], options: Mapping[str, Any]) -> Game:
    """Give each player a home; two players are opposite each other (JG-MAP)."""
    game = Game(options=dict(options))
    game.systems = [System(id=name) for name, place in BOARD.items() if not place.gate]
    for number, player in zip((0, 2) if len(players) == 2 else range(4), players, strict=False):
        homes = [name for name, place in BOARD.items() if place.home == number]
        game.empires.append(Empire(id=player, homes=homes))
        for system in game.systems:
            if system.id in homes:
                system.owner = player
                game.build(player, system.id)
    return game


def faults(game: Game) -> list[str]:
    """Return places with two fleets that are not dislodged."""
    places = [fleet.at for fleet in game.fleets if not fleet.retreats]
    return [f"several fleets at {p}" for p in dict.fromkeys(places) if places.count(p) > 1]
