"""Who may attack a planet: whose side controls the system (C2E-7.1-01, C2E-7.4-01)."""

from __future__ import annotations

from horizons_core.orders import Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Group, Player, World, place_id
from variants.campaign2e.references import called
from variants.campaign2e.rules.postures import must_be_here
from variants.campaign2e.rules.stances import allied
from variants.campaign2e.rules.supply import must_be_in_supply


def must_control(context: TurnContext, sender: Player, group: Group) -> World:
    """The foreign world that a group attacks; raises Refused without control of its system.

    What is ordered to engage the defences may win control this week: a forecast cannot tell.
    """
    game: Campaign = context.game
    world = game.world_at(group.at)
    if world is None:
        message = f"{group.name} is at {place_id(group.at)}, where there is no world"
        raise Refused(Refusal("no-world", message, "MOVE it to a world first", "group"))
    if world.owner == sender.id:
        raise Refused(Refusal("own-world", f"{called(world)} is yours", "", "group"))
    if not world.owner:
        message = f"{called(world)} belongs to no player"
        raise Refused(Refusal("no-owner", message, "ATTACK WORLD attacks it", "group"))
    must_be_here(group)
    must_be_in_supply(game, group)
    if not (controls(game, world, sender.id) or (context.forecast and _engages(game, group))):
        message = f"you do not control {called(world)}"
        raise Refused(Refusal("no-control", message, "ENGAGE DEFENCES comes first", "group"))
    return world


def controls(game: Campaign, world: World, player: str) -> bool:
    """Whether a player or an ally of his controls a system."""
    return bool(world.controlled) and allied(game, world.controlled, player)


def standing_points(world: World) -> int:
    """The income points of a planet that stand and are not taken yet (C2E-7.6-05)."""
    return world.points - (world.assault.taken if world.assault is not None else 0)


def _engages(game: Campaign, group: Group) -> bool:
    """Whether anything that a forecast knows of engages the defences where a group is."""
    return any(other.engage and other.at == group.at for other in game.groups)
