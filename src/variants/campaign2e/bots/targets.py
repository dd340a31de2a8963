"""Targets of attacks on neutral worlds, and their value."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from attrs import frozen

from horizons_core.sums import int_sum
from variants.campaign2e.bots.board import BotView, Facts
from variants.campaign2e.constants import CAP_ON_WEAPONRY
from variants.campaign2e.rules.abstract_attacks import HITS_A_POINT

#: Value of a conquered point of income in credits: its yield while kept, and its weight in the
#: standings. Half of a conquered world's points remain at once, and the others recover.
WORTH_OF_A_POINT = 120
#: Cost of repairing a hit, in credits.
COST_OF_A_HIT = 2
DIE = 6


@frozen
class AttackTarget:
    """A world to attack.

    Attributes:
        world: its hex.
        gain: average gain of an attack, in credits per week spent.
    """

    world: str
    gain: float


def force_of(bot: BotView, group: Facts) -> int:
    """Return the points that a group contributes to an attack (C2E-8.4-01)."""
    total = 0
    for ship in bot.ships_by_group[group["name"]]:
        if not ship["armed"] or not ship["in_supply"]:
            continue
        points, design = ship["points"], bot.design_of_ship(ship)
        if design is not None:
            points = min(points, CAP_ON_WEAPONRY * design.weaponry_points)
        total += points * ship["hull"] // ship["hull_of"]
    return int(total)


def neutral_targets(bot: BotView, group: Facts) -> Iterator[AttackTarget]:
    """Yield visited neutral worlds for which an attack by this group pays.

    Worlds protected by an outside power are left alone, because it would retaliate (C2E-1.6-11).
    """
    occupied = {counter["at"] for counter in bot.view["counters"]}
    force, members = force_of(bot, group), bot.ships_by_group[group["name"]]
    for name, world in bot.worlds.items():
        if world["owner"] or world["allegiance"] in (None, "protected") or name in occupied:
            continue
        if world["base"]:
            continue  # a friend is worth more
        gain = gain_of_attack(bot, world, force, members)
        if gain > 0:
            yield AttackTarget(name, gain)


def gain_of_attack(bot: BotView, world: Facts, force: int, members: Sequence[Facts]) -> float:
    """Return the average gain of an abstract attack on a neutral world (C2E-8.4, C2E-8.5)."""
    points = int(world["points"])
    defence = bot.economy.neutral_points * points
    if 2 * force < defence:
        return 0.0
    if not defence:
        return float(WORTH_OF_A_POINT * world["full"])
    modifier = bot.economy.odds_modifier(force, defence)
    dice = range(2, DIE + 1)
    won = int_sum(die == DIE or die + modifier >= DIE for die in dice) / DIE
    beaten = (1 + int_sum(die != DIE and die + modifier <= 1 for die in dice)) / DIE
    return WORTH_OF_A_POINT * points * won - cost_of_hits(HITS_A_POINT * points, members) * beaten


def cost_of_hits(hits: int, members: Sequence[Facts]) -> float:
    """Estimate the cost of hits to a fleet: repairs, and ships, more of them with fewer boxes."""
    boxes: int = int_sum(ship["hull"] + ship["armour"] for ship in members)
    lost = min(1.0, hits / boxes)
    points: int = int_sum(ship["points"] for ship in members)
    return COST_OF_A_HIT * hits + lost * math.sqrt(lost) * points
