"""Summaries of a player's turns: marks for the replay of a game, and measures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.report import Highlights, reader
from horizons_host.history.kept import DocumentCache
from horizons_host.history.places import place_of, places_of
from horizons_host.store import GameStore

#: Kinds of events that are marked on a replay.
MARKED = ("battles", "losses", "gains")
#: Number of turns, of all games, that are cached in each process.
_MOST = 4000


@frozen
class ReplayMark:
    """An event of a turn that a replay marks.

    Attributes:
        kind: one of `MARKED`.
        text: its sentence.
        place: the map's place where it happened.
        number: its index among the events of the report.
        battle: whether it has a replay.
    """

    kind: str
    text: str
    place: str | None
    number: int
    battle: bool


@frozen
class TurnSummary:
    """Summary of a turn's report.

    Attributes:
        turn: its number.
        reader: the reader's name at that time.
        counts: number of events of each kind.
        marks: battles, losses and gains.
        met: the empires on the map and in the report, in order.
        measures: values by measure and empire.
    """

    turn: int
    reader: str
    counts: Mapping[str, int]
    marks: Sequence[ReplayMark]
    met: Sequence[str]
    measures: Mapping[str, Mapping[str, float]]


_cache: DocumentCache[TurnSummary] = DocumentCache(_MOST)


def turn_summaries(store: GameStore, seat: str, highlights: Highlights) -> list[TurnSummary]:
    """Return summaries of all turns with a report of the seat; highlights are the game's own."""
    info = store.info()
    rules = " ".join([info.variant, *info.mods])

    def short(turn: int) -> TurnSummary:
        stored = store.packed_report(turn, seat)
        return _cache.of(
            stored, rules, lambda: summarize_turn(store.report(turn, seat), highlights)
        )

    return [short(turn) for turn in store.turns_reported(seat)]


def summarize_turn(report: Mapping[str, Any], highlights: Highlights) -> TurnSummary:
    """Summarize a report."""
    you, places = reader(report), places_of(report)
    counts: dict[str, int] = {}
    marks = []
    for number, event in enumerate(report["events"]):
        kind = highlights.kind(event, you)
        counts[kind] = counts.get(kind, 0) + 1
        if kind in MARKED:
            battle = "units" in event["data"] and "shots" in event["data"]
            place = place_of(event, places)
            marks.append(ReplayMark(kind, event["text"], place, number, battle))
    measures = {measure.name: measure.read(report) for measure in highlights.measures}
    return TurnSummary(report["turn"], you, counts, marks, tuple(_met(report, you)), measures)


def _met(report: Mapping[str, Any], you: str) -> Iterator[str]:
    """Yield other empires whose ships or places are on the map."""
    chart = report["map"]
    owners = [mark.get("owner") for place in chart["places"] for mark in place["marks"]]
    owners += [place.get("owner") for place in chart["places"]]
    known = set(chart["empires"]) - {you}
    yield from dict.fromkeys(owner for owner in owners if owner in known)


def first_contacts(turns: Sequence[TurnSummary]) -> dict[int, list[str]]:
    """Return the empires met for the first time, by turn."""
    known: set[str] = set()
    contacts: dict[int, list[str]] = {}
    for turn in turns:
        new = [name for name in turn.met if name not in known]
        known.update(new)
        if new:
            contacts[turn.turn] = new
    return contacts
