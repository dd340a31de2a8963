"""The sides of a battle, with their ships and orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import asdict, evolve, field, frozen

from horizons_core.codec import copy_of
from horizons_core.combat import Battle, Fighter
from horizons_core.sums import int_sum
from variants.campaign2e.designs.design import Design
from variants.campaign2e.model import BattleOrder, Ship
from variants.campaign2e.model.places import EDGES

INTENTS = ("close", "optimal", "standoff", "run")
FORMATIONS = ("tight", "open", "dispersed")
EXITS = ("ftl", "run")
#: C2E-17.9-01: uses of the drop; further words are `EDGE` and an edge.
ENTRY = ("NEARER", "FARTHER", "SPLIT")
#: Types whose ships are in the rear line by default.
REAR = frozenset({"AX", "FR", "AL", "BM", "CVE", "CVL", "CVH"})
FASTEST = 24
DEFAULTS = BattleOrder(
    speed=6, formation="open", edge=None, intent="optimal", breakoff=50, exit="ftl"
)
#: Unit of damage in records: boxes of armour and hull.
RECORD_COUNTS = "damage point"
#: C2E-17.7-01: bonuses to a side's initiative.
BY_LANE, PRESENT = 1, 2


@frozen
class BattleShip:
    """A ship entering a battle.

    Attributes:
        name: its name in the record.
        ship: its state, which is not modified.
        rear: whether it is in the rear line.
    """

    name: str
    ship: Ship
    rear: bool

    @property
    def design(self) -> Design:
        return self.ship.design


@frozen
class Side:
    """One side of a battle (C2E-17.6-01).

    Attributes:
        name: its name in the record.
        ships: sorted by id.
        speed: its entry speed, 0 to 24.
        formation, intent, exit: words of the order.
        breakoff: percentage of lost mass at which it runs.
        edge: its entry edge; None for the one opposite to the strongest enemy (C2E-17.8-01).
        entry: uses of the drop, in order (C2E-17.9-01).
        by_lane: whether it arrived by a lane this week.
        present: whether it was there at the start of the week, as defences always are.
    """

    name: str
    ships: tuple[BattleShip, ...]
    speed: int = 6
    formation: str = "open"
    intent: str = "optimal"
    breakoff: int = 50
    exit: str = "ftl"
    edge: str | None = None
    entry: tuple[str, ...] = ()
    by_lane: bool = False
    present: bool = False

    @property
    def points(self) -> int:
        return int_sum(unit.design.points for unit in self.ships)


@frozen
class CampaignBattle(Battle):
    """Sides that meet in a hex. `sides` contains their names, in the order of `fleets`."""

    fleets: tuple[Side, ...] = field()

    @property
    def ships(self) -> list[BattleShip]:
        """All ships, side by side, in the order used by outcomes and records."""
        return [ship for side in self.fleets for ship in side.ships]

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """The ships before the battle, with their boxes of armour and hull."""
        return tuple(
            Fighter(
                name=unit.name,
                side=number,
                before=(numbers := boxes(unit.ship.armour_left, unit.ship.hull_left)),
                after=numbers,
                destroyed=False,
                mark=unit.design.type,
                counts=RECORD_COUNTS,
            )
            for number, side in enumerate(self.fleets)
            for unit in side.ships
        )

    def snapshot(self) -> CampaignBattle:
        """Return a copy that later changes of the ships do not affect."""
        return evolve(self, fleets=tuple(_copied_side(side) for side in self.fleets))


def _copied_side(side: Side) -> Side:
    return evolve(side, ships=tuple(evolve(unit, ship=copy_of(unit.ship)) for unit in side.ships))


def boxes(armour: int, hull: int) -> dict[str, int]:
    """Return the numbers of a ship in records."""
    return {f"{RECORD_COUNTS}s": armour + hull, "armour": armour, "hull": hull}


def stands_in_rear(design: Design) -> bool:
    """Return whether ships of a design are in the rear line by default."""
    return design.type in REAR


class BattleForceLike(Protocol):
    """A side of a battle, with the facts that the game has about it."""

    @property
    def name(self) -> str:
        """The owner's name, for the record."""

    @property
    def ships(self) -> Sequence[Ship]:
        """Its fighting ships."""

    @property
    def order(self) -> BattleOrder:
        """Its battle order; None for the defaults (C2E-17.6-01)."""

    @property
    def entry(self) -> Sequence[str]:
        """Uses of the drop, in order (C2E-17.9-01)."""

    @property
    def by_lane(self) -> bool:
        """Return whether it entered by a lane (C2E-17.7-01)."""

    @property
    def present(self) -> bool:
        """Return whether it was there at the start of the week, as defences always are."""

    @property
    def came_at(self) -> tuple[int, str] | None:
        """Speed and formation of a force that left its last system under fire (C2E-17.6-02)."""


def side_of(force: BattleForceLike, defaults: BattleOrder = DEFAULTS) -> Side:
    """Return a side of the game's ships, with its battle order or defaults (C2E-17.6-01).

    A force that left its last system under fire must enter with the speed and formation it
    had then.
    """
    order = merged(force.order, defaults)
    # C2E-17.6-02, C2E-18.2-02
    speed, formation = force.came_at or (order.speed, order.formation)
    return Side(
        name=force.name,
        ships=tuple(
            BattleShip(ship.name or ship.id, ship, stands_in_rear(ship.design))
            for ship in force.ships
        ),
        speed=min(speed or 0, FASTEST),
        formation=formation or "open",
        intent=order.intent or "optimal",
        breakoff=order.breakoff or 50,
        exit=order.exit or "ftl",
        edge=order.edge,
        entry=tuple(force.entry),
        by_lane=force.by_lane,
        present=force.present,
    )


def merged(order: BattleOrder, defaults: BattleOrder) -> BattleOrder:
    """Return the order with missing values replaced by defaults."""
    values = {name: value for name, value in asdict(order).items() if value is not None}
    return evolve(defaults, **values)


def battle_of(sides: Sequence[Side]) -> CampaignBattle:
    """Return a battle of sides, each with an edge (C2E-17.8-01)."""
    return CampaignBattle(tuple(side.name for side in sides), tuple(with_edges(sides)))


def with_edges(sides: Sequence[Side]) -> list[Side]:
    """Return the sides, with a missing edge set opposite to the strongest enemy that has one.

    If no side has an edge, the first one enters from the north.
    """
    placed = list(sides)
    if all(side.edge is None for side in placed) and placed:
        placed[0] = evolve(placed[0], edge=EDGES[0])
    arrived = [side for side in placed if side.edge is not None]
    strongest = max(arrived, key=lambda side: side.points, default=None)
    return [
        evolve(side, edge=opposite(strongest.edge)) if strongest and side.edge is None else side
        for side in placed
    ]


def opposite(edge: str | None) -> str:
    """Return the opposite edge of the hex."""
    return EDGES[(EDGES.index(edge or EDGES[0]) + 3) % 6]
