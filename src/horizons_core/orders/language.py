"""What reads the orders of a variant: a language, and the set of orders that it makes of a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from attrs import define, field

from horizons_core.orders.commands import Command, Order
from horizons_core.orders.diagnostics import Diagnostic
from horizons_core.orders.envelopes import Envelope, Header
from horizons_core.orders.lines import OrderStyle


@define
class OrderSet:
    """What was read of a text.

    Attributes:
        orders: those that can be tried, as given.
        diagnostics: remarks on the rest.
        header: what the opening line says; None without one.
    """

    orders: list[Order] = field(factory=list)
    diagnostics: list[Diagnostic] = field(factory=list)
    header: Header | None = None
    #: whether the whole set was discarded, as if none had been sent
    void: bool = False
    #: remarks beyond the first `MOST_REMARKS`
    left_out: int = 0
    #: by line, what rules before 1.1.0 say of an order that is read without its final full stop
    without_stop: dict[int, Diagnostic] = field(factory=dict)
    #: reads the text by rules before 1.1.0, if they read its lines otherwise
    earlier: Callable[[], OrderSet] | None = field(default=None, eq=False, repr=False)

    def as_before(self) -> OrderSet:
        """What rules before 1.1.0 read of the text, for a game of an earlier version."""
        if self.earlier is not None:
            return self.earlier().as_before()
        refused = self.without_stop
        if refused:
            self.orders = [order for order in self.orders if order.line not in refused]
            self.diagnostics = sorted(
                [*self.diagnostics, *refused.values()], key=lambda remark: remark.line
            )
        return self

    @property
    def acceptable(self) -> bool:
        """Whether no remark is an error."""
        return all(d.severity != "error" for d in self.diagnostics)


class Language(Protocol):
    """What reads and explains the orders of a variant with its mods.

    `OrderLanguage` is one, and does for most games. A variant whose orders no grammar reads line by
    line provides another (hook `horizons_order_language`). If orders must stand in sections, it has
    a method `arranged(lines) -> str` that puts each where it belongs (`Variant.order_text`), and a
    method `inserted(text, line, about) -> tuple[str, int]` that puts one more into a text
    (`Variant.with_order`).
    """

    @property
    def commands(self) -> Sequence[Command]:
        """All commands; `help` of hosts, templates and the contract's tests go through them."""

    @property
    def by_keyword(self) -> Mapping[str, Command]:
        """The commands by their keywords."""

    @property
    def envelope(self) -> Envelope:
        """The lines around a set of orders, by which a host finds it in a mail."""

    @property
    def style(self) -> OrderStyle:
        """How lines are read, as far as a host must know to keep passwords out of its store."""

    def read(self, text: str, *, game: str = "", empire: str | Sequence[str] = "") -> OrderSet:
        """Read a text for this empire; `game` and `empire` are held against the header, if any.

        An empire may go by several names. Never raises for anything a player writes: what is wrong
        becomes a diagnostic, what is right is read all the same.
        """

    def template(self, game: str, empire: str, role: str = "", turn: int | None = None) -> str:
        """An empty order set with a player's commands, or a role's, explained in comments.

        It is for this turn, if one is given. Mail programs may break long lines: what stands
        behind the break is no comment any more.
        """
