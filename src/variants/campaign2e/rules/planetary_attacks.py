"""Requirements of planetary attacks: control of the system (C2E-7.1-01, C2E-7.4-01)."""

from __future__ import annotations

from horizons_core.orders import Refusal, Refused, Severity
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Player, TaskGroup, World
from variants.campaign2e.references import world_name
from variants.campaign2e.rules.postures import (
    must_be_able,
    must_be_at_world,
    refuse_act,
    severity_of,
)
from variants.campaign2e.rules.stances import allied


def must_control(context: TurnContext, sender: Player, group: TaskGroup) -> World:
    """Return the foreign world attacked by a group; raises Refused without control of its system.

    Groups ordered to engage the defences may gain control this week, which a forecast cannot tell.
    """
    game: Campaign = context.game
    world = must_be_at_world(context, group)
    if world.owner == sender.id:
        refuse_act(context, group, "own-world", f"{world_name(world)} is yours")
    if not world.owner:
        message = f"{world_name(world)} belongs to no player"
        refuse_act(context, group, "no-owner", message, "use ATTACK WORLD")
    must_be_able(context, group)
    engaged = any(other.engage and other.at == group.at for other in game.groups)
    if not (controls(game, world, sender.id) or (context.forecast and engaged)):
        message = f"you do not control {world_name(world)}"
        hint = "use ENGAGE DEFENCES first"
        severity: Severity = "warning" if engaged else severity_of(context, group)
        raise Refused(Refusal("no-control", message, hint, "group", severity))
    return world


def controls(game: Campaign, world: World, player: str) -> bool:
    """Return whether a player or an ally controls a system."""
    return bool(world.controlled) and allied(game, world.controlled, player)


def standing_points(world: World) -> int:
    """Return the income points of a planet that are not destroyed or taken (C2E-7.6-05)."""
    return world.points - (world.assault.taken if world.assault is not None else 0)
