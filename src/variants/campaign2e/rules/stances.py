"""Stances, and permission to use bases and supply ships (C2E-17.1-02).

They take effect when all orders of the step have been read (C2E-1.5-03).
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

#: In a turn's notes: ordered stances by player and other player.
_STANCES = "stances ordered"
#: In a turn's notes: permissions by player, other player and kind.
_LEAVES = "leaves ordered"

_WHAT = {BASE: "their bases", SUPPLY: "their supply ships"}


def set_stance(context: TurnContext, sender: Player, order: Order) -> None:
    """STANCE: take a stance towards another player."""
    other: Player = order["player"]
    context.notes.setdefault(_STANCES, {})[sender.id, other.id] = order["towards"]


def set_leave(context: TurnContext, sender: Player, order: Order) -> None:
    """ALLOW: permit or forbid another player to use bases or supply ships."""
    other: Player = order["player"]
    leaves = context.notes.setdefault(_LEAVES, {})
    leaves[sender.id, other.id, order["leave"]] = order["switch"] == "ON"


def settle(context: TurnContext) -> None:
    """Put stances and permissions into effect, and inform the players concerned."""
    game: Campaign = context.game
    for (by, to), stance in context.notes.pop(_STANCES, {}).items():
        player = game.empire(by)
        if player.stance(to) != stance:
            player.stances[to] = stance
            game.empire(to).told_stances[by] = stance
            context.emit(STANCE_TOLD, [by, to], by=by, to=to, stance=stance)
    for (by, to, kind), granted in context.notes.pop(_LEAVES, {}).items():
        player, other = game.empire(by), game.empire(to)
        users = player.bases if kind == BASE else player.supply
        if (to in users) == granted:
            continue
        (users.append if granted else users.remove)(to)
        leave = set(other.told_leave.get(by, ())) ^ {kind}
        other.told_leave[by] = [word for word in (BASE, SUPPLY) if word in leave]
        verb = "lets" if granted else "no longer lets"
        context.emit(LEAVE_TOLD, [by, to], by=by, to=to, verb=verb, what=_WHAT[kind], given=granted)


def allied(game: Campaign, owner: str, other: str) -> bool:
    """Return whether two owners are allied, with mutual stances of ALLY (C2E-17.1-02).

    Every player is allied with themselves, and none with the umpire's forces.
    """
    if owner == other:
        return True
    if not owner or not other:
        return False
    return all(_stance(game, a, b) == ALLY for a, b in ((owner, other), (other, owner)))


def _stance(game: Campaign, owner: str, other: str) -> str:
    """Return an owner's stance towards another; a forecast knows announced stances."""
    announced: str = game.empire(other).told_stances.get(owner, NEUTRAL)
    stances: dict[str, str] = game.empire(owner).stances
    return stances.get(other, announced)
