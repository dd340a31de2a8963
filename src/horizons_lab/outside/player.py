"""An outside program on its seat: a bot for one game, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from attrs import define, field, frozen

from horizons_core.model.views import View
from horizons_core.orders import OrderOptions
from horizons_core.rng import Stream
from horizons_lab.outside.messages import AnswerError, orders_of, over, question
from horizons_lab.outside.program import Program, ProgramError

__all__ = ["Forfeit", "OutsidePlayer"]


@frozen
class Forfeit:
    """Why a seat gives no more orders.

    Attributes:
        turn: the turn for which orders were asked in vain.
        reason: what the program did wrong, the same on every machine.
        last_lines: the end of what it wrote to its standard error.
    """

    turn: int
    reason: str
    last_lines: str = ""

    def __str__(self) -> str:
        return f"forfeit in turn {self.turn}: {self.reason}"


@define
class OutsidePlayer:
    """A program at play: a bot that may remember what it saw earlier in the same game.

    Attributes:
        forfeit: None while all is well.
    """

    _program: Program
    _order_options: Callable[[View], Mapping[str, OrderOptions]] | None = None
    forfeit: Forfeit | None = field(default=None, init=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._program.process.end(over())

    def orders(self, view: View, stream: Stream) -> str:
        """The program's orders for the coming turn; from a forfeit on, none."""
        if self.forfeit is not None:
            return ""
        offers = self._order_options(view) if self._order_options else None
        asked = question(view, stream, offers)
        try:
            return orders_of(self._program.ask(asked))
        except (ProgramError, AnswerError) as problem:
            self.forfeit = self._forfeited(view.turn + 1, str(problem))
            return ""

    def _forfeited(self, turn: int, reason: str) -> Forfeit:
        """End the program, and put down why."""
        process = self._program.process
        process.kill()
        forfeit = Forfeit(turn, reason, process.log.last_lines)
        process.log.note(str(forfeit))
        return forfeit
