"""Rewards for the final rank, or for changes of the score or a measure in each turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import horizons_core as hz
from horizons_lab.checks import StudyError
from horizons_lab.games import standings
from horizons_lab.measures import EventTotals, MeasureSource, measure_values, measures_of

RANK, SCORE = "rank", "score"
#: "rank", "score", or a measure as in a study.
Reward = MeasureSource


class Rewards:
    """Computes the rewards of a game's seats after each turn."""

    def __init__(self, variant: hz.Variant, source: Reward = RANK) -> None:
        """`source` is "rank", "score" or a measure; raises StudyError for anything else."""
        self._variant, self._source = variant, source
        self._measures = () if source in (RANK, SCORE) else measures_of({"reward": source})
        if any(measure.counts_events or measure.needs_luck for measure in self._measures):
            raise StudyError(
                "a reward cannot count events or luck", "use an expression or a function"
            )

    def base_values(self, game: hz.Game, seats: Sequence[str]) -> dict[str, float]:
        """Return the base values of the next rewards, by seat: 0 for ranks."""
        if self._source == RANK:
            return dict.fromkeys(seats, 0.0)
        if self._source == SCORE:
            table = standings(self._variant, game)
            return {seat: table[seat].score or 0.0 for seat in seats}
        values = measure_values(self._measures, self._variant, game, seats, EventTotals())
        return {seat: _number(values[seat]["reward"]) for seat in seats}

    def after(
        self, game: hz.Game, before: Mapping[str, float], *, is_over: bool
    ) -> tuple[dict[str, float], dict[str, float]]:
        """Return the rewards of a turn by seat, and the base values of the next ones.

        Ranks give rewards at the end, from 1 for the first place to -1 for the last; tied seats
        share theirs.
        """
        seats = list(before)
        base_values = self.base_values(game, seats)
        if self._source != RANK:
            return {seat: base_values[seat] - before[seat] for seat in seats}, base_values
        if not is_over:
            return dict.fromkeys(seats, 0.0), base_values
        return self._by_rank(game, seats), base_values

    def _by_rank(self, game: hz.Game, seats: Sequence[str]) -> dict[str, float]:
        table = standings(self._variant, game)
        last = len(game.empires) - 1
        rewards = {}
        for seat in seats:
            places = [(standing.place or 0, standing.won) for standing in table.values()]
            mine = (table[seat].place or 0, table[seat].won)
            ahead = sum(_is_before(other, mine) for other in places)
            level = sum(other == mine for other in places) - 1
            rewards[seat] = 1 - 2 * (ahead + level / 2) / last if last else 0.0
        return rewards


def _is_before(first: tuple[int, bool], second: tuple[int, bool]) -> bool:
    """Return whether a place comes before another; winners come first if no places are known."""
    return (not first[1], first[0]) < (not second[1], second[0])


def _number(value: object) -> float:
    if value is None:
        return 0.0
    if isinstance(value, str):
        raise StudyError(f"the reward is {value!r}", "return a number")
    return float(value)  # type: ignore[arg-type]
