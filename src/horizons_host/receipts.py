"""The answer to a set of orders: each order as it was understood, remarks, and a forecast."""

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
from horizons_host.order_claims import Examined

_WIDTH = 78
#: Of a longer forecast only the beginning stands in a receipt.
MOST_LINES = 400


@frozen
class ReceiptLine:
    """A line of the orders: as it was written, as it was understood ("" if it was not), remarks.

    Line 0 holds the remarks on the set as a whole.
    """

    line: int
    text: str
    understood: str
    diagnostics: Sequence[Mapping[str, Any]]

    def told(self) -> dict[str, Any]:
        """The line as plain data."""
        return {
            "line": self.line,
            "text": self.text,
            "understood": self.understood,
            "diagnostics": list(self.diagnostics),
        }


@frozen
class Receipt:
    """What a player gets for a set of orders.

    `empire` is what the player's side is called in the game, `forecast` a text in the form of a
    report, `view` what it is made from.
    """

    game: str
    title: str
    player: str
    empire: str
    turn: int
    orders: Sequence[ReceiptLine]
    forecast: str
    view: Mapping[str, Any]

    def told(self) -> dict[str, Any]:
        """The receipt as plain data."""
        return {
            "game": self.game,
            "player": self.player,
            "empire": self.empire,
            "turn": self.turn,
            "orders": [line.told() for line in self.orders],
            "forecast": dict(self.view),
        }


def receipt_of(examined: Examined) -> Receipt:
    """The receipt for orders that were examined."""
    claim = examined.claim
    return Receipt(
        game=claim.game.name,
        title=claim.variant.info.title,
        player=examined.seat.name,
        empire=claim.game.participant(examined.seat.name).name,
        turn=examined.turn,
        orders=_lines(examined.kept, claim.read.orders, examined.diagnostics),
        forecast=_forecast(examined),
        view=examined.foresight.view.data,
    )


def _lines(
    text: str, orders: Iterable[Order], diagnostics: Sequence[Mapping[str, Any]]
) -> list[ReceiptLine]:
    """The lines of a text as it is kept: no password is repeated, for receipts wait in a file."""
    written = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    read = {order.line: order for order in orders}
    found = []
    for line in sorted({*read, *(remark["line"] for remark in diagnostics)}):
        remarks = [remark for remark in diagnostics if remark["line"] == line]
        order = read.get(line)
        if order is not None:
            found.append(ReceiptLine(line, order.shown, understood(order), remarks))
        else:
            found.append(ReceiptLine(line, _as_written(written, line, remarks), "", remarks))
    return found


def _as_written(lines: Sequence[str], line: int, remarks: Sequence[Mapping[str, Any]]) -> str:
    """The line, unless it is the opening line, which may hold a password."""
    if any(remark["code"] in {"no-end", "several-sets"} for remark in remarks):
        return "(the opening line)"
    return lines[line - 1].lstrip("> \t").rstrip() if 0 < line <= len(lines) else ""


def understood(order: Order) -> str:
    """An order in one form for all: its keyword, then each argument's name and value.

    What should stand there and does not is left out, and so is what the reader notes that stands in
    no words of the order, such as its section; lines of a letter are shown.
    """
    given = [
        name
        for name, value in order.arguments.items()
        if value is not None and (name in order.written or isinstance(value, tuple))
    ]
    values = [f"{name.replace('_', ' ')} {_value(order, name)}" for name in given]
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
    """A number; as it was written where the variant counts in other units, such as hundredths."""
    if re.fullmatch(r"[0-9]+", written) and int(written) == value:
        return str(value)
    return written or str(value)


class _Map(Mapping[str, Any]):
    """The map of a view, drawn when something of it is asked for: most texts show none."""

    def __init__(self, variant: hz.Variant, view: hz.View) -> None:
        self._variant, self._view = variant, view

    @cached_property
    def _drawn(self) -> Mapping[str, Any]:
        return self._variant.map(self._view)

    def __getitem__(self, key: str) -> Any:
        return self._drawn[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._drawn)

    def __len__(self) -> int:
        return len(self._drawn)


@gc_paused()
def _forecast(examined: Examined) -> str:
    """The foreseen turn in the form of the variant's report, without what is told elsewhere."""
    foresight, variant = examined.foresight, examined.claim.variant
    keys = ("turn_key", "next_commitment", "own_key", "next_own_commitment")
    told_elsewhere = {"diagnostics": [], "orders": [], **dict.fromkeys(keys, "")}
    chart = _Map(variant, foresight.view)
    form = variant.report_form_for(foresight.view.role)
    return form.text({**foresight.report_data({}), **told_elsewhere, "map": chart})


def receipt_text(receipt: Receipt) -> str:
    """The receipt as plain text, 78 columns wide."""
    race = f" ({receipt.empire})" if receipt.empire != receipt.player else ""
    parts = [
        _heading(f"Orders of {receipt.player}{race} for turn {receipt.turn}, as understood"),
        *(_line_text(line) for line in receipt.orders),
    ]
    if not receipt.orders:
        parts.append("No orders. This empty order set counts as submitted.")
    parts += [
        "",
        _heading(f"Forecast for turn {receipt.turn}, if no other player acted"),
        _shortened(receipt.forecast),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _heading(text: str) -> str:
    return f"{text}\n{'-' * len(text)}"


def _line_text(line: ReceiptLine) -> str:
    number = f"{line.line:>5}  " if line.line else ""
    written = [f"{number}{line.text}"] if line.text or number else []
    meant = [wrapped(f"= {line.understood}", 7)] if line.understood else []
    remarks = [
        wrapped(
            f"{remark['severity'].upper()}: {remark['message']}"
            + (f" ({remark['hint']})" if remark["hint"] else ""),
            7,
        )
        for remark in line.diagnostics
    ]
    return "\n".join([*written, *meant, *remarks])


def wrapped(text: str, indent: int = 0) -> str:
    """A text broken at blanks so that it fits a mail."""
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
    if len(lines) <= MOST_LINES:
        return text
    left = len(lines) - MOST_LINES
    return "\n".join([*lines[:MOST_LINES], f"... and {left:,} more lines."])
