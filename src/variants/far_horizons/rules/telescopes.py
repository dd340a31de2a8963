"""TELESCOPE, by which a starbase observes the sectors around it (FH-GT-002, FH-GT-006)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby
from typing import Any

from attrs import define, frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import MAX_PLANETS
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.formulas import distance_squared, truncated
from variants.far_horizons.model import Colony, Place, Sector, Ship, ShipLocation, Species
from variants.far_horizons.model.transactions import TransactionKind, transaction
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.view.aliens import approximate_base
from variants.far_horizons.wording import ship_as_seen, ship_name


@frozen
class Observer:
    """An observing starbase: its species with its Gravitics, telescope units aboard, its age.

    The economy reduces chances for age (FH-AGE-005).
    """

    species: Species
    starbase: Ship
    economy: Economy = RULEBOOK_ECONOMY

    @property
    def gravitics(self) -> int:
        return self.species.level("GV")

    @property
    def units(self) -> int:
        return telescope_units(self.starbase)

    @property
    def range(self) -> int:
        """The range of sight in parsecs (FH-GT-002)."""
        return min(self.units // 2, self.gravitics // 10)

    def chance_of_planet(self, colony: Colony) -> int:
        """Return the chance to see a populated planet, in percent (FH-GT-006, FH-GT-011)."""
        chance = self.gravitics + self.units + truncated(colony.base - 500, 20)
        if colony.hiding or colony.hidden:
            chance = truncated(chance, 10)
        return self.economy.aged_chance(chance, self.starbase.age)

    def chance_of_ship(self, ship: Ship) -> int:
        """Return the chance to see a ship or starbase, in percent (FH-GT-006)."""
        chance = self.gravitics + self.units + ship.tonnage - 10
        if ship.starbase:
            chance *= 2
        elif ship.transport:
            chance = truncated(3 * chance, 2)
        return self.economy.aged_chance(chance, self.starbase.age)

    def chance_to_be_noticed(self, other: Species, ship: Ship) -> int:
        """Return the chance that an observed ship notices the telescope, in percent (FH-GT-008)."""
        chance = 2 * (other.level("GV") - self.gravitics)
        if ship.starbase:
            chance += 2 * telescope_units(ship)
        return self.economy.aged_chance(chance, ship.age)


def telescope_units(ship: Ship) -> int:
    """Return the number of gravitic telescope units aboard."""
    return ship.cargo.get("GT", 0)


RESULTS = EventKind(
    "telescope-operated",
    "Results of operation of gravitic telescope by {ship} (location = {x} {y} {z}, max range ="
    " {range} parsecs):",
    ("FH-GT-002", "FH-GT-003"),
)
NOTHING_SEEN = EventKind(
    "telescope-saw-nothing", "No alien ships or planets were detected.", ("FH-GT-006",)
)
SECTOR_SEEN = EventKind("telescope-saw-sector", "{x} {y} {z}:", ("FH-GT-004",))
SPECIES_SEEN = EventKind("telescope-saw-species", "SP {owner}:", ("FH-GT-004",))
PLANET_SEEN = EventKind("telescope-saw-planet", "PL {planet} ({base})", ("FH-GT-004",))
SHIP_SEEN = EventKind("telescope-saw-ship", "{ship}", ("FH-GT-004",))
TELESCOPE_SEEN = EventKind(
    "telescope-saw-telescope", "{ship} <- {units} GTs!", ("FH-GT-004", "FH-GT-005")
)

#: Marks a starbase that has used its telescope this turn, as z of its destination.
_USED = 99


def telescope(context: StepContext, species: Species, order: Order) -> None:
    """TELESCOPE BAS name."""
    starbase: Ship = order["starbase"]
    if not starbase.starbase:
        reason = "Invalid starbase name in TELESCOPE command."
        raise OrderRefused("no-starbase", reason, f"{ship_name(starbase)} is not a starbase")
    observer = Observer(species, starbase, context.economy)
    _refuse(observer)
    mark_used(starbase)
    _observe(context, context.once(_Sky), observer)


def mark_used(starbase: Ship) -> None:
    """Record that a starbase has used its one look of the turn (FH-GT-003)."""
    x, y, _ = starbase.destination
    starbase.destination = (x, y, _USED)


def forget_used(species: Species) -> None:
    """Allow every telescope again in a new turn; clear destinations of ships that arrived."""
    for ship in species.living_ships():
        x, y, z = ship.destination
        in_transit = ship.where in (ShipLocation.WITHDREW, ShipLocation.FORCED)
        if z and not in_transit:
            ship.destination = (x, y, 0)


def _refuse(observer: Observer) -> None:
    if observer.starbase.destination[2] == _USED:
        raise OrderRefused("used", "A starbase may only be given one TELESCOPE order per turn.")
    if observer.units // 2 < 1:
        reason = "Starbase does not have enough gravitic telescope units!"
        raise OrderRefused("too-few-units", reason, "at least 2 GT are needed aboard")


# targets in view


@frozen
class _Target:
    """A colony or ship of a species; targets are seen in the order of `rank`."""

    rank: tuple[int, int, int]
    species: Species
    body: Colony | Ship

    @property
    def sector(self) -> Sector:
        return self.body.place.sector


@define(slots=False)
class _Sky:
    """The visible targets of all species, by sector."""

    context: StepContext

    @cached_property
    def _ships(self) -> dict[Sector, list[tuple[Species, int]]]:
        """The ships by sector: their species and their position in its list."""
        ships: dict[Sector, list[tuple[Species, int]]] = {}
        for species in self.context.game.empires:
            for slot, ship in enumerate(species.ships):
                if ship is not None:
                    ships.setdefault(ship.place.sector, []).append((species, slot))
        return ships

    def around(self, observer: Observer) -> dict[Sector, list[_Target]]:
        """Return others' targets within range, by sector, both in the order of discovery."""
        stars = _within_range(observer, (star.sector for star in self.context.game.stars))
        sectors = _within_range(observer, self._ships)
        targets = [*self._colonies(observer, stars), *self._visible_ships(observer, sectors)]
        by_sector: dict[Sector, list[_Target]] = {}
        for target in sorted(targets, key=lambda target: target.rank):
            by_sector.setdefault(target.sector, []).append(target)
        return by_sector

    def _colonies(self, observer: Observer, sectors: list[Sector]) -> Iterator[_Target]:
        for sector in sectors:
            for orbit in range(1, MAX_PLANETS + 1):
                for other, colony in self.context.named_at(Place(sector, orbit)):
                    if other is not observer.species and colony.populated:
                        slot = next(i for i, c in enumerate(other.colonies) if c is colony)
                        yield _Target((other.number, 0, slot), other, colony)

    def _visible_ships(self, observer: Observer, sectors: list[Sector]) -> Iterator[_Target]:
        for sector in sectors:
            for other, slot in self._ships[sector]:
                ship = other.ships[slot]
                if other is not observer.species and ship is not None and _visible(ship):
                    yield _Target((other.number, 1, slot), other, ship)


def _within_range(observer: Observer, sectors: Iterable[Sector]) -> list[Sector]:
    """Return the sectors within range, except the starbase's own (FH-GT-002)."""
    origin, reach = observer.starbase.place.sector, observer.range
    near = (sector for sector in sectors if abs(sector[0] - origin[0]) <= reach)
    return [sector for sector in near if 0 < distance_squared(origin, sector) <= reach * reach]


def _visible(ship: Ship) -> bool:
    """Return whether a telescope can see a ship at all (FH-GT-004, FH-GT-007)."""
    return ship.where not in (ShipLocation.BUILDING, ShipLocation.LANDED) and not ship.distorted


# observations


def _observe(context: StepContext, sky: _Sky, observer: Observer) -> None:
    species, starbase = observer.species, observer.starbase
    x, y, z = starbase.place.sector
    context.notify(
        species, RESULTS, place=starbase.place, ship=ship_name(starbase), x=x, y=y, z=z,
        range=observer.range,
    )  # fmt: skip
    any_seen = [
        _report_sector(context, observer, sector, targets)
        for sector, targets in sky.around(observer).items()
    ]
    if not any(any_seen):
        context.notify(species, NOTHING_SEEN)


def _report_sector(
    context: StepContext, observer: Observer, sector: Sector, targets: list[_Target]
) -> bool:
    """Report the sightings in a sector, species by species; return whether there were any."""
    visible = [target for target in targets if _sees(context, observer, target)]
    if visible:
        x, y, z = sector
        context.notify(observer.species, SECTOR_SEEN, place=Place(sector), x=x, y=y, z=z)
    for name, group in groupby(visible, key=lambda target: target.species.name):
        context.notify(observer.species, SPECIES_SEEN, place=Place(sector), owner=name)
        for target in group:
            _report_target(context, observer, target)
    return bool(visible)


def _report_target(context: StepContext, observer: Observer, target: _Target) -> None:
    viewer, body = observer.species, target.body
    drawn = context.chance.drawn(*_subject(observer, target))
    if isinstance(body, Colony):
        base = approximate_base(body.base) or 0
        context.detect(viewer, body.place, target.species, body.name, base)
        context.notify(
            viewer, PLANET_SEEN, place=body.place, dice=drawn, planet=body.name, base=base
        )
        return
    facts: dict[str, Any] = {"ship": ship_as_seen(body)}
    context.detect(viewer, body.place, target.species, ship_name(body))
    units = telescope_units(body) if body.starbase else 0
    if units:
        context.notify(viewer, TELESCOPE_SEEN, place=body.place, dice=drawn, units=units, **facts)
    else:
        context.notify(viewer, SHIP_SEEN, place=body.place, dice=drawn, **facts)


def _subject(observer: Observer, target: _Target) -> tuple[str | int, ...]:
    """Return separate dice for each object, so that unseen ones don't change other results."""
    names = observer.starbase.name, target.species.number, target.body.name
    return ("telescope", observer.species.number, *names, *target.sector, target.body.place.orbit)


def _sees(context: StepContext, observer: Observer, target: _Target) -> bool:
    """Return whether an object is seen; a ship may notice it (FH-GT-006, FH-GT-009)."""
    dice = context.chance.dice(*_subject(observer, target))
    if isinstance(target.body, Colony):
        return dice(100) <= observer.chance_of_planet(target.body)
    if dice(100) > observer.chance_of_ship(target.body):
        return False
    _notice(context, observer, target.species, target.body)
    return True


def _notice(context: StepContext, observer: Observer, other: Species, ship: Ship) -> None:
    """Roll whether an observed ship notices the telescope, and tell its owner (FH-GT-010)."""
    dice = context.chance.dice("telescope noticed", other.number, ship.name, observer.starbase.name,
                            observer.species.number)  # fmt: skip
    if dice(100) > observer.chance_to_be_noticed(other, ship):
        return
    place = observer.starbase.place
    x, y, z = place.sector
    context.deal(
        transaction(
            TransactionKind.TELESCOPE_NOTICED,
            told=other.number,
            ship=ship_name(ship),
            x=x,
            y=y,
            z=z,
        )
    )
