"""The BASE order, which builds a starbase from starbase units or enlarges one (FH-SU-002)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.constants import STARBASE
from variants.far_horizons.model import Colony, Place, Propulsion, Ship, ShipLocation, Species
from variants.far_horizons.model.names import Names
from variants.far_horizons.model.orders import WrittenName
from variants.far_horizons.model.transactions import put_last
from variants.far_horizons.rules.inhabitants import add
from variants.far_horizons.rules.ships import enlarge, refuse_in_transit, refuse_unfinished
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import holder_name, ship_name, units

FOUNDED = EventKind(
    "starbase-assembled", "{ship} was constructed.",
    ("FH-SU-002", "FH-SU-003"),
)  # fmt: skip
ENLARGED = EventKind(
    "starbase-extended", "Size of {ship} was increased to {tons:,} tons.",
    ("FH-SU-005",),
)  # fmt: skip
#: Log text for a name that neither identifies a starbase nor can be given to a new one.
INVALID = "Invalid starbase name in BASE command."


def base(context: StepContext, species: Species, order: Order) -> None:
    """BASE [n] source, BAS name."""
    source: Ship | Colony = order["source"]
    written: WrittenName | None = order["starbase"]
    requested: int = order.get("amount") or 0
    if isinstance(source, Ship):
        refuse_unfinished(source)
        refuse_in_transit(source)
    available = _units_at(source, requested)
    starbase = _existing(context, species, written)
    if starbase is None:
        new_name = _new_name(context.names, species, written)
        _build(context, species, source, new_name, requested, available)
    else:
        _enlarge(context, species, source, starbase, requested, available)


# arguments


def _units_at(source: Ship | Colony, requested: int) -> int:
    """Return the number of starbase units at the source, if there are enough."""
    stock = source.cargo if isinstance(source, Ship) else source.items
    available = stock.get("SU", 0)
    if available < max(requested, 1):
        reason = f"{holder_name(source)} does not have enough starbase units!"
        raise OrderRefused("too-few-units", reason, f"there are {available}")
    return available


def _existing(context: StepContext, species: Species, written: WrittenName | None) -> Ship | None:
    """Return the starbase with this name, or None if a new one must be built."""
    match = context.names.ship(species, written) if written else None
    if written is None or match is None:
        return None
    if not match.target.starbase:
        hint = f"{ship_name(match.target)} is not a starbase"
        raise OrderRefused("no-starbase", INVALID, hint, "starbase")
    context.note_guess(match, written)
    return match.target


def _new_name(names: Names, species: Species, written: WrittenName | None) -> str:
    if written is None or written.word is None or written.word.code != STARBASE:
        raise OrderRefused("no-starbase", INVALID, "write a comma, BAS and a name", "starbase")
    name = written.name
    if not name:
        raise OrderRefused("no-name", INVALID, "write a name after BAS")
    for ship in species.living_ships():
        if names.key(ship.name) == names.key(name):
            reason, hint = "Ship name is already in use!", f"by {ship_name(ship)}"
            raise OrderRefused("name-in-use", reason, hint, written.piece)
    return name


# building


def _build(
    context: StepContext,
    species: Species,
    source: Ship | Colony,
    name: str,
    requested: int,
    available: int,
) -> None:
    """Create a starbase at the source."""
    place = source.place
    star = context.star(place.sector)
    # FH-SU-004
    if not place.orbit and star is not None and star.planets:
        reason = "A starbase cannot be built in the deep space of a star system!"
        raise OrderRefused("deep-space", reason, f"ORBIT a planet with {holder_name(source)} first")
    used = _usable_units(context, species, 0, requested, available)
    # FH-SU-003
    starbase = Ship(
        name=name,
        class_=STARBASE,
        place=Place(place.sector, place.orbit),
        where=ShipLocation.ORBIT if place.orbit else ShipLocation.DEEP_SPACE,
        drive=Propulsion.STARBASE,
        tonnage=used,
        age=-1,
    )
    put_last(species.ships, starbase)
    _take(source, used)
    # each unit makes 10,000 tons (FH-SU-001)
    context.notify(
        species, FOUNDED, place=place, ship=ship_name(starbase), tons=10_000 * used,
        units=units(used, "SU"),
    )  # fmt: skip


def _enlarge(
    context: StepContext,
    species: Species,
    source: Ship | Colony,
    starbase: Ship,
    requested: int,
    available: int,
) -> None:
    """Enlarge a starbase in its place (FH-SU-005)."""
    if source.place.sector != starbase.place.sector:
        reason = "Starbase units and starbase are not at same 'x y z' in BASE command."
        raise OrderRefused(
            "different-sectors", reason, f"{ship_name(starbase)} is at {starbase.place}"
        )
    used = _usable_units(context, species, starbase.tonnage, requested, available)
    # FH-SU-007
    enlarge(context, starbase, used)
    _take(source, used)
    context.notify(
        species, ENLARGED, place=starbase.place, ship=ship_name(starbase),
        tons=10_000 * starbase.tonnage, units=units(used, "SU"),
    )  # fmt: skip


def _usable_units(
    context: StepContext, species: Species, tonnage: int, requested: int, available: int
) -> int:
    """Return the number of units to use: as many as requested, or all that fit (FH-SU-006)."""
    room = context.economy.largest_tonnage(species.level("MA")) - tonnage
    if room < max(requested, 1):
        reason = "Maximum allowable tonnage exceeded."
        raise OrderRefused("too-large", reason, f"{max(room, 0)} more units are allowed at this MA")
    return requested or min(available, room)


def _take(source: Ship | Colony, used: int) -> None:
    add(source.cargo if isinstance(source, Ship) else source.items, "SU", -used)
