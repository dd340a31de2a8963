"""DEVELOP: a balanced set of colonists and their units, in three forms (FH-DEVELOP-001)."""

from __future__ import annotations

from attrs import define

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from variants.far_horizons.economy import Split
from variants.far_horizons.model import Colony, Ship, ShipLocation, Species
from variants.far_horizons.rules.inhabitants import add, free_room, mark_inhabited, point_of
from variants.far_horizons.rules.production import is_special
from variants.far_horizons.rules.production_state import (
    SpeciesProduction,
    no_funds,
    note_nothing_left,
    substitute,
)
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name, units

DEVELOPED = EventKind("colony-developed", "{items} were built.", ("FH-DEVELOP-012",))
SENT = EventKind(
    "development-transferred",
    "{items} were built for PL {planet} and transferred to {destination}.",
    ("FH-DEVELOP-010", "FH-DEVELOP-008"),
)
KEPT = EventKind(
    "development-kept",
    "{items} were built for PL {planet} but will remain on the planet's surface because"
    " {ship} is not in the same sector..",
    ("FH-DEVELOP-008",),
)


@define
class DevelopmentPlan:
    """The units to build: colonists, and units of both kinds for them."""

    colonists: int
    units: Split

    @property
    def cost(self) -> int:
        return self.colonists + self.units.mining + self.units.manufacturing

    def counts(self) -> dict[str, int]:
        """Return the items to build, in the order of the log."""
        units = {"IU": self.units.mining, "AU": self.units.manufacturing}
        return {"CU": self.colonists} | {item: count for item, count in units.items() if count}

    def in_words(self) -> str:
        """Return the items as written in the log."""
        first, *rest = [units(count, item) for item, count in self.counts().items()]
        if len(rest) > 1:
            return f"{first}, {rest[0]}, and {rest[1]}"
        return " and ".join([first, *rest])


def develop(production: SpeciesProduction, order: Order) -> None:
    """DEVELOP [n] [PL name [, ship]]."""
    if is_special(production.open_planet.colony):
        reason = "You may not DEVELOP on a mining or resort colony."
        raise OrderRefused("special-colony", reason, "give the order on a planet that produces")
    target: Colony | None = order.get("planet")
    ship: Ship | None = order.get("ship")
    if target is None:
        _develop_here(production, order)
    elif ship is None:
        _develop_neighbour(production, order, target)
    else:
        _develop_by_ship(production, order, target, ship)


def not_assimilated(context: StepContext, _species: Species, order: Order) -> Refusal | None:
    """Refuse to develop a colony that besiegers assimilated this turn (FH-ASSIM-005)."""
    production: SpeciesProduction = context.shared
    target: Colony | None = order.get("planet")
    if target is None or target.place not in production.assimilated:
        return None
    reason = f"PL {target.name} was assimilated by its besiegers this turn."
    return Refusal("assimilated", reason, "anything you send there would belong to them", "planet")


# money


def _money(production: SpeciesProduction, order: Order, target: Colony) -> int:
    """Return the available money: the limit, the balance for 0, otherwise all funds.

    (FH-DEVELOP-014)
    """
    limit: int | None = order.get("limit")
    room, funds = _room(production, target), production.funds
    if limit == 0:
        return min(production.open_planet.balance, room)
    if limit is not None and limit > funds:
        if funds <= 0:
            raise no_funds(production, limit)
        substitute(production, order, "funds", funds, limit)
    # FH-DEVELOP-013
    return min(funds if limit is None else min(limit, funds), room)


def _room(production: SpeciesProduction, target: Colony) -> int:
    """Return the limit of a home planet, which can only regain its base (FH-DEVELOP-015)."""
    if not target.home:
        return production.funds
    room = production.species.home_base - target.base
    if not production.species.home_base and room <= 0:
        reason = "You can only DEVELOP a home planet if it is recovering from bombing."
        raise OrderRefused("healthy-home", reason)
    return room


def _note_missing_means(production: SpeciesProduction, order: Order) -> None:
    """Note that people or money are missing."""
    colony = production.open_planet.colony
    cause = f"there are no available population units on PL {colony.name}"
    note_nothing_left(
        production, order, cause if colony.population <= 0 else "there is too little money"
    )


# on the planet itself


def _develop_here(production: SpeciesProduction, order: Order) -> None:
    """Develop the producing planet: mode 3 (FH-DEVELOP-012)."""
    colony = production.open_planet.colony
    money = _money(production, order, colony)
    count = min(colony.population, money // 2)
    if count <= 0:
        _note_missing_means(production, order)
        return
    mining = colony.mining_base + colony.mining_units.installing
    manufacturing = colony.manufacturing_base + colony.manufacturing_units.installing
    difficulty = production.open_planet.planet.mining_difficulty
    units = production.economy.balanced_units(count, difficulty, mining, manufacturing)
    plan = DevelopmentPlan(count, units)
    _build(production, plan)
    _store(colony, plan)
    production.notify(DEVELOPED, items=plan.in_words())


def _develop_neighbour(production: SpeciesProduction, order: Order, target: Colony) -> None:
    """Develop a colony in the same sector: mode 2 (FH-DEVELOP-010)."""
    money = _money(production, order, target)
    if target.place.sector != production.place.sector:
        reason = "Colony to be developed is not in the same sector."
        raise OrderRefused("other-sector", reason, "name a ship that brings the units there")
    count = min(production.open_planet.colony.population, money // 2)
    if count <= 0:
        _note_missing_means(production, order)
        return
    plan = DevelopmentPlan(count, _units_for(production, target, count))
    _build(production, plan)
    _store(target, plan)
    destination = f"PL {target.name}"
    production.notify(
        SENT,
        items=plan.in_words(),
        planet=target.name,
        destination=destination,
    )


# by ship


def _develop_by_ship(
    production: SpeciesProduction, order: Order, target: Colony, ship: Ship
) -> None:
    """Develop by filling a transport: mode 1."""
    money = _money(production, order, target)
    plan = _load_for(production, order, target, ship, money)
    if plan is None:
        _note_missing_means(production, order)
        return
    _build(production, plan)
    name = ship_name(ship)
    facts = {"items": plan.in_words(), "planet": target.name}
    if ship.place.sector != production.place.sector:  # FH-DEVELOP-008
        for item, count in plan.counts().items():
            add(production.open_planet.colony.items, item, count)
        mark_inhabited(production.open_planet.colony)
        production.notify(KEPT, **facts, ship=name)
        return
    for item, count in plan.counts().items():  # FH-DEVELOP-003, FH-DEVELOP-008, FH-DEVELOP-009
        add(ship.cargo, item, count)
    ship.loading_point = point_of(production.species, production.open_planet.colony)
    ship.unloading_point = point_of(production.species, target)
    production.notify(SENT, **facts, destination=name)


def _load_for(
    production: SpeciesProduction, order: Order, target: Colony, ship: Ship, money: int
) -> DevelopmentPlan | None:
    """Return the set that fills the ship, within the limits of money and population."""
    room = free_room(ship)
    name = ship_name(ship)
    if room <= 0 or ship.where == ShipLocation.BUILDING:
        raise OrderRefused(
            "no-room", f"{name} has no room for cargo.", "DEVELOP fills what is left"
        )
    if room > money:  # FH-DEVELOP-013
        room = max(0, money)
        limit = order.get("limit")
        if limit is None or limit == 0 or room < limit:
            reason = f"Insufficient funds to completely fill {name}!"
            rest = f"Will use all remaining funds (= {room})."
            production.context.adjust(production.species, order, "not-filled", reason, rest)
    builds_units = _provides_for_itself(production, target, room)
    # a colony that cannot build its own units gets them with its colonists (FH-DEVELOP-005)
    count = room if builds_units else room // 2
    population = production.open_planet.colony.population
    if count > population > 0:
        substitute(production, order, "available population units", population, count)
    count = min(count, population)
    if count <= 0:
        return None
    units = _units_for(production, target, count)
    if builds_units:  # FH-DEVELOP-004
        target.mining_units.needed += units.mining
        target.manufacturing_units.needed += units.manufacturing
        return DevelopmentPlan(count, Split(0, 0))
    return DevelopmentPlan(count, units)


def _provides_for_itself(production: SpeciesProduction, target: Colony, room: int) -> bool:
    """Estimate whether a colony can build its own units (FH-DEVELOP-004, FH-DEVELOP-007)."""
    if _kind(production, target) != "normal":
        return False
    species = production.species
    grown = Colony(
        name=target.name,
        place=target.place,
        status=target.status,
        mining_base=target.mining_base + target.mining_units.installing,
        manufacturing_base=target.manufacturing_base + target.manufacturing_units.installing,
    )
    planet, home = production.context.planet(target), production.context.home(species)
    site = production.economy.site(species, grown, planet, home)
    output = production.economy.after_penalty(species, grown, site)
    ordered = target.mining_units.needed + target.manufacturing_units.needed
    return min(output.raw_material, output.capacity) - ordered >= room


def _kind(production: SpeciesProduction, target: Colony) -> str:
    """Classify the target by its current bases: mining, resort or normal (FH-DEVELOP-006)."""
    mining = target.mining_base + target.mining_units.installing
    manufacturing = target.manufacturing_base + target.manufacturing_units.installing
    if target.home or bool(mining) == bool(manufacturing):
        return "normal"
    if mining:
        return "mining"
    planet, home = production.context.planet(target), production.context.home(production.species)
    needed = production.economy.lsn(planet, home, production.species.atmosphere)
    return "resort" if production.economy.may_be_resort(needed, planet, home) else "normal"


def _units_for(production: SpeciesProduction, target: Colony, count: int) -> Split:
    """Return the units for a target's new colonists (FH-DEVELOP-002, FH-DEVELOP-006)."""
    kind = _kind(production, target)
    if kind == "mining":
        return Split(count, 0)
    if kind == "resort":
        return Split(0, count)
    return production.economy.units_for_another(
        count, production.context.planet(target).mining_difficulty
    )


# building


def _build(production: SpeciesProduction, plan: DevelopmentPlan) -> None:
    production.pay(plan.cost, "development")
    production.open_planet.colony.population -= plan.colonists


def _store(colony: Colony, plan: DevelopmentPlan) -> None:
    """Store the units; the next form installs them (FH-DEVELOP-010, FH-DEVELOP-012)."""
    for item, count in plan.counts().items():
        add(colony.items, item, count)
    colony.mining_units.ordered += plan.units.mining
    colony.manufacturing_units.ordered += plan.units.manufacturing
    mark_inhabited(colony)
