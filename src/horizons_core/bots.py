"""The interface of bots, and a random and an idle bot for any game."""

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
    """A program that plays: it gets a view, as a player gets a report, and writes orders.

    A bot keeps no state between turns: the same view and stream give the same text.
    """

    def orders(self, view: View, stream: Stream) -> str:
        """Return the order text for the next turn.

        `view` contains everything that the empire knows after the latest turn; `stream` is the only
        source of chance.
        """


@runtime_checkable
class PlanningBot(Protocol):
    """A bot that tries orders before it gives them, and gets the game as far as it is known.

    Programs that play with bots call `plan` instead of `orders` if a bot has it.
    """

    def plan(self, known: Game, view: View, stream: Stream) -> str:
        """Return the order text for the next turn.

        `known` is the part of the game that the empire may know (`Variant.known`), for
        `Variant.foresee`; `view` is its view.
        """


def text_of_lines(lines: Sequence[str]) -> str:
    """Return a text with one order per line."""
    return "".join(f"{line}\n" for line in lines)


@frozen
class RandomBot:
    """A bot that gives a few random orders, drawn from those that the variant offers for a view.

    Attributes:
        options: returns the offers: `Variant.order_options`.
        most: the highest number of orders.
        text: joins the lines: `Variant.order_text`, or by default one order per line.
    """

    options: Callable[[View], Mapping[str, OrderOptions]]
    most: int = 4
    text: Callable[[Sequence[str]], str] = text_of_lines

    def orders(self, view: View, stream: Stream) -> str:
        """Return 0 to `most` orders."""
        from horizons_core.orders.options import sample_order

        offered = self.options(view)
        lines = [sample_order(offered, stream) for _ in range(stream.below(self.most + 1))]
        return self.text([line for line in lines if line])


@frozen
class IdleBot:
    """A bot that gives no orders."""

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - the protocol's
        """Return an empty text."""
        return ""
