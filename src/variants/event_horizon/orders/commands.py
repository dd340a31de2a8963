"""The three orders BUILD, MOVE and NAME, and their references to the empire's ships, by number."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from attrs import asdict, define, evolve

from horizons_core import LocalizedText
from horizons_core.errors import nearest
from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Card,
    Choice,
    Chosen,
    Command,
    Cost,
    Envelope,
    Figure,
    OfferingRules,
    Offers,
    Order,
    Preset,
    Proposals,
    Range,
    integer,
    name_of,
    one_of,
    proposed_names,
)
from horizons_core.space import HexGrid
from horizons_core.turn import TurnContext
from variants.event_horizon.constants import MAX_NAME_LENGTH
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Design, Empire, Game, Ship, place_of, sector_id
from variants.event_horizon.rules import construction, moves

#: Key of the context's notes for the `_Register` of ships.
_REGISTER = "register of ships"
#: Limit of the components of one kind in a ready design.
_MAX_SIZE = 1_000


def own_ship(
    context: TurnContext[Game], empire: Empire, order: Order, argument: str
) -> Ship | None:
    """Return the empire's ship with the number in an argument; None after a diagnostic.

    Commands of mods can use it as well: `Argument(find=own_ship)`.
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
    first_numbers = ", ".join(numbers[:12])
    return f"your ships: {first_numbers}{', ...' if len(numbers) > 12 else ''}"


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


def _ships_with_thrusters(view: View) -> Sequence[str]:
    return [str(ship["number"]) for ship in view["ships"] if ship["thrusters"]]


def _next_sectors(view: View, chosen: Chosen) -> Sequence[str | Choice]:
    """Return the directions, each with the sector next to the ship."""
    ship = next((s for s in view["ships"] if str(s["number"]) == chosen.get("ship")), None)
    if ship is None:
        return DIRECTIONS
    grid, start = HexGrid(view["side"], view["side"], wraps=True), place_of(ship["sector"])
    return [Choice(name, place=sector_id(grid.step(start, name))) for name in DIRECTIONS]


def _number(chosen: Chosen, argument: str, default: int) -> int:
    words = chosen.get(argument, "")
    return int(words) if isinstance(words, str) and words.isdecimal() else default


def _count(view: View, _: Chosen, rules: OfferingRules) -> Range:
    """Return the number of the smallest ships that the stock pays for; 0 without a mothership."""
    if not any(ship["mothership"] for ship in view["ships"]):
        return Range(1, 0)
    economy: Mining = rules.economy
    hull, stock = economy.least_hull(1), view["stock"]
    smallest = (Design(hull, 1, 0, 0), Design(hull, 0, 1, 0))
    maximum = stock["thruster"] + stock["weapon"]
    return Range(1, max(economy.affordable(design, stock, maximum) for design in smallest))


def _other_components(account: str, argument: str) -> Offers:
    """Return the offers of a component, as many as the stock pays for, including hull."""

    def offers(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
        economy: Mining = rules.economy

        def is_too_many(components: int) -> bool:
            design = _design({**chosen, argument: str(components)})
            return not _is_affordable(view, chosen, economy, _with_hull(design, economy))

        maximum = bisect_left(range(1, view["stock"][account] + 1), x=True, key=is_too_many)
        must_have = argument == "weapons" and chosen.get("thrusters") == "0"  # EH-CON-003
        return Range(int(must_have), maximum, cost=_cost(account, argument, chosen, economy))

    return offers


def _hull(view: View, chosen: Chosen, rules: OfferingRules) -> Range:
    """Return the hull that the other components need, up to what the stock has (EH-CON-002)."""
    economy: Mining = rules.economy
    design = _design(chosen)
    minimum = economy.least_hull(design.others)

    def is_too_much(hull: int) -> bool:
        return not _is_affordable(view, chosen, economy, evolve(design, hull=hull))

    more = bisect_left(range(minimum + 1, view["stock"]["hull"] + 1), x=True, key=is_too_much)
    return Range(minimum, minimum + more, cost=_cost("hull", "hull", chosen, economy))


def _design(chosen: Chosen) -> Design:
    parts = ("hull", "thrusters", "weapons", "shields")
    return Design(**{part: _number(chosen, part, 0) for part in parts})


def _with_hull(design: Design, economy: Mining) -> Design:
    return evolve(design, hull=economy.least_hull(design.others))


def _is_affordable(view: View, chosen: Chosen, economy: Mining, design: Design) -> bool:
    count = _number(chosen, "count", 1)
    return economy.affordable(design, view["stock"], count) == count


def _cost(account: str, argument: str, chosen: Chosen, economy: Mining) -> Cost:
    """Return the cost of one more component in each ship."""
    each = economy.cost(_design({argument: "1"}))[account]
    return Cost(account, each * _number(chosen, "count", 1))


def _names(view: View) -> Proposals:
    return proposed_names(view, [ship["name"] for ship in view["ships"]])


#: Ready designs without hull; the last number of each grows up to what the stock pays for.
_READY: tuple[tuple[str, Callable[[int], Design], int], ...] = (
    (LocalizedText("Probe"), lambda _: Design(0, 1, 0, 0), 1),
    (LocalizedText("Scout"), lambda _: Design(0, 2, 1, 0), 1),
    (LocalizedText("Warship"), lambda size: Design(0, 1, 2 * size, size), _MAX_SIZE),
    (LocalizedText("Fortress"), lambda size: Design(0, 0, size, size), _MAX_SIZE),
)


def _ready_designs(view: View, _: Chosen, rules: OfferingRules) -> list[Preset]:
    """Return designs that the stock pays for, the largest of their kind."""
    economy: Mining = rules.economy
    presets = []
    for label, design_of, maximum in _READY:

        def is_too_large(size: int, design_of: Callable[[int], Design] = design_of) -> bool:
            return not _is_affordable(view, {}, economy, _with_hull(design_of(size), economy))

        size = bisect_left(range(1, maximum + 1), x=True, key=is_too_large)
        if size:
            design = _with_hull(design_of(size), economy)
            values = {"count": 1, **asdict(design)}
            words = {name: str(number) for name, number in values.items()}
            presets.append(Preset(label, words, _described(design)))
    return presets


def _described(design: Design) -> str:
    """Return the numbers of components of a design, without zeros."""
    hull, thrusters, weapons, shields = counts = (
        design.hull,
        design.thrusters,
        design.weapons,
        design.shields,
    )
    parts = (
        LocalizedText("hull {number}", number=hull),
        LocalizedText.plural("{count} thruster", "{count} thrusters", thrusters),
        LocalizedText.plural("{count} weapon", "{count} weapons", weapons),
        LocalizedText.plural("{count} shield", "{count} shields", shields),
    )
    present = [part for part, count in zip(parts, counts, strict=True) if count]
    return LocalizedText.from_parts(present, ", ")


def _figures(_: View, chosen: Chosen, rules: OfferingRules) -> list[Figure]:
    """Return what the ship can do, and why it cannot be built."""
    economy: Mining = rules.economy
    design = _design(chosen)
    speed, shields = economy.reach(design), economy.most_points(design.shields)
    shots = design.weapons * rules.combat.shots_per_weapon
    figures = [
        Figure(
            LocalizedText("speed"),
            LocalizedText.plural("{count} sector", "{count} sectors", speed),
        )
        if speed
        else Figure(LocalizedText("can't move"), is_warning=True),
        Figure(
            LocalizedText("attack"),
            LocalizedText.plural("{count} shot", "{count} shots", shots),
        ),
        Figure(LocalizedText("shields"), LocalizedText("up to {points}", points=shields)),
        Figure(LocalizedText("hits to destroy"), design.components),
        Figure(LocalizedText("strength"), economy.strength(design)),
    ]
    if not economy.is_useful(design):
        figures.append(Figure(LocalizedText("needs a weapon or a thruster"), is_warning=True))
    if not economy.is_sound(design):
        least = economy.least_hull(design.others)
        figures.append(Figure(LocalizedText("needs hull {least}", least=least), is_warning=True))
    return figures


BUILD = Command(
    keyword="BUILD",
    rule="build",
    phase="construction",
    forms=("BUILD {count} {hull} {thrusters} {weapons} {shields} [{name}]",),
    syntax=("BUILD count hull thrusters weapons shields [name]",),
    label="Build ships",
    group="Ships",
    on=("mothership",),
    help="Builds ships of these components in the mothership's sector, from the stock.",
    example="BUILD 5 0 1 0 0 Probe",
    mistake="BUILD 1 5 2 2 1",
    arguments={
        "count": Argument(integer(1), _count, label="number of ships"),
        "thrusters": Argument(
            integer(), _other_components("thruster", "thrusters"), help="A ship with one can move."
        ),
        "weapons": Argument(integer(), _other_components("weapon", "weapons")),
        "shields": Argument(
            integer(), _other_components("shield", "shields"), label="shield generators"
        ),
        "hull": Argument(integer(), _hull, help="The other components need hull around them."),
        "name": Argument(name_of(MAX_NAME_LENGTH), _names, optional=True),
    },
    card=Card(
        ("count", "thrusters", "weapons", "shields", "hull", "name"), _ready_designs, _figures
    ),
    rules=("EH-ORD-002", "EH-CON-002", "EH-CON-003", "EH-CON-006"),
    checks={
        "mothership": construction.has_mothership,
        "useful": construction.has_weapon_or_thruster,
        "sound": construction.has_enough_hull,
        "stock": construction.has_stock_for_one,
    },
    run=construction.build,
)

MOVE = Command(
    keyword="MOVE",
    default=True,
    rule="move",
    phase="moves",
    label="Move",
    group="Ships",
    help=f"Moves a ship, by its number, one sector. Directions: {', '.join(DIRECTIONS)}.",
    example="MOVE 1 NE",
    mistake="MOVE 1 NORTH",
    arguments={
        "ship": Argument(
            find=own_ship, offers=_ships_with_thrusters, things=("mothership", "ship")
        ),
        "direction": Argument(one_of(*DIRECTIONS), _next_sectors),
    },
    rules=("EH-ORD-003", "EH-MOV-001", "EH-MOV-002"),
    checks={"thruster": moves.has_thruster, "new": moves.is_not_new_ship},
    run=moves.move,
)

NAME = Command(
    keyword="NAME",
    rule="name_ship",
    phase="construction",
    label="Rename",
    group="Ships",
    help=(
        f"Names one of your ships; other players do not see the name. At most {MAX_NAME_LENGTH}"
        " characters."
    ),
    example='NAME 1 "Pride of Ada"',
    mistake="NAME 99 Ghost",
    arguments={
        "ship": Argument(find=own_ship, things=("mothership", "ship")),
        "name": Argument(name_of(MAX_NAME_LENGTH), _names),
    },
    rules=("EH-ORD-004",),
    run=construction.name_ship,
)

COMMANDS = (BUILD, MOVE, NAME)
