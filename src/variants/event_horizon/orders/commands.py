"""The three orders BUILD, MOVE and NAME, and their references to own ships, by number."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from horizons_core.errors import nearest
from horizons_core.model import View
from horizons_core.orders import Argument, Command, Envelope, Order, Range, integer, name_of, one_of
from horizons_core.turn import TurnContext
from variants.event_horizon.constants import LONGEST_NAME
from variants.event_horizon.model import Empire, Game, Ship
from variants.event_horizon.rules import construction, moves

#: Key of the context's notes for the `_Register` of ships.
_REGISTER = "register of ships"


def own_ship(
    context: TurnContext[Game], empire: Empire, order: Order, argument: str
) -> Ship | None:
    """Return the empire's ship with the number in an argument; None after a diagnostic.

    Commands of mods can use it, too: `Argument(find=own_ship)`.
    """
    text: str = order[argument]
    ships = _ships_of(context, empire)
    ship = ships.get(text.removeprefix("#").lstrip("0"))
    if ship is None:
        message = f"you have no ship {text}"
        context.reject(
            empire.id, order, "unknown-ship", message, lambda: _hint(text, ships), argument
        )
    return ship


def _hint(text: str, ships: dict[str, Ship]) -> str:
    names = {ship.called: number for number, ship in ships.items()}
    near = nearest(text, names)
    if near is not None:
        return f"use ship numbers: {near} is ship {names[near]}"
    numbers = sorted(ships, key=int)
    if not numbers:
        return "you have no ships left"
    few = ", ".join(numbers[:12])
    return f"your ships: {few}{', ...' if len(numbers) > 12 else ''}"


@define
class _Register:
    """Every empire's ships by number as text, with the state of the game's list of ships.

    It is built once for thousands of orders, and again when ships have been added or removed.
    """

    ships: list[Ship]
    count: int
    last: Ship | None
    by_empire: dict[str, dict[str, Ship]]

    @classmethod
    def of(cls, game: Game) -> _Register:
        by_empire: dict[str, dict[str, Ship]] = {empire.id: {} for empire in game.empires}
        for ship in game.ships:
            by_empire.setdefault(ship.owner, {})[str(ship.number)] = ship
        last = game.ships[-1] if game.ships else None
        return cls(game.ships, len(game.ships), last, by_empire)

    def is_of(self, game: Game) -> bool:
        """Return whether the game's list is unchanged."""
        ships = game.ships
        return self.ships is ships and self.count == len(ships) and ships[-1:] == [self.last]


def _ships_of(context: TurnContext[Game], empire: Empire) -> dict[str, Ship]:
    register: _Register | None = context.notes.get(_REGISTER)
    if register is None or not register.is_of(context.game):
        register = context.notes[_REGISTER] = _Register.of(context.game)
    return register.by_empire[empire.id]


ENVELOPE = Envelope("#EVENTHORIZON", "#END")  # EH-ORD-001

#: EH-SET-002; the names are those of the core's hex map, with r growing downwards
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")


def _own_ships(view: View) -> Sequence[str]:
    return [str(ship["number"]) for ship in view["ships"]]


def _ships_with_thrusters(view: View) -> Sequence[str]:
    return [str(ship["number"]) for ship in view["ships"] if ship["thrusters"]]


def _how_many(view: View) -> Range:
    """Return no ship without a mothership; at most one per thruster and weapon in stock."""
    yards = any(ship["mothership"] for ship in view["ships"])
    parts = view["stock"]["thruster"] + view["stock"]["weapon"]
    return Range(1, parts if yards else 0)


def _component(account: str) -> Argument:
    """Return an argument that offers the components in stock."""

    def in_stock(view: View) -> Range:
        return Range(0, view["stock"][account])

    return Argument(integer(), offers=in_stock)


BUILD = Command(
    keyword="BUILD",
    rule="build",
    phase="construction",
    syntax=("BUILD count hull thrusters weapons shields [name]",),
    help="Builds ships of these components in the mothership's sector, from the stock.",
    example="BUILD 5 0 1 0 0 Probe",
    mistake="BUILD 1 5 2 2 1",
    arguments={
        "count": Argument(integer(1), offers=_how_many),
        "hull": _component("hull"),
        "thrusters": _component("thruster"),
        "weapons": _component("weapon"),
        "shields": _component("shield"),
        "name": Argument(name_of(LONGEST_NAME), optional=True),
    },
    rules=("EH-ORD-002", "EH-CON-002", "EH-CON-003", "EH-CON-006"),
    checks={
        "mothership": construction.has_mothership,
        "useful": construction.has_weapon_or_thruster,
        "sound": construction.has_hull_enough,
        "stock": construction.has_stock_for_one,
    },
    run=construction.build,
)

MOVE = Command(
    keyword="MOVE",
    rule="move",
    phase="moves",
    syntax=("MOVE ship direction",),
    help=f"Moves a ship, by its number, one sector. Directions: {', '.join(DIRECTIONS)}.",
    example="MOVE 1 NE",
    mistake="MOVE 1 NORTH",
    arguments={
        "ship": Argument(find=own_ship, offers=_ships_with_thrusters),
        "direction": Argument(one_of(*DIRECTIONS), offers=lambda _: DIRECTIONS),
    },
    rules=("EH-ORD-003", "EH-MOV-001", "EH-MOV-002"),
    checks={"thruster": moves.has_thruster, "new": moves.is_no_new_ship},
    run=moves.move,
)

NAME = Command(
    keyword="NAME",
    rule="name_ship",
    phase="construction",
    syntax=("NAME ship name",),
    help=(
        f"Names one of your ships; other players do not see the name. At most {LONGEST_NAME}"
        " characters."
    ),
    example='NAME 1 "Pride of Ada"',
    mistake="NAME 99 Ghost",
    arguments={
        "ship": Argument(find=own_ship, offers=_own_ships),
        "name": Argument(name_of(LONGEST_NAME)),
    },
    rules=("EH-ORD-004",),
    run=construction.name_ship,
)

COMMANDS = (BUILD, MOVE, NAME)
