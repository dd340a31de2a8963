"""Captures that change hands with control of their hex (C2E-12.2-01)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Ship, TaskGroup
from variants.campaign2e.rules.aftermath import capture
from variants.campaign2e.rules.fleets import groups_at
from variants.campaign2e.rules.groups import group_of, remove_empty_groups
from variants.campaign2e.rules.stances import allied


def change_hands(context: TurnContext) -> None:
    """Give each capture to the only party with armed ships in its hex, after the battles.

    It stays with its captor as long as the captor or an ally has armed ships there, or a battle
    waits for the umpire.
    """
    game: Campaign = context.game
    waiting = [battle.at for battle in game.pending]
    for prize in [ship for ship in game.ships if ship.captured]:
        group = group_of(game, prize)
        holders = [] if group.at in waiting else _holders(game, group)
        if holders and not any(allied(game, ship.owner, prize.owner) for ship in holders):
            first = holders[0]
            if all(allied(game, first.owner, other.owner) for other in holders):
                capture(context, prize, first.owner, group.at)
    remove_empty_groups(game)


def _holders(game: Campaign, place: TaskGroup) -> list[Ship]:
    """Return the armed ships in a capture's hex that have not withdrawn.

    Punitive forces against other players are excluded (C2E-1.6-11).
    """
    groups = {group.id for group in groups_at(game, place.at) if group.against in ("", place.owner)}
    return [ship for ship in game.ships if ship.group in groups and ship.is_armed]
