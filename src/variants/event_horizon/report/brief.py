"""The summary of a turn at the top of the text: losses first, then gains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from horizons_core.report import counted
from horizons_core.sums import int_sum, ordered_sum

#: Codes of events whose text is shown unchanged.
_MAJOR_EVENTS = ("empire.eliminated", "income.blockaded", "game.won", "game.drawn")


def turn_summary(
    report: Mapping[str, Any],
    battles: Sequence[Mapping[str, Any]],
    built: Sequence[Mapping[str, Any]],
    stock: Sequence[Mapping[str, Any]],
) -> Iterator[str]:
    """Yield a sentence for each battle and loss, then one for new ships and one for income."""
    errors = ordered_sum(remark["severity"] == "error" for remark in report["diagnostics"])
    if errors:
        yield f"{counted(errors, 'mistake')} in your orders: see the remarks."
    for battle in sorted(battles, key=_own_losses, reverse=True):
        losses = _own_losses(battle)
        yours = f"; you lost {counted(losses, 'ship')}" if losses else ""
        yield f"{battle['title']}: {battle['verdict']}{yours}."
    lost = [event["data"] for event in report["events"] if event["code"] == "ship.lost"]
    if lost:
        names = (f"{ship['name']} (#{ship['number']})" for ship in lost)
        yield f"Lost: {', '.join(names)}."
    yield from (event["text"] for event in report["events"] if event["code"] in _MAJOR_EVENTS)
    if built:
        ships = (f"{len(group['ships'])} {group['design']}" for group in built)
        yield f"Built: {', '.join(ships)}."
    income = [f"{line['earned']} {line['account']}" for line in stock if line["earned"]]
    if income:
        yield f"Income: {', '.join(income)}."


def _own_losses(battle: Mapping[str, Any]) -> int:
    return int_sum(unit["destroyed"] for unit in battle["own"])
