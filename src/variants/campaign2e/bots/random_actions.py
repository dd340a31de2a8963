"""Random orders in foreign systems: postures, and attacks on worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from horizons_core.orders import order_line
from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.bots.board import Facts
from variants.campaign2e.bots.targets import force_of
from variants.campaign2e.bots.whims import RandomChoices
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.rules.assaults import TONNES
from variants.campaign2e.rules.bombardment import WEAPONS


def interdict(whims: RandomChoices) -> Iterator[str]:
    """Let some groups stop trade, or cease to do so."""
    for group in whims.sample(_foreign_groups(whims), 0.5):
        off = ("OFF",) if group["posture"] == "interdict" else ()
        yield order_line("INTERDICT", group["name"], *off)


def raid(whims: RandomChoices) -> Iterator[str]:
    """Let some groups raid trade."""
    for group in whims.sample(_at_players(whims), 0.5):
        yield order_line("RAID", group["name"])


def no_raid(whims: RandomChoices) -> Iterator[str]:
    """Forbid one group to raid."""
    for group in whims.pick(_at_players(whims)):
        yield order_line("NORAID", group["name"])


def engage(whims: RandomChoices) -> Iterator[str]:
    """Let one group engage the defences of a world of a player who is no ally now or this week."""
    stances = {p["name"]: (p["stance"], p["theirs"]) for p in whims.board.view["players"]}
    groups = [
        group
        for group in _at_players(whims)
        if ALLY not in stances[whims.board.worlds[group["at"]]["owner"]]
    ]
    for group in whims.pick(groups):
        yield order_line(
            "ENGAGE", "DEFENCES", group["name"], *(("OFF",) if group["engage"] else ())
        )


def land(whims: RandomChoices) -> Iterator[str]:
    """Land troops on a controlled world."""
    board = whims.board
    for group in whims.pick(_at_players(whims)):
        world = board.worlds[group["at"]]
        tonnes = ordered_sum(ship["dropships"] for ship in board.crews[group["name"]])
        if world["controlled"] == board.me and tonnes >= TONNES * max(1, world["points"]):
            yield order_line("LAND", group["name"])


def bombard(whims: RandomChoices) -> Iterator[str]:
    """Bombard a controlled world with some of the suitable weapons."""
    board = whims.board
    controlling = [
        group
        for group in _at_players(whims)
        if board.worlds[group["at"]]["controlled"] == board.me
        and board.worlds[group["at"]]["points"]
        and group["endurance"]
    ]
    for group in whims.pick(controlling):
        strikes = (
            int_sum(_heavy_weapons(whims, ship) for ship in board.crews[group["name"]]) // WEAPONS
        )
        if strikes:
            count = whims.stream.integer(1, strikes)
            yield order_line("BOMBARD", group["name"], "STRIKES", count)


def _heavy_weapons(whims: RandomChoices, ship: Facts) -> int:
    """Return the number of a ship's working weapons that can bombard (C2E-7.5-01)."""
    design = whims.board.design_of_ship(ship)
    systems = design.systems if design is not None else ()
    return int_sum(system.part.bombards and system.key not in ship["out"] for system in systems)


def keep_peace(whims: RandomChoices) -> Iterator[str]:
    """Let a sufficiently strong group keep the peace in a war zone (C2E-1.6-10)."""
    board = whims.board
    for group in whims.sample(_foreign_groups(whims), 0.8):
        world = board.worlds[group["at"]]
        tonnes = ordered_sum(ship["dropships"] for ship in board.crews[group["name"]])
        is_enough = (
            force_of(board, group) >= board.economy.points_a_credit * world["points"]
            and tonnes >= TONNES * world["points"]
        )
        if world["allegiance"] == "war_zone" and is_enough and not group["peacekeep"]:
            yield order_line("PEACEKEEP", group["name"])


def attack(whims: RandomChoices) -> Iterator[str]:
    """Attack a neutral world with a group that has at least half of its defences."""
    board = whims.board
    for group in _foreign_groups(whims):
        world = board.worlds[group["at"]]
        if world["owner"] or world["allegiance"] is None:
            continue
        doubled = 1 + (world["allegiance"] == "protected")
        defence = board.economy.neutral_points * world["points"] * doubled
        if 2 * force_of(board, group) >= defence and whims.stream.chance(0.5):
            yield order_line("ATTACK", "WORLD", group["name"])


def abstract(whims: RandomChoices) -> Iterator[str]:
    """Choose the resolution of attacks on one of the player's worlds."""
    for world in whims.pick(list(whims.board.own)):
        yield order_line("ABSTRACT", world, whims.stream.choice(("ON", "OFF")))


def _foreign_groups(whims: RandomChoices) -> list[Facts]:
    """Return armed groups in supply that stay alone at a foreign world."""
    board = whims.board
    strangers = {counter["at"] for counter in board.view["counters"]}
    return [
        group
        for group in whims.free_groups()
        if group["armed"]
        and group["name"] not in whims.moving
        and group["at"] in board.worlds
        and group["at"] not in board.own
        and group["at"] not in strangers
        and all(ship["in_supply"] for ship in board.crews[group["name"]])
    ]


def _at_players(whims: RandomChoices) -> list[Facts]:
    return [group for group in _foreign_groups(whims) if whims.board.worlds[group["at"]]["owner"]]


#: Probability and generator of each order, by keyword.
RANDOM_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
    "INTERDICT": (0.3, interdict),
    "RAID": (0.3, raid),
    "NORAID": (0.1, no_raid),
    "ENGAGE DEFENCES": (0.2, engage),
    "BOMBARD": (0.3, bombard),
    "LAND": (0.5, land),
    "PEACEKEEP": (0.8, keep_peace),
    "ATTACK WORLD": (0.3, attack),
    "ABSTRACT": (0.05, abstract),
}
