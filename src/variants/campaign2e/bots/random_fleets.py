"""Random orders for task groups and ships, their refits, and module swaps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from horizons_core.orders import order_line
from horizons_core.sums import ordered_sum
from variants.campaign2e.bots.bot_view import Facts
from variants.campaign2e.bots.fleets import can_be_repaired, has_holds, is_damaged
from variants.campaign2e.bots.home_fleet import may_go
from variants.campaign2e.bots.random_choices import RandomChoices
from variants.campaign2e.rules.repair_orders import ALL

#: Old and new parts, all of mass 1.
_REFITS = (("B1/6", "PDS"), ("PDS", "B1/6"))
OrderGenerator = tuple[float, Callable[[RandomChoices], Iterator[str]]]


def refit(choices: RandomChoices) -> Iterator[str]:
    """Refit an undamaged ship at one of the player's bases."""
    for ship in choices.pick([ship for ship in _idle(choices) if not is_damaged(ship)]):
        design = choices.bot.ship_design(ship)
        parts = {part.word for part in design.parts} if design is not None else set()
        for old, new in choices.pick([pair for pair in _REFITS if pair[0] in parts]):
            choices.take(ship["name"])
            yield order_line("REFIT", ship["name"], old, "TO", new)


def swap(choices: RandomChoices) -> Iterator[str]:
    """Swap a module stored at a ship's place for the installed one.

    A module fits if another ship of the design has it in the same slot.
    """
    stores = {store["world"]: store["modules"] for store in choices.bot.view["stores"]}
    fitting: dict[tuple[str, str], list[str]] = {}
    for ship in choices.bot.ships.values():
        for slot, module in ship["slots"].items():
            fitting.setdefault((ship["design"], slot), []).append(module)
    options = [
        (ship, slot, module)
        for ship in _idle(choices)
        if not is_damaged(ship)
        for slot, installed in ship["slots"].items()
        for module in dict.fromkeys(fitting[ship["design"], slot])
        if module != installed and module in stores.get(ship["at"], ())
    ]
    for ship, slot, module in choices.pick(options):
        choices.take(ship["name"])
        yield order_line("SWAP", ship["name"], slot, *module.split())


def _idle(choices: RandomChoices) -> list[Facts]:
    """Return ships at the player's bases without work done or ordered."""
    return [ship for ship in choices.at_home() if not ship["work"] and not ship["leased"]]


#: Probability and generator of each order, by keyword.
REFIT_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
    "REFIT": (0.1, refit),
    "SWAP": (0.3, swap),
}


# groups


def split(choices: RandomChoices) -> Iterator[str]:
    """Split a group in two."""
    bot = choices.bot
    large = [group for group in choices.free_groups() if len(group["ships"]) > 1]
    for group in choices.pick(large):
        ships = choices.stream.shuffled(group["ships"])
        part = ships[: choices.stream.integer(1, len(ships) - 1)]
        name = choices.new_name() if choices.stream.chance(0.5) else None
        suffix = ("AS", name) if name is not None else ()
        choices.take(group["name"], *bot.groups[group["name"]]["ships"])
        yield order_line("SPLIT", group["name"], *part, *suffix)


def merge(choices: RandomChoices) -> Iterator[str]:
    """Merge two groups in one hex."""
    groups = choices.free_groups()
    pairs = [(a, b) for a in groups for b in groups if a is not b and a["at"] == b["at"]]
    for a, b in choices.pick(pairs):
        choices.take(a["name"], b["name"], *a["ships"], *b["ships"])
        yield order_line("MERGE", a["name"], "INTO", b["name"])


def transfer(choices: RandomChoices) -> Iterator[str]:
    """Transfer a ship to another group in its hex."""
    groups = choices.free_groups()
    pairs = [(a, b) for a in groups for b in groups if a is not b and a["at"] == b["at"]]
    for a, b in choices.pick(pairs):
        choices.take(a["name"], b["name"], *a["ships"], *b["ships"])
        yield order_line("TRANSFER", choices.stream.choice(a["ships"]), "TO", b["name"])


def name_thing(choices: RandomChoices) -> Iterator[str]:
    """Rename a world, group or ship that no other order is about."""
    groups = [group["name"] for group in choices.free_groups()]
    ships = [ship for name in groups for ship in choices.bot.groups[name]["ships"]]
    for item in choices.pick([*groups, *ships, *choices.bot.own_worlds]):
        name = choices.new_name()
        if name is not None:
            ship = choices.bot.ships.get(item)
            choices.take(item, *([ship["group"]] if ship else []))
            yield order_line("NAME", item, name)


# movement


def move(choices: RandomChoices) -> Iterator[str]:
    """Move about a third of the groups; those out of supply move towards a base."""
    yield from _come_home(choices)
    for group in choices.sample(_mobile(choices), 0.35):
        for at in choices.pick(group["jumps"]):
            choices.moving.add(group["name"])
            yield order_line("MOVE", group["name"], "TO", at)


def _come_home(choices: RandomChoices) -> Iterator[str]:
    bot, routes = choices.bot, choices.routes
    starved = [g for g in choices.free_groups() if not _in_supply(choices, g) and g["jumps"]]
    weeks = routes.weeks_to(name for name in routes.places if bot.is_base(name)) if starved else {}
    for group in starved:
        hex_id = routes.step(group, weeks)
        if hex_id and may_go(bot, routes, group, hex_id):
            choices.moving.add(group["name"])
            yield order_line("MOVE", group["name"], "TO", hex_id)


def _in_supply(choices: RandomChoices, group: Facts) -> bool:
    return all(ship["in_supply"] for ship in choices.bot.ships_by_group[group["name"]])


def lane(choices: RandomChoices) -> Iterator[str]:
    """Send some groups along lanes."""
    for group in choices.sample(_mobile(choices), 0.3):
        for world in choices.pick(group["lanes"]):
            choices.moving.add(group["name"])
            yield order_line("LANE", group["name"], "TO", world)


def hold(choices: RandomChoices) -> Iterator[str]:
    """Let one group stay."""
    for group in choices.pick(_mobile(choices)):
        choices.moving.add(group["name"])
        yield order_line("HOLD", group["name"])


# supply and repair


def load(choices: RandomChoices) -> Iterator[str]:
    """Load supply into a ship with intact holds at one of the player's bases."""
    for ship in choices.pick([ship for ship in choices.at_home() if has_holds(ship)]):
        third = ship["cargo"] // 3
        fuel, members, weaponry = (choices.stream.integer(0, third) for _ in range(3))
        yield order_line("LOAD", ship["name"], "FUEL", fuel, "CREW", members, "WEAPONRY", weaponry)


def resupply(choices: RandomChoices) -> Iterator[str]:
    """Resupply a group from a supply ship in its hex; both stay there."""
    bot = choices.bot
    for group in choices.pick(choices.free_groups()):
        needs = ordered_sum(ship["upkeep"] for ship in bot.ships_by_group[group["name"]])
        tenders = [
            ship["name"]
            for ship in bot.ships.values()
            if ship["at"] == group["at"]
            and choices.is_free(ship["group"])
            and not bot.groups[ship["group"]]["bound_for"]
            and min(ship["holds"].values()) >= needs
        ]
        for tender in choices.pick(tenders):
            choices.take(group["name"], bot.ships[tender]["group"])
            yield order_line("RESUPPLY", group["name"], "FROM", tender)


def repair(choices: RandomChoices) -> Iterator[str]:
    """Repair damaged ships at bases."""
    bot = choices.bot
    for ship in bot.ships.values():
        is_due = can_be_repaired(bot, ship) and choices.is_free(ship["group"])
        if is_due and choices.stream.chance(0.5):
            yield order_line("REPAIR", ship["name"], ALL)


def give_back(choices: RandomChoices) -> Iterator[str]:
    """Return a leased ship at a base."""
    for ship in choices.pick([ship for ship in choices.at_home() if ship["leased"]]):
        choices.take(ship["name"], ship["group"])
        yield order_line("RETURN", ship["name"])


def disband(choices: RandomChoices) -> Iterator[str]:
    """Rarely, disband a ship at a base."""
    candidates = [ship for ship in choices.at_home() if not ship["leased"] and not ship["defence"]]
    for ship in choices.pick(choices.sample(candidates, 0.02)):
        choices.take(ship["name"], ship["group"])
        yield order_line("DISBAND", ship["name"])


def bills(choices: RandomChoices) -> Iterator[str]:
    """Give some group's bills priority."""
    groups = [group["name"] for group in choices.free_groups()]
    for group in choices.pick(groups):
        yield order_line("BILLS", group)


def _mobile(choices: RandomChoices) -> list[Facts]:
    """Return the groups that can go anywhere; those out of supply cannot (C2E-3.6-07)."""
    return [
        group
        for group in choices.free_groups()
        if group["name"] not in choices.moving and _in_supply(choices, group)
    ]


#: Probability and generator of each order by keyword, in the order of the lines.
FLEET_ORDERS: Mapping[str, OrderGenerator] = {
    "LOAD": (0.3, load),
    "REPAIR": (0.8, repair),
    "RETURN": (0.3, give_back),
    "DISBAND": (0.6, disband),
    "SPLIT": (0.3, split),
    "MERGE": (0.3, merge),
    "TRANSFER": (0.2, transfer),
    "NAME": (0.1, name_thing),
    "RESUPPLY": (0.5, resupply),
    "MOVE": (0.9, move),
    "LANE": (0.4, lane),
    "HOLD": (0.1, hold),
    "BILLS": (0.05, bills),
}
