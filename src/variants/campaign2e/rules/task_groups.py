"""Task groups, with the names and duties of their ships.

Worlds, ships and groups have names given by players or by default (C2E-1.5-06). A duty binds a ship
for the week, in whatever group it is: a fixed move or a withdrawal (C2E-17.4-01, C2E-18.2-01), the
way of arrival (C2E-17.7-01), speed and formation after leaving a system under fire (C2E-17.6-02),
and dropships on the ground (C2E-7.6-04). Groups can be reorganized freely (C2E-15.1-01), but no
ship loses a duty by it, or acquires a duty of other ships.

Every group holds at least one ship; an empty one leaves the map (C2E-15.1-01, C2E-15.2-02).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused, Severity
from horizons_core.turn import TurnContext
from variants.campaign2e import references
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import market
from variants.campaign2e.model import Campaign, Place, Player, Ship, TaskGroup, World, place_id
from variants.campaign2e.references import Sender

OBJECT_RENAMED = EventKind("name.given", "{old} is now called {new}.", ("C2E-1.5-06",))


def defence_name(at: Place) -> str:
    """Return the name of a world's defence units (C2E-8.1-01)."""
    return f"DEF-{at[0]}-{at[1]}"


def order_name(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """NAME: rename one of the sender's worlds, ships or groups."""
    game = context.game
    target = _own_object(game, sender, order["thing"])
    name: str = order["name"]
    name_must_be_free(game, sender, name)
    old = target.called or target.id if isinstance(target, World) else target.name
    if isinstance(target, World):
        target.called = name
    else:
        target.name = name
    context.emit(OBJECT_RENAMED, [sender.id], old=old, new=name)


def name_must_be_free(game: Campaign, sender: Player, name: str, argument: str = "name") -> None:
    """Raise Refused for a name already used by a world, or by something of the sender's.

    Names are unique across kinds, so that orders are unambiguous.
    """
    key = folded(name)
    if game.plays_by("1.1.0") and key in {folded(defence_name(w.at)) for w in game.worlds}:
        message = f"the name {name} is reserved for the defences of a world"
        raise Refused(Refusal("name-taken", message, "choose another name", argument))
    for holder, used in _names_in_use(game, sender):
        if folded(used) == key:
            message = f"the name {name} is already used by {holder}"
            raise Refused(Refusal("name-taken", message, "choose another name", argument))


def is_name_free(game: Campaign, sender: Player, name: str) -> bool:
    """Return whether a name is used by no world, and by nothing of the sender's."""
    return folded(name) not in (folded(used) for _, used in _names_in_use(game, sender))


def _names_in_use(game: Campaign, sender: Player) -> Iterator[tuple[str, str]]:
    for ship in game.ships_of(sender.id):
        yield "a ship of yours", ship.name
    for group in game.groups_of(sender.id):
        yield "a group of yours", group.name
    for world in game.worlds:
        if world.owner == sender.id:
            for keel in world.keels:
                yield "a keel of yours", keel.name
        if world.called and game.is_known(world, sender):
            yield "a world", world.called
    for design in sender.designs:
        yield "a design of yours", design
    for design in (*market(), *game.market):
        yield "a design on the market", design


def next_ship_name(game: Campaign, player: Player, design: Design) -> str:
    """Return the next default name of a ship of a design; numbers are never reused.

    Names of captures and manually chosen names are skipped.
    """
    number = player.ships_named.get(design.name, 0) + 1
    while not is_name_free(game, player, f"{design.name}-{number}"):
        number += 1
    player.ships_named[design.name] = number
    return f"{design.name}-{number}"


def next_group_name(game: Campaign, player: Player) -> str:
    """Return the next default name of a group: g1, g2 and so on, skipping taken ones."""
    used = {folded(name) for _, name in _names_in_use(game, player)}
    while folded(f"g{player.next_group}") in used:
        player.next_group += 1
    return f"g{player.next_group}"


def _own_object(game: Campaign, sender: Player, word: str) -> World | Ship | TaskGroup:
    key = folded(word)
    candidates: list[World | Ship | TaskGroup] = [
        *game.groups_of(sender.id),
        *game.ships_of(sender.id),
        *game.worlds_of(sender.id),
    ]
    for item in candidates:
        names = (item.id, item.called) if isinstance(item, World) else (item.name,)
        if key in map(folded, names):
            return item
    names_known = [t.called or t.id if isinstance(t, World) else t.name for t in candidates]
    hint = did_you_mean(word, names_known)
    raise Refused(Refusal("not-yours", f"you have nothing named {word}", hint, "thing"))


def copy_duties(group: TaskGroup, part: TaskGroup) -> None:
    """Copy a group's duties and postures to a part split off from it."""
    part.departure, part.withdrawn = group.departure, group.withdrawn
    part.entry_speed, part.entry_formation = group.entry_speed, group.entry_formation
    part.posture, part.engage = group.posture, group.engage
    part.land, part.peacekeep = group.land, group.peacekeep


def must_have_same_duties(
    group: TaskGroup, target: TaskGroup, argument: str, severity: Severity
) -> None:
    """Raise Refused for groups with different duties."""
    if (group.departure, group.withdrawn) != (target.departure, target.withdrawn):
        bound = group if group.departure or (group.withdrawn and not target.departure) else target
        message = f"{bound.name} has withdrawn and cannot move"
        if bound.departure is not None:
            message = f"{bound.name} withdraws to {place_id(bound.departure.to)}"
        hint = "only groups that withdraw to the same place can be joined"
        code = "move-fixed" if bound.departure is not None else "withdrawn"
        raise Refused(Refusal(code, message, hint, argument, severity))
    entries = {(party.entry_speed, party.entry_formation) for party in (group, target)}
    if len(entries - {(None, None)}) > 1:
        message = f"{group.name} and {target.name} left their last systems in different ways"
        hint = "each keeps its speed and formation in this week's battles"
        raise Refused(Refusal("entry-fixed", message, hint, argument, severity))


def take_on_duties(target: TaskGroup, group: TaskGroup, ships: Sequence[Ship]) -> None:
    """Give a group the duties of ships that join it from another; the stricter duties count."""
    if group.came_from is not None:
        target.by_lane = group.by_lane and (target.by_lane or target.came_from is None)
        target.came_from = target.came_from or group.came_from
    if target.entry_speed is None:
        target.entry_speed, target.entry_formation = group.entry_speed, group.entry_formation
    if group.land and any(ship.design.lander and ship.dropships for ship in ships):
        target.land = True


#: In a turn's notes: LATE orders, carried out after the battles of the week.
_POSTPONED = "late orders"


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


def split_group(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """SPLIT: move some ships of a group into a new group."""
    if _is_postponed(context, sender, order):
        return
    game = context.game
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
        name_must_be_free(game, sender, name)
    _must_be_free_to_go(group, ships)
    new = new_group(game, sender, group.at, name or "")
    new.came_from, new.by_lane = group.came_from, group.by_lane
    if game.plays_by("1.1.0"):
        copy_duties(group, new)
    for ship in ships:
        ship.group = new.id


def merge_groups(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """MERGE: move all ships of a group into another in the same hex."""
    if _is_postponed(context, sender, order):
        return
    game = context.game
    group = references.own_group(context, sender, order, "group")
    other = references.own_group(context, sender, order, "other")
    if group is other:
        raise Refused(Refusal("same-group", f"{group.name} cannot merge with itself", "", "other"))
    _must_be_together(group, other)
    _must_take_part(group)
    _must_take_part(other)
    ships = game.ships_in(group.id)
    _must_not_mix(ships, game.ships_in(other.id))
    _join_group(context, ships, group, other, "other")
    for ship in ships:
        ship.group = other.id
    remove_empty_groups(game)


def transfer_ships(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """TRANSFER: move a ship into another group in the same hex."""
    if _is_postponed(context, sender, order):
        return
    game = context.game
    ship = references.own_ship(context, sender, order, "ship")
    target = references.own_group(context, sender, order, "group")
    group = group_of(game, ship)
    if group is target:
        raise Refused(Refusal("in-group", f"{ship.name} is already in {target.name}", "", "group"))
    _must_be_together(group, target)
    _must_be_free_to_go(group, [ship])
    _must_take_part(target)
    _must_not_mix([ship], game.ships_in(target.id))
    _join_group(context, [ship], group, target, "group")
    ship.group = target.id
    remove_empty_groups(game)


def group_of(game: Campaign, ship: Ship) -> TaskGroup:
    """Return the group of a ship."""
    return next(group for group in game.groups if group.id == ship.group)


def postpone_late(context: TurnContext[Campaign]) -> None:
    """Postpone the LATE orders of a resumed week, whose other orders were carried out."""
    for sender in context.game.participants:
        for order in context.take_orders(sender.id):
            if order.keyword in ("SPLIT", "MERGE", "TRANSFER"):
                _is_postponed(context, sender, order)


def carry_out_late(context: TurnContext[Campaign]) -> None:
    """Carry out the postponed LATE orders in their original sequence."""
    postponed: list[tuple[Sender, Order]] = context.notes.pop(_POSTPONED, [])
    for sender, order in postponed:
        context.carry_out_one(sender, order)


def remove_ships(game: Campaign, ships: Sequence[Ship]) -> None:
    """Remove ships from the campaign, with the work on them and the groups left empty."""
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


def _is_postponed(context: TurnContext[Campaign], sender: Sender, order: Order) -> bool:
    if "late" not in order.arguments or context.phase_name == "contact":
        return False
    context.notes.setdefault(_POSTPONED, []).append((sender, order))
    return True


def _join_group(
    context: TurnContext[Campaign],
    ships: Sequence[Ship],
    group: TaskGroup,
    target: TaskGroup,
    argument: str,
) -> None:
    """Give a group the duties of ships that join it; raises Refused if they conflict."""
    if context.game.plays_by("1.1.0"):
        is_late = context.phase_name == "contact"
        must_have_same_duties(group, target, argument, "warning" if is_late else "error")
        take_on_duties(target, group, ships)


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

    A capture may be with other captures, and with ships that can tow it (C2E-5.1-03).
    """
    ships = [*joining, *present]
    captures = [ship.name for ship in ships if ship.captured]
    if captures and not all(ship.captured or ship.design.towing for ship in ships):
        message = f"{', '.join(captures)}: a capture forms its own group until it is rebuilt"
        hint = "only ships with tug drives can join it"
        raise Refused(Refusal("captured", message, hint, "group"))
