"""The map, fleets and games. Everything is public."""

from collections.abc import Collection, Mapping, Sequence
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
    Option("years", int, 20, "the last year", 1, 100),
)
CHART: dict[str, Any] = read_yaml((files("jumpgates") / "map.yaml").read_bytes())
BOARD: dict[str, dict[str, Any]] = CHART.pop("board")
LINKS = [(name, end) for name in BOARD for end in BOARD[name].get("lanes", ())]
LANES = StarGraph(BOARD, LINKS)
near = cache(LANES.neighbours)


def is_gate(place: str) -> bool:
    """Return whether a place is a gate, not a system."""
    return "gate" in BOARD[place]


def reach(start: str, gates: Collection[str]) -> list[str]:
    """Return the places to which a fleet can go along lanes or by these gates (JG-CARRY)."""
    passed = [gate for gate in near(start) if gate in gates and not is_gate(start)]
    for gate in passed:
        passed += [other for other in near(gate) if other in gates and other not in passed]
    carried = [end for gate in passed for end in near(gate) if not is_gate(end) and end != start]
    return [*dict.fromkeys([*near(start), *carried])]


@define(kw_only=True)
class System(World):
    """A system with its owner."""

    owner: str = known(default="")


@define(kw_only=True)
class Fleet(Unit):
    """A fleet; a dislodged one has the places of its possible retreats."""

    at: str = known(default="")
    retreats: list[str] = known(factory=list)


@define(kw_only=True)
class Game(model.Game):
    """The stage is "", "retreats" or "adjustments"; years count from 0."""

    empires: list[Empire] = known(factory=list)
    systems: list[System] = known(factory=list)
    fleets: list[Fleet] = known(factory=list)
    stage: str = known(default="")
    year: int = known(default=0)

    def owned(self, empire: str) -> list[System]:
        """Return the systems of an empire."""
        return [system for system in self.systems if system.owner == empire]

    def fleets_of(self, empire: str) -> list[Fleet]:
        """Return the fleets of an empire."""
        return [fleet for fleet in self.fleets if fleet.owner == empire]

    def sites(self, empire: str) -> list[str]:
        """Return the empty systems of an empire (JG-ADJUST)."""
        taken = [fleet.at for fleet in self.fleets]
        return [system.id for system in self.owned(empire) if system.id not in taken]

    def builds(self, empire: str) -> int:
        """Return how many fleets the empire may build; a negative number must be disbanded."""
        more = len(self.owned(empire)) - len(self.fleets_of(empire))
        return min(more, len(self.sites(empire)))

    def build(self, owner: str, at: str) -> None:
        """Add a fleet."""
        self.fleets.append(Fleet(id=f"{at} {self.turn}", owner=owner, at=at))


def create_game(players: Sequence[str], options: Mapping[str, Any]) -> Game:
    """Give each player three homes; two players are opposite each other (JG-MAP)."""
    game = Game(options=dict(options), empires=[Empire(id=player) for player in players])
    game.systems = [System(id=name) for name in BOARD if not is_gate(name)]
    homes = dict(enumerate(players))
    for system in game.systems:
        system.owner = homes.get(BOARD[system.id].get("home", -1), "")
        if system.owner:
            game.build(system.owner, system.id)
    return game
