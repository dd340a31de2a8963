"""The figures at the top of the page: a label, a number and a remark each."""

from __future__ import annotations

from horizons_core.report import counted
from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.report.sections import Data, credits_of

Figure = tuple[str, str, str]


def figures(report: Data) -> list[Figure]:
    """The reader's week, money, worlds, fleet, and what others have on the map."""
    view = report["view"]
    own, ships = view["own_worlds"], view["ships"]
    groups = [group for group in view["groups"] if not group["defence"]]
    points = ordered_sum(ship["points"] for ship in ships)
    upkeep = ordered_sum(ship["upkeep"] for ship in ships)
    return [
        _week(view),
        ("Treasury", credits_of(view["treasury"]), "credits"),
        (
            "Income",
            credits_of(ordered_sum(world["income"] for world in own)),
            f"last week; all ships cost {credits_of(upkeep)}",
        ),
        ("Worlds", str(len(own)), f"{int_sum(bool(w['partner']) for w in own)} of them trade"),
        ("Ships", str(len(ships)), f"{counted(len(groups), 'task group')}, {points:,} points"),
        ("Counters of others", str(len(view["counters"])), "on the map"),
    ]


def figures_of_all(report: Data) -> list[Figure]:
    """The week, and how much there is of everything."""
    view = report["view"]
    return [
        _week(view),
        ("Players", str(ordered_sum(one["active"] for one in view["players"])), "in the campaign"),
        ("Worlds", str(len(view["worlds"])), f"{_owned(view)} of them have owners"),
        ("Ships", str(len(view["ships"])), counted(len(view["groups"]), "task group")),
        ("Waiting", str(len(view["pending"])), "battles for their results"),
    ]


def _week(view: Data) -> Figure:
    return "Week", str(view["week"]), f"round {view['round']} of the set-up" * bool(view["round"])


def _owned(view: Data) -> int:
    return int_sum(bool(world["owner"]) for world in view["worlds"])
