"""What a bot is, and two that play any game: one at random, one not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from attrs import frozen

from horizons_core.model.views import View
from horizons_core.rng import Stream

if TYPE_CHECKING:
    from horizons_core.model.entities import Game
    from horizons_core.orders.options import OrderOptions

__all__ = ["Bot", "IdleBot", "PlanningBot", "RandomBot", "text_of_lines"]


@runtime_checkable
class Bot(Protocol):
    """A player that is a program: it gets a view, as a player gets a report, and writes orders.

    A bot keeps nothing from one turn to the next: the same view and stream give the same text.
    """

    def orders(self, view: View, stream: Stream) -> str:
        """The order text for the coming turn.

        `view` holds all that the empire knows after the last one; all chance comes from `stream`.
        """


@runtime_checkable
class PlanningBot(Protocol):
    """A bot that tries orders before it gives them: it also gets what can be foreseen from.

    Who plays games by bots asks `plan` instead of `orders` where a bot has it.
    """

    def plan(self, known: Game, view: View, stream: Stream) -> str:
        """The order text for the coming turn.

        `known` is the part of the game that the empire may know (`Variant.known`), from which
        `Variant.foresee` tells what orders come to; `view` is the view of it.
        """


def text_of_lines(lines: Sequence[str]) -> str:
    """A text with an order a line."""
    return "".join(f"{line}\n" for line in lines)


@frozen
class RandomBot:
    """Gives a few orders a turn, drawn from what the variant offers for a view.

    Attributes:
        options: what is offered: `Variant.order_options`.
        most: how many orders it gives at most.
        text: makes a text of the lines: `Variant.order_text`, or simply a line an order.
    """

    options: Callable[[View], Mapping[str, OrderOptions]]
    most: int = 4
    text: Callable[[Sequence[str]], str] = text_of_lines

    def orders(self, view: View, stream: Stream) -> str:
        """From none to `most` orders, an order a line."""
        from horizons_core.orders.options import sample_order

        offered = self.options(view)
        lines = [sample_order(offered, stream) for _ in range(stream.below(self.most + 1))]
        return self.text([line for line in lines if line])


@frozen
class IdleBot:
    """Gives no orders."""

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - what every bot gets
        """An empty text."""
        return ""
