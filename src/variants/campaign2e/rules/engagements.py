"""Engagements: battles against the defence units of a player's world (C2E-7.2-01)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, TaskGroup, World
from variants.campaign2e.rules import battles
from variants.campaign2e.rules.abstract_attacks import is_abstract
from variants.campaign2e.rules.fleets import defenders_of, groups_at
from variants.campaign2e.rules.postures import acting_ships
from variants.campaign2e.rules.stances import allied


def run(context: TurnContext) -> None:
    """Let all groups with ENGAGE DEFENCES fight the defence units of their world in one battle.

    Not if these have fought in step 4, nor if the defences are abstract, which only ATTACK WORLD
    beats (C2E-8.6-01, C2E-8.6b-01).
    """
    game: Campaign = context.game
    places = {group.at for group in game.groups if group.engage}
    for world in game.worlds:
        fought = world.id in game.defences_fought
        if world.at not in places or fought or world.defences or is_abstract(game, world):
            continue
        defences, groups = defenders_of(game, world), engaging(game, world)
        if defences is None:
            continue
        units = game.ships_in(defences.id)
        if groups and any(unit.is_armed for unit in units):
            attackers = [ship for group in groups for ship in game.ships_in(group.id)]
            battles.fight_units(context, world.at, (groups, [defences]), (attackers, units))


def engaging(game: Campaign, world: World) -> list[TaskGroup]:
    """Return the groups that engage a world's defences: not allied with its owner, and able."""
    if not world.owner:
        return []
    return [
        group
        for group in groups_at(game, world.at)
        if group.engage
        and group.against in ("", world.owner)
        and not allied(game, group.owner, world.owner)
        and acting_ships(game, group)
    ]
