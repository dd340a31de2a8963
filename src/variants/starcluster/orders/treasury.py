"""INVEST, WITHDRAW, LIQUIDATE, PENALTY, TRADE, GIVE and BID (SC-GTN, SC-BRK, SC-TRD)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from horizons_core.amounts import amount_of
from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, one_of
from variants.starcluster.model.works import CHANCE, TIME
from variants.starcluster.orders.arguments import (
    known_systems,
    money_converter,
    own_systems,
    parse_switch,
)
from variants.starcluster.orders.diplomacy import EMPIRE
from variants.starcluster.orders.fleets import own_units
from variants.starcluster.rules import bankruptcy, liquidation, trade


def _liquidable(view: View) -> Sequence[str]:
    return [*(project["name"] for project in view["projects"]), *own_units(view)]


_SUM = Argument(amount_of, offers=lambda _: Range(1, 1_000))

TREASURY_COMMANDS = (
    Command(
        keyword="INVEST",
        rule="invest_money",
        phase="investment",
        syntax=("INVEST mc", "INVEST MAX"),
        help="Deposits money in the Galactic Trading Network, up to a tenth of the treasury.",
        example="INVEST 500",
        mistake="INVEST nothing",
        arguments={"amount": Argument(money_converter(trade.MAX), offers=lambda _: (trade.MAX,))},
        rules=("SC-GTN-001",),
        run=trade.invest,
    ),
    Command(
        keyword="STANDING INVEST",
        rule="standing_invest",
        phase="orders",
        syntax=("STANDING INVEST MAX", "STANDING INVEST OFF"),
        help="Deposits as much as allowed every turn from now on, or stops doing so.",
        example="STANDING INVEST MAX",
        mistake="STANDING INVEST 5",
        arguments={
            "amount": Argument(one_of(trade.MAX, "OFF"), offers=lambda _: (trade.MAX, "OFF"))
        },
        rules=("SC-GTN-001", "SC-ORD-002"),
        run=trade.set_standing,
    ),
    Command(
        keyword="WITHDRAW",
        rule="withdraw_money",
        phase="income",
        syntax=("WITHDRAW mc", "WITHDRAW ALL"),
        help="Withdraws money from the Galactic Trading Network, for a fee of a tenth.",
        example="WITHDRAW 100",
        mistake="WITHDRAW nothing",
        arguments={"amount": Argument(money_converter(trade.ALL), offers=lambda _: (trade.ALL,))},
        rules=("SC-GTN-003",),
        run=trade.withdraw,
    ),
    Command(
        keyword="LIQUIDATE",
        rule="liquidate_things",
        phase="orders",
        syntax=("LIQUIDATE project-or-unit [project-or-unit] ...",),
        help="Sets which projects are suspended and which units are sold first to pay debts.",
        example="LIQUIDATE EL CON S2 HULL:BB",
        mistake="LIQUIDATE Nothing",
        arguments={"thing": Argument(offers=_liquidable)},
        rules=("SC-BRK-003", "SC-BRK-004", "SC-ORD-004"),
        run=liquidation.set_liquidation_list,
    ),
    Command(
        keyword="PENALTY",
        rule="choose_penalty",
        phase="orders",
        syntax=("PENALTY CHANCE|TIME",),
        help="Sets what projects lose for each turn of suspension after the first.",
        example="PENALTY CHANCE",
        mistake="PENALTY NONE",
        arguments={
            "penalty": Argument(one_of(CHANCE, TIME), offers=lambda _: (CHANCE, TIME)),
        },
        rules=("SC-BRK-004", "SC-BRK-005"),
        run=liquidation.set_penalty,
    ),
    Command(
        keyword="TRADE",
        rule="offer_trade",
        phase="diplomacy",
        syntax=("TRADE empire ON|OFF",),
        help="Offers trade to an empire; if both offer it, both gain.",
        example="TRADE Brin ON",
        mistake="TRADE Nobody ON",
        arguments={
            "empire": EMPIRE,
            "switch": Argument(parse_switch, offers=lambda _: ("ON", "OFF")),
        },
        rules=("SC-TRD-001",),
        run=trade.offer_treaty,
    ),
    Command(
        keyword="GIVE",
        rule="give_something",
        phase="diplomacy",
        syntax=(
            "GIVE empire MC mc",
            "GIVE empire TECH technology",
            "GIVE empire DATA system",
            "GIVE empire UNIT unit",
            "GIVE empire SYSTEM system",
        ),
        help="Gives money, a technology, a survey, a unit or a colony to an empire you have met.",
        example="GIVE Brin MC 500",
        mistake="GIVE Nobody MC 500",
        arguments={
            "empire": EMPIRE,
            "amount": evolve(_SUM, optional=True),
            "technology": Argument(optional=True),
            "system": Argument(offers=known_systems, optional=True),
            "unit": Argument(offers=own_units, optional=True),
            "place": Argument(offers=own_systems, optional=True),
        },
        rules=("SC-TRD-002", "SC-RND-003"),
        run=trade.give,
    ),
    Command(
        keyword="BID",
        rule="bid_for",
        phase="diplomacy",
        syntax=("BID empire asset mc",),
        help="Bids for an asset of an empire that fell last turn; the highest bidder pays for it.",
        example="BID Brin S2 500",
        mistake="BID Nobody S2 500",
        arguments={"empire": str, "asset": str, "amount": _SUM},
        rules=("SC-BRK-008",),
        run=bankruptcy.bid,
    ),
)
