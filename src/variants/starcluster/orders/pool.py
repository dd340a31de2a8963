"""FREIGHTERS, PRIORITY and CONVOY (SC-LOG)."""

from __future__ import annotations

from horizons_core.orders import Argument, Command, Range, integer
from variants.starcluster.model.empires import KINDS
from variants.starcluster.orders.words import parse_switch
from variants.starcluster.rules import pool

#: More are refused one by one anyway for lack of money.
MOST_FREIGHTERS = 100_000


POOL_COMMANDS = (
    Command(
        keyword="FREIGHTERS",
        rule="buy_freighters",
        phase="purchases",
        syntax=("FREIGHTERS n",),
        help="Buys freighters for the pool; they are available at once.",
        example="FREIGHTERS 6",
        mistake="FREIGHTERS 0",
        arguments={
            "number": Argument(integer(1, MOST_FREIGHTERS), offers=lambda _: Range(1, 10)),
        },
        rules=("SC-LOG-004",),
        run=pool.buy_freighters,
    ),
    Command(
        keyword="PRIORITY",
        rule="set_priority",
        phase="orders",
        syntax=("PRIORITY kind kind kind kind",),
        help="Sets the order in which scarce freighters are assigned.",
        example="PRIORITY SY PU SYM MS",
        mistake="PRIORITY SY SY PU MS",
        arguments={"kind": Argument(offers=lambda _: KINDS)},
        rules=("SC-LOG-005",),
        run=pool.set_priority,
    ),
    Command(
        keyword="CONVOY",
        rule="set_convoy",
        phase="orders",
        syntax=("CONVOY ON|OFF",),
        help="Makes escorts count twice, but needs a quarter more freighters.",
        example="CONVOY ON",
        mistake="CONVOY MAYBE",
        arguments={"switch": Argument(parse_switch, offers=lambda _: ("ON", "OFF"))},
        rules=("SC-LOG-009",),
        run=pool.set_convoy,
    ),
)
