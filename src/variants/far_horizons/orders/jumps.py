"""Commands of the jump section: JUMP, PJUMP, MOVE and WORMHOLE; and VISITED."""

from __future__ import annotations

from variants.far_horizons.orders.arguments import name, numbers, numbers_or_name
from variants.far_horizons.orders.declaring import command
from variants.far_horizons.orders.destinations import beyond_wormhole, destination, sector
from variants.far_horizons.orders.references import deferred, own_ship
from variants.far_horizons.rules import jumping, movement, portals, visited

_JUMPER = name("ship", find=own_ship("Invalid ship name in JUMP or PJUMP command."))
#: A fourth number is read, too, in order to be refused.
_SECTOR = numbers(4, find=sector)
#: Resolved late: ships that cannot jump are refused in any case, those in transit go anyway.
_DESTINATION = numbers_or_name(4, "planet", find=deferred(destination))

JUMPS = (
    command(
        "JUMP ship, x y z | JUMP ship, PL name",
        "Jumps to a sector's deep space, or into orbit around one of your named planets.",
        example="Jump FF Thomas Edison, PL Mars",
        mistake="Jump FF Nobody at all, PL Mars",
        rules="FH-CMD-001 FH-JUMP-001",
        arguments={"ship": _JUMPER, "destination": _DESTINATION},
        run=jumping.jump,
    ),
    command(
        "MOVE ship, x y z | MOVE BAS name, x y z",
        "Moves a ship, or tows a starbase, by one parsec at most.",
        example="Move FF Thomas Edison, 12 7 18",
        mistake="Move FF Nobody at all, 12 7 18",
        rules="FH-CMD-001 FH-CMD-010 FH-MOVE-001",
        arguments={"ship": name("ship", find=own_ship()), "sector": _SECTOR},
        run=movement.move,
    ),
    command(
        "PJUMP ship, x y z, BAS name | PJUMP ship, PL name, BAS name",
        "Jumps through the jump portals of a starbase.",
        example="Pjump FF Thomas Edison, PL Mars, BAS High Guardian",
        mistake="Pjump FF Nobody at all, PL Mars, BAS High Guardian",
        rules="FH-CMD-001 FH-JP-001",
        arguments={"ship": _JUMPER, "destination": _DESTINATION, "portal": name("ship")},
        run=portals.portal_jump,
        checks={"portal_here": portals.portal_here},
    ),
    command(
        "VISITED x y z",
        "Marks a star system as visited.",
        example="Visited 12 7 18",
        mistake="Visited here",
        rules="FH-CMD-001 FH-VISITED-001",
        arguments={"sector": _SECTOR},
        run=visited.visited,
    ),
    command(
        "WORMHOLE ship [, PL name] | WORMHOLE BAS name [, PL name]",
        "Goes through the natural wormhole of the sector, into orbit around a planet if named.",
        example="Wormhole FF Thomas Edison, PL Mars",
        mistake="Wormhole FF Nobody at all, PL Mars",
        rules="FH-CMD-001 FH-CMD-009 FH-WORM-001",
        arguments={
            "ship": name("ship", find=own_ship()),
            "planet": name("planet", find=beyond_wormhole, optional=True),
        },
        run=movement.wormhole,
    ),
)
