"""New ships: names, full endurance, and their groups (C2E-1.5-06, C2E-13.1-02)."""

from __future__ import annotations

from horizons_core.model import folded
from horizons_core.orders import Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.designs.design import Design
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup, World, place_id
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.rules.groups import new_group
from variants.campaign2e.rules.naming import (
    RENAMED,
    defence_name,
    must_be_free,
    next_group_name,
    next_ship_name,
)


def deliver(
    game: Campaign,
    economy: Logistics,
    player: Player,
    design: Design,
    group: TaskGroup,
    name: str = "",
) -> Ship:
    """Add a new ship of a design to a group, under the given or the next name."""
    ship = new_ship(
        f"{player.id}/{player.next_ship}",
        player.id,
        name or next_ship_name(game, player, design),
        design,
        group.id,
    )
    player.next_ship += 1
    ship.endurance = economy.endurance(design)
    game.ships.append(ship)
    if design.name not in player.in_service:
        player.in_service.append(design.name)
    return ship


def group_for_delivery(game: Campaign, player: Player, world: World, name: str) -> TaskGroup:
    """Return the group for new ships: the named one at the world, or a new one.

    Raises Refused if the name is taken, or the group is elsewhere.
    """
    key = folded(name)
    for group in game.groups_of(player.id):
        if name and folded(group.name) == key:
            if group.at != world.at or group.defence:
                message = f"{group.name} is not at {world.id}"
                if group.defence:
                    message = f"{group.name} is a world's defences, which ships cannot join"
                hint = f"it is at {place_id(group.at)}: name another group"
                raise Refused(Refusal("not-together", message, hint, "name"))
            if group.departure is not None and game.plays_by("1.1.0"):
                message = f"{group.name} withdraws to {place_id(group.departure.to)} this week"
                raise Refused(Refusal("move-fixed", message, "name another group", "name"))
            if any(ship.captured for ship in game.ships_in(group.id)):
                message = f"{group.name} is a capture"
                raise Refused(Refusal("captured", message, "name another group", "name"))
            return group
    if name:
        must_be_free(game, player, name)
    return new_group(game, player, world.at, name)


def defence_group(game: Campaign, player: Player, world: World) -> TaskGroup:
    """Return the group of a world's defence units, creating it if necessary (C2E-8.1-01)."""
    name = defence_name(world.at)
    number = f"{player.id}/{name}"
    for group in game.groups_of(player.id):
        if group.id == number and (_is_stationed(group) or not game.plays_by("1.1.0")):
            return group
    group = TaskGroup(id=number, owner=player.id, name=name, at=world.at, defence=True)
    game.groups.append(group)
    return group


def rename_departed(context: TurnContext) -> None:
    """Rename former defence groups that have left their world (C2E-8.1-03)."""
    game: Campaign = context.game
    for player in game.empires:
        for group in game.groups_of(player.id):
            if "/DEF-" in group.id and not _is_stationed(group):
                _rename(context, player, group)


def _rename(context: TurnContext, player: Player, group: TaskGroup) -> None:
    game: Campaign = context.game
    old, old_name = group.id, group.name
    group.defence = False
    name = next_group_name(game, player)
    group.id = f"{player.id}/g{player.next_group}"
    player.next_group += 1
    if folded(f"{player.id}/{old_name}") == folded(old):  # unless its owner has renamed it
        group.name = name
        context.emit(RENAMED, [player.id], old=old_name, new=name)
    for ship in game.ships_in(old):
        ship.group = group.id
    for dummy in game.dummies:
        if dummy.group == old:
            dummy.group = group.id
    player.bills = [group.id if bill == old else bill for bill in player.bills]


def _is_stationed(group: TaskGroup) -> bool:
    """Return whether a group is the defence of the world in its id."""
    return group.defence and group.id == f"{group.owner}/{defence_name(group.at)}"
