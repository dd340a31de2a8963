"""The turn in short, which stands above the classic report: losses first, then what was gained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from horizons_core.report import counted
from horizons_core.sums import ordered_sum
from variants.far_horizons.report.wrapping import wrapped

Event = Mapping[str, Any]

#: Codes of losses, one's own and in battles those of all, the gravest first.
_LOSSES = (
    "planet-wiped-out", "germ-warfare-success", "colony-destroyed", "colony-assimilated",
    "ship-destroyed-in-battle", "ship-hijacked", "ambush-loss", "ship-intercepted", "ship-lost",
    "ship-misjumped", "defenses-gone", "base-bombed", "siege-hull-destroyed", "siege-loss", "riots",
)  # fmt: skip
#: Codes of what was gained, in the order in which it is told; levels of technology stand behind.
_GAINS = (
    "siege-gained", "units-looted", "units-received", "knowledge-received", "ship-finished",
    "ship-built", "new-technology",
)  # fmt: skip
#: So many sentences of a kind are told; the log has them all.
_MOST = 5


def in_short(report: Mapping[str, Any]) -> list[str]:
    """The lines of the summary; none if there is nothing to tell."""
    told = [*_mistakes(report), *_battles(report["events"])]
    for codes in (_LOSSES, _GAINS):
        told += _shortened([text for code in codes for text in _texts(report["events"], code)])
    told += _levels(report["events"])
    lines = [line for text in told for line in wrapped(f"* {text}")]
    return ["", "\t\t\tTHIS TURN IN SHORT", "", *lines] if lines else []


def _mistakes(report: Mapping[str, Any]) -> Iterator[str]:
    errors = ordered_sum(remark["severity"] == "error" for remark in report["diagnostics"])
    if errors:
        yield f"{counted(errors, 'mistake')} in your orders."


def _battles(events: Iterable[Event]) -> Iterator[str]:
    """The sectors in which there was a battle."""
    places = [event["data"] for event in events if event["code"] == "battle"]
    sectors = dict.fromkeys(f"{at['x']} {at['y']} {at['z']}" for at in places)
    if sectors:
        yield f"Battle in sector {', '.join(sectors)}."


def _texts(events: Iterable[Event], code: str) -> Iterator[str]:
    """The sentences of events of a code, each once."""
    return iter(dict.fromkeys(event["text"] for event in events if event["code"] == code))


def _shortened(sentences: list[str]) -> list[str]:
    left = len(sentences) - _MOST
    return sentences if left <= 1 else [*sentences[:_MOST], f"... and {left} more: see the log."]


def _levels(events: Iterable[Event]) -> Iterator[str]:
    """The technologies that rose, together."""
    rises = [event["data"] for event in events if event["code"] == "tech-rose"]
    if rises:
        told = ", ".join(f"{rise['tech']} {rise['before']} to {rise['level']}" for rise in rises)
        yield f"Tech levels: {told}."
