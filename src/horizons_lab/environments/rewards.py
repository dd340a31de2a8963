"""Rewards: the place at the end, or how the score or a measure moves from turn to turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import horizons_core as hz
from horizons_lab.errors import StudyError
from horizons_lab.happenings import Happened
from horizons_lab.measures import MeasureSource, answers, measures_of
from horizons_lab.standings import standings

RANK, SCORE = "rank", "score"
#: What is rewarded: "rank", "score", or a measure as a study has it.
Reward = MeasureSource


class Rewards:
    """Tells the rewards of a game's seats after each turn."""

    def __init__(self, variant: hz.Variant, source: Reward = RANK) -> None:
        """`source` is "rank", "score" or a measure; raises StudyError for what is none."""
        self._variant, self._source = variant, source
        self._measures = () if source in (RANK, SCORE) else measures_of({"reward": source})
        if any(one.counts_events or one.asks_for_luck for one in self._measures):
            raise StudyError(
                "a reward counts no events and no luck", "give an expression or a function"
            )

    def levels(self, game: hz.Game, seats: Sequence[str]) -> dict[str, float]:
        """What the next rewards are counted from, by seat: nothing for ranks."""
        if self._source == RANK:
            return dict.fromkeys(seats, 0.0)
        if self._source == SCORE:
            stands = standings(self._variant, game)
            return {seat: stands[seat].score or 0.0 for seat in seats}
        told = answers(self._measures, self._variant, game, seats, Happened())
        return {seat: _number(told[seat]["reward"]) for seat in seats}

    def after(
        self, game: hz.Game, before: Mapping[str, float], *, is_over: bool
    ) -> tuple[dict[str, float], dict[str, float]]:
        """The rewards of a turn by seat, and what the next ones are counted from.

        By rank, the first place is worth 1 and the last -1, at the end, and equals share theirs.
        """
        seats = list(before)
        levels = self.levels(game, seats)
        if self._source != RANK:
            return {seat: levels[seat] - before[seat] for seat in seats}, levels
        if not is_over:
            return dict.fromkeys(seats, 0.0), levels
        return self._by_rank(game, seats), levels

    def _by_rank(self, game: hz.Game, seats: Sequence[str]) -> dict[str, float]:
        stands = standings(self._variant, game)
        last = len(game.empires) - 1
        rewards = {}
        for seat in seats:
            places = [(one.place or 0, one.won) for one in stands.values()]
            mine = (stands[seat].place or 0, stands[seat].won)
            ahead = sum(_is_before(other, mine) for other in places)
            level = sum(other == mine for other in places) - 1
            rewards[seat] = 1 - 2 * (ahead + level / 2) / last if last else 0.0
        return rewards


def _is_before(one: tuple[int, bool], other: tuple[int, bool]) -> bool:
    """Whether a place comes before another; winners do where no places are known."""
    return (not one[1], one[0]) < (not other[1], other[0])


def _number(value: object) -> float:
    if value is None:
        return 0.0
    if isinstance(value, str):
        raise StudyError(f"the reward is {value!r}", "let it be a number")
    return float(value)  # type: ignore[arg-type]
