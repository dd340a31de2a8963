"""A tournament that can be run and continued."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import attrs

from horizons_lab.engines import Workers
from horizons_lab.progress import ProgressCallback
from horizons_lab.study_data import plan_arguments
from horizons_lab.tournaments.plan import (
    GameTable,
    TournamentPlan,
    meetings,
    round_robin,
    swiss_round,
)
from horizons_lab.tournaments.results import Round, TournamentResult, points_so_far


@attrs.frozen(kw_only=True, eq=False, slots=False)
class Tournament(TournamentPlan):
    """Several players who meet each other, and their ratings.

    For example::

        tournament = Tournament(variant="galaxy_g", players=["expander", "warlord", "random"])
        result = tournament.run(workers=2)
        print(result.table, result.cross_table)

    Every round is a study: the same key gives the same games, with any number of workers. Its
    arguments and errors are those of `TournamentPlan`.
    """

    @classmethod
    def from_file(cls, path: Path | str) -> Self:
        """Read a tournament from a YAML file (see `study_data`); raises StudyError, OSError."""
        known = [field.name for field in attrs.fields(TournamentPlan)]
        return cls(**plan_arguments(Path(path), "tournament", known, "players"))

    def run(
        self,
        workers: Workers = 1,
        *,
        out: Path | str | None = None,
        progress: ProgressCallback | None = None,
        other_python: bool = False,
    ) -> TournamentResult:
        """Play all games and return their result.

        `workers`, `progress`, `out` and `other_python` are as in `Study.run`: the folder has a
        results folder for each round, where an interrupted tournament continues.

        Raises the errors of `Study.run`.
        """
        rounds: list[Round] = []
        for number in range(1, self.round_count + 1):
            tables, sitting_out = self._next_tables(rounds)
            folder = None if out is None else Path(out) / f"round-{number}"
            result = self.study(number, tables).run(
                workers, out=folder, progress=progress, other_python=other_python
            )
            rounds.append(Round(result, tuple(tables), tuple(sitting_out)))
        return TournamentResult(self, tuple(rounds))

    def _next_tables(self, rounds: Sequence[Round]) -> tuple[list[GameTable], list[int]]:
        """Return the tables of the next round, and the players who sit it out, by their numbers."""
        players = range(len(self.players))
        if not self.is_swiss:
            return round_robin(len(players), self.per_game), []
        points = points_so_far(self.labels, rounds)
        ranked = sorted(players, key=lambda player: -points[self.labels[player]])
        met = meetings(table for round_ in rounds for table in round_.tables)
        sat_out = Counter(player for round_ in rounds for player in round_.sitting_out)
        return swiss_round(ranked, self.per_game, met, sat_out)


def tournament(
    *,
    workers: Workers = 1,
    out: Path | str | None = None,
    progress: ProgressCallback | None = None,
    other_python: bool = False,
    **fields: Any,
) -> TournamentResult:
    """Play a tournament: `Tournament(**fields).run(workers, out=out, ...)`.

    For example::

        result = tournament(variant="galaxy_g", players=["expander", "warlord", "random"])
    """
    return Tournament(**fields).run(workers, out=out, progress=progress, other_python=other_python)
