"""Captures that fall to whoever else comes to hold their hex (C2E-12.2-01)."""

from __future__ import annotations

from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Group, Ship
from variants.campaign2e.rules.aftermath import capture
from variants.campaign2e.rules.fleets import groups_at
from variants.campaign2e.rules.groups import group_of, remove_empty_groups
from variants.campaign2e.rules.stances import allied


def change_hands(context: TurnContext) -> None:
    """After the battles: a capture goes to the only party that has armed ships in its hex.

    As long as its captor or an ally has any there, it stays theirs; where a battle waits for the
    umpire, it waits as well.
    """
    game: Campaign = context.game
    waiting = [battle.at for battle in game.pending]
    for ship in [one for one in game.ships if one.captured]:
        group = group_of(game, ship)
        holders = [] if group.at in waiting else _holders(game, group)
        if holders and not any(allied(game, one.owner, ship.owner) for one in holders):
            first = holders[0]
            if all(allied(game, first.owner, other.owner) for other in holders):
                capture(context, ship, first.owner, group.at)
    remove_empty_groups(game)


def _holders(game: Campaign, of: Group) -> list[Ship]:
    """The armed ships in a hex that have not withdrawn, as far as they are at odds with an owner.

    A force of the umpire's that was sent against somebody else takes nothing (C2E-1.6-11).
    """
    groups = {group.id for group in groups_at(game, of.at) if group.against in ("", of.owner)}
    return [ship for ship in game.ships if ship.group in groups and ship.is_armed]
