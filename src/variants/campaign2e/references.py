"""Lookup of the groups, ships, worlds and players named in orders.

Names compare case-insensitively. Unknown and undiscovered objects are refused in the same way, so
that a refusal reveals nothing. Commands of house rules can use these functions, as in
`Argument(find=own_group)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

from horizons_core.errors import did_you_mean
from horizons_core.model import Seat, folded
from horizons_core.orders import Order, Refusal, Refused, argument_name
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup, World

Named = TypeVar("Named", TaskGroup, Ship, Player)

#: The sender of an order: a player, or the umpire, who has a seat only.
Sender: TypeAlias = Player | Seat


def sender_id(sender: Sender) -> str:
    """Return the owner id for a sender of orders: a player's id, or "" for the umpire."""
    return sender.id if isinstance(sender, Player) else ""


def own_group(
    context: TurnContext[Campaign], sender: Sender, order: Order, argument: str
) -> TaskGroup:
    """Return the sender's task group named by an argument; raises Refused."""
    groups = context.game.groups_of(sender_id(sender))
    return _find(groups, order[argument], argument, "task group", "groups")


def own_ship(context: TurnContext[Campaign], sender: Sender, order: Order, argument: str) -> Ship:
    """Return the sender's ship named by an argument; raises Refused."""
    ships = context.game.ships_of(sender_id(sender))
    return _find(ships, order[argument], argument, "ship", "ships")


def own_ships(
    context: TurnContext[Campaign], sender: Sender, order: Order, argument: str
) -> list[Ship]:
    """Return the sender's ships named by an argument, one or several; raises Refused."""
    ships = context.game.ships_of(sender_id(sender))
    return [_find(ships, word, argument, "ship", "ships") for word in order.several(argument)]


def world(context: TurnContext[Campaign], sender: Sender, order: Order, argument: str) -> World:
    """Return the world named by an argument, by its hex or its owner's name for it.

    Raises Refused, also for a world beyond the initial area that the sender has not seen.
    """
    return _world(context, sender, order[argument], argument)


def worlds(
    context: TurnContext[Campaign], sender: Sender, order: Order, argument: str
) -> list[World]:
    """Return the worlds named by an argument, one or several; raises Refused."""
    return [_world(context, sender, word, argument) for word in order.several(argument)]


def own_world(context: TurnContext[Campaign], sender: Sender, order: Order, argument: str) -> World:
    """Return the sender's own world named by an argument; raises Refused."""
    target = _world(context, sender, order[argument], argument)
    if target.owner != sender_id(sender):
        message = f"{world_name(target)} is not yours"
        raise Refused(Refusal("not-your-world", message, _own_worlds(context, sender), argument))
    return target


def player(context: TurnContext[Campaign], _sender: Sender, order: Order, argument: str) -> Player:
    """Return the player named by an argument; raises Refused, also for one who has left."""
    players = [player for player in context.game.empires if player.active]
    return _find(players, order[argument], argument, "player", "players")


def other_player(
    context: TurnContext[Campaign], sender: Sender, order: Order, argument: str
) -> Player:
    """Return another player named by an argument; raises Refused."""
    target = player(context, sender, order, argument)
    if target is sender:
        raise Refused(Refusal("yourself", "this must be another player", "", argument))
    return target


def world_name(world: World) -> str:
    """Return the display name of a world: its hex, and its name if it has one (C2E-1.5-06)."""
    return f"{world.called} ({world.id})" if world.called else world.id


def known_worlds(context: TurnContext[Campaign], sender: Sender) -> Iterable[World]:
    """Return the worlds that the sender knows to exist: the umpire knows all (C2E-1.1-02)."""
    game = context.game
    if not isinstance(sender, Player):
        return game.worlds
    return [world for world in game.worlds if game.is_known(world, sender)]


def _world(context: TurnContext[Campaign], sender: Sender, word: str, argument: str) -> World:
    candidates = list(known_worlds(context, sender))
    key = folded(word)
    for world in candidates:
        if world.id == key or (world.called and folded(world.called) == key):
            return world
    names = [world.called or world.id for world in candidates]
    raise Refused(
        Refusal("unknown-world", f"there is no world {word}", did_you_mean(word, names), argument)
    )


def _own_worlds(context: TurnContext[Campaign], sender: Sender) -> str:
    names = [world_name(world) for world in context.game.worlds_of(sender_id(sender))]
    return f"your worlds: {', '.join(names[:12])}" if names else "you have no world"


def _find(candidates: Sequence[Named], word: str, argument: str, noun: str, plural: str) -> Named:
    key = folded(word)
    for candidate in candidates:
        if folded(candidate.name) == key:
            return candidate
    names = [candidate.name for candidate in candidates]
    hint = did_you_mean(word, names) if names else f"you have no {plural}"
    prefix = "there is no" if plural == "players" else "you have no"
    code = f"unknown-{noun.removeprefix('task ')}"
    raise Refused(Refusal(code, f"{prefix} {noun} {word}", hint, argument))


# names of arguments with the types of their values in orders that are carried out
GROUP = argument_name("group", own_group)
WORLD = argument_name("world", world)
SHIP = argument_name("ship", own_ship)
PLAYER = argument_name("player", other_player)
