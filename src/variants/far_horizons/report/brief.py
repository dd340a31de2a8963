"""The turn summary above the classic report: first losses, then gains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from horizons_core.report import counted
from horizons_core.sums import ordered_sum
from variants.far_horizons.report.wrapping import wrap_line

Event = Mapping[str, Any]

#: Codes of losses, the gravest first; in battles those of all sides.
_LOSSES = (
    "planet-wiped-out", "germ-warfare-success", "colony-destroyed", "colony-assimilated",
    "ship-destroyed-in-battle", "ship-hijacked", "ambush-loss", "ship-intercepted", "ship-lost",
    "ship-misjumped", "defenses-gone", "base-bombed", "siege-hull-destroyed", "siege-loss", "riots",
)  # fmt: skip
#: Codes of gains, in their order; rising tech levels come last.
_GAINS = (
    "siege-gained", "units-looted", "units-received", "knowledge-received", "ship-finished",
    "ship-built", "new-technology",
)  # fmt: skip
#: Greatest number of sentences of a kind; the log has them all.
_MOST = 5


def summary_lines(report: Mapping[str, Any]) -> list[str]:
    """Return the lines of the summary; empty if there is nothing to report."""
    sentences = [*_mistakes(report), *_battles(report["events"])]
    for codes in (_LOSSES, _GAINS):
        sentences += _shortened([text for code in codes for text in _texts(report["events"], code)])
    sentences += _levels(report["events"])
    lines = [line for text in sentences for line in wrap_line(f"* {text}")]
    return ["", "\t\t\tTHIS TURN IN SHORT", "", *lines] if lines else []


def _mistakes(report: Mapping[str, Any]) -> Iterator[str]:
    errors = ordered_sum(remark["severity"] == "error" for remark in report["diagnostics"])
    if errors:
        yield f"{counted(errors, 'mistake')} in your orders."


def _battles(events: Iterable[Event]) -> Iterator[str]:
    """Summarize the sectors with battles."""
    places = [event["data"] for event in events if event["code"] == "battle"]
    sectors = dict.fromkeys(f"{place['x']} {place['y']} {place['z']}" for place in places)
    if sectors:
        yield f"Battle in sector {', '.join(sectors)}."


def _texts(events: Iterable[Event], code: str) -> Iterator[str]:
    """Return the distinct sentences of events with a code."""
    return iter(dict.fromkeys(event["text"] for event in events if event["code"] == code))


def _shortened(sentences: list[str]) -> list[str]:
    if len(sentences) <= _MOST + 1:
        return sentences
    return [*sentences[:_MOST], f"... and {len(sentences) - _MOST} more: see the log."]


def _levels(events: Iterable[Event]) -> Iterator[str]:
    """Summarize the technologies that rose."""
    rises = [event["data"] for event in events if event["code"] == "tech-rose"]
    if rises:
        levels = ", ".join(f"{rise['tech']} {rise['before']} to {rise['level']}" for rise in rises)
        yield f"Tech levels: {levels}."
