"""An outside program on its seat: a bot for one game that may forfeit it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from attrs import define, field, frozen

from horizons_core.model.views import View
from horizons_core.orders import OrderOptions
from horizons_core.rng import Stream
from horizons_lab.programs.messages import AnswerError, end_message, orders_of, turn_message
from horizons_lab.programs.program import Program, ProgramError


@frozen
class Forfeit:
    """The reason why a seat gives no more orders.

    Attributes:
        turn: the turn whose orders were requested.
        reason: the program's error, the same on every machine.
        last_lines: the end of its standard error.
    """

    turn: int
    reason: str
    last_lines: str = ""

    def __str__(self) -> str:
        return f"forfeit in turn {self.turn}: {self.reason}"


@define
class ProgramPlayer:
    """A running program: a bot that may remember earlier turns of the same game.

    Attributes:
        forfeit: the program's error; None while it plays.
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
        self._program.process.end(end_message())

    def orders(self, view: View, stream: Stream) -> str:
        """Return the program's orders for the coming turn; after a forfeit, none."""
        if self.forfeit is not None:
            return ""
        offers = self._order_options(view) if self._order_options else None
        line = turn_message(view, stream, offers)
        try:
            return orders_of(self._program.ask(line))
        except (ProgramError, AnswerError) as problem:
            self.forfeit = self._forfeit_with(view.turn + 1, str(problem))
            return ""

    def _forfeit_with(self, turn: int, reason: str) -> Forfeit:
        """End the program, and log the reason."""
        process = self._program.process
        process.kill()
        forfeit = Forfeit(turn, reason, process.log.last_lines)
        process.log.add_note(str(forfeit))
        return forfeit
