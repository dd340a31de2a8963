"""The page of a report, which is a single file without scripts and requests."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
from markupsafe import Markup

from horizons_core.report import (
    Column,
    html_table,
    marker_of,
    number_column,
    player_markers,
    player_name,
    templates,
    text_column,
)
from horizons_lab.plan import Cell
from horizons_lab.records import GameRecord, write_atomically
from horizons_lab.report.estimates import ENDED, ReportEstimate
from horizons_lab.report.study_plots import StudyPlots
from horizons_lab.report.study_report import StudyReport, data_dictionary, study_facts, study_report
from horizons_lab.results import Result
from horizons_lab.results_folder import SavedResult

#: Maximum number of players for whom a game that they won is named.
_MAX_PLAYERS = 6

#: Maximum number of rows of a table on the page; CSV has all.
MAX_ROWS = 200
#: Maximum number of texts, such as reasons, of a table on the page.
MOST_FREQUENT = 10


@attrs.frozen
class NotableGame:
    """A game that is worth a look.

    Attributes:
        reasons: the reasons to look at it.
        call: the Python call that plays it again.
        record: its result.
    """

    reasons: tuple[str, ...]
    call: str
    record: GameRecord

    @property
    def winners(self) -> tuple[str, ...]:
        """The players who won it."""
        return tuple(dict.fromkeys(seat.player for seat in self.record.seats if seat.won))


def notable_games(cells: Sequence[tuple[Cell, Result]]) -> list[NotableGame]:
    """Select games of a study to look at first, by reason; each is listed once."""
    index = {cell.key: cell.index for cell, _ in cells}
    records = [record for _, result in cells for record in result.records]
    players = dict.fromkeys(seat.player for record in records for seat in record.seats)
    selected: dict[tuple[int, int], tuple[list[str], GameRecord]] = {}
    for reason, record in _chosen(records, list(players)):
        key = index[record.cell], record.game
        selected.setdefault(key, ([], record))[0].append(reason)
    return [
        NotableGame(tuple(reasons), _call(cell, game, many=len(index) > 1), record)
        for (cell, game), (reasons, record) in selected.items()
    ]


def _chosen(
    records: Sequence[GameRecord], players: Sequence[str]
) -> Iterator[tuple[str, GameRecord]]:
    yield "the shortest", min(records, key=lambda game: game.turns)
    yield "the longest", max(records, key=lambda game: game.turns)
    firsts: list[tuple[str, Callable[[GameRecord], bool]]] = [
        ("the first that reached the turn limit", lambda game: not game.ended),
        ("the first without a winner", lambda game: not any(seat.won for seat in game.seats)),
        ("the first with a forfeit", lambda game: any(seat.forfeit for seat in game.seats)),
    ]
    for reason, matches in firsts:
        yield from ((reason, game) for game in _first(records, matches))
    for player in players[:_MAX_PLAYERS]:

        def is_won(game: GameRecord, player: str = player) -> bool:
            return any(seat.won and seat.player == player for seat in game.seats)

        yield from ((f"the first that {player} won", game) for game in _first(records, is_won))


def _first(
    records: Sequence[GameRecord], matches: Callable[[GameRecord], bool]
) -> Iterator[GameRecord]:
    game = next(filter(matches, records), None)
    if game is not None:
        yield game


def _call(cell: int, game: int, *, many: bool) -> str:
    return f"study.game({game}, cell={cell})" if many else f"study.game({game})"


def write_report(source: Result | Path | str, path: Path | str) -> Path:
    """Write the report of a study as one HTML page; returns its path.

    `source` is a result, or the folder of one, whose study may still be running. The same games
    give the same bytes. Raises StudyError for a folder that holds no results, OSError.
    """
    return write_page(study_report(source), Path(path))


def write_page(report: StudyReport, path: Path) -> Path:
    """Write a report as one HTML page; raises OSError."""
    write_atomically(path, page(report).encode("utf-8", "replace"))
    return path


def page(report: StudyReport) -> str:
    """Render the page of a report."""
    tables = _Tables(report)
    result = report.result
    return templates("horizons_lab").get_template("study.html.jinja").render(
        facts=study_facts(report),
        result=result,
        saved=result if isinstance(result, SavedResult) else None,
        report=report,
        plots=StudyPlots(report),
        won=tables.by_player(report.won, "won"),
        won_by_level=tables.levels(report.won_by_level),
        seats=tables.seats(),
        lengths=tables.lengths(),
        reasons=tables.reasons(),
        measure_means=tables.by_player(report.measure_means, "mean", column="measure"),
        forfeit_rates=tables.by_player(report.forfeit_rates, "forfeited"),
        forfeits=tables.forfeits(),
        games=tables.games(),
        columns=_dictionary(report),
        most=MAX_ROWS,
    )  # fmt: skip


class _Tables:
    """The tables of a page."""

    def __init__(self, report: StudyReport) -> None:
        self.report = report
        self.factors = tuple(report.result.study.factors)
        self.markers = player_markers(report.result.players)

    def by_player(
        self, estimates: Sequence[ReportEstimate], quantity: str, column: str = ""
    ) -> Markup:
        """One row per cell and player."""
        heads = [*self._cell_heads(), *([text_column(column)] if column else [])]
        return _table(
            [*heads, text_column("player"), *_estimate_heads(quantity)],
            (
                [
                    *self._cell(e),
                    *([e.column] if column else []),
                    self._player(e.player),
                    *_estimate(e),
                ]
                for e in estimates
            ),
        )

    def levels(self, estimates: Sequence[ReportEstimate]) -> Markup:
        """One row per level of a factor and player."""
        heads = [text_column("factor"), text_column("level"), text_column("player")]
        return _table(
            [*heads, *_estimate_heads("won")],
            (
                [name, _level(level), self._player(e.player), *_estimate(e)]
                for e in estimates
                for name, level in e.levels.items()
            ),
        )

    def seats(self) -> Markup:
        """One row per cell and seat, with the fair share."""
        heads = [*self._cell_heads(), number_column("seat"), *_estimate_heads("won")]
        return _table(
            [*heads, number_column("fair"), text_column("")],
            (
                [*self._cell(e), e.seat, *_estimate(e), f"{fair:.3f}", _side(e, fair)]
                for e in self.report.seats
                for fair in [self.report.fair_shares[e.cell or 0]]
            ),
        )

    def lengths(self) -> Markup:
        """Two rows per cell: turns, and the share of games that ended by the rules."""
        heads = [*self._cell_heads(), text_column("what"), *_estimate_heads("value")]
        return _table(
            heads,
            (
                [
                    *self._cell(e),
                    "share ended by the rules" if e.quantity == ENDED else "turns",
                    *_estimate(e),
                ]
                for e in self.report.lengths
            ),
        )

    def reasons(self) -> Markup:
        """Reasons of the games' ends, the most frequent first."""
        records = self.report.result.records
        counted = Counter(record.reason if record.ended else "turn limit" for record in records)
        return _most_frequent(
            [text_column("end of the game"), number_column("games")],
            [[reason or "by the rules", f"{games:,}"] for reason, games in _ranked(counted)],
        )

    def forfeits(self) -> Markup:
        """The texts of forfeits, the most frequent first."""
        counted = Counter(
            (seat.player, seat.forfeit)
            for record in self.report.result.records
            for seat in record.seats
            if seat.forfeit
        )
        return _most_frequent(
            [text_column("player"), text_column("why"), number_column("seats")],
            [
                [self._player(player), player_name(text), f"{times:,}"]
                for (player, text), times in _ranked(counted)
            ],
        )

    def games(self) -> Markup:
        """The games that are worth a look."""
        heads = ["in Python", "why", "won by"]
        return _table(
            [*map(text_column, heads), number_column("turns")],
            (
                [
                    Markup('<code class="tight">{}</code>').format(game.call),
                    player_name("; ".join(game.reasons)),
                    Markup(", ").join(map(self._player, game.winners)) or "none",
                    game.record.turns,
                ]
                for game in notable_games(self.report.cells)
            ),
        )

    def _cell_heads(self) -> list[Column]:
        if not self.factors:
            return []
        return [number_column("cell"), *(text_column(name, wide=True) for name in self.factors)]

    def _cell(self, entry: ReportEstimate) -> list[Any]:
        if not self.factors:
            return []
        return [entry.cell, *(_level(entry.levels[name]) for name in self.factors)]

    def _player(self, name: str) -> Markup:
        icon = marker_of(self.markers, name).icon()
        return Markup('<span class="player">{}{}</span>').format(icon, player_name(name))


def _dictionary(report: StudyReport) -> Mapping[str, Markup]:
    heads = [text_column("column"), text_column("type"), text_column("meaning")]
    return {
        name: html_table(heads, [[c.name, kind, c.meaning] for c, kind in columns])
        for name, columns in data_dictionary(report).items()
    }


def _table(columns: Sequence[Column], rows: Iterable[Sequence[Any]]) -> Markup:
    """Return a table of at most MAX_ROWS rows."""
    listed = list(rows)
    table = html_table(columns, listed[:MAX_ROWS])
    if len(listed) <= MAX_ROWS:
        return table
    more = len(listed) - MAX_ROWS
    rows = "row" if more == 1 else "rows"
    return table + Markup(
        '<p class="soft">{:,} more {}: <code>horizons lab report --csv</code> writes all.</p>'
    ).format(more, rows)


def _most_frequent(columns: Sequence[Column], rows: Sequence[Sequence[Any]]) -> Markup:
    """Return a table of the most frequent rows."""
    table = html_table(columns, rows[:MOST_FREQUENT])
    more = len(rows) - MOST_FREQUENT
    if more <= 0:
        return table
    noun = "other" if more == 1 else "others"
    return table + Markup('<p class="soft">and {:,} {}</p>').format(more, noun)


def _estimate_heads(quantity: str) -> list[Column]:
    return [number_column(quantity), number_column("95% interval"), number_column("n")]


def _estimate(entry: ReportEstimate) -> list[str]:
    value, low, high = entry.estimate.rounded
    interval = f"{low} to {high}" if math.isfinite(entry.estimate.width) else "unknown"
    return [value, interval, f"{entry.estimate.n:,}"]


def _side(entry: ReportEstimate, fair: float) -> Markup | str:
    """Return on which side of the fair share the whole interval lies."""
    if entry.estimate.holds(fair):
        return ""
    is_above = entry.estimate.low > fair
    return Markup('<span class="tight">{} than fair</span>').format("more" if is_above else "less")


def _level(level: Any) -> str:
    return level if isinstance(level, str) else json.dumps(level)


def _ranked(counted: Counter[Any]) -> list[tuple[Any, int]]:
    """Return the most frequent first, and equals in the order of their appearance."""
    return sorted(counted.items(), key=lambda item: -item[1])
