"""Commands for ships and starbases: JUMP and MOVE, LAND, ORBIT and DEEP, BASE, REPAIR, SCAN..."""

from __future__ import annotations

from horizons_core.orders import Order, Range, Refusal
from variants.far_horizons.constants import MAX_AGE
from variants.far_horizons.hints import planet_hint
from variants.far_horizons.model import Colony, Sector, Species
from variants.far_horizons.model.orders import WrittenName
from variants.far_horizons.orders import cargo_offers, offers, travel_offers
from variants.far_horizons.orders.arguments import (
    command,
    has,
    lacks,
    name,
    number,
    number_or_name,
    numbers,
    numbers_or_name,
    with_offers,
)
from variants.far_horizons.orders.references import (
    counted,
    deferred,
    own_place,
    own_planet,
    own_ship,
    unless_number,
)
from variants.far_horizons.rules import (
    installation,
    jumps,
    landing,
    movement,
    portals,
    repair,
    scanning,
    ships,
    starbases,
    telescopes,
)
from variants.far_horizons.rules.jumps import JumpGoal, readings, sector_goal
from variants.far_horizons.rules.naming import no_digit_first
from variants.far_horizons.step_context import OrderRefused, StepContext, placed

#: The placeholder in AUTO's drafts for a destination that the player must choose (FH-AUTO-004).
TO_BE_FILLED_IN = "???"


def sector(_context: StepContext, _species: Species, order: Order, argument: str) -> Sector:
    """Return three coordinates of 0 or more (FH-GALAXY-003, FH-MOVE-004)."""
    result = _destination_sector(order[argument] or ())
    if result is None:
        reason = f"Invalid coordinates in {order.keyword} command."
        hint = "write three numbers, 0 or more, and no name: x y z"
        raise OrderRefused("no-sector", reason, hint, argument)
    return result


def _destination_sector(numbers: tuple[int, ...]) -> Sector | None:
    """Return the sector of three non-negative numbers, or None."""
    if len(numbers) != 3 or min(numbers) < 0:
        return None
    x, y, z = numbers
    return (x, y, z)


def destination(context: StepContext, species: Species, order: Order, argument: str) -> JumpGoal:
    """Return the destination of a jump: `x y z`, or a named planet's orbit (FH-JUMP-005).

    A planet's number is not part of it (FH-MISC-003).
    """
    written: tuple[int, ...] | WrittenName | None = order[argument]
    goal: JumpGoal | None = None
    if isinstance(written, tuple):
        sector_ = _destination_sector(written)
        goal = sector_goal(sector_) if sector_ else None
    elif written is not None and (match := context.names.planet(species, written)):
        context.note_guess(match, written)
        goal = JumpGoal(match.target.place, f"PL {match.target.name}")  # FH-JUMP-006
    if goal is None:
        reason = "Invalid destination in JUMP or PJUMP command."
        if order.written[argument].startswith(TO_BE_FILLED_IN):
            raise OrderRefused.of(_open(reason, context, argument))
        hint = _destination_hint(context, species, order, argument)
        raise OrderRefused("no-destination", reason, hint, argument)
    return goal


def _open(reason: str, context: StepContext, argument: str) -> Refusal:
    """Return the refusal of a drafted order that was not completed (FH-AUTO-004)."""
    if context.strict:
        reason = "No destination was filled in: the ship stays."
    hint = "write a destination: x y z, or PL and a name you have given"
    return placed(Refusal("not-filled-in", reason, hint, severity="note"), argument)


def _destination_hint(context: StepContext, species: Species, order: Order, argument: str) -> str:
    """Suggest a destination."""
    text = order.written[argument]
    if not text:
        return "write a destination: x y z, or PL and a name you have given"
    if text[0].isdigit() or text[0] in "+-":
        return "write three numbers, 0 or more, without a planet's number, or PL and a name"
    return planet_hint(context, species, order[argument])


def beyond_wormhole(
    context: StepContext, species: Species, order: Order, argument: str
) -> Colony | OrderRefused:
    """Return a planet by its name, or the refusal as a value: the ship still goes through."""
    for written in readings(context, order, argument):
        match = context.names.planet(species, written)
        if match is not None:
            context.note_guess(match, written)
            return match.target
    reason = f"Invalid planet name in {order.keyword} command. Ship will stay in deep space."
    hint = planet_hint(context, species, order[argument])
    return OrderRefused("unknown-planet", reason, hint, argument)


_JUMPER = name("ship", find=own_ship("Invalid ship name in JUMP or PJUMP command."))
#: A ship that is finished and has a position.
_READY = with_offers(name("ship", find=own_ship()), offers.fitting_ships(offers.is_ready))
#: A fourth number is read in order to be refused.
_SECTOR = numbers(4, find=sector)
#: Resolved late: ships that cannot jump are refused in any case, those in transit go anyway.
_DESTINATION = with_offers(
    numbers_or_name(4, "planet", find=deferred(destination)), travel_offers.destinations, things=()
)

JUMPS = (
    command(
        "JUMP ship, x y z | JUMP ship, PL name",
        "Jumps to a sector's deep space, or into orbit around one of your named planets.",
        label="Jump",
        default=True,
        group="Movement",
        templates="JUMP {ship}, {destination}",
        on=("ship",),
        example="Jump FF Thomas Edison, PL Mars",
        mistake="Jump FF Nobody at all, PL Mars",
        rules="FH-CMD-001 FH-JUMP-001",
        arguments={
            "ship": with_offers(_JUMPER, offers.fitting_ships(offers.is_ready, offers.has_drive)),
            "destination": _DESTINATION,
        },
        run=jumps.jump,
    ),
    command(
        "MOVE ship, x y z | MOVE BAS name, x y z",
        "Moves a ship, or tows a starbase, by one parsec at most.",
        label="Move one parsec",
        default=True,
        group="Movement",
        templates="MOVE {ship}, {sector}",
        example="Move FF Thomas Edison, 12 7 18",
        mistake="Move FF Nobody at all, 12 7 18",
        rules="FH-CMD-001 FH-CMD-010 FH-MOVE-001",
        arguments={
            "ship": _READY,
            "sector": with_offers(_SECTOR, travel_offers.neighbouring_sectors),
        },
        run=movement.move,
    ),
    command(
        "PJUMP ship, x y z, BAS name | PJUMP ship, PL name, BAS name",
        "Jumps through the jump portals of a starbase.",
        label="Jump through a portal",
        group="Movement",
        templates="PJUMP {ship}, {destination}, {portal}",
        asked="ship portal destination",
        on=("ship",),
        example="Pjump FF Thomas Edison, PL Mars, BAS High Guardian",
        mistake="Pjump FF Nobody at all, PL Mars, BAS High Guardian",
        rules="FH-CMD-001 FH-JP-001",
        arguments={
            "ship": with_offers(_JUMPER, travel_offers.ships_at_portals),
            "destination": _DESTINATION,
            "portal": with_offers(name("ship"), travel_offers.portals_for_ship),
        },
        run=portals.portal_jump,
        checks={"portal_here": portals.portal_here},
    ),
    command(
        "VISITED x y z",
        "Marks a star system as visited.",
        label="Mark as visited",
        group="Exploration",
        templates="VISITED {sector}",
        on=("place",),
        example="Visited 12 7 18",
        mistake="Visited here",
        rules="FH-CMD-001 FH-VISITED-001",
        arguments={"sector": with_offers(_SECTOR, travel_offers.unvisited_stars, "star")},
        run=movement.visited,
    ),
    command(
        "WORMHOLE ship [, PL name] | WORMHOLE BAS name [, PL name]",
        "Takes a ship through the sector's wormhole, into orbit around a planet if you name one.",
        label="Go through a wormhole",
        group="Movement",
        templates="WORMHOLE {ship}[, {planet}]",
        example="Wormhole FF Thomas Edison, PL Mars",
        mistake="Wormhole FF Nobody at all, PL Mars",
        rules="FH-CMD-001 FH-CMD-009 FH-WORM-001",
        arguments={
            "ship": with_offers(_READY, travel_offers.ships_at_wormholes),
            "planet": with_offers(
                name("planet", find=beyond_wormhole, optional=True), travel_offers.planets_behind
            ),
        },
        run=movement.wormhole,
    ),
)


MOVEMENTS = (
    command(
        "DEEP ship",
        "Sends a ship from its planet into the deep space of the same star system.",
        label="Leave the planet",
        group="Movement",
        templates="DEEP {ship}",
        on=("ship",),
        example="Deep CT Laughing Dog",
        mistake="Deep CT Nobody at all",
        rules="FH-CMD-006",
        arguments={
            "ship": with_offers(
                _READY,
                offers.fitting_ships(offers.is_ready, offers.is_not_starbase, offers.has_orbit),
            )
        },
        run=landing.deep,
    ),
    command(
        "LAND ship [, PL name] | LAND ship, p",
        "Lands a ship on a planet of its star system, by default the one that it orbits.",
        label="Land",
        group="Movement",
        templates="LAND {ship}, {planet}",
        on=("ship",),
        example="Land FF Thomas Edison, PL Mars",
        mistake="Land FF Nobody at all, PL Mars",
        rules="FH-CMD-001 FH-LAND-001",
        arguments={
            "ship": with_offers(_READY, travel_offers.ships_to_land),
            "planet": with_offers(
                number_or_name(
                    "planet",
                    find=unless_number(
                        own_planet("Invalid or missing planet in {keyword} command.")
                    ),
                    optional=True,
                ),
                travel_offers.planets_to_land,
            ),
        },
        run=landing.land,
        checks={"not_salvage": landing.refuse_leaving_salvage},
    ),
    command(
        "ORBIT ship, PL name | ORBIT ship, p",
        "Sends a ship or starbase into orbit around a planet of its star system.",
        label="Enter orbit",
        group="Movement",
        templates="ORBIT {ship}, {planet}",
        example="Orbit FF Thomas Edison, PL Mars",
        mistake="Orbit FF Nobody at all, PL Mars",
        rules="FH-CMD-001 FH-LAND-001",
        arguments={
            "ship": with_offers(_READY, travel_offers.ships_to_orbit),
            "planet": with_offers(
                number_or_name(
                    "planet",
                    find=unless_number(own_planet("Invalid planet in {keyword} command.")),
                    optional=True,
                ),
                travel_offers.planets_to_orbit,
            ),
        },
        run=landing.orbit,
    ),
)


_NO_SECTOR = "no-sector", "Invalid coordinates in {keyword} command."
_SECTOR_AND_AGE = "three or four numbers: x y z and an age"


def _sector(_context: StepContext, _species: Species, order: Order, argument: str) -> Sector:
    """Return the coordinates of the sector where all ships are repaired."""
    code, reason = _NO_SECTOR
    written: tuple[int, ...] = order[argument]
    if len(written) < 3 or min(written) < 0:
        raise OrderRefused(code, reason.format(keyword=order.keyword), _SECTOR_AND_AGE, argument)
    x, y, z = written
    return (x, y, z)


SHIPS = (
    command(
        "BASE [n] source, BAS name",
        "Builds or enlarges a starbase from n starbase units (0 or none: all) of a ship or planet.",
        label="Build a starbase from units",
        group="Ships",
        templates="BASE [{amount}] {source}, {starbase}",
        asked="source starbase amount",
        on=("planet", "ship", "starbase"),
        example="Base 5 TR10 Mover, BAS High Guardian",
        mistake="Base 5 TR10 Nobody at all, BAS High Guardian",
        rules="FH-CMD-001 FH-SU-001",
        arguments={
            "amount": with_offers(
                number(
                    find=counted(
                        "negative-number",
                        "Invalid number of starbase units in {keyword} command.",
                        "numbers are 0 or greater",
                    ),
                    optional=True,
                ),
                cargo_offers.number_of_base_units,
                "number of units",
            ),
            "source": with_offers(
                name("ship", "planet", find=own_place("Invalid source location in BASE command.")),
                cargo_offers.base_sources,
                "units from",
            ),
            "starbase": with_offers(name("ship"), cargo_offers.starbases_to_build),
        },
        run=starbases.base,
        checks={
            "no_digit_first": no_digit_first(
                "starbase", "name-starts-with-digit", starbases.INVALID
            )
        },
    ),
    command(
        "DESTROY ship | DESTROY BAS name",
        "Destroys one of your ships or starbases; its name must be exact.",
        label="Destroy",
        group="Ships",
        templates="DESTROY {ship}",
        example="Destroy CT Laughing Dog",
        mistake="Destroy CT Nobody at all",
        rules="FH-CMD-001 FH-DESTROY-001",
        arguments={
            "ship": name(
                "ship",
                find=own_ship("Invalid ship or starbase name in {keyword} command.", exact=True),
            )
        },
        run=ships.destroy,
    ),
    command(
        "REPAIR ship [, n] | REPAIR BAS name [, n] | REPAIR x y z [age]",
        "Repairs a ship with units aboard, or all ships of a sector down to an age.",
        label="Repair",
        group="Ships",
        templates="REPAIR {ship}, {amount} | REPAIR {sector} [{age}]",
        asked="ship amount sector age",
        example="Repair FF Thomas Edison, 3",
        mistake="Repair FF Nobody at all, 3",
        rules="FH-CMD-001 FH-DR-001",
        arguments={
            "sector": with_offers(
                numbers(3, find=_sector, optional=True), cargo_offers.sectors_to_repair
            ),
            "age": with_offers(
                number(
                    find=counted(*_NO_SECTOR, _SECTOR_AND_AGE), optional=True, when=has("sector")
                ),
                lambda _: Range(0, MAX_AGE),
                "age to reach",
            ),
            "ship": with_offers(
                name("ship", find=own_ship(), when=lacks("sector")), cargo_offers.damaged_ships
            ),
            "amount": with_offers(
                number(
                    find=counted(
                        "negative-number",
                        "Invalid number of damage repair units in {keyword} command.",
                        "numbers are 0 or greater",
                    ),
                    optional=True,
                    when=lacks("sector"),
                ),
                cargo_offers.number_of_repair_units,
                "number of units",
            ),
        },
        run=repair.repair,
    ),
    command(
        "SCAN ship",
        "Has a ship scan the star system that it is in.",
        label="Scan",
        group="Exploration",
        templates="SCAN {ship}",
        example="Scan FF Thomas Edison",
        mistake="Scan FF Nobody at all",
        rules="FH-CMD-001 FH-SCAN-001",
        arguments={"ship": _READY},
        run=scanning.scan,
    ),
    command(
        "TELESCOPE BAS name",
        "Operates the gravitic telescope of a starbase.",
        label="Use the telescope",
        group="Exploration",
        templates="TELESCOPE {starbase}",
        example="Telescope BAS High Guardian",
        mistake="Telescope BAS Nobody at all",
        rules="FH-CMD-001 FH-GT-001",
        arguments={
            "starbase": with_offers(
                name("ship", find=own_ship("Invalid starbase name in {keyword} command.")),
                offers.fitting_ships(offers.has_telescope),
                things=("starbase",),
            )
        },
        run=telescopes.telescope,
    ),
    command(
        "UNLOAD ship | UNLOAD BAS name",
        "Moves colonists and their units to the planet and installs what can be installed.",
        label="Unload colonists",
        group="Colonies",
        templates="UNLOAD {ship}",
        example="Unload TR5 Mover",
        mistake="Unload TR5 Nobody at all",
        rules="FH-CMD-001 FH-CMD-008",
        arguments={"ship": with_offers(_READY, cargo_offers.ships_to_unload)},
        run=installation.unload,
    ),
)
