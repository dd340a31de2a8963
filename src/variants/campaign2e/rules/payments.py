"""PAY, DISBAND and BILLS: gifts, disbanded ships, and priority of bills (C2E-2.5-02)."""

from __future__ import annotations

from horizons_core.amounts import amount_text
from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup
from variants.campaign2e.rules.bases import must_be_at_base
from variants.campaign2e.rules.groups import group_of, remove_ships
from variants.campaign2e.rules.purchases import must_afford

PAID = EventKind("gift.paid", "{by} pays {to} {amount} credits.", ("C2E-2.5-02",))
DISBANDED = EventKind("ship.disbanded", "{ship} is disbanded at {place}.", ("C2E-2.5-02",))

#: In a turn's notes: gifts delivered at the end of the step.
_GIFTS = "gifts"


def pay(context: TurnContext, sender: Player, order: Order) -> None:
    """PAY: deduct a gift at once; it is delivered at the end of the step."""
    other: Player = order["player"]
    amount: int = order["credits"]
    must_afford(sender, amount, "the gift")
    context.post(sender, CREDITS, -amount, f"Paid to {other.id}", ("C2E-2.5-02",))
    context.notes.setdefault(_GIFTS, []).append((sender.id, other.id, amount))


def settle(context: TurnContext) -> None:
    """Deliver gifts."""
    game: Campaign = context.game
    for by, to, amount in context.notes.pop(_GIFTS, ()):
        context.post(game.empire(to), CREDITS, amount, f"Paid by {by}", ("C2E-2.5-02",))
        context.emit(PAID, [by, to], by=by, to=to, amount=amount_text(amount))


def disband(context: TurnContext, sender: Player, order: Order) -> None:
    """DISBAND: remove a ship at once and without compensation, with its debts."""
    game: Campaign = context.game
    ship: Ship = order["ship"]
    if ship.leased:
        message = f"{ship.name} is leased"
        raise Refused(Refusal("leased", message, f"give it back with RETURN {ship.name}", "ship"))
    base = must_be_at_base(game, sender.id, group_of(game, ship).at, ship.name)
    remove_ships(game, [ship])
    context.emit(DISBANDED, [sender.id], place=base.id, ship=ship.name)


def set_bills(context: TurnContext, sender: Player, order: Order) -> None:
    """BILLS: set the ships and groups whose bills come first, in this order, until changed."""
    game: Campaign = context.game
    payees: list[TaskGroup | Ship] = [*game.groups_of(sender.id), *game.ships_of(sender.id)]
    names = {folded(payee.name): payee.id for payee in payees}
    ids = []
    for word in order.several("payee"):
        if folded(word) not in names:
            message = f"you have no ship or task group {word}"
            hint = did_you_mean(word, [payee.name for payee in payees])
            raise Refused(Refusal("unknown-payee", message, hint, "payee"))
        ids.append(names[folded(word)])
    sender.bills = ids
