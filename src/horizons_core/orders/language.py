"""The interface of order languages, and the insertion of an order into a text."""

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
    """The result of parsing a text.

    Attributes:
        orders: the orders that can be attempted, in the given order.
        diagnostics: remarks on the rest.
        header: the contents of the opening line; None if there is none.
    """

    orders: list[Order] = field(factory=list)
    diagnostics: list[Diagnostic] = field(factory=list)
    header: Header | None = None
    #: whether the whole set was discarded, as if none had been sent
    void: bool = False
    #: the number of remarks beyond the first `MAX_REMARKS`
    left_out: int = 0
    #: by line, the error under rules before 1.1.0 for an order with a final full stop
    without_stop: dict[int, Diagnostic] = field(factory=dict)
    #: parses the text by rules before 1.1.0, if they may parse its lines differently
    earlier: Callable[[], OrderSet] | None = field(default=None, eq=False, repr=False)

    def as_before(self) -> OrderSet:
        """Return the result under rules before 1.1.0, for a game of an earlier version."""
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
        """True if no remark is an error."""
        return all(d.severity != "error" for d in self.diagnostics)


class Language(Protocol):
    """A parser of the orders of a variant with its mods, which also explains them.

    `OrderLanguage` is sufficient for most games. A variant whose orders cannot be parsed line by
    line provides another (hook `horizons_order_language`). If orders belong in sections, it has a
    method `arranged(lines) -> str` that sorts them (`Variant.order_text`), and a method
    `inserted(text, line, about) -> tuple[str, int]` that inserts an order into a text
    (`Variant.with_order`).
    """

    @property
    def commands(self) -> Sequence[Command]:
        """All commands, for a host's `help`, templates and the contract's tests."""

    @property
    def by_keyword(self) -> Mapping[str, Command]:
        """The commands by keyword."""

    @property
    def envelope(self) -> Envelope:
        """The lines around a set of orders, which a host looks for in an email."""

    @property
    def style(self) -> OrderStyle:
        """The syntax of lines, so that a host can keep passwords out of its store."""

    def read(self, text: str, *, game: str = "", empire: str | Sequence[str] = "") -> OrderSet:
        """Parse an empire's orders; `game` and `empire` are compared with the header, if any.

        An empire may have several names. Never raises for a player's mistakes: they become
        diagnostics, and the valid orders are parsed.
        """

    def template(
        self,
        game: str,
        empire: str,
        role: str = "",
        turn: int | None = None,
        stage: str | None = None,
    ) -> str:
        """Return an empty order set with a player's commands, or a role's, explained in comments.

        It is for this turn, if one is given. For a variant with stages, hosts also pass the `stage`
        (`Command.stages`). Lines must be short, because mail programs may break long ones, and the
        second part would not be a comment.
        """


class _Inserter(Protocol):
    def __call__(self, text: str, line: str, about: str) -> tuple[str, int]: ...


def with_order(language: Language, text: str, line: str, about: str = "") -> tuple[str, int]:
    """Insert an order into a text; return the text and the number of its line, from 1.

    The order comes last, before a closing line if there is one. A language whose orders depend on
    their place, such as one with sections, has a method `inserted(text, line, about)`; `about` is
    the name of the order's object, or "".
    """
    insert: _Inserter | None = getattr(language, "inserted", None)
    if insert is not None:
        return insert(text, line, about)
    lines = text.splitlines()
    closing = [n for n, text_line in enumerate(lines) if language.envelope.closes(text_line)]
    index = closing[-1] if closing else len(lines)
    return joined(lines, index, line), index + 1


def joined(lines: list[str], index: int, line: str) -> str:
    """Join lines to a text with one more inserted at `index` (from 0); it may contain several."""
    all_lines = [*lines[:index], *line.splitlines(), *lines[index:]]
    return "".join(f"{text_line}\n" for text_line in all_lines)
