"""Replays of a study's games, with turns, reports and maps."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cached_property

import attrs

import horizons_core as hz
from horizons_core.luck import RUNS, Luck, luck_of, totals
from horizons_core.testing import PlayedTurn, play
from horizons_lab.checks import StudyError
from horizons_lab.design import GameSpec
from horizons_lab.games import seat_bots


@attrs.frozen(slots=False)
class StudyGame:
    """One game of a study, turn by turn; it is played on first use.

    Attributes:
        spec: the inputs that determine it.
    """

    spec: GameSpec

    @property
    def variant(self) -> hz.Variant:
        """The rules of the game."""
        return self.spec.variant

    @property
    def players(self) -> dict[str, str]:
        """The players by seat: `{"P1": "greedy", "P2": "random"}`."""
        return {seat: entrant.label for seat, entrant in self.spec.seats.items()}

    @cached_property
    def _start(self) -> hz.Game:
        """The game before its first turn."""
        return self.spec.new_game()

    @cached_property
    def played(self) -> tuple[PlayedTurn, ...]:
        """Every turn, with the game before it and its orders."""
        with ExitStack() as stack:
            bots = seat_bots(self.spec, stack)
            seed, max_turns = self.spec.seed, self.spec.max_turns
            return tuple(play(self.variant, self._start, bots, seed, max_turns))

    @cached_property
    def turns(self) -> tuple[hz.Turn, ...]:
        """The turns in order; turn 0, the set-up, comes first."""
        return (hz.opening(self._start, self.variant), *(turn.after for turn in self.played))

    @property
    def final(self) -> hz.Game:
        """The game after its last turn."""
        final: hz.Game = self.turns[-1].game
        return final

    @property
    def digest(self) -> str:
        """The digest of the final game, as in the study's record."""
        return self.turns[-1].digest

    def orders(self, turn: int) -> dict[str, str]:
        """Return the orders for a turn, by seat; raises StudyError for an unplayed turn."""
        self._check(turn, 1)
        return dict(self.played[turn - 1].orders)

    def report(self, seat: str, turn: int | None = None) -> hz.Report:
        """Return the report of a turn (by default the last) for a seat, such as "P1".

        Raises StudyError for a turn that was not played, UnknownNameError for an unknown seat.
        """
        return self._turn(turn).report(seat)

    def luck(self, turn: int | None = None, *, runs: int = RUNS) -> tuple[Luck, ...]:
        """Return each seat's luck in the battles of a turn, or of the whole game for None.

        Each battle is simulated `runs` times. Raises StudyError for a turn that was not played.
        """
        if turn is not None:
            self._check(turn, 1)
        turns = self.played if turn is None else self.played[turn - 1 : turn]
        return totals(
            part
            for turn in turns
            for battle in turn.after.battles
            for part in luck_of(battle, self.variant.combat, runs=runs)
        )

    def map(self, seat: str | None = None, turn: int | None = None) -> str:
        """Return the map after a turn (by default the last) as SVG: all of it, or a seat's view.

        Raises the errors of `report`.
        """
        from horizons_core.report import map_svg

        view = self.variant.view(self._turn(turn).game, seat)
        return str(map_svg(self.variant.map(view), standalone=True))

    def _turn(self, turn: int | None) -> hz.Turn:
        if turn is None:
            return self.turns[-1]
        self._check(turn, 0)
        return self.turns[turn]

    def _check(self, turn: int, first: int) -> None:
        if not first <= turn < len(self.turns):
            last = len(self.turns) - 1
            raise StudyError(f"turn {turn} was not played", f"choose a turn from {first} to {last}")
