"""TELESCOPE: what a starbase sees of others in the sectors around it (FH-GT-002, FH-GT-003)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby
from typing import Any

from attrs import define, frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import MOST_PLANETS
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.model import Colony, Place, Sector, Ship, Species, Where
from variants.far_horizons.model.transactions import Kind, transaction
from variants.far_horizons.rules.telescope_chances import Observer, telescope_units
from variants.far_horizons.step_context import Refused, StepContext
from variants.far_horizons.view.aliens import approximate_base
from variants.far_horizons.wording import ship_as_seen, ship_name

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

#: The mark that a starbase has used its telescope this turn: a destination with this z.
_USED = 99


def telescope(context: StepContext, species: Species, order: Order) -> None:
    """TELESCOPE BAS name."""
    starbase: Ship = order["starbase"]
    if not starbase.starbase:
        reason = "Invalid starbase name in TELESCOPE command."
        raise Refused("no-starbase", reason, f"{ship_name(starbase)} is no starbase")
    observer = Observer(species, starbase, context.economy)
    _refuse(observer)
    mark_used(starbase)
    _observe(context, context.once(_Sky), observer)


def mark_used(starbase: Ship) -> None:
    """A starbase looks once a turn (FH-GT-003)."""
    x, y, _ = starbase.destination
    starbase.destination = (x, y, _USED)


def forget_used(species: Species) -> None:
    """A new turn, and every telescope may be used again; ships that arrived go nowhere."""
    for ship in species.living_ships():
        x, y, z = ship.destination
        in_transit = ship.where in (Where.WITHDREW, Where.FORCED)
        if z and not in_transit:
            ship.destination = (x, y, 0)


def _refuse(observer: Observer) -> None:
    if observer.starbase.destination[2] == _USED:
        raise Refused("used", "A starbase may only be given one TELESCOPE order per turn.")
    if observer.units // 2 < 1:
        reason = "Starbase does not have enough gravitic telescope units!"
        raise Refused("too-few-units", reason, "at least 2 GT are needed aboard")


# what there is


@frozen
class _Thing:
    """A colony or ship of a species; things are seen in the order of `rank`."""

    rank: tuple[int, int, int]
    species: Species
    seen: Colony | Ship

    @property
    def sector(self) -> Sector:
        return self.seen.place.sector


@define(slots=False)
class _Sky:
    """What can be seen of all species, by sector."""

    context: StepContext

    @cached_property
    def _ships(self) -> dict[Sector, list[tuple[Species, int]]]:
        """The ships by sector: their species and their number in its list."""
        found: dict[Sector, list[tuple[Species, int]]] = {}
        for species in self.context.game.empires:
            for slot, ship in enumerate(species.ships):
                if ship is not None:
                    found.setdefault(ship.place.sector, []).append((species, slot))
        return found

    def around(self, observer: Observer) -> dict[Sector, list[_Thing]]:
        """Others' things within range, by sector, both in the order in which they are found."""
        stars = _within_range(observer, (star.sector for star in self.context.game.stars))
        sectors = _within_range(observer, self._ships)
        things = [*self._colonies(observer, stars), *self._visible_ships(observer, sectors)]
        found: dict[Sector, list[_Thing]] = {}
        for thing in sorted(things, key=lambda thing: thing.rank):
            found.setdefault(thing.sector, []).append(thing)
        return found

    def _colonies(self, observer: Observer, sectors: list[Sector]) -> Iterator[_Thing]:
        for sector in sectors:
            for orbit in range(1, MOST_PLANETS + 1):
                for other, colony in self.context.named_at(Place(sector, orbit)):
                    if other is not observer.species and colony.populated:
                        slot = next(i for i, c in enumerate(other.colonies) if c is colony)
                        yield _Thing((other.number, 0, slot), other, colony)

    def _visible_ships(self, observer: Observer, sectors: list[Sector]) -> Iterator[_Thing]:
        for sector in sectors:
            for other, slot in self._ships[sector]:
                ship = other.ships[slot]
                if other is not observer.species and ship is not None and _visible(ship):
                    yield _Thing((other.number, 1, slot), other, ship)


def _within_range(observer: Observer, sectors: Iterable[Sector]) -> list[Sector]:
    """The sectors within range, without the starbase's own one (FH-GT-002)."""
    here, reach = observer.starbase.place.sector, observer.range
    near = (sector for sector in sectors if abs(sector[0] - here[0]) <= reach)
    return [sector for sector in near if 0 < distance_squared(here, sector) <= reach * reach]


def _visible(ship: Ship) -> bool:
    """Whether a telescope may see a ship at all (FH-GT-004, FH-GT-007)."""
    return ship.where not in (Where.BUILDING, Where.LANDED) and not ship.distorted


# what is seen


def _observe(context: StepContext, sky: _Sky, observer: Observer) -> None:
    species, starbase = observer.species, observer.starbase
    x, y, z = starbase.place.sector
    context.tell(
        species, RESULTS, place=starbase.place, ship=ship_name(starbase), x=x, y=y, z=z,
        range=observer.range,
    )  # fmt: skip
    found = [
        _tell_sector(context, observer, sector, things)
        for sector, things in sky.around(observer).items()
    ]
    if not any(found):
        context.tell(species, NOTHING_SEEN)


def _tell_sector(
    context: StepContext, observer: Observer, sector: Sector, things: list[_Thing]
) -> bool:
    """Tell what is seen in a sector, species by species; whether it was anything."""
    seen = [thing for thing in things if _sees(context, observer, thing)]
    if seen:
        x, y, z = sector
        context.tell(observer.species, SECTOR_SEEN, place=Place(sector), x=x, y=y, z=z)
    for name, group in groupby(seen, key=lambda thing: thing.species.name):
        context.tell(observer.species, SPECIES_SEEN, place=Place(sector), owner=name)
        for thing in group:
            _tell_thing(context, observer, thing)
    return bool(seen)


def _tell_thing(context: StepContext, observer: Observer, thing: _Thing) -> None:
    who, seen = observer.species, thing.seen
    drawn = context.chance.drawn(*_subject(observer, thing))
    if isinstance(seen, Colony):
        base = approximate_base(seen.base) or 0
        context.detect(who, seen.place, thing.species, seen.name, base)
        context.tell(who, PLANET_SEEN, place=seen.place, dice=drawn, planet=seen.name, base=base)
        return
    facts: dict[str, Any] = {"ship": ship_as_seen(seen)}
    context.detect(who, seen.place, thing.species, ship_name(seen))
    units = telescope_units(seen) if seen.starbase else 0
    if units:
        context.tell(who, TELESCOPE_SEEN, place=seen.place, dice=drawn, units=units, **facts)
    else:
        context.tell(who, SHIP_SEEN, place=seen.place, dice=drawn, **facts)


def _subject(observer: Observer, thing: _Thing) -> tuple[str | int, ...]:
    """Dice of its own for each thing: what is not seen changes nothing else that is told."""
    names = observer.starbase.name, thing.species.number, thing.seen.name
    return ("telescope", observer.species.number, *names, *thing.sector, thing.seen.place.orbit)


def _sees(context: StepContext, observer: Observer, thing: _Thing) -> bool:
    """Whether a thing is seen; if it is a ship, it may notice (FH-GT-006, FH-GT-009)."""
    dice = context.chance.dice(*_subject(observer, thing))
    if isinstance(thing.seen, Colony):
        return dice(100) <= observer.chance_of_planet(thing.seen)
    if dice(100) > observer.chance_of_ship(thing.seen):
        return False
    _notice(context, observer, thing.species, thing.seen)
    return True


def _notice(context: StepContext, observer: Observer, other: Species, ship: Ship) -> None:
    """The ship that is seen may notice it; its owner learns where the telescope is (FH-GT-010)."""
    dice = context.chance.dice("telescope noticed", other.number, ship.name, observer.starbase.name,
                            observer.species.number)  # fmt: skip
    if dice(100) > observer.chance_to_be_noticed(other, ship):
        return
    place = observer.starbase.place
    x, y, z = place.sector
    context.deal(
        transaction(Kind.TELESCOPE_NOTICED, told=other.number, ship=ship_name(ship), x=x, y=y, z=z)
    )
