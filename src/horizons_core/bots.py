"""The interface of bots, and a random and an idle bot for any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from attrs import frozen

from horizons_core.model.views import View
from horizons_core.rng import Stream

if TYPE_CHECKING:
    from horizons_core.model.entities import Game
    from horizons_core.orders.arguments import OfferingRules
    from horizons_core.orders.diagnostics import Diagnostic
    from horizons_core.orders.options import OrderOptions

    class _PlayableRules(OfferingRules, Protocol):
        """The part of a variant with its mods that the random bot uses."""

        def order_options(self, view: View) -> Mapping[str, OrderOptions]: ...
        def order_text(self, lines: Sequence[str]) -> str: ...
        def stocks(self, view: View) -> Mapping[str, float]: ...
        def check_orders(self, game: Any, empire: str, text: str) -> Sequence[Diagnostic]: ...


__all__ = ["Bot", "IdleBot", "PlanningBot", "RandomBot", "text_of_lines"]

#: Maximum number of times that the random bot checks its orders.
_MAX_CHECKS = 4


@runtime_checkable
class Bot(Protocol):
    """A program that plays a seat: it gets a view, as a player gets a report, and writes orders.

    A bot keeps no state between turns: the same view and stream give the same text.
    """

    def orders(self, view: View, stream: Stream) -> str:
        """Return the order text for the next turn.

        `view` contains everything that the empire knows after the latest turn; `stream` is the only
        source of chance.
        """


@runtime_checkable
class PlanningBot(Protocol):
    """A bot that can try its orders first, because it also gets the known part of the game.

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
    """A bot that gives random orders, drawn step by step from the variant's choices for a view.

    It serves every game, and gives no orders with secrets such as passwords. With `plan` it keeps
    only the orders that `Variant.check_orders` accepts.

    Attributes:
        rules: the variant.
        max_orders: maximum number of orders.
    """

    rules: _PlayableRules
    max_orders: int = 4

    def orders(self, view: View, stream: Stream) -> str:
        """Return random orders that may contradict each other."""
        return self.rules.order_text(self._lines(view, stream))

    def plan(self, known: Game, view: View, stream: Stream) -> str:
        """Return random orders without those that are refused."""
        lines = self._lines(view, stream)
        for _ in range(_MAX_CHECKS):
            text = self.rules.order_text(lines)
            remarks = self.rules.check_orders(known, view.empire or "", text)
            numbers = {remark.line for remark in remarks if remark.severity == "error"}
            if not numbers:
                return text
            refused = {line.strip() for n, line in enumerate(text.splitlines(), 1) if n in numbers}
            accepted = [
                order for order in lines if refused.isdisjoint(map(str.strip, order.splitlines()))
            ]
            lines = accepted if len(accepted) < len(lines) else []
        return ""

    def _lines(self, view: View, stream: Stream) -> list[str]:
        """Draw orders that the stocks can pay for, at most one of each kind for each thing."""
        from horizons_core.orders.choices import sample_order

        options = self.rules.order_options(view).values()
        commands = [option.command for option in options if not option.command.private]
        remaining = dict(self.rules.stocks(view))
        lines: dict[tuple[str, str], str] = {}
        for _ in range(stream.below(self.max_orders + 1)):
            order = sample_order(commands, view, stream, self.rules)
            costs = order.costs.items()
            if order.line and all(cost <= remaining.get(stock, cost) for stock, cost in costs):
                lines[order.subject] = order.line
                remaining |= {s: remaining[s] - cost for s, cost in costs if s in remaining}
        return list(lines.values())


@frozen
class IdleBot:
    """A bot that gives no orders."""

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - the protocol's
        """Return an empty text."""
        return ""
