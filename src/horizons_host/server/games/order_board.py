"""The view of a seat with its possible orders, which are composed step by step."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import frozen
from markupsafe import Markup

import horizons_core as hz
from horizons_core.errors import OrderError, PhaseError, TooManyStepsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import Thing, folded
from horizons_core.orders import (
    Command,
    FilledCard,
    OrderOptions,
    OrderStep,
    Question,
    ShopRow,
    shop_rows,
)
from horizons_core.report import map_figure
from horizons_core.turn import view_after_orders
from horizons_host.games.order_claims import MAX_STEPS
from horizons_host.store import GameStore
from horizons_host.store.caches import SizedCache

#: Number of boards cached per process: a player who writes orders loads the page repeatedly.
MAX_BOARDS = 32
#: Maximum number of arguments that a request may choose, values of all, and characters of each.
_MAX_ARGUMENTS, _MAX_VALUES, _MAX_VALUE_LENGTH = 40, 400, 4_000
_MAX_NUMBER = 10**15


@frozen
class ComposedOrder:
    """An order whose arguments are chosen in part.

    Attributes:
        step: the next argument with its choices; None if nothing is left to choose.
        line: the order, if it needs no further argument; otherwise "".
    """

    step: OrderStep | None
    line: str


@frozen(slots=False)
class OrderBoard:
    """The view of a seat and its possible orders, without any other data of the game."""

    variant: hz.Variant
    view: hz.View

    @cached_property
    def map(self) -> dict[str, Any]:
        """Return the map document."""
        return self.variant.map(self.view)

    @cached_property
    def figure(self) -> Markup:
        """Return the map as an image."""
        return map_figure(self.map, sized=False)

    @cached_property
    def things(self) -> list[Thing]:
        """List the objects that orders can name."""
        return self.variant.things(self.view)

    @cached_property
    def named(self) -> dict[str, list[Thing]]:
        """Return the objects by their folded names; several objects may share a name."""
        by_name: dict[str, list[Thing]] = {}
        for thing in self.things:
            if thing.words:
                by_name.setdefault(folded(thing.words), []).append(thing)
        return by_name

    @cached_property
    def options(self) -> dict[str, OrderOptions]:
        """Return the orders that are possible now, by keyword."""
        return self.variant.order_options(self.view)

    @cached_property
    def questions(self) -> list[tuple[Command, Question]]:
        """List what the seat has to decide this turn, each with the command that answers it."""
        commands = [option.command for option in self.options.values()]
        return [
            (c, question) for c in commands if c.questions for question in c.questions(self.view)
        ]

    @cached_property
    def stocks(self) -> dict[str, float]:
        """Return what the seat can spend."""
        return self.variant.stocks(self.view)

    def command(self, keyword: str) -> Command:
        """Return a command that is possible now.

        Raises UnknownNameError for an unknown keyword, OrderError for an unavailable command.
        """
        command = self.variant.command(keyword)
        if keyword not in self.options:
            raise OrderError(
                LocalizedText("{order} isn't available now", order=keyword),
                LocalizedText("choose another command"),
            )
        return command

    def compose(
        self, keyword: str, chosen: Mapping[str, Any], view: hz.View | None = None
    ) -> ComposedOrder:
        """Return the next step of an order with these arguments, and the order itself.

        `view` is the position to choose in, if it is not the board's own (`view_after`). Raises
        UnknownNameError for an unknown command or argument, OrderError for an unavailable command,
        for too many or too long values, and for arguments that no order has together.
        """
        self.command(keyword)
        _check_size(chosen)
        step = self.variant.choices(view or self.view, keyword, chosen)
        if step is not None and not step.optional:
            return ComposedOrder(step, "")
        try:
            return ComposedOrder(step, self.variant.order_line(keyword, chosen))
        except OrderError:
            if step is None:
                raise
            return ComposedOrder(step, "")

    def card(
        self,
        keyword: str,
        chosen: Mapping[str, Any],
        values: Mapping[str, Any],
        view: hz.View | None = None,
    ) -> FilledCard | None:
        """Return the arguments that are chosen together; None if another one comes first.

        `values` are those chosen on the card; `view` and errors are as in `compose`.
        """
        self.command(keyword)
        _check_size({**chosen, **values})
        return self.variant.card(view or self.view, keyword, chosen, values)

    def shop(
        self, keyword: str, chosen: Mapping[str, Any], values: Mapping[str, Any]
    ) -> list[ShopRow] | None:
        """Return everything that can be ordered in the shop of a command; None if it has none.

        `values` are numbers of goods. Raises like `compose`.
        """
        command = self.command(keyword)
        _check_size({**chosen, **values})
        commands = [options.command for options in self.options.values()]
        return shop_rows(command, commands, self.view, chosen, self.variant)


def _check_size(chosen: Mapping[str, Any]) -> None:
    values = [
        value
        for given in chosen.values()
        for value in (given if isinstance(given, list) else [given])
    ]
    is_too_large = len(chosen) > _MAX_ARGUMENTS or len(values) > _MAX_VALUES
    for value in values:
        is_too_large |= isinstance(value, str) and len(value) > _MAX_VALUE_LENGTH
        is_too_large |= isinstance(value, int | float) and not abs(value) <= _MAX_NUMBER
    if is_too_large:
        raise OrderError(
            LocalizedText("these arguments are too many or too large"),
            LocalizedText(
                "send at most {most} values, of at most {length:,} characters each",
                most=_MAX_VALUES,
                length=_MAX_VALUE_LENGTH,
            ),
        )


_boards: SizedCache[OrderBoard] = SizedCache(MAX_BOARDS)


def board_of(store: GameStore, seat: str) -> OrderBoard:
    """Return the board of a seat, cached until the position changes; do not modify it."""
    position = store.position()

    def build() -> OrderBoard:
        variant = hz.variant_of(position.game)
        return OrderBoard(variant, variant.view(position.game, seat))

    return _boards.of((position.name, seat), build)


_later_views: SizedCache[hz.View | None] = SizedCache(MAX_BOARDS)


def view_after(store: GameStore, board: OrderBoard, text: str, keyword: str) -> hz.View | None:
    """Return the view in which an order of this command is chosen after the orders of a text.

    None for the board's own: only orders of a sequential phase take effect at once (`Phase`). The
    work is limited like that of a check. Raises UnknownNameError for an unknown keyword.
    """
    command, seat = board.variant.command(keyword), str(board.view.empire)
    phase = command.after or command.phase
    if not text.strip():
        return None
    position = store.position()

    def foresee() -> hz.View | None:
        try:
            return view_after_orders(board.variant, position.game, seat, text, phase, MAX_STEPS)
        except (PhaseError, TooManyStepsError):
            return None  # the check of the orders says so

    return _later_views.of((position.name, seat, phase, text), foresee)
