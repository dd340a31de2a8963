"""The week in short, which stands at the head: what must not be overlooked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from horizons_core.report import counted
from horizons_core.sums import ordered_sum
from variants.campaign2e.report.sections import Data, listed

#: Beginnings of the codes that are told, in the order in which they are.
_GRAVE = (
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
#: So many sentences of a kind are told; the sections below have them all.
_MOST = 4


def in_short(report: Data) -> Iterator[str]:
    """Mistakes, what waits, battles and losses, trouble, what others ask for, the standing.

    What happened at the reader's own worlds comes first.
    """
    errors = ordered_sum(remark["severity"] == "error" for remark in report["diagnostics"])
    if errors:
        yield f"{counted(errors, 'mistake')} in your orders: see the remarks."
    view = report["view"]
    if view["waits"]:
        yield f"Week {view['week']} waits for the umpire to enter the result of a battle."
    own = {world["id"] for world in view["worlds"] if world["yours"]}
    grave: dict[str, list[str]] = {start: [] for start in _GRAVE}
    for event in sorted(report["events"], key=lambda event: event["place"] not in own):
        for start in _starts_of(event["code"]):
            grave[start].append(event["text"])
    for told in grave.values():
        yield from told[:_MOST]
        if len(told) > _MOST:
            yield f"... and {len(told) - _MOST:,} more like these."
    weak = [g["name"] for g in view["groups"] if not g["endurance"] and not g["defence"]]
    if weak and not report.get("role"):
        yield f"No endurance left: {listed(weak)}."


@lru_cache(maxsize=1024)
def _starts_of(code: str) -> tuple[str, ...]:
    """Those beginnings that a code has."""
    return tuple(start for start in _GRAVE if code.startswith(start))
