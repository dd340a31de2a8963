"""Commands that move a ship within its star system: LAND, ORBIT and DEEP."""

from __future__ import annotations

from variants.far_horizons.orders.arguments import name, number_or_name
from variants.far_horizons.orders.declaring import command
from variants.far_horizons.orders.references import own_planet, own_ship, unless_number
from variants.far_horizons.rules import landing, orbits

MOVEMENTS = (
    command(
        "DEEP ship",
        "Sends a ship from its planet into the deep space of the same star system.",
        example="Deep CT Laughing Dog",
        mistake="Deep CT Nobody at all",
        rules="FH-CMD-006",
        arguments={"ship": name("ship", find=own_ship())},
        run=orbits.deep,
    ),
    command(
        "LAND ship [, PL name] | LAND ship, p",
        "Lands a ship on a planet of its star system, by default the one that it orbits.",
        example="Land FF Thomas Edison, PL Mars",
        mistake="Land FF Nobody at all, PL Mars",
        rules="FH-CMD-001 FH-LAND-001",
        arguments={
            "ship": name("ship", find=own_ship()),
            "planet": number_or_name(
                "planet",
                find=unless_number(own_planet("Invalid or missing planet in {keyword} command.")),
                optional=True,
            ),
        },
        run=landing.land,
        checks={"not_salvage": landing.refuse_leaving_salvage},
    ),
    command(
        "ORBIT ship, PL name | ORBIT ship, p",
        "Sends a ship or starbase into orbit around a planet of its star system.",
        example="Orbit FF Thomas Edison, PL Mars",
        mistake="Orbit FF Nobody at all, PL Mars",
        rules="FH-CMD-001 FH-LAND-001",
        arguments={
            "ship": name("ship", find=own_ship()),
            "planet": number_or_name(
                "planet",
                find=unless_number(own_planet("Invalid planet in {keyword} command.")),
                optional=True,
            ),
        },
        run=orbits.orbit,
    ),
)
