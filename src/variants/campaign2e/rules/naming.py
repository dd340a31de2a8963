"""Names of worlds, ships and groups, given by players or by default (C2E-1.5-06)."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import market
from variants.campaign2e.model import Campaign, Place, Player, Ship, TaskGroup, World

RENAMED = EventKind("name.given", "{old} is now called {new}.", ("C2E-1.5-06",))


def defence_name(at: Place) -> str:
    """Return the name of a world's defence units (C2E-8.1-01)."""
    return f"DEF-{at[0]}-{at[1]}"


def name_thing(context: TurnContext, sender: Player, order: Order) -> None:
    """NAME: rename one of the sender's worlds, ships or groups."""
    game: Campaign = context.game
    target = _own_object(game, sender, order["thing"])
    name: str = order["name"]
    must_be_free(game, sender, name)
    old = target.called or target.id if isinstance(target, World) else target.name
    if isinstance(target, World):
        target.called = name
    else:
        target.name = name
    context.emit(RENAMED, [sender.id], old=old, new=name)


def must_be_free(game: Campaign, sender: Player, name: str, argument: str = "name") -> None:
    """Raise Refused for a name that a world, or something of the sender's, already has.

    Names are unique across kinds, so that orders are unambiguous.
    """
    key = folded(name)
    if game.plays_by("1.1.0") and key in {folded(defence_name(w.at)) for w in game.worlds}:
        message = f"the name {name} is reserved for the defences of a world"
        raise Refused(Refusal("name-taken", message, "choose another name", argument))
    for holder, used in _names(game, sender):
        if folded(used) == key:
            message = f"the name {name} is already used by {holder}"
            raise Refused(Refusal("name-taken", message, "choose another name", argument))


def is_free(game: Campaign, sender: Player, name: str) -> bool:
    """Return whether no world, and nothing of the sender's, has a name."""
    return folded(name) not in (folded(used) for _, used in _names(game, sender))


def _names(game: Campaign, sender: Player) -> Iterator[tuple[str, str]]:
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
    while not is_free(game, player, f"{design.name}-{number}"):
        number += 1
    player.ships_named[design.name] = number
    return f"{design.name}-{number}"


def next_group_name(game: Campaign, player: Player) -> str:
    """Return the next default name of a group: g1, g2 and so on, skipping taken ones."""
    used = {folded(name) for _, name in _names(game, player)}
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
