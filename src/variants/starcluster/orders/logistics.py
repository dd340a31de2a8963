"""FREIGHTERS, PRIORITY, CONVOY, ESCORT, RAID and TRAIN (SC-LOG)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command, Range, integer
from variants.starcluster import references
from variants.starcluster.model.empires import KINDS
from variants.starcluster.orders.arguments import parse_switch
from variants.starcluster.orders.fleets import fleet_argument
from variants.starcluster.rules import logistics, raids

#: More are refused one by one anyway for lack of money.
MAX_FREIGHTERS = 100_000


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
            "number": Argument(integer(1, MAX_FREIGHTERS), offers=lambda _: Range(1, 10)),
        },
        rules=("SC-LOG-004",),
        run=logistics.buy_freighters,
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
        run=logistics.set_priority,
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
        run=logistics.set_convoy,
    ),
)


_SWITCH = Argument(parse_switch, offers=lambda _: ("ON", "OFF"))


def _logistics_ships(view: View) -> Sequence[str]:
    """Ships that may serve as logistics ships (SC-LOG-013)."""
    return [
        unit["name"]
        for unit in view["units"]
        if unit["tactical"] and all(code in unit["design"] for code in logistics.BAYS)
    ]


def _setting(keyword: str, help_: str, run: Callable[..., None], *rules: str) -> Command:
    return Command(
        keyword=keyword,
        rule=f"{keyword.lower()}_pool",
        phase="orders",
        syntax=(f"{keyword} fleet ON|OFF",),
        help=help_,
        example=f"{keyword} F1 ON",
        mistake=f"{keyword} F1 MAYBE",
        arguments={"fleet": fleet_argument(lambda fleet: fleet["armed"]), "switch": _SWITCH},
        rules=rules,
        run=run,
    )


LOGISTICS_COMMANDS = (
    _setting(
        "ESCORT",
        "Makes a fleet protect freighters in all your systems.",
        raids.escort,
        "SC-LOG-008",
        "SC-LOG-013",
    ),
    _setting(
        "RAID",
        "Makes a fleet destroy the freighters of an enemy's colony that has no battle line left.",
        raids.raid,
        "SC-LOG-010",
    ),
    Command(
        keyword="TRAIN",
        rule="set_train",
        phase="orders",
        syntax=("TRAIN unit ON|OFF",),
        help="Uses a ship with Bsa and Hb as a logistics ship of its fleet.",
        example="TRAIN Hauler-1 ON",
        mistake="TRAIN Nothing ON",
        arguments={
            "unit": Argument(find=references.own_unit, offers=_logistics_ships),
            "switch": _SWITCH,
        },
        rules=("SC-LOG-013",),
        run=logistics.set_train,
    ),
)
