"""The Galactic Trading Network: dividends, withdrawals and deposits (SC-GTN)."""

from __future__ import annotations

from horizons_core.amounts import half_up
from horizons_core.model import EVERYBODY, EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Starcluster
from variants.starcluster.rules.events import DOUBLED
from variants.starcluster.rules.purchases import pay
from variants.starcluster.rules.treasury import balance, credit

DIVIDEND = EventKind(
    "news.dividend", "The network pays {percent} percent this turn.", ("SC-VIS-002", "SC-GTN-002")
)
DEPOSITED = EventKind(
    "network.deposited",
    "{mc:,.2f} MC are invested; the deposit is {deposit:,.2f} MC.",
    ("SC-GTN-001",),
)
WITHDRAWN = EventKind(
    "network.withdrawn", "{mc:,.2f} MC are withdrawn, for a fee of {fee:,.2f} MC.", ("SC-GTN-003",)
)
STANDING = EventKind("network.standing", "{how} is invested from now on.", ("SC-GTN-001",))

#: In place of an amount: as much as there is, or as may be deposited.
ALL = "ALL"
MAX = "MAX"
#: In a turn's notes: by empire, what it has withdrawn so far.
_WITHDRAWN = "withdrawn"


def pay_dividends(context: TurnContext) -> None:
    """Step 6: one roll for the whole network (SC-GTN-002); then what is withdrawn (SC-GTN-003).

    Forecasts count on no dividend.
    """
    game: Starcluster = context.game
    economy: Imperium = context.variant.economy
    if not context.forecast:
        stream = context.stream("dividend", known_to=EVERYBODY)
        game.dividend = stream.die(10)
        context.emit(
            DIVIDEND,
            [EVERYBODY],
            percent=max(0, game.dividend - 2),
            dice=[context.dice(stream, "dividend")],
        )
        for empire in game.empires:
            doubled = empire.id in context.notes.get(DOUBLED, ())
            paid = economy.dividend(empire.deposit, game.dividend) * (2 if doubled else 1)
            credit(context, empire, paid, "dividends", ("SC-GTN-002",))
    context.carry_out("WITHDRAW")


def withdraw(context: TurnContext, empire: Empire, order: Order) -> None:
    """WITHDRAW: from the deposit into the treasury, less a fee (SC-GTN-003).

    The fee is that of all that is withdrawn in the turn: in parts it is no less.
    """
    economy: Imperium = context.variant.economy
    amount: int = empire.deposit if order["amount"] == ALL else order["amount"]
    if amount > empire.deposit or not amount:
        message = f"the deposit is {empire.deposit / MC:.2f} MC"
        raise Refused(Refusal("no-deposit", message, "withdraw at most that", "amount"))
    fee = half_up(amount * economy.fee)
    if context.game.plays_by("1.1.0"):
        taken: dict[str, int] = context.notes.setdefault(_WITHDRAWN, {})
        before = taken.get(empire.id, 0)
        taken[empire.id] = before + amount
        fee = half_up((before + amount) * economy.fee) - half_up(before * economy.fee)
    empire.deposit -= amount
    credit(context, empire, amount - fee, "withdrawn from the network", ("SC-GTN-003",))
    context.emit(WITHDRAWN, empire.readers, mc=amount / MC, fee=fee / MC)


def invest(context: TurnContext, empire: Empire, order: Order) -> None:
    """INVEST: what is beyond the limit is cut off (SC-GTN-001)."""
    economy: Imperium = context.variant.economy
    most = economy.most_deposit(max(0, balance(empire)), empire.deposit)
    if not most:
        message = f"with {balance(empire) / MC:.2f} MC left nothing may be deposited"
        hint = f"the deposit, {empire.deposit / MC:.2f} MC, may reach a tenth of the treasury"
        raise Refused(Refusal("deposit-full", message, hint, "amount"))
    wanted: int = most if order["amount"] == MAX else order["amount"]
    if wanted > most:
        message = f"no more than {most / MC:.2f} MC are deposited"
        hint = "the deposit may reach a tenth of the treasury"
        context.refuse(empire.id, order, Refusal("deposit-cut", message, hint, "amount", "warning"))
    deposit(context, empire, min(wanted, most))


def set_standing(context: TurnContext, empire: Empire, order: Order) -> None:
    """STANDING INVEST: what may be deposited is, turn by turn (SC-GTN-001)."""
    empire.invests = MAX if order["amount"] == MAX else ""
    how = "As much as may be" if empire.invests else "Nothing"
    context.emit(STANDING, empire.readers, how=how)


def run(context: TurnContext) -> None:
    """Step 9: the deposits of the turn, those without an order of the turn last."""
    game: Starcluster = context.game
    economy: Imperium = context.variant.economy
    context.carry_out()
    for empire in game.empires:
        if empire.invests == MAX:
            most = economy.most_deposit(max(0, balance(empire)), empire.deposit)
            if most:
                deposit(context, empire, most)


def deposit(context: TurnContext, empire: Empire, amount: int) -> None:
    """Move an amount from the treasury to the network."""
    pay(context, empire, amount, "invested in the network", ("SC-GTN-001",))
    empire.deposit += amount
    context.emit(DEPOSITED, empire.readers, mc=amount / MC, deposit=empire.deposit / MC)
