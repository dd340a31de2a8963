"""Commands for ships and starbases where they are: BASE, DESTROY, REPAIR, SCAN and others."""

from __future__ import annotations

from horizons_core.orders import Order
from variants.far_horizons.model import Sector, Species
from variants.far_horizons.orders.arguments import has, lacks, name, number, numbers, starbase
from variants.far_horizons.orders.declaring import command
from variants.far_horizons.orders.references import counted, own_place, own_ship
from variants.far_horizons.rules import (
    destroying,
    repair,
    scanning,
    starbases,
    telescopes,
    unloading,
)
from variants.far_horizons.rules.new_names import no_digit_first
from variants.far_horizons.step_context import OrderRefused, StepContext

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
        example="Base 5 TR10 Mover, BAS High Guardian",
        mistake="Base 5 TR10 Nobody at all, BAS High Guardian",
        rules="FH-CMD-001 FH-SU-001",
        arguments={
            "amount": number(
                find=counted(
                    "negative-number",
                    "Invalid number of starbase units in {keyword} command.",
                    "numbers are 0 or greater",
                ),
                optional=True,
            ),
            "source": name(
                "ship", "planet", find=own_place("Invalid source location in BASE command.")
            ),
            "starbase": name("ship"),
        },
        run=starbases.base,
        checks={"no_digit_first": no_digit_first("starbase", "name-from-digit", starbases.INVALID)},
    ),
    command(
        "DESTROY ship | DESTROY BAS name",
        "Destroys one of your ships or starbases; its name must be exact.",
        example="Destroy CT Laughing Dog",
        mistake="Destroy CT Nobody at all",
        rules="FH-CMD-001 FH-DESTROY-001",
        arguments={
            "ship": name(
                "ship",
                find=own_ship("Invalid ship or starbase name in {keyword} command.", exact=True),
            )
        },
        run=destroying.destroy,
    ),
    command(
        "REPAIR ship [, n] | REPAIR BAS name [, n] | REPAIR x y z [age]",
        "Repairs a ship with units aboard, or all ships of a sector down to an age.",
        example="Repair FF Thomas Edison, 3",
        mistake="Repair FF Nobody at all, 3",
        rules="FH-CMD-001 FH-DR-001",
        arguments={
            "sector": numbers(3, find=_sector, optional=True),
            "age": number(
                find=counted(*_NO_SECTOR, _SECTOR_AND_AGE), optional=True, when=has("sector")
            ),
            "ship": name("ship", find=own_ship(), when=lacks("sector")),
            "amount": number(
                find=counted(
                    "negative-number",
                    "Invalid number of damage repair units in {keyword} command.",
                    "numbers are 0 or greater",
                ),
                optional=True,
                when=lacks("sector"),
            ),
        },
        run=repair.repair,
    ),
    command(
        "SCAN ship",
        "Has a ship scan the star system that it is in.",
        example="Scan FF Thomas Edison",
        mistake="Scan FF Nobody at all",
        rules="FH-CMD-001 FH-SCAN-001",
        arguments={"ship": name("ship", find=own_ship())},
        run=scanning.scan,
    ),
    command(
        "TELESCOPE BAS name",
        "Operates the gravitic telescope of a starbase.",
        example="Telescope BAS High Guardian",
        mistake="Telescope BAS Nobody at all",
        rules="FH-CMD-001 FH-GT-001",
        arguments={"starbase": starbase(own_ship("Invalid starbase name in {keyword} command."))},
        run=telescopes.telescope,
    ),
    command(
        "UNLOAD ship | UNLOAD BAS name",
        "Moves colonists and their units to the planet and installs what can be installed.",
        example="Unload TR5 Mover",
        mistake="Unload TR5 Nobody at all",
        rules="FH-CMD-001 FH-CMD-008",
        arguments={"ship": name("ship", find=own_ship())},
        run=unloading.unload,
    ),
)
