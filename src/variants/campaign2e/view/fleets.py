"""Groups, ships, dummies and designs, as their owner and the umpire see them."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from attrs import frozen

from horizons_core.amounts import in_units
from horizons_core.report import data_maker, row_of
from horizons_core.sums import int_sum
from variants.campaign2e.designs.market import market
from variants.campaign2e.designs.parsing import words_of
from variants.campaign2e.economy import Logistics, Upkeep
from variants.campaign2e.model import Campaign, Dummy, Place, Player, Ship, TaskGroup, place_id
from variants.campaign2e.model.groups import BattleOrder, ContactOrder
from variants.campaign2e.rules.jumps_and_lanes import (
    jumps_from,
    lane_ends,
    lane_neighbours,
    stranded,
)
from variants.campaign2e.view.shapes import OwnDummy, OwnGroup, OwnShip, SeenDesign


@frozen(slots=False)
class FleetLookup:
    """Cached lookups of groups and ships in a reader's knowledge.

    Attributes:
        known: the known part of the campaign.
        economy: the economy's formulas.
    """

    known: Campaign
    economy: Logistics

    @cached_property
    def groups(self) -> dict[str, TaskGroup]:
        """Groups by id."""
        return {group.id: group for group in self.known.groups}

    @cached_property
    def ships(self) -> dict[str, list[Ship]]:
        """Ships of each group, by group id."""
        by_group: dict[str, list[Ship]] = {}
        for ship in self.known.ships:
            by_group.setdefault(ship.group, []).append(ship)
        return by_group

    @cached_property
    def work(self) -> dict[str, str]:
        """Descriptions of repairs and refits in progress, by ship id."""
        jobs = [job for player in self.known.empires for job in player.jobs]
        ships = dict.fromkeys(job.ship for job in jobs)
        return {
            ship: ", ".join(task.words for job in jobs if job.ship == ship for task in job.tasks)
            for ship in ships
        }

    @cached_property
    def armed(self) -> set[str]:
        """The ids of armed ships."""
        return {ship.id for ship in self.known.ships if ship.is_armed}

    @cached_property
    def _neighbours(self) -> dict[str, list[str]]:
        return lane_neighbours(self.known)

    @cached_property
    def _next_hexes(self) -> dict[Place, tuple[list[str], list[str]]]:
        return {}

    def next_hexes(self, at: Place) -> tuple[list[str], list[str]]:
        """Return the destinations of jumps and of lanes from a hex."""
        if at not in self._next_hexes:
            jumps = [place_id(end) for end in jumps_from(self.known, at)]
            self._next_hexes[at] = jumps, lane_ends(self.known, at, self._neighbours)
        return self._next_hexes[at]


_group_row = data_maker(
    OwnGroup,
    "counter ships points force endurance armed contact battle bound_for jumps lanes",
)
_ship_row = data_maker(
    OwnShip,
    "design type group at points hull hull_of armour armour_of armed endurance_of upkeep cargo work"
    " fitted",
    ready="words due headings holds slots",
)
_design_row = data_maker(SeenDesign, "price upkeep endurance words", ready="slots")


def group_of(fleets: FleetLookup, group: TaskGroup) -> dict[str, Any]:
    """Return a group with its ships' totals and its destinations: `OwnGroup`."""
    ships, economy = fleets.ships.get(group.id, []), fleets.economy
    can_move = not group.defence and group.departure is None and not stranded(ships)
    departure = group.departure
    jumps, lanes = fleets.next_hexes(group.at) if can_move else ([], [])
    armed = [ship for ship in ships if ship.id in fleets.armed]
    return _group_row(
        group,
        counter=group.number,
        ships=[ship.name for ship in ships],
        points=int_sum(ship.design.points for ship in ships),
        force=int_sum(economy.force(ship) for ship in armed),
        endurance=min((ship.endurance for ship in ships), default=0),
        armed=bool(armed),
        contact=contact_words(group.contact),
        battle=battle_words(group.battle),
        bound_for=place_id(departure.to) if departure else "",
        jumps=jumps,
        lanes=lanes,
    )


def ship_of(fleets: FleetLookup, ship: Ship) -> dict[str, Any]:
    """Return all data of a ship: `OwnShip`."""
    group, economy = fleets.groups[ship.group], fleets.economy
    design = ship.design
    weekly = _headings(ship, economy)
    return _ship_row(
        ship,
        design=design.name,
        type=design.type,
        group=group.name,
        at=group.at,
        points=design.points,
        hull=ship.hull_left,
        hull_of=design.hull,
        armour=ship.armour_left,
        armour_of=design.armour,
        words=_part_words(ship),
        armed=ship.id in fleets.armed,
        endurance_of=economy.endurance(design),
        due=_supply(ship.fuel_due, ship.crew_due, ship.weaponry_due),
        upkeep=upkeep_of(ship, economy),
        headings=_supply(weekly.fuel, weekly.crew, weekly.weaponry),
        holds=_supply(ship.fuel, ship.crew, ship.weaponry),
        cargo=design.cargo,
        work=fleets.work.get(ship.id, ""),
        slots={slot.name: ship.slots.get(slot.name, slot.modules[0]) for slot in design.slots},
        fitted=words_of(design) if design.refit else "",
    )


def _part_words(ship: Ship) -> dict[str, str]:
    """Return the words that orders use for the damaged and replaced systems of a ship."""
    keys = {*ship.out, *ship.jury_rigged, *ship.second_hand}
    if not keys:
        return {}
    return {system.key: system.part.word for system in ship.design.systems if system.key in keys}


def upkeep_of(ship: Ship, economy: Logistics) -> int:
    """Return a ship's weekly cost without doubling, in hundredths of a credit (C2E-3.1-01)."""
    return economy.lease_fee(ship.design) if ship.leased else _headings(ship, economy).total


def _headings(ship: Ship, economy: Logistics) -> Upkeep:
    """Return a ship's upkeep by heading; a leased ship pays its fee instead (C2E-3.8-03)."""
    pays = ship.needs_supply and not ship.leased
    return economy.upkeep(ship.design) if pays else Upkeep(0, 0, 0)


def _supply(fuel: int, crew: int, weaponry: int) -> dict[str, float]:
    return {
        "fuel": in_units(fuel),
        "crew": in_units(crew),
        "weaponry": in_units(weaponry),
    }


def dummy_of(known: Campaign, dummy: Dummy) -> OwnDummy:
    """Return a dummy, with the name of its group."""
    name = next((group.name for group in known.groups if group.id == dummy.group), "")
    return row_of(OwnDummy, dummy, group=name, counter=dummy.number)


def designs_of(known: Campaign, me: Player, economy: Logistics) -> list[dict[str, Any]]:
    """Return the market's designs and the reader's own: `SeenDesign`."""
    designs = [*market().values(), *known.market.values(), *me.designs.values()]
    return [
        _design_row(
            design,
            price=economy.price(design, me.navy),
            upkeep=economy.upkeep(design).total,
            endurance=economy.endurance(design),
            words=words_of(design),
            slots={slot.name: [*slot.modules] for slot in design.slots},
        )
        for design in designs
    ]


def contact_words(order: ContactOrder | None) -> str:
    """Format a contact order in the words that follow its group."""
    if order is None:
        return ""
    withdraw = "WITHDRAW" + (f" TO {place_id(order.to)}" if order.to else "")
    if not order.attack:
        return withdraw
    return f"ATTACK IF {order.attack} ELSE {withdraw}"


def battle_words(order: BattleOrder) -> str:
    """Format a battle order in the words that follow its group."""
    parts = {
        "SPEED": order.speed,
        "FORMATION": order.formation,
        "EDGE": order.edge,
        "INTENT": order.intent,
        "BREAKOFF": order.breakoff,
        "EXIT": order.exit,
    }
    return " ".join(f"{word} {value}" for word, value in parts.items() if value is not None)


def group_for_umpire(fleets: FleetLookup, group: TaskGroup) -> dict[str, Any]:
    """Return a group as seen by the umpire."""
    return {"owner": group.owner, **group_of(fleets, group)}


def ship_for_umpire(fleets: FleetLookup, ship: Ship) -> dict[str, Any]:
    """Return a ship as seen by the umpire."""
    return {"owner": ship.owner, **ship_of(fleets, ship)}
