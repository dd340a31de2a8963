"""What orders name: groups, ships, worlds and players, found or refused with a reason.

Names compare without regard to case. What a player has no knowledge of is not found, so that a
refusal tells nothing new. For commands of mods, too: `Argument(find=own_group)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from horizons_core.errors import did_you_mean
from horizons_core.model import folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Group, Player, Ship, World

Named = TypeVar("Named", Group, Ship, Player)


def sender_id(sender: Any) -> str:
    """Whose things somebody orders about: a player's id, or "" for the umpire."""
    return sender.id if isinstance(sender, Player) else ""


def own_group(context: TurnContext, sender: Any, order: Order, argument: str) -> Group:
    """The sender's task group that an argument names; raises Refused."""
    groups: list[Group] = context.game.groups_of(sender_id(sender))
    return _found(groups, order[argument], argument, "task group", "groups")


def own_ship(context: TurnContext, sender: Any, order: Order, argument: str) -> Ship:
    """The sender's ship that an argument names; raises Refused."""
    ships: list[Ship] = context.game.ships_of(sender_id(sender))
    return _found(ships, order[argument], argument, "ship", "ships")


def own_ships(context: TurnContext, sender: Any, order: Order, argument: str) -> list[Ship]:
    """The sender's ships that an argument names, one or several; raises Refused."""
    ships = context.game.ships_of(sender_id(sender))
    return [_found(ships, word, argument, "ship", "ships") for word in order.several(argument)]


def world(context: TurnContext, sender: Any, order: Order, argument: str) -> World:
    """The world that an argument names, by its hex or by a name that its owner gave it.

    Raises Refused, also for a world beyond the initial area that the sender has not seen.
    """
    return _world(context, sender, order[argument], argument)


def worlds(context: TurnContext, sender: Any, order: Order, argument: str) -> list[World]:
    """The worlds that an argument names, one or several; raises Refused."""
    return [_world(context, sender, word, argument) for word in order.several(argument)]


def own_world(context: TurnContext, sender: Any, order: Order, argument: str) -> World:
    """The sender's own world that an argument names; raises Refused."""
    found = _world(context, sender, order[argument], argument)
    if found.owner != sender_id(sender):
        message = f"{called(found)} is not yours"
        raise Refused(Refusal("not-your-world", message, _own_worlds(context, sender), argument))
    return found


def player(context: TurnContext, _sender: Any, order: Order, argument: str) -> Player:
    """The player whom an argument names; raises Refused for one who is out of the campaign, too."""
    players: list[Player] = [one for one in context.game.empires if one.active]
    return _found(players, order[argument], argument, "player", "players")


def other_player(context: TurnContext, sender: Any, order: Order, argument: str) -> Player:
    """Another player, whom an argument names; raises Refused."""
    found = player(context, sender, order, argument)
    if found is sender:
        raise Refused(Refusal("yourself", "this is about another player", "", argument))
    return found


def called(of: World) -> str:
    """What a world is called: its hex, and its name where it has one (C2E-1.5-06)."""
    return f"{of.called} ({of.id})" if of.called else of.id


def known_worlds(context: TurnContext, sender: Any) -> Iterable[World]:
    """The worlds that the sender knows to be there: the umpire knows all (C2E-1.1-02)."""
    game: Campaign = context.game
    if not isinstance(sender, Player):
        return game.worlds
    return [one for one in game.worlds if game.is_known(one, sender)]


def _world(context: TurnContext, sender: Any, word: str, argument: str) -> World:
    near = list(known_worlds(context, sender))
    same = folded(word)
    for one in near:
        if one.id == same or (one.called and folded(one.called) == same):
            return one
    names = [one.called or one.id for one in near]
    raise Refused(
        Refusal("unknown-world", f"there is no world {word}", did_you_mean(word, names), argument)
    )


def _own_worlds(context: TurnContext, sender: Any) -> str:
    names = [called(one) for one in context.game.worlds_of(sender_id(sender))]
    return f"your worlds: {', '.join(names[:12])}" if names else "you have no world"


def _found(things: Sequence[Named], word: str, argument: str, what: str, kind: str) -> Named:
    same = folded(word)
    for one in things:
        if folded(one.name) == same:
            return one
    names = [one.name for one in things]
    hint = did_you_mean(word, names) if names else f"you have no {kind}"
    whose = "there is no" if kind == "players" else "you have no"
    code = f"unknown-{what.removeprefix('task ')}"
    raise Refused(Refusal(code, f"{whose} {what} {word}", hint, argument))
