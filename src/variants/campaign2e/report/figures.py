"""Figures at the top of the report page: label, number and remark."""

from __future__ import annotations

from horizons_core.report import counted
from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.report.sections import Data, credits_of

Figure = tuple[str, str, str]


def figures(report: Data) -> list[Figure]:
    """Return the reader's week, money, worlds and fleet, and the counters of others."""
    view = report["view"]
    worlds, ships = view["own_worlds"], view["ships"]
    groups = [group for group in view["groups"] if not group["defence"]]
    points = ordered_sum(ship["points"] for ship in ships)
    upkeep = ordered_sum(ship["upkeep"] for ship in ships)
    trading = int_sum(bool(world["partner"]) for world in worlds)
    return [
        _week(view),
        ("Treasury", credits_of(view["treasury"]), "credits"),
        (
            "Income",
            credits_of(ordered_sum(world["income"] for world in worlds)),
            f"last week; all ships cost {credits_of(upkeep)}",
        ),
        ("Worlds", str(len(worlds)), f"{trading} of them trade"),
        ("Ships", str(len(ships)), f"{counted(len(groups), 'task group')}, {points:,} points"),
        ("Counters of others", str(len(view["counters"])), "on the map"),
    ]


def umpire_figures(report: Data) -> list[Figure]:
    """Return the week and the totals of the whole campaign."""
    view = report["view"]
    return [
        _week(view),
        ("Players", str(ordered_sum(p["active"] for p in view["players"])), "in the campaign"),
        ("Worlds", str(len(view["worlds"])), f"{_owned(view)} of them have owners"),
        ("Ships", str(len(view["ships"])), counted(len(view["groups"]), "task group")),
        ("Waiting", str(len(view["pending"])), "battles for their results"),
    ]


def _week(view: Data) -> Figure:
    return "Week", str(view["week"]), f"round {view['round']} of the set-up" * bool(view["round"])


def _owned(view: Data) -> int:
    return int_sum(bool(world["owner"]) for world in view["worlds"])
