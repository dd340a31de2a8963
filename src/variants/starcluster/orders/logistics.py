"""ESCORT, RAID and TRAIN: freighters and logistics ships (SC-LOG)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.starcluster import references
from variants.starcluster.orders.fleets import fleet_argument
from variants.starcluster.orders.words import parse_switch
from variants.starcluster.rules import raids, supply

_SWITCH = Argument(parse_switch, offers=lambda _: ("ON", "OFF"))


def _logistics_ships(view: View) -> Sequence[str]:
    """Ships that may serve as logistics ships (SC-LOG-013)."""
    return [
        unit["name"]
        for unit in view["units"]
        if unit["tactical"] and all(code in unit["design"] for code in supply.BAYS)
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
        run=supply.set_train,
    ),
)
