"""Random orders for task groups and ships."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from horizons_core.orders import order_line
from horizons_core.sums import ordered_sum
from variants.campaign2e.bots.board import Facts
from variants.campaign2e.bots.home_fleet import may_go
from variants.campaign2e.bots.mending import can_be_mended, has_holds
from variants.campaign2e.bots.whims import RandomChoices
from variants.campaign2e.rules.repairs import ALL

Order = tuple[float, Callable[[RandomChoices], Iterator[str]]]


# groups


def split(whims: RandomChoices) -> Iterator[str]:
    """Split a group in two."""
    board = whims.board
    large = [group for group in whims.free_groups() if len(group["ships"]) > 1]
    for group in whims.pick(large):
        ships = whims.stream.shuffled(group["ships"])
        part = ships[: whims.stream.integer(1, len(ships) - 1)]
        name = whims.new_name() if whims.stream.chance(0.5) else None
        suffix = ("AS", name) if name is not None else ()
        whims.take(group["name"], *board.groups[group["name"]]["ships"])
        yield order_line("SPLIT", group["name"], *part, *suffix)


def merge(whims: RandomChoices) -> Iterator[str]:
    """Merge two groups in one hex."""
    groups = whims.free_groups()
    pairs = [(a, b) for a in groups for b in groups if a is not b and a["at"] == b["at"]]
    for a, b in whims.pick(pairs):
        whims.take(a["name"], b["name"], *a["ships"], *b["ships"])
        yield order_line("MERGE", a["name"], "INTO", b["name"])


def transfer(whims: RandomChoices) -> Iterator[str]:
    """Transfer a ship to another group in its hex."""
    groups = whims.free_groups()
    pairs = [(a, b) for a in groups for b in groups if a is not b and a["at"] == b["at"]]
    for a, b in whims.pick(pairs):
        whims.take(a["name"], b["name"], *a["ships"], *b["ships"])
        yield order_line("TRANSFER", whims.stream.choice(a["ships"]), "TO", b["name"])


def name_thing(whims: RandomChoices) -> Iterator[str]:
    """Rename a world, group or ship that no other order is about."""
    groups = [group["name"] for group in whims.free_groups()]
    ships = [ship for name in groups for ship in whims.board.groups[name]["ships"]]
    for item in whims.pick([*groups, *ships, *whims.board.own]):
        name = whims.new_name()
        if name is not None:
            ship = whims.board.ships.get(item)
            whims.take(item, *([ship["group"]] if ship else []))
            yield order_line("NAME", item, name)


# movement


def move(whims: RandomChoices) -> Iterator[str]:
    """Move about a third of the groups; those out of supply move towards a base."""
    yield from _come_home(whims)
    for group in whims.sample(_mobile(whims), 0.35):
        for at in whims.pick(group["jumps"]):
            whims.moving.add(group["name"])
            yield order_line("MOVE", group["name"], "TO", at)


def _come_home(whims: RandomChoices) -> Iterator[str]:
    board, chart = whims.board, whims.chart
    starved = [g for g in whims.free_groups() if not _in_supply(whims, g) and g["jumps"]]
    weeks = chart.weeks_to(name for name in chart.places if board.is_base(name)) if starved else {}
    for group in starved:
        hex_id = chart.step(group, weeks)
        if hex_id and may_go(board, chart, group, hex_id):
            whims.moving.add(group["name"])
            yield order_line("MOVE", group["name"], "TO", hex_id)


def _in_supply(whims: RandomChoices, group: Facts) -> bool:
    return all(ship["in_supply"] for ship in whims.board.crews[group["name"]])


def lane(whims: RandomChoices) -> Iterator[str]:
    """Send some groups along lanes."""
    for group in whims.sample(_mobile(whims), 0.3):
        for world in whims.pick(group["lanes"]):
            whims.moving.add(group["name"])
            yield order_line("LANE", group["name"], "TO", world)


def hold(whims: RandomChoices) -> Iterator[str]:
    """Let one group stay."""
    for group in whims.pick(_mobile(whims)):
        whims.moving.add(group["name"])
        yield order_line("HOLD", group["name"])


# supply and repair


def load(whims: RandomChoices) -> Iterator[str]:
    """Load supply into a ship with intact holds at one of the player's bases."""
    for ship in whims.pick([ship for ship in whims.at_home() if has_holds(ship)]):
        third = ship["cargo"] // 3
        fuel, crew, weaponry = (whims.stream.integer(0, third) for _ in range(3))
        yield order_line("LOAD", ship["name"], "FUEL", fuel, "CREW", crew, "WEAPONRY", weaponry)


def resupply(whims: RandomChoices) -> Iterator[str]:
    """Resupply a group from a supply ship in its hex; both stay there."""
    board = whims.board
    for group in whims.pick(whims.free_groups()):
        needs = ordered_sum(ship["upkeep"] for ship in board.crews[group["name"]])
        tenders = [
            ship["name"]
            for ship in board.ships.values()
            if ship["at"] == group["at"]
            and whims.is_free(ship["group"])
            and not board.groups[ship["group"]]["bound_for"]
            and min(ship["holds"].values()) >= needs
        ]
        for tender in whims.pick(tenders):
            whims.take(group["name"], board.ships[tender]["group"])
            yield order_line("RESUPPLY", group["name"], "FROM", tender)


def repair(whims: RandomChoices) -> Iterator[str]:
    """Repair damaged ships at bases."""
    board = whims.board
    for ship in board.ships.values():
        is_due = can_be_mended(board, ship) and whims.is_free(ship["group"])
        if is_due and whims.stream.chance(0.5):
            yield order_line("REPAIR", ship["name"], ALL)


def give_back(whims: RandomChoices) -> Iterator[str]:
    """Return a leased ship at a base."""
    for ship in whims.pick([ship for ship in whims.at_home() if ship["leased"]]):
        whims.take(ship["name"], ship["group"])
        yield order_line("RETURN", ship["name"])


def disband(whims: RandomChoices) -> Iterator[str]:
    """Rarely, disband a ship at a base."""
    candidates = [ship for ship in whims.at_home() if not ship["leased"] and not ship["defence"]]
    for ship in whims.pick(whims.sample(candidates, 0.02)):
        whims.take(ship["name"], ship["group"])
        yield order_line("DISBAND", ship["name"])


def bills(whims: RandomChoices) -> Iterator[str]:
    """Give some group's bills priority."""
    groups = [group["name"] for group in whims.free_groups()]
    for group in whims.pick(groups):
        yield order_line("BILLS", group)


def _mobile(whims: RandomChoices) -> list[Facts]:
    """Return the groups that can go anywhere; those out of supply cannot (C2E-3.6-07)."""
    return [
        group
        for group in whims.free_groups()
        if group["name"] not in whims.moving and _in_supply(whims, group)
    ]


#: Probability and generator of each order by keyword, in the order of the lines.
RANDOM_ORDERS: Mapping[str, Order] = {
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
