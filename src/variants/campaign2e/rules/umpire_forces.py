"""Forces of the umpire: pirates, and forces of outside powers (C2E-N.6-01, C2E-1.6-11)."""

from __future__ import annotations

from collections.abc import Sequence

from variants.campaign2e.designs.design import Design
from variants.campaign2e.model import Campaign, Place, TaskGroup
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.rules.groups import new_group_of


def new_force(game: Campaign, at: Place, designs: Sequence[Design]) -> TaskGroup:
    """Create a group of new ships for the umpire; they need no money and no supply."""
    group = new_group_of(game, "", at)
    for design in designs:
        number = game.next_umpire
        game.next_umpire += 1
        game.ships.append(new_ship(f"/{number}", "", f"{design.name}-u{number}", design, group.id))
    return group
