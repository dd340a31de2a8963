"""The receipt for submitted orders, with each order as understood, remarks and a forecast."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.gc_pause import gc_paused
from horizons_core.orders import Order
from horizons_host.games.order_claims import ExaminedOrders

_WIDTH = 78
#: Maximum number of lines of a forecast in a receipt; the rest is cut off.
MAX_LINES = 400


@frozen
class ReceiptLine:
    """A line of the orders: its text, its meaning ("" if not understood), and remarks.

    Line 0 holds the remarks on the whole set.
    """

    line: int
    text: str
    understood: str
    diagnostics: Sequence[Mapping[str, Any]]

    def to_dict(self) -> dict[str, Any]:
        """Return the line as plain data."""
        return {
            "line": self.line,
            "text": self.text,
            "understood": self.understood,
            "diagnostics": list(self.diagnostics),
        }


@frozen
class Receipt:
    """The confirmation that a player gets for an order set.

    `empire` is the name of the player's side in the game, `turn_title` the title of the coming turn
    ("" if it has none), `forecast` a text in the format of a report, and `view` the data it is made
    from.
    """

    game: str
    title: str
    player: str
    empire: str
    turn: int
    turn_title: str
    orders: Sequence[ReceiptLine]
    forecast: str
    view: Mapping[str, Any]

    @property
    def turn_words(self) -> str:
        """The number of the coming turn, and its title."""
        return f"turn {self.turn} ({self.turn_title})" if self.turn_title else f"turn {self.turn}"

    def to_dict(self) -> dict[str, Any]:
        """Return the receipt as plain data."""
        return {
            "game": self.game,
            "player": self.player,
            "empire": self.empire,
            "turn": self.turn,
            "orders": [line.to_dict() for line in self.orders],
            "forecast": dict(self.view),
        }


def receipt_of(examined: ExaminedOrders) -> Receipt:
    """Build the receipt for examined orders."""
    claim = examined.claim
    return Receipt(
        game=claim.game.name,
        title=claim.variant.info.title,
        player=examined.seat.name,
        empire=claim.game.participant(examined.seat.name).name,
        turn=examined.turn,
        turn_title=claim.variant.turn_title(claim.game),
        orders=_lines(examined.safe_text, claim.read.orders, examined.diagnostics),
        forecast=_forecast(examined),
        view=examined.foresight.view.data,
    )


def _lines(
    text: str, orders: Iterable[Order], diagnostics: Sequence[Mapping[str, Any]]
) -> list[ReceiptLine]:
    """Build the lines from the stored text, so that stored receipts have no password."""
    written = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    read = {order.line: order for order in orders}
    lines = []
    for line in sorted({*read, *(remark["line"] for remark in diagnostics)}):
        remarks = [remark for remark in diagnostics if remark["line"] == line]
        order = read.get(line)
        if order is not None:
            lines.append(ReceiptLine(line, order.public_text, understood(order), remarks))
        else:
            lines.append(ReceiptLine(line, _as_written(written, line, remarks), "", remarks))
    return lines


def _as_written(lines: Sequence[str], line: int, remarks: Sequence[Mapping[str, Any]]) -> str:
    """Return the line, unless it is the opening line, which may contain a password."""
    if any(remark["code"] in {"no-end", "several-sets"} for remark in remarks):
        return "(the opening line)"
    return lines[line - 1].lstrip("> \t").rstrip() if 0 < line <= len(lines) else ""


def understood(order: Order) -> str:
    """Format an order's meaning: its keyword, then each argument's name and value.

    Omits missing arguments, and those that the reader derives without words in the order, such as
    its section; lines of a letter are included.
    """
    names = [
        name
        for name, value in order.arguments.items()
        if value is not None and (name in order.written or isinstance(value, tuple))
    ]
    values = [f"{name.replace('_', ' ')} {_value(order, name)}" for name in names]
    return f"{order.keyword}: {', '.join(values)}" if values else order.keyword


def _value(order: Order, name: str) -> str:
    if name in order.command.private:
        return "as you wrote it"
    value = order.arguments[name]
    if isinstance(value, tuple | list) and name not in order.written:
        return " / ".join(str(part) for part in value)
    if isinstance(value, str | int | float):
        text = value if isinstance(value, str) else _number(value, order.written.get(name, ""))
        return f'"{text}"' if not text or " " in text else text
    return order.written.get(name) or str(value)


def _number(value: float, written: str) -> str:
    """Format a number, as written if the variant counts in other units, such as hundredths."""
    if re.fullmatch(r"[0-9]+", written) and int(written) == value:
        return str(value)
    return written or str(value)


class _Map(Mapping[str, Any]):
    """The map of a view, built on first access, since most report texts do not use it."""

    def __init__(self, variant: hz.Variant, view: hz.View) -> None:
        self._variant, self._view = variant, view

    @cached_property
    def _document(self) -> Mapping[str, Any]:
        return self._variant.map(self._view)

    def __getitem__(self, key: str) -> Any:
        return self._document[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._document)

    def __len__(self) -> int:
        return len(self._document)


@gc_paused()
def _forecast(examined: ExaminedOrders) -> str:
    """Render the forecast as the variant's report, without parts that the receipt already has."""
    foresight, variant = examined.foresight, examined.claim.variant
    keys = ("turn_key", "next_commitment", "own_key", "next_own_commitment")
    omitted = {"diagnostics": [], "orders": [], **dict.fromkeys(keys, "")}
    chart = _Map(variant, foresight.view)
    form = variant.report_form_for(foresight.view.role)
    return form.text({**foresight.report_data({}), **omitted, "map": chart})


def receipt_text(receipt: Receipt) -> str:
    """Format the receipt as plain text, 78 columns wide."""
    race = f" ({receipt.empire})" if receipt.empire != receipt.player else ""
    parts = [
        _heading(f"Orders of {receipt.player}{race} for {receipt.turn_words}, as understood"),
        *(_line_text(line) for line in receipt.orders),
    ]
    if not receipt.orders:
        parts.append("No orders this turn. An empty order set counts as submitted.")
    parts += [
        "",
        _heading(f"Forecast for {receipt.turn_words}, if no other player acted"),
        _shortened(receipt.forecast),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _heading(text: str) -> str:
    return f"{text}\n{'-' * len(text)}"


def _line_text(line: ReceiptLine) -> str:
    number = f"{line.line:>5}  " if line.line else ""
    written = [f"{number}{line.text}"] if line.text or number else []
    meaning = [wrapped(f"= {line.understood}", 7)] if line.understood else []
    remarks = [
        wrapped(
            f"{remark['severity'].upper()}: {remark['message']}"
            + (f" ({remark['hint']})" if remark["hint"] else ""),
            7,
        )
        for remark in line.diagnostics
    ]
    return "\n".join([*written, *meaning, *remarks])


def wrapped(text: str, indent: int = 0) -> str:
    """Wrap a text at spaces to the width of an email."""
    blanks = " " * indent
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent=blanks,
        subsequent_indent=f"{blanks}  " if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _shortened(text: str) -> str:
    lines = text.splitlines()
    if len(lines) <= MAX_LINES:
        return text
    left = len(lines) - MAX_LINES
    return "\n".join([*lines[:MAX_LINES], f"... and {left:,} more lines."])
