"""Punitive forces: retaliation for attacks on protected worlds (C2E-1.6-11)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from attrs import evolve

from horizons_core.model import EventKind
from horizons_core.turn import TurnContext
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.model import Allegiance, Campaign, ContactOrder, PunitiveForce, World
from variants.campaign2e.model.places import distance
from variants.campaign2e.rules.groups import remove_empty_groups
from variants.campaign2e.rules.umpire_forces import new_force

#: Types of ships bought in turn.
CYCLE = ("BB", "CH", "DD")
#: Weeks from the attack to the arrival, and weeks of stay, including the first.
DELAY, STAY = 4, 5

CAME = EventKind(
    "punitive.came",
    "A force of the power that protects {world} appears at {place}.",
    ("C2E-1.6-11", "C2E-1.6-07"),
)
LEFT = EventKind("punitive.left", "The punitive force at {place} leaves.", ("C2E-1.6-11",))


def bought_for(attacking: int) -> list[Design]:
    """Return a force of at least one and a half times the points of an attack."""
    return list(_purchases(attacking))


def _purchases(attacking: int) -> Iterator[Design]:
    points = 0
    for code in cycle(CYCLE):
        if 2 * points >= 3 * attacking:
            return
        design = by_type(code)
        points += design.points
        yield design


def provoke(context: TurnContext, world: World, attacker: str, force: int) -> None:
    """Schedule a punitive force after an attack on a protected world.

    There is at most one force against a player; a scheduled one is sized for the strongest week of
    attacks.
    """
    game: Campaign = context.game
    if world.owner or world.allegiance is not Allegiance.PROTECTED or not attacker:
        return
    if any(group.against == attacker for group in game.groups):
        return
    for number, scheduled in enumerate(game.punitive):
        if scheduled.against == attacker:
            game.punitive[number] = evolve(scheduled, points=max(scheduled.points, force))
            return
    game.punitive.append(
        PunitiveForce(against=attacker, world=world.id, points=force, week=game.week + DELAY)
    )


def come_and_go(context: TurnContext) -> None:
    """Remove forces whose time is over and add those due, at the end of movement."""
    game: Campaign = context.game
    _leave(context)
    for due in [scheduled for scheduled in game.punitive if scheduled.week <= game.week]:
        game.punitive.remove(due)
        attacked = game.world(due.world)
        own_worlds = game.worlds_of(due.against)
        if attacked is None or not own_worlds:
            continue
        at = min(own_worlds, key=lambda world: (distance(world.at, attacked.at), world.at)).at
        force = new_force(game, at, bought_for(due.points))
        force.against, force.until = due.against, game.week + STAY - 1
        force.contact = ContactOrder(attack="ANY")
        force.posture, force.engage = "interdict", True
        context.emit(CAME, [due.against], place=f"{at[0]},{at[1]}", world=attacked.id)


def _leave(context: TurnContext) -> None:
    game: Campaign = context.game
    leaving = [group for group in game.groups if group.until and group.until < game.week]
    for group in leaving:
        context.emit(LEFT, [group.against], place=f"{group.at[0]},{group.at[1]}")
    ids = {group.id for group in leaving}
    game.ships = [ship for ship in game.ships if ship.group not in ids]
    remove_empty_groups(game)
