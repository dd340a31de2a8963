"""The entities of a game of Event Horizon.

Fleets are not entities, only ships of one empire in one sector.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import attrs
from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import Between, IdOf, Sight, known, seen_from
from horizons_core.space import HexGrid

#: A sector's place: axial coordinates q and r.
Place = tuple[int, int]

# limits of saved games
Count = Annotated[int, Between(0, 1_000_000)]
EmpireId = Annotated[str, IdOf(("empires",))]
SectorId = Annotated[str, IdOf(("sectors",))]


@frozen
class Design:
    """The components of a ship, as in a BUILD order."""

    hull: int
    thrusters: int
    weapons: int
    shields: int

    @property
    def others(self) -> int:
        """Components that are not hull."""
        return self.thrusters + self.weapons + self.shields

    @property
    def components(self) -> int:
        return self.hull + self.others


@define(kw_only=True)
class Ship(model.Unit):
    """A ship. Its number is unique for its owner; `points` are shield points, `built` is a turn.

    Other empires never see this object: they know a ship by their own `Contact`.
    """

    owner: EmpireId = seen_from(Sight.OWN, hidden="")
    number: Count = field(default=0)
    name: str = field(default="")
    at: Place = field(default=(0, 0))
    mothership: bool = field(default=False)
    hull: Count = field(default=0)
    thrusters: Count = field(default=0)
    weapons: Count = field(default=0)
    shields: Count = field(default=0)
    points: Annotated[int, Between(0)] = field(default=0)  # EH-CON-007: a new ship has none
    built: Count = field(default=0)

    @property
    def design(self) -> Design:
        return Design(self.hull, self.thrusters, self.weapons, self.shields)

    @property
    def components(self) -> int:
        return self.hull + self.thrusters + self.weapons + self.shields

    @property
    def called(self) -> str:
        """The name, or "Ship" and the number (EH-ORD-004)."""
        return self.name or f"Ship {self.number}"

    @property
    def status(self) -> str:
        """General status: immobile, unarmed or normal (EH-REP-004)."""
        if not self.thrusters:
            return "immobile"
        return "normal" if self.weapons else "unarmed"


@define(kw_only=True)
class Sector(model.World):
    """A hex with its four resource values, visible to empires that have had a report from it."""

    at: Place = known()
    values: dict[str, Count] = seen_from(Sight.SCANNED, factory=dict)


@frozen(kw_only=True)
class Contact:
    """An enemy ship as one empire last saw it, under the empire's own name for it (EH-REP-006)."""

    number: Count
    name: str
    owner: EmpireId
    mothership: bool
    strength: float
    status: str
    sector: SectorId


@define(kw_only=True)
class Empire(model.Empire):
    """An empire with its memory.

    `mapped` holds the turn of the last report from each sector that ever gave one, `contacts` all
    enemy ships ever seen, by their ids, `sighted` the ids of those in this turn's report.
    """

    home: Place = field(default=(0, 0))
    next_number: Count = field(default=1)
    mapped: dict[SectorId, int] = field(factory=dict)
    contacts: dict[str, Contact] = field(factory=dict)
    sighted: list[str] = field(factory=list)


@define(kw_only=True)
class Game(model.Game):
    """A game of Event Horizon: a wrapping map of side x side sectors, and ships."""

    side: Annotated[int, Between(1, 1000)] = known(default=0)
    turn_limit: Count = known(default=0)
    empires: list[Empire] = known(factory=list)
    sectors: list[Sector] = known(factory=list)
    ships: list[Ship] = known(factory=list)

    @property
    def grid(self) -> HexGrid:
        """The map of hexes (EH-SET-001), which defines distances (EH-SET-003)."""
        return HexGrid(self.side, self.side, wraps=True)

    def sector(self, at: Place) -> Sector:
        """Return the sector at a place; sectors are in the order of (r, q)."""
        return self.sectors[at[1] * self.side + at[0]]

    def ships_of(self, empire: str) -> list[Ship]:
        return [ship for ship in self.ships if ship.owner == empire]

    def mothership(self, empire: str) -> Ship | None:
        """Return the empire's mothership, unless it is lost."""
        return next((s for s in self.ships if s.mothership and s.owner == empire), None)


def sector_id(at: Place) -> str:
    return f"{at[0]},{at[1]}"


def place_of(sector: str) -> Place:
    """Parse a sector's id as a place; raises ValueError for other text."""
    q, r = sector.split(",")
    return int(q), int(r)


def ship_id(owner: str, number: int) -> str:
    return f"{owner}/{number}"


def by_sector(ships: Iterable[Ship]) -> list[tuple[Place, list[Ship]]]:
    """Return the ships by sector, with sectors in the order of (r, q) (EH-SEQ-002)."""
    groups: dict[Place, list[Ship]] = {}
    for ship in ships:
        groups.setdefault(ship.at, []).append(ship)
    return sorted(groups.items(), key=lambda group: (group[0][1], group[0][0]))


def new_ship(game: Game, empire: Empire, design: Design, name: str, at: Place, turn: int) -> Ship:
    """Add a ship with the empire's next free number to the game (EH-ORD-002)."""
    number = empire.next_number
    empire.next_number += 1
    ship = Ship(
        id=ship_id(empire.id, number),
        owner=empire.id,
        number=number,
        name=name,
        at=at,
        built=turn,
        **attrs.asdict(design),
    )
    game.ships.append(ship)
    return ship
