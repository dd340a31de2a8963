"""Punitive forces: who attacks a protected world is visited by its protector (C2E-1.6-11)."""

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

#: The cycle in which the force is bought.
CYCLE = ("BB", "CH", "DD")
#: It appears so many weeks after the attack, and stays for so many, that of its arrival included.
DELAY, STAY = 4, 5

CAME = EventKind(
    "punitive.came",
    "A force of the power that protects {world} appears at {place}.",
    ("C2E-1.6-11", "C2E-1.6-07"),
)
LEFT = EventKind("punitive.left", "The punitive force at {place} leaves.", ("C2E-1.6-11",))


def bought_for(attacking: int) -> list[Design]:
    """The force that answers an attack: one and a half times its points at least."""
    return list(_bought(attacking))


def _bought(attacking: int) -> Iterator[Design]:
    points = 0
    for code in cycle(CYCLE):
        if 2 * points >= 3 * attacking:
            return
        design = by_type(code)
        points += design.points
        yield design


def provoke(context: TurnContext, world: World, attacker: str, force: int) -> None:
    """Let a power outside send a force after an attack on a world that it protects.

    While one is due or there, no second one comes; one that is due is as large as the largest week
    of attacks asks for.
    """
    game: Campaign = context.game
    if world.owner or world.allegiance is not Allegiance.PROTECTED or not attacker:
        return
    if any(group.against == attacker for group in game.groups):
        return
    for number, due in enumerate(game.punitive):
        if due.against == attacker:
            game.punitive[number] = evolve(due, points=max(due.points, force))
            return
    game.punitive.append(
        PunitiveForce(against=attacker, world=world.id, points=force, week=game.week + DELAY)
    )


def come_and_go(context: TurnContext) -> None:
    """At the end of movement: forces leave whose weeks are over, and those due appear."""
    game: Campaign = context.game
    _leave(context)
    for due in [one for one in game.punitive if one.week <= game.week]:
        game.punitive.remove(due)
        attacked = game.world(due.world)
        own = game.worlds_of(due.against)
        if attacked is None or not own:
            continue
        at = min(own, key=lambda world: (distance(world.at, attacked.at), world.at)).at
        force = new_force(game, at, bought_for(due.points))
        force.against, force.until = due.against, game.week + STAY - 1
        force.contact = ContactOrder(attack="ANY")
        force.posture, force.engage = "interdict", True
        context.emit(CAME, [due.against], place=f"{at[0]},{at[1]}", world=attacked.id)


def _leave(context: TurnContext) -> None:
    game: Campaign = context.game
    over = [group for group in game.groups if group.until and group.until < game.week]
    for group in over:
        context.emit(LEFT, [group.against], place=f"{group.at[0]},{group.at[1]}")
    gone = {group.id for group in over}
    game.ships = [ship for ship in game.ships if ship.group not in gone]
    remove_empty_groups(game)
