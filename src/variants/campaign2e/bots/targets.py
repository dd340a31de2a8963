"""Worlds that are worth an attack, and what an attack on each is worth."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from variants.campaign2e.bots.board import Board, Facts, design_of

#: What a point of income that is won is worth, in credits: what it brings while it is kept, and
#: what it counts for in the standings. Half of a conquered world's points stand at once, and the
#: others come back.
WORTH_OF_A_POINT = 90
#: What an attack that is beaten off costs for each point of the world, in credits: twenty hits.
COST_OF_A_POINT = 130
DIE = 6


@frozen
class Target:
    """A world to be attacked.

    Attributes:
        world: its hex.
        gain: what an attack brings on average, in credits a week of it.
    """

    world: str
    gain: float


def force_of(board: Board, group: Facts) -> int:
    """The points that a group brings to an attack (C2E-8.4-01)."""
    designs = {facts["name"]: facts for facts in board.view["designs"]}
    total = 0
    for ship in board.crews[group["name"]]:
        if not ship["armed"] or not ship["in_supply"]:
            continue
        points = ship["points"]
        if ship["design"] in designs:
            design = design_of(designs[ship["design"]])
            points = min(points, 5 * design.weaponry_points)
        total += points * ship["hull"] // ship["hull_of"]
    return int(total)


def neutral_targets(board: Board, force: int) -> Iterator[Target]:
    """Neutral worlds that were visited, and that an attack with this force pays for.

    Those under the protection of a power outside are left alone: it would come (C2E-1.6-11).
    """
    taken = {counter["at"] for counter in board.view["counters"]}
    for name, world in board.worlds.items():
        if world["owner"] or world["allegiance"] in (None, "protected") or name in taken:
            continue
        if world["base"]:
            continue  # a friend is worth more
        gain = gain_of_attack(board, world, force)
        if gain > 0:
            yield Target(name, gain)


def gain_of_attack(board: Board, world: Facts, force: int) -> float:
    """What an abstract attack on a neutral world brings on average (C2E-8.4, C2E-8.5)."""
    points = world["points"]
    defence = board.economy.neutral_points * points
    if 2 * force < defence:
        return 0.0
    if not defence:
        return float(WORTH_OF_A_POINT * world["full"])
    modifier = board.economy.odds_modifier(force, defence)
    dice = range(2, DIE + 1)
    won = sum(die == DIE or die + modifier >= DIE for die in dice) / DIE
    beaten = (1 + sum(die != DIE and die + modifier <= 1 for die in dice)) / DIE
    return float(WORTH_OF_A_POINT * points * won - COST_OF_A_POINT * points * beaten)
