"""PAY, BILLS and DISBAND: payments (C2E-2.5-02)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.amounts import amount_of
from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range
from variants.campaign2e import references
from variants.campaign2e.orders import offers
from variants.campaign2e.rules import payments

_PHASE = "administration"


def _payees(view: View) -> Sequence[str]:
    return [*offers.groups(view), *offers.ships(view)]


def _unleased(view: View) -> Sequence[str]:
    return [ship["name"] for ship in view["ships"] if not ship["leased"]]


def _credits(view: View) -> Range:
    return Range(1, int(view["treasury"]))


PAY = Command(
    keyword="PAY",
    rule="pay_player",
    phase=_PHASE,
    syntax=("PAY player credits",),
    help="Gives money to another player, who gets it after all orders have been read.",
    example="PAY Brin 12.5",
    mistake="PAY Brin 0",
    arguments={
        "player": Argument(find=references.other_player, offers=offers.other_players),
        "credits": Argument(amount_of, offers=_credits),
    },
    rules=("C2E-2.5-02",),
    run=payments.pay,
)

BILLS = Command(
    keyword="BILLS",
    rule="order_bills",
    phase=_PHASE,
    syntax=("BILLS ship|group ...",),
    help="Sets which ships are paid first; leases follow, then the most expensive ships.",
    example="BILLS Heron-1 g2",
    mistake="BILLS Nobody-1",
    arguments={"payee": Argument(offers=_payees)},
    rules=("C2E-2.5-02",),
    run=payments.set_bills,
)

DISBAND = Command(
    keyword="DISBAND",
    rule="disband_ship",
    phase=_PHASE,
    syntax=("DISBAND ship",),
    help="Disbands a ship at a friendly base, at once and without payment; cancels its debts.",
    example="DISBAND Heron-1",
    mistake="DISBAND Nobody-1",
    arguments={"ship": Argument(find=references.own_ship, offers=_unleased)},
    rules=("C2E-2.5-02",),
    run=payments.disband,
)

COMMANDS = (PAY, BILLS, DISBAND)
