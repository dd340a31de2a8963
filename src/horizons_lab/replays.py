"""One game of a study, played again to be looked at: turns, reports, maps."""

from __future__ import annotations

from contextlib import ExitStack
from functools import cached_property

import attrs

import horizons_core as hz
from horizons_core.luck import RUNS, Luck, luck_of, totals
from horizons_core.testing import PlayedTurn, play
from horizons_lab.design import Match
from horizons_lab.errors import StudyError
from horizons_lab.games import seated


@attrs.frozen(slots=False)
class StudyGame:
    """One game of a study, turn by turn; it is played when something of it is asked for.

    Attributes:
        match: all that decides it.
    """

    match: Match

    @property
    def variant(self) -> hz.Variant:
        """The rules by which it is played."""
        return self.match.variant

    @property
    def players(self) -> dict[str, str]:
        """Who plays, by the name of the seat: `{"P1": "greedy", "P2": "random"}`."""
        return {seat: entrant.label for seat, entrant in self.match.seats.items()}

    @cached_property
    def _start(self) -> hz.Game:
        """The game before its first turn."""
        return self.match.new_game()

    @cached_property
    def played(self) -> tuple[PlayedTurn, ...]:
        """Every turn with the game before it and the orders that were given."""
        with ExitStack() as stack:
            bots = seated(self.match, stack)
            seed, most = self.match.seed, self.match.max_turns
            return tuple(play(self.variant, self._start, bots, seed, most))

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
        """The digest of the last game, which stands in the study's record of it, too."""
        return self.turns[-1].digest

    def orders(self, turn: int) -> dict[str, str]:
        """What was ordered for a turn, by seat; raises StudyError for one that was not played."""
        self._check(turn, 1)
        return dict(self.played[turn - 1].orders)

    def report(self, seat: str, turn: int | None = None) -> hz.Report:
        """The report of a turn (the last unless told) for a seat, such as "P1".

        Raises StudyError for a turn that was not played, UnknownNameError for an unknown seat.
        """
        return self._turn(turn).report(seat)

    def luck(self, turn: int | None = None, *, runs: int = RUNS) -> tuple[Luck, ...]:
        """What the dice did for each seat in the battles of a turn, or of the whole game for None.

        Each battle is fought so many times again. Raises StudyError for a turn that was not played.
        """
        if turn is not None:
            self._check(turn, 1)
        turns = self.played if turn is None else self.played[turn - 1 : turn]
        return totals(
            found
            for one in turns
            for battle in one.after.battles
            for found in luck_of(battle, self.variant.combat, runs=runs)
        )

    def map(self, seat: str | None = None, turn: int | None = None) -> str:
        """The map after a turn (the last unless told) as SVG: what a seat knows, or all for None.

        Raises what `report` raises.
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
            raise StudyError(f"turn {turn} was not played", f"give one from {first} to {last}")
