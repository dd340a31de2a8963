"""Stances, and leave to use bases and supply ships (C2E-17.1-02).

What is ordered counts when all orders of the step have been read (C2E-1.5-03).
"""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.campaign2e.model import Campaign, Player
from variants.campaign2e.model.players import ALLY, NEUTRAL
from variants.campaign2e.rules.bases import BASE, SUPPLY

STANCE_TOLD = EventKind(
    "stance.told", "{by} takes the stance {stance} towards {to}.", ("C2E-17.1-02",)
)
LEAVE_TOLD = EventKind("leave.told", "{by} {verb} {to} use {what}.", ("C2E-17.1-02",))

#: In a turn's notes: by player and other, the stance ordered.
_STANCES = "stances ordered"
#: In a turn's notes: by player, other and what, whether leave is given.
_LEAVES = "leaves ordered"

_WHAT = {BASE: "their bases", SUPPLY: "their supply ships"}


def set_stance(context: TurnContext, sender: Player, order: Order) -> None:
    """STANCE: take a stance towards another player."""
    other: Player = order["player"]
    context.notes.setdefault(_STANCES, {})[sender.id, other.id] = order["towards"]


def set_leave(context: TurnContext, sender: Player, order: Order) -> None:
    """ALLOW: let another player use bases or supply ships, or no longer."""
    other: Player = order["player"]
    leaves = context.notes.setdefault(_LEAVES, {})
    leaves[sender.id, other.id, order["leave"]] = order["switch"] == "ON"


def settle(context: TurnContext) -> None:
    """Let stances and leave count, and tell those whom they concern."""
    game: Campaign = context.game
    for (by, to), stance in context.notes.pop(_STANCES, {}).items():
        player = game.empire(by)
        if player.stance(to) != stance:
            player.stances[to] = stance
            game.empire(to).told_stances[by] = stance
            context.emit(STANCE_TOLD, [by, to], by=by, to=to, stance=stance)
    for (by, to, what), given in context.notes.pop(_LEAVES, {}).items():
        player, other = game.empire(by), game.empire(to)
        users = player.bases if what == BASE else player.supply
        if (to in users) == given:
            continue
        (users.append if given else users.remove)(to)
        leave = set(other.told_leave.get(by, ())) ^ {what}
        other.told_leave[by] = [word for word in (BASE, SUPPLY) if word in leave]
        verb = "lets" if given else "no longer lets"
        context.emit(LEAVE_TOLD, [by, to], by=by, to=to, verb=verb, what=_WHAT[what], given=given)


def allied(game: Campaign, one: str, other: str) -> bool:
    """True if two owners are allied: each has the stance ALLY towards the other (C2E-17.1-02).

    Everybody is allied with himself, and nobody with the umpire's forces.
    """
    if one == other:
        return True
    if not one or not other:
        return False
    return all(_stance(game, a, b) == ALLY for a, b in ((one, other), (other, one)))


def _stance(game: Campaign, one: str, other: str) -> str:
    """An owner's stance towards another, who has been told of it: a forecast knows that as well."""
    told: str = game.empire(other).told_stances.get(one, NEUTRAL)
    stances: dict[str, str] = game.empire(one).stances
    return stances.get(other, told)
