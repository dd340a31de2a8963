"""The map, fleets and games. Everything is public."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from attrs import define

from horizons_core import Empire, Option, Unit, World, model
from horizons_core.data_text import read_yaml
from horizons_core.model import known
from horizons_core.space import StarGraph

OPTIONS = (
    Option("victory", int, 9, "the number of systems with which an empire wins", 4, 17),
    Option("years", int, 10, "the last year", 1, 100),
)
CHART: dict[str, Any] = read_yaml((files("jumpgates") / "map.yaml").read_bytes())
BOARD: dict[str, dict[str, Any]] = CHART.pop("board")
LANES = StarGraph(BOARD, [(name, end) for name in BOARD for end in BOARD[name].get("lanes", ())])
distance = cache(LANES.distance)
near = cache(LANES.neighbours)


def is_gate(place: str) -> bool:
    """Return whether a place is a gate, not a system."""
    return "gate" in BOARD[place]


def linked(start: Iterable[str], gates: Collection[str]) -> list[str]:
    """Return the gates among `start`, and all others to which they pass fleets on."""
    passed = [place for place in start if place in gates]
    for gate in passed:
        passed += [place for place in near(gate) if place in gates and place not in passed]
    return passed


@cache
def carried(start: str, gates: frozenset[str]) -> list[str]:
    """Return the systems to which these gates can carry a fleet (JG-CARRY)."""
    ends = [end for gate in linked(near(start), gates) for end in near(gate)]
    is_open = not is_gate(start)
    return [end for end in dict.fromkeys(ends) if is_open and end != start and not is_gate(end)]


@define(kw_only=True)
class System(World):
    """A system with its owner, and the empire whose home it is."""

    owner: str = known(default="")
    home: str = known(default="")


@define(kw_only=True)
class Fleet(Unit):
    """A fleet; a dislodged one has the places of its possible retreats."""

    at: str = known(default="")
    retreats: list[str] = known(factory=list)


@define(kw_only=True)
class Game(model.Game):
    """The stage is "", "retreats" or "adjustments"; seasons count from 0, a spring."""

    empires: list[Empire] = known(factory=list)
    systems: list[System] = known(factory=list)
    fleets: list[Fleet] = known(factory=list)
    stage: str = known(default="")
    season: int = known(default=0)
    built: int = known(default=0)

    def owned(self, empire: str) -> list[System]:
        """Return the systems of an empire."""
        return [system for system in self.systems if system.owner == empire]

    def fleets_of(self, empire: str) -> list[Fleet]:
        """Return the fleets of an empire."""
        return [fleet for fleet in self.fleets if fleet.owner == empire]

    def sites(self, empire: str) -> list[str]:
        """Return the empty homes that the empire still owns (JG-ADJUST)."""
        taken = [fleet.at for fleet in self.fleets]
        return [s.id for s in self.owned(empire) if s.home == empire and s.id not in taken]

    def builds(self, empire: str) -> int:
        """Return how many fleets the empire may build; a negative number must be disbanded."""
        more = len(self.owned(empire)) - len(self.fleets_of(empire))
        return min(more, len(self.sites(empire)))

    def build(self, owner: str, at: str) -> None:
        """Add a fleet."""
        self.built += 1
        self.fleets.append(Fleet(id=f"fleet {self.built}", owner=owner, at=at))


def create_game(players: Sequence[str], options: Mapping[str, Any]) -> Game:
    """Give each player three homes; two players are opposite each other (JG-MAP)."""
    game = Game(options=dict(options), empires=[Empire(id=player) for player in players])
    game.systems = [System(id=name) for name in BOARD if not is_gate(name)]
    homes = dict(zip((0, 2) if len(players) == 2 else range(4), players, strict=False))
    for system in game.systems:
        system.home = system.owner = homes.get(BOARD[system.id].get("home", -1), "")
        if system.owner:
            game.build(system.owner, system.id)
    return game
