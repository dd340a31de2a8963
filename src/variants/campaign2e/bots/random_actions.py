"""Random postures, attacks and meetings abroad."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from horizons_core.orders import order_line
from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.bots.attacks import force_of
from variants.campaign2e.bots.bot_view import Facts
from variants.campaign2e.bots.random_choices import RandomChoices
from variants.campaign2e.model import place_id, place_of
from variants.campaign2e.model.places import neighbours
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.rules.ground_assaults import TONNES
from variants.campaign2e.rules.offensive_operations import STRIKE_WEAPONS

_FORMATIONS = ("tight", "open", "dispersed")
_INTENTS = ("close", "optimal", "standoff", "run")


def contact(choices: RandomChoices) -> Iterator[str]:
    """Change the contact orders of some groups."""
    for group in choices.sample(choices.free_groups(), 0.3):
        limit = choices.stream.choice(("SMALLER", "EQUAL", "EQUAL", "ANY"))
        words = ["ATTACK", "IF", limit]
        if group["jumps"] and choices.stream.chance(0.3):
            words = ["WITHDRAW"]
        elif group["jumps"] and choices.stream.chance(0.5):
            words += ["ELSE", "WITHDRAW", "TO", choices.stream.choice(group["jumps"])]
        yield order_line("CONTACT", group["name"], *words)


def battle(choices: RandomChoices) -> Iterator[str]:
    """Change the tactics of one group."""
    stream = choices.stream
    for group in choices.pick(choices.free_groups()):
        words: list[object] = ["SPEED", stream.integer(0, 24)]
        words += ["FORMATION", stream.choice(_FORMATIONS), "INTENT", stream.choice(_INTENTS)]
        words += ["BREAKOFF", stream.integer(1, 100), "EXIT", stream.choice(("ftl", "run"))]
        yield order_line("BATTLE", group["name"], *words)


def entry(choices: RandomChoices) -> Iterator[str]:
    """Change the use of the drop of one group."""
    for group in choices.pick(choices.free_groups()):
        changes = [choices.stream.choice(("NEARER", "FARTHER", "SPLIT")) for _ in range(2)]
        yield order_line("ENTRY", group["name"], *changes)


def dummy(choices: RandomChoices) -> Iterator[str]:
    """Move some dummies, or remove them from the map."""
    for dummy in choices.sample(choices.bot.view["dummies"], 0.5):
        if dummy["group"] not in choices.bot.groups or not choices.is_free(dummy["group"]):
            continue
        if choices.stream.chance(0.1):
            yield order_line("DUMMY", dummy["group"], "REMOVE")
        else:
            place = choices.stream.choice(neighbours(place_of(dummy["at"])))
            yield order_line("DUMMY", dummy["group"], "MOVE", place_id(place))


#: Probability and generator of each order, by keyword.
CONTACT_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
    "CONTACT": (0.4, contact),
    "BATTLE": (0.1, battle),
    "ENTRY": (0.1, entry),
    "DUMMY": (0.5, dummy),
}


def interdict(choices: RandomChoices) -> Iterator[str]:
    """Let some groups stop trade, or cease to do so."""
    for group in choices.sample(_foreign_groups(choices), 0.5):
        off = ("OFF",) if group["posture"] == "interdict" else ()
        yield order_line("INTERDICT", group["name"], *off)


def raid(choices: RandomChoices) -> Iterator[str]:
    """Let some groups raid trade."""
    for group in choices.sample(_at_players(choices), 0.5):
        yield order_line("RAID", group["name"])


def no_raid(choices: RandomChoices) -> Iterator[str]:
    """Forbid one group to raid."""
    for group in choices.pick(_at_players(choices)):
        yield order_line("NORAID", group["name"])


def engage(choices: RandomChoices) -> Iterator[str]:
    """Let one group engage the defences of a world of a player who is no ally now or this week."""
    stances = {p["name"]: (p["stance"], p["theirs"]) for p in choices.bot.view["players"]}
    groups = [
        group
        for group in _at_players(choices)
        if ALLY not in stances[choices.bot.worlds[group["at"]]["owner"]]
    ]
    for group in choices.pick(groups):
        yield order_line(
            "ENGAGE", "DEFENCES", group["name"], *(("OFF",) if group["engage"] else ())
        )


def land(choices: RandomChoices) -> Iterator[str]:
    """Land troops on a controlled world."""
    bot = choices.bot
    for group in choices.pick(_at_players(choices)):
        world = bot.worlds[group["at"]]
        tonnes = ordered_sum(ship["dropships"] for ship in bot.ships_by_group[group["name"]])
        if world["controlled"] == bot.player and tonnes >= TONNES * max(1, world["points"]):
            yield order_line("LAND", group["name"])


def bombard(choices: RandomChoices) -> Iterator[str]:
    """Bombard a controlled world with some of the suitable weapons."""
    bot = choices.bot
    controlling = [
        group
        for group in _at_players(choices)
        if bot.worlds[group["at"]]["controlled"] == bot.player
        and bot.worlds[group["at"]]["points"]
        and group["endurance"]
    ]
    for group in choices.pick(controlling):
        strikes = (
            int_sum(_heavy_weapons(choices, ship) for ship in bot.ships_by_group[group["name"]])
            // STRIKE_WEAPONS
        )
        if strikes:
            count = choices.stream.integer(1, strikes)
            yield order_line("BOMBARD", group["name"], "STRIKES", count)


def _heavy_weapons(choices: RandomChoices, ship: Facts) -> int:
    """Return the number of a ship's working weapons that can bombard (C2E-7.5-01)."""
    design = choices.bot.ship_design(ship)
    systems = design.systems if design is not None else ()
    return int_sum(system.part.bombards and system.key not in ship["out"] for system in systems)


def keep_peace(choices: RandomChoices) -> Iterator[str]:
    """Let a sufficiently strong group keep the peace in a war zone (C2E-1.6-10)."""
    bot = choices.bot
    for group in choices.sample(_foreign_groups(choices), 0.8):
        world = bot.worlds[group["at"]]
        tonnes = ordered_sum(ship["dropships"] for ship in bot.ships_by_group[group["name"]])
        is_enough = (
            force_of(bot, group) >= bot.economy.points_a_credit * world["points"]
            and tonnes >= TONNES * world["points"]
        )
        if world["allegiance"] == "war_zone" and is_enough and not group["peacekeep"]:
            yield order_line("PEACEKEEP", group["name"])


def attack(choices: RandomChoices) -> Iterator[str]:
    """Attack a neutral world with a group that has at least half of its defences."""
    bot = choices.bot
    for group in _foreign_groups(choices):
        world = bot.worlds[group["at"]]
        if world["owner"] or world["allegiance"] is None:
            continue
        doubled = 1 + (world["allegiance"] == "protected")
        defence = bot.economy.neutral_points * world["points"] * doubled
        if 2 * force_of(bot, group) >= defence and choices.stream.chance(0.5):
            yield order_line("ATTACK", "WORLD", group["name"])


def abstract(choices: RandomChoices) -> Iterator[str]:
    """Choose the resolution of attacks on one of the player's worlds."""
    for world in choices.pick(list(choices.bot.own_worlds)):
        yield order_line("ABSTRACT", world, choices.stream.choice(("ON", "OFF")))


def _foreign_groups(choices: RandomChoices) -> list[Facts]:
    """Return armed groups in supply that stay alone at a foreign world."""
    bot = choices.bot
    strangers = {counter["at"] for counter in bot.view["counters"]}
    return [
        group
        for group in choices.free_groups()
        if group["armed"]
        and group["name"] not in choices.moving
        and group["at"] in bot.worlds
        and group["at"] not in bot.own_worlds
        and group["at"] not in strangers
        and all(ship["in_supply"] for ship in bot.ships_by_group[group["name"]])
    ]


def _at_players(choices: RandomChoices) -> list[Facts]:
    return [group for group in _foreign_groups(choices) if choices.bot.worlds[group["at"]]["owner"]]


#: Probability and generator of each order, by keyword.
ACTION_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
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
