"""New ships: named, with full endurance, in a group at a world (C2E-1.5-06, C2E-13.1-02)."""

from __future__ import annotations

from horizons_core.model import folded
from horizons_core.orders import Refusal, Refused
from variants.campaign2e.designs.design import Design
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Group, Player, Ship, World, place_id
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.rules.groups import new_group
from variants.campaign2e.rules.naming import must_be_free, next_ship_name


def deliver(
    game: Campaign,
    economy: Logistics,
    player: Player,
    design: Design,
    group: Group,
    name: str = "",
) -> Ship:
    """Put a new ship of a design into a group, under a name given or the next one."""
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


def group_for_delivery(game: Campaign, player: Player, world: World, name: str) -> Group:
    """The group that new ships join: the one named, which stands at the world, or a new one.

    Raises Refused for a name that something else has, or a group elsewhere.
    """
    same = folded(name)
    for group in game.groups_of(player.id):
        if name and folded(group.name) == same:
            if group.at != world.at or group.defence:
                message = f"{group.name} is not at {world.id}"
                if group.defence:
                    message = f"{group.name} is the defences of a world: no ship joins them"
                hint = f"it is at {place_id(group.at)}: name another group"
                raise Refused(Refusal("not-together", message, hint, "name"))
            if any(ship.captured for ship in game.ships_in(group.id)):
                message = f"{group.name} is a capture"
                raise Refused(Refusal("captured", message, "name another group", "name"))
            return group
    if name:
        must_be_free(game, player, name)
    return new_group(game, player, world.at, name)


def defence_group(game: Campaign, player: Player, world: World) -> Group:
    """The group of the defence units of a world, made where there is none (C2E-8.1-01)."""
    x, y = world.at
    number = f"{player.id}/DEF-{x}-{y}"
    for group in game.groups_of(player.id):
        if group.id == number:
            return group
    group = Group(id=number, owner=player.id, name=f"DEF-{x}-{y}", at=world.at, defence=True)
    game.groups.append(group)
    return group
