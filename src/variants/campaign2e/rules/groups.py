"""Task groups: creation, splits, mergers and removal (C2E-15.1-01, C2E-15.2-02).

Every group holds at least one ship; without any it leaves the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e import references
from variants.campaign2e.model import Campaign, Place, Player, Ship, TaskGroup, place_id
from variants.campaign2e.rules import duties
from variants.campaign2e.rules.naming import must_be_free, next_group_name

#: In a turn's notes: LATE orders, carried out after the battles of the week.
_LATE = "late orders"


def new_group_of(game: Campaign, owner: str, at: Place) -> TaskGroup:
    """Create a group without ships for any owner ("" is the umpire), under the next name."""
    if owner:
        return new_group(game, game.empire(owner), at)
    number = game.next_umpire
    game.next_umpire += 1
    group = TaskGroup(id=f"/g{number}", owner="", name=f"u{number}", at=at)
    game.groups.append(group)
    return group


def new_group(game: Campaign, player: Player, at: Place, name: str = "") -> TaskGroup:
    """Create a group without ships, under the given or the next name."""
    group_name = name or next_group_name(game, player)
    group = TaskGroup(
        id=f"{player.id}/g{player.next_group}", owner=player.id, name=group_name, at=at
    )
    player.next_group += 1
    game.groups.append(group)
    return group


def split(context: TurnContext, sender: Player, order: Order) -> None:
    """SPLIT: move some ships of a group into a new group."""
    if _is_postponed(context, sender, order):
        return
    game: Campaign = context.game
    group = references.own_group(context, sender, order, "group")
    ships = references.own_ships(context, sender, order, "ship")
    for ship in ships:
        if ship.group != group.id:
            message = f"{ship.name} is not in {group.name}"
            raise Refused(Refusal("not-in-group", message, "", "ship"))
    if len({ship.id for ship in ships}) == len(game.ships_in(group.id)):
        message = f"{group.name} would have no ship left"
        raise Refused(Refusal("empty-group", message, "rename it with NAME", "group"))
    name = order.get("name")
    if name is not None:
        must_be_free(game, sender, name)
    _must_be_free_to_go(group, ships)
    new = new_group(game, sender, group.at, name or "")
    new.came_from, new.by_lane = group.came_from, group.by_lane
    if game.plays_by("1.1.0"):
        duties.pass_on(group, new)
    for ship in ships:
        ship.group = new.id


def merge(context: TurnContext, sender: Player, order: Order) -> None:
    """MERGE: move all ships of a group into another in the same hex."""
    if _is_postponed(context, sender, order):
        return
    game: Campaign = context.game
    group = references.own_group(context, sender, order, "group")
    other = references.own_group(context, sender, order, "other")
    if group is other:
        raise Refused(Refusal("same-group", f"{group.name} cannot merge with itself", "", "other"))
    _must_be_together(group, other)
    _must_take_part(group)
    _must_take_part(other)
    ships = game.ships_in(group.id)
    _must_not_mix(ships, game.ships_in(other.id))
    _join(context, ships, group, other, "other")
    for ship in ships:
        ship.group = other.id
    remove_empty_groups(game)


def transfer(context: TurnContext, sender: Player, order: Order) -> None:
    """TRANSFER: move a ship into another group in the same hex."""
    if _is_postponed(context, sender, order):
        return
    game: Campaign = context.game
    ship = references.own_ship(context, sender, order, "ship")
    target = references.own_group(context, sender, order, "group")
    group = group_of(game, ship)
    if group is target:
        raise Refused(Refusal("in-group", f"{ship.name} is already in {target.name}", "", "group"))
    _must_be_together(group, target)
    _must_be_free_to_go(group, [ship])
    _must_take_part(target)
    _must_not_mix([ship], game.ships_in(target.id))
    _join(context, [ship], group, target, "group")
    ship.group = target.id
    remove_empty_groups(game)


def group_of(game: Campaign, ship: Ship) -> TaskGroup:
    """Return the group of a ship."""
    return next(group for group in game.groups if group.id == ship.group)


def postpone_late(context: TurnContext) -> None:
    """Postpone the LATE orders of a resumed week, whose other orders were carried out."""
    for sender in context.game.participants:
        for order in context.take_orders(sender.id):
            if order.keyword in ("SPLIT", "MERGE", "TRANSFER"):
                _is_postponed(context, sender, order)


def carry_out_late(context: TurnContext) -> None:
    """Carry out the postponed LATE orders in their original sequence."""
    late: list[tuple[Any, Order]] = context.notes.pop(_LATE, [])
    for sender, order in late:
        context.carry_out_one(sender, order)


def remove_ships(game: Campaign, ships: Sequence[Ship]) -> None:
    """Remove ships from the campaign, with work on them and groups left empty."""
    removed = {ship.id for ship in ships}
    game.ships = [ship for ship in game.ships if ship.id not in removed]
    for player in game.empires:
        player.jobs = [job for job in player.jobs if job.ship not in removed]
        player.bills = [name for name in player.bills if name not in removed]
    remove_empty_groups(game)


def remove_empty_groups(game: Campaign) -> None:
    """Remove groups without a ship from the map (C2E-15.2-02)."""
    manned = {ship.group for ship in game.ships}
    game.groups = [group for group in game.groups if group.id in manned]


def _is_postponed(context: TurnContext, sender: Player, order: Order) -> bool:
    if "late" not in order.arguments or context.phase_name == "contact":
        return False
    context.notes.setdefault(_LATE, []).append((sender, order))
    return True


def _join(
    context: TurnContext, ships: Sequence[Ship], group: TaskGroup, target: TaskGroup, argument: str
) -> None:
    """Let a group take on the duties of joining ships; raises Refused if they conflict."""
    if context.game.plays_by("1.1.0"):
        is_late = context.phase_name == "contact"
        duties.must_agree(group, target, argument, "warning" if is_late else "error")
        duties.take_on(target, group, ships)


def _must_be_together(group: TaskGroup, other: TaskGroup) -> None:
    if group.at != other.at:
        message = f"{group.name} is at {place_id(group.at)}, {other.name} at {place_id(other.at)}"
        raise Refused(
            Refusal("not-together", message, "add LATE to do this after movement", "group")
        )


def _must_be_free_to_go(group: TaskGroup, ships: Sequence[Ship]) -> None:
    """Raise Refused for defence units that can never leave their group (C2E-8.1-01)."""
    bound = [ship.name for ship in ships if group.defence and (ship.bound or not ship.design.ftl)]
    if bound:
        message = f"{', '.join(bound)} cannot leave the defences of the world"
        raise Refused(Refusal("bound", message, "", "ship"))


def _must_take_part(group: TaskGroup) -> None:
    if group.defence:
        message = f"{group.name} is a world's defences, which ships cannot join"
        raise Refused(Refusal("defence-group", message, "buy defence units with DEFEND", "group"))


def _must_not_mix(joining: Sequence[Ship], present: Sequence[Ship]) -> None:
    """Raise Refused for mixing captures with other ships (C2E-12.2-01).

    Other captures and ships that can tow it may be with it (C2E-5.1-03).
    """
    ships = [*joining, *present]
    captures = [ship.name for ship in ships if ship.captured]
    if captures and not all(ship.captured or ship.design.towing for ship in ships):
        message = f"{', '.join(captures)}: a capture forms its own group until it is rebuilt"
        hint = "only ships with tug drives can join it"
        raise Refused(Refusal("captured", message, hint, "group"))
