"""Comparison of all players by the measures in their reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from horizons_core.plugins import Variant
from horizons_core.report import Measure, PlayerMarker, player_markers
from horizons_host.reports.sources import ReportSource
from horizons_host.reports.summaries import TurnSummary, turn_summaries

#: Number of reports that are read to compare players: the latest turns of each.
MAX_REPORTS = 600


@frozen
class StandingRow:
    """A player's line: name, marker, and a value for each measure, None if it is not known."""

    name: str
    marker: PlayerMarker
    values: Sequence[float | None]


@frozen
class Standing:
    """The players after a turn, best first by the first measure. Without measures it is empty."""

    turn: int
    measures: Sequence[Measure]
    rows: Sequence[StandingRow]


def compare_players(
    reports: ReportSource, seats: Sequence[str], variant: Variant, most: int = MAX_REPORTS
) -> list[TurnSummary]:
    """Return a summary of each turn with every player's own measures, under their present names.

    At most `most` reports are read, or one for each seat.
    """
    by_turn: dict[int, dict[str, dict[str, float]]] = {}
    for seat in seats:
        summaries = turn_summaries(reports, seat, variant, max(1, most // len(seats)))
        for summary in summaries:
            measures = by_turn.setdefault(summary.turn, {})
            for measure, values in summary.measures.items():
                if summary.reader in values:
                    own = values[summary.reader]
                    measures.setdefault(measure, {})[summaries[-1].reader] = own
    return [TurnSummary(turn, "", {}, (), (), by_turn[turn]) for turn in sorted(by_turn)]


def standing_after(
    turn: TurnSummary, measures: Sequence[Measure], empires: Sequence[str]
) -> Standing:
    """Return the standing in a summary, for the empires that it has values for."""
    shown = [m for m in measures if any(name in empires for name in turn.measures.get(m.name, ()))]
    rows = list(_rows(turn, shown, player_markers(empires)))
    if shown:
        rows.sort(key=lambda row: (row.values[0] is None, -(row.values[0] or 0)))
    return Standing(turn.turn, shown, rows)


def _rows(
    turn: TurnSummary, measures: Sequence[Measure], markers: Mapping[str, PlayerMarker]
) -> Iterator[StandingRow]:
    for name, marker in markers.items():
        values = [turn.measures[measure.name].get(name) for measure in measures]
        if any(value is not None for value in values):
            yield StandingRow(name, marker, values)
