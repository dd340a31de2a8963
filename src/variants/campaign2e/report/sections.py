"""Summary, key figures and battles of a report, and cells shared by its sections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from horizons_core import report
from horizons_core.report import ChangeCell, counted, number_column, text_column
from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.view.fields import credits_of

Data = Mapping[str, Any]
Figure = tuple[str, str, str]
#: Maximum number of sentences of a kind; the sections below contain all of them.
_LIMIT = 4


def change(amount: float) -> ChangeCell:
    """Return the cell of a change, with its sign."""
    return ChangeCell(f"{amount:+z.2f}")


def listed(words: Iterable[str]) -> str:
    """Join words with commas."""
    return ", ".join(words)


class ShipBattle(report.Fight):
    """One battle of ships."""

    columns = (
        text_column("Side", choose=True),
        text_column("Ship"),
        text_column("Type", choose=True),
        number_column("Before", hint="boxes of hull and armour"),
        number_column("After"),
        text_column("Fate", choose=True),
    )
    unowned = "the umpire"


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


#: Prefixes of the event codes in the summary, in order of importance.
_IMPORTANT = (
    "game.",
    "player.",
    "battle.fought",
    "ship.destroyed",
    "ship.captured",
    "ship.hit",
    "world.taken",
    "world.surrendered",
    "defences.surrendered",
    "world.controlled",
    "world.struck",
    "assault.",
    "attack.abstract",
    "attack.suffered",
    "world.interdicted",
    "raid.",
    "punitive.",
    "pirates.",
    "peace.broken",
    "world.stabilised",
    "income.lost",
    "income.interrupted",
    "upkeep.owed",
    "lease.ended",
    "supply.ran_out",
    "repair.stopped",
    "repair.unpaid",
    "keel.waits",
    "group.cut_short",
    "trade.offered",
    "deal.asked",
    "help.asked",
    "proposal.",
    "ship.launched",
    "standing.told",
)


def week_summary(report: Data) -> Iterator[str]:
    """Yield mistakes, delays, battles and losses, trouble, requests of others, the standing.

    Events at the reader's own worlds come first.
    """
    errors = ordered_sum(remark["severity"] == "error" for remark in report["diagnostics"])
    if errors:
        yield f"{counted(errors, 'mistake')} in your orders: see the remarks."
    view = report["view"]
    if view["waits"]:
        yield f"Week {view['week']} is waiting for the umpire to enter the result of a battle."
    own_worlds = {world["id"] for world in view["worlds"] if world["yours"]}
    sentences: dict[str, list[str]] = {prefix: [] for prefix in _IMPORTANT}
    for event in sorted(report["events"], key=lambda event: event["place"] not in own_worlds):
        for prefix in _prefixes_of(event["code"]):
            sentences[prefix].append(event["text"])
    for texts in sentences.values():
        yield from texts[:_LIMIT]
        if len(texts) > _LIMIT:
            yield f"... and {len(texts) - _LIMIT:,} more like these."
    exhausted = [g["name"] for g in view["groups"] if not g["endurance"] and not g["defence"]]
    if exhausted and not report.get("role"):
        yield f"No endurance left: {listed(exhausted)}."


@lru_cache(maxsize=1024)
def _prefixes_of(code: str) -> tuple[str, ...]:
    """Return the prefixes that a code has."""
    return tuple(prefix for prefix in _IMPORTANT if code.startswith(prefix))
