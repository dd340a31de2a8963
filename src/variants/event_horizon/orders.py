"""The three orders BUILD, MOVE and NAME (EH-ORD-001 to EH-ORD-004)."""

from __future__ import annotations

from horizons_core.errors import nearest
from horizons_core.orders import Command, Envelope, Order, name_of, one_of, whole
from horizons_core.turn import TurnContext
from variants.event_horizon.constants import LONGEST_NAME
from variants.event_horizon.model import Ship

ENVELOPE = Envelope("#EVENTHORIZON", "#END")

DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")

BUILD = Command(
    keyword="BUILD",
    rule="build",
    phase="construction",
    syntax=("BUILD count hull thrusters weapons shields [name]",),
    help="Builds ships of these components in the mothership's sector, from the stock.",
    example="BUILD 5 0 1 0 0 Probe",
    mistake="BUILD 1 5 2 2 1",
    arguments={
        "count": whole(1),
        "hull": whole(),
        "thrusters": whole(),
        "weapons": whole(),
        "shields": whole(),
        "name": name_of(LONGEST_NAME),
    },
    rules=("EH-ORD-002", "EH-CON-002", "EH-CON-003", "EH-CON-006"),
)

MOVE = Command(
    keyword="MOVE",
    rule="move",
    phase="moves",
    syntax=("MOVE ship direction",),
    help=f"Moves a ship, by its number, one sector. Directions: {', '.join(DIRECTIONS)}.",
    example="MOVE 1 NE",
    mistake="MOVE 1 NORTH",
    arguments={"direction": one_of(*DIRECTIONS)},
    rules=("EH-ORD-003", "EH-MOV-001", "EH-MOV-002"),
)

NAME = Command(
    keyword="NAME",
    rule="name_ship",
    phase="construction",
    syntax=("NAME ship name", 'NAME ship "name with blanks"'),
    help=f"Names one of your ships; nobody else sees the name. At most {LONGEST_NAME} characters.",
    example='NAME 1 "Pride of Ada"',
    mistake="NAME 99 Ghost",
    arguments={"name": name_of(LONGEST_NAME)},
    rules=("EH-ORD-004",),
)

COMMANDS = (BUILD, MOVE, NAME)


def own_ship(
    context: TurnContext, empire: str, order: Order, ships: dict[str, Ship]
) -> Ship | None:
    """The ship that an order names by its number; None after a diagnostic if there is none.

    `ships` are the empire's own, by number as text.
    """
    written: str = order["ship"]
    ship = ships.get(written.removeprefix("#").lstrip("0"))
    if ship is None:
        message = f"you have no ship {written}"
        context.reject(
            empire, order, "unknown-ship", message, lambda: _hint(written, ships), "ship"
        )
    return ship


def _hint(written: str, ships: dict[str, Ship]) -> str:
    names = {ship.called: number for number, ship in ships.items()}
    near = nearest(written, names)
    if near is not None:
        return f"ships go by number: {near} is ship {names[near]}"
    numbers = sorted(ships, key=int)
    if not numbers:
        return "you have no ship left"
    few = ", ".join(numbers[:12])
    return f"your ships: {few}{', ...' if len(numbers) > 12 else ''}"


def own_ships(context: TurnContext) -> dict[str, dict[str, Ship]]:
    """Every empire's ships by number as text."""
    ships: dict[str, dict[str, Ship]] = {empire.id: {} for empire in context.game.empires}
    for ship in context.game.ships:
        if ship.owner in ships:
            ships[ship.owner][str(ship.number)] = ship
    return ships
