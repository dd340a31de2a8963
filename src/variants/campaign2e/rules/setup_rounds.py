"""Rounds of the set-up: worlds, agreements, forces (C2E-1.3-11).

With the option `setup=orders` each round is a turn before week 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from horizons_core.orders import Order
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Campaign, Player
from variants.campaign2e.rules import claims, trade
from variants.campaign2e.rules.default_forces import buy_defaults
from variants.campaign2e.rules.opening import select
from variants.campaign2e.rules.starting_capital import (
    plan_trades,
    starting_capital,
    weekly_income,
)

WORLDS, AGREEMENTS, FORCES = 1, 2, 3
_NAMES = {WORLDS: "worlds", AGREEMENTS: "agreements", FORCES: "forces"}

#: C2E-1.3-11: the orders of each round.
ROUNDS: Mapping[int, Sequence[str]] = MappingProxyType(
    {
        WORLDS: ("PAIR", "CLAIM", "PROPOSE"),
        AGREEMENTS: (
            "CAPITAL", "ALLY NAVY", "STANCE", "ALLOW", "TRADE", "DEAL", "DESIGN", "DROP DESIGN",
            "PROPOSE",
        ),
        FORCES: ("COMMISSION", "COMMISSION SUPPLY", "DEFEND", "SPARE", "LOAD"),
    }
)  # fmt: skip
#: Orders of the umpire that are valid at any time.
ALWAYS = ("END CAMPAIGN", "APPROVE", "REFUSE")


def round_of(order: Order) -> int:
    """Return the last round in which an order may be given; 0 for orders of weeks."""
    return max((number for number, words in ROUNDS.items() if order.keyword in words), default=0)


def refuse_other_rounds(context: TurnContext) -> None:
    """Reject the orders that do not belong to this round of the set-up (C2E-1.3-11)."""
    game: Campaign = context.game
    accepted: dict[str, list[Order]] = {}
    for sender, orders in context.orders.items():
        accepted[sender] = []
        for order in orders:
            if order.keyword in (*ROUNDS[game.round], *ALWAYS):
                accepted[sender].append(order)
            else:
                _refuse(context, sender, order)
    context.orders = accepted


def _refuse(context: TurnContext, sender: str, order: Order) -> None:
    current, right = context.game.round, round_of(order)
    message = f"this is round {current} of the set-up, {_NAMES[current]}"
    hint = (
        f"give it in round {right}, {_NAMES[right]}" if right else "give it in the weeks after that"
    )
    context.reject(sender, order, "other-round", message, hint)


def conclude(context: TurnContext) -> None:
    """Conclude the current round with defaults for omissions, and start the next."""
    game: Campaign = context.game
    if not game.round:
        return
    if game.round == WORLDS:
        _take_worlds(context)
    elif game.round == AGREEMENTS:
        for player in game.empires:
            agree_by_default(context, player)
            grant_capital(context, player)
    else:
        for player in game.empires:
            equip(context, player)
    game.round = game.round + 1 if game.round < FORCES else 0


def _take_worlds(context: TurnContext) -> None:
    """Play the pairs, and report the claims to everyone (C2E-1.3-04, C2E-1.3-08)."""
    game: Campaign = context.game
    selection = select(game, claims.plays_of(context), context.stream("second round"))
    claims.announce(context, selection.claims)
    claims.answer(context, selection.claims)
    for player in game.empires:
        player.hand = []


def agree_by_default(context: TurnContext, player: Player) -> None:
    """Pair the worlds of a player who has ordered no trade (C2E-1.3-11)."""
    orders = context.orders.get(player.id, ())
    if not any(order.keyword in ("TRADE", "DEAL") for order in orders):
        for a, b in plan_trades(context.game, player.id, context.variant.economy):
            context.emit(trade.BEGUN, [player.id], place=a.id, a=a.id, b=b.id)


def grant_capital(context: TurnContext, player: Player) -> None:
    """Pay the starting capital, based on the trades agreed before play (C2E-4.2-01)."""
    income = weekly_income(context.game, player.id, context.variant.economy)
    capital = starting_capital(income)
    context.post(player, CREDITS, capital, "starting capital", ("C2E-4.2-01",))
    player.commissioning = True


def equip(context: TurnContext, player: Player) -> None:
    """Buy the default forces for omissions; the rest remains in the treasury."""
    # C2E-4.3-01
    for name, count, price in buy_defaults(context.game, player, context.variant.economy):
        context.post(player, CREDITS, -price, f"{count} {name}", ("C2E-4.1-02",))
    player.commissioning = False
