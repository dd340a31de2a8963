"""The Galactic Trading Network: dividends, withdrawals and deposits (SC-GTN)."""

from __future__ import annotations

from horizons_core.amounts import half_up
from horizons_core.model import EVERYONE, EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.constants import MC
from variants.starcluster.economy import StarclusterEconomy
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

#: Words in place of an amount: all that there is, or all that may be deposited.
ALL = "ALL"
MAX = "MAX"
#: Key of a turn's notes: withdrawals so far, by empire.
_WITHDRAWN = "withdrawn"


def pay_dividends(context: TurnContext) -> None:
    """Step 6: one roll for all dividends (SC-GTN-002), then withdrawals (SC-GTN-003).

    Forecasts include no dividend.
    """
    game: Starcluster = context.game
    economy: StarclusterEconomy = context.variant.economy
    if not context.forecast:
        stream = context.stream("dividend", known_to=EVERYONE)
        game.dividend = stream.die(10)
        context.emit(
            DIVIDEND,
            [EVERYONE],
            percent=max(0, game.dividend - 2),
            dice=[context.dice(stream, "dividend")],
        )
        for empire in game.empires:
            doubled = empire.id in context.notes.get(DOUBLED, ())
            paid = economy.dividend(empire.deposit, game.dividend) * (2 if doubled else 1)
            credit(context, empire, paid, "dividends", ("SC-GTN-002",))
    context.carry_out("WITHDRAW")


def withdraw(context: TurnContext, empire: Empire, order: Order) -> None:
    """WITHDRAW: moves money from the deposit to the treasury, less a fee (SC-GTN-003).

    The fee is based on all withdrawals of a turn, so that splitting them does not reduce it.
    """
    economy: StarclusterEconomy = context.variant.economy
    amount: int = empire.deposit if order["amount"] == ALL else order["amount"]
    if amount > empire.deposit or not amount:
        message = f"the deposit is {empire.deposit / MC:.2f} MC"
        raise Refused(Refusal("no-deposit", message, "withdraw at most that", "amount"))
    fee = half_up(amount * economy.fee)
    if context.game.plays_by("1.1.0"):
        withdrawn: dict[str, int] = context.notes.setdefault(_WITHDRAWN, {})
        before = withdrawn.get(empire.id, 0)
        withdrawn[empire.id] = before + amount
        fee = half_up((before + amount) * economy.fee) - half_up(before * economy.fee)
    empire.deposit -= amount
    credit(context, empire, amount - fee, "withdrawn from the network", ("SC-GTN-003",))
    context.emit(WITHDRAWN, empire.readers, mc=amount / MC, fee=fee / MC)


def invest(context: TurnContext, empire: Empire, order: Order) -> None:
    """INVEST: an amount above the limit is reduced (SC-GTN-001)."""
    economy: StarclusterEconomy = context.variant.economy
    most = economy.most_deposit(max(0, balance(empire)), empire.deposit)
    if not most:
        message = f"with {balance(empire) / MC:.2f} MC left, you cannot deposit anything"
        hint = f"the deposit, {empire.deposit / MC:.2f} MC, may reach a tenth of the treasury"
        raise Refused(Refusal("deposit-full", message, hint, "amount"))
    requested: int = most if order["amount"] == MAX else order["amount"]
    if requested > most:
        message = f"only {most / MC:.2f} MC are deposited"
        hint = "the deposit may reach a tenth of the treasury"
        context.refuse(empire.id, order, Refusal("deposit-cut", message, hint, "amount", "warning"))
    deposit(context, empire, min(requested, most))


def set_standing(context: TurnContext, empire: Empire, order: Order) -> None:
    """STANDING INVEST: deposits as much as allowed every turn (SC-GTN-001)."""
    empire.invests = MAX if order["amount"] == MAX else ""
    amount = "As much as allowed" if empire.invests else "Nothing"
    context.emit(STANDING, empire.readers, how=amount)


def make_deposits(context: TurnContext) -> None:
    """Step 9: make deposits by orders of the turn, then by standing orders."""
    game: Starcluster = context.game
    economy: StarclusterEconomy = context.variant.economy
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
