"""FREIGHTERS, PRIORITY, CONVOY, ESCORT, RAID and TRAIN (SC-LOG)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Chosen, Command, OfferingRules, Range, Required, integer
from variants.starcluster import references
from variants.starcluster.model.empires import KINDS
from variants.starcluster.orders.arguments import (
    Row,
    affordable_range,
    chosen_words,
    count_systems,
    opposite_switches,
    own_systems,
    parse_switch,
    switch_argument,
)
from variants.starcluster.orders.fleets import fleet_where
from variants.starcluster.rules import logistics, raids
from variants.starcluster.view.model import spendable

LOGISTICS = "Logistics"

#: Upper limit of the number in an order; the money runs out earlier.
MAX_FREIGHTERS = 100_000


def _freighters(view: View, _: Chosen, rules: OfferingRules) -> Range:
    money = spendable(view, rules.economy)
    return affordable_range(rules.economy.freighter_price, money, MAX_FREIGHTERS)


def _kinds(_: View, chosen: Chosen) -> Required | tuple[()]:
    """The kinds that are left; all must be listed (SC-LOG-005)."""
    left = [kind for kind in KINDS if kind not in chosen_words(chosen, "kind")]
    return Required(left) if left else ()


POOL_COMMANDS = (
    Command(
        keyword="FREIGHTERS",
        label="Buy freighters",
        group=LOGISTICS,
        rule="buy_freighters",
        phase="purchases",
        syntax=("FREIGHTERS n",),
        help="Buys freighters for the pool; they are available at once.",
        example="FREIGHTERS 6",
        mistake="FREIGHTERS 0",
        arguments={
            "number": Argument(
                integer(1, MAX_FREIGHTERS), _freighters, label="number of freighters"
            ),
        },
        rules=("SC-LOG-004",),
        run=logistics.buy_freighters,
    ),
    Command(
        keyword="PRIORITY",
        label="Set priorities",
        group=LOGISTICS,
        forms=("PRIORITY {kind...}",),
        rule="set_priority",
        phase="orders",
        syntax=("PRIORITY kind kind kind kind",),
        help="Sets the order in which scarce freighters are assigned.",
        example="PRIORITY SY PU SYM MS",
        mistake="PRIORITY SY SY PU MS",
        arguments={"kind": Argument(offers=_kinds, label="next kind")},
        rules=("SC-LOG-005",),
        run=logistics.set_priority,
    ),
    Command(
        keyword="CONVOY",
        label="Switch convoys",
        group=LOGISTICS,
        rule="set_convoy",
        phase="orders",
        syntax=("CONVOY ON|OFF",),
        help="Makes escorts count twice, but needs a quarter more freighters.",
        example="CONVOY ON",
        mistake="CONVOY MAYBE",
        arguments={
            "switch": Argument(
                parse_switch,
                lambda view: opposite_switches([view["pool"]["convoy"]]),
                label="on or off",
            )
        },
        rules=("SC-LOG-009",),
        run=logistics.set_convoy,
    ),
)


def _is_fit(unit: Row) -> bool:
    """True for ships that may serve as logistics ships (SC-LOG-013)."""
    fit = all(count_systems(unit["design"], code) for code in logistics.BAYS)
    return fit and not unit["hull"].startswith("BS")


def _trains(view: View) -> Sequence[str]:
    return [unit["name"] for unit in view["units"] if unit["train"] or _is_fit(unit)]


def _escorts(view: View) -> Callable[[Row], bool]:
    colonies = set(own_systems(view))
    return lambda fleet: fleet["escorts"] or (fleet["short"] > 0 and fleet["at"] in colonies)


def _raiders(_: View) -> Callable[[Row], bool]:
    return lambda fleet: fleet["raids"] or fleet["short"] > 0


def _setting(
    keyword: str,
    label: str,
    help_: str,
    fleets: Callable[[View], Callable[[Row], bool]],
    run: Callable[..., None],
    *rules: str,
) -> Command:
    return Command(
        keyword=keyword,
        label=label,
        group=LOGISTICS,
        rule=f"{keyword.lower()}_pool",
        phase="orders",
        syntax=(f"{keyword} fleet ON|OFF",),
        help=help_,
        example=f"{keyword} F1 ON",
        mistake=f"{keyword} F1 MAYBE",
        arguments={
            "fleet": fleet_where(fleets),
            "switch": switch_argument("fleets", "fleet", f"{keyword.lower()}s"),
        },
        rules=rules,
        run=run,
    )


LOGISTICS_COMMANDS = (
    _setting(
        "ESCORT",
        "Escort freighters",
        "Makes a fleet protect freighters in all your systems.",
        _escorts,
        raids.escort,
        "SC-LOG-008",
        "SC-LOG-013",
    ),
    _setting(
        "RAID",
        "Raid freighters",
        "Makes a fleet destroy the freighters of an enemy's colony that has no battle line left.",
        _raiders,
        raids.raid,
        "SC-LOG-010",
    ),
    Command(
        keyword="TRAIN",
        label="Use as a logistics ship",
        group=LOGISTICS,
        rule="set_train",
        phase="orders",
        syntax=("TRAIN unit ON|OFF",),
        help="Uses a ship with Bsa and Hb as a logistics ship of its fleet.",
        example="TRAIN Hauler-1 ON",
        mistake="TRAIN Nothing ON",
        arguments={
            "unit": Argument(find=references.own_unit, offers=_trains, things=("unit",)),
            "switch": switch_argument("units", "unit", "train"),
        },
        rules=("SC-LOG-013",),
        run=logistics.set_train,
    ),
)
