"""Summary of the week: the most important events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from horizons_core.report import counted
from horizons_core.sums import ordered_sum
from variants.campaign2e.report.sections import Data, listed

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
#: Maximum sentences of a kind; the sections below have all of them.
_LIMIT = 4


def summary_of_week(report: Data) -> Iterator[str]:
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
