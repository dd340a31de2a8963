"""Writing an order that was composed in a form into a text of orders."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.orders import OrderForm
from horizons_host.server.ordering.board import OrderBoard

#: The most fields of a form.
_MOST_FIELDS = 40


class FormError(HorizonsError):
    """An order form that is incomplete or does not exist."""


@frozen
class WrittenOrder:
    """A text with an order added, and the number and content of the order's line."""

    text: str
    number: int
    line: str


def form_of(board: OrderBoard, fields: Mapping[str, str]) -> OrderForm:
    """Return the form that `command` and `form` name; raises FormError."""
    forms = board.forms.get(fields.get("command", ""), [])
    number = fields.get("form", "0")
    if not number.isdecimal() or not number.isascii() or int(number[:4]) >= len(forms):
        raise FormError(
            LocalizedText("this order isn't available now"), LocalizedText("choose another one")
        )
    return forms[int(number[:4])]


def write_order(board: OrderBoard, fields: Mapping[str, str]) -> WrittenOrder:
    """Return the text `orders` with the order that the fields describe; raises FormError."""
    form = form_of(board, fields)
    values = [fields.get(f"field{number}", "").strip() for number in range(_MOST_FIELDS)]
    lacking = form.missing(values)
    if lacking:
        raise FormError(
            LocalizedText(
                "{command}: {field} is missing", command=form.keyword, field=", ".join(lacking)
            ),
            LocalizedText("fill in this field"),
        )
    if len(form.fields) and not form.fields[0].name:
        line = form.written(values)
    else:
        line = " ".join(form.written(values).split())
    text = fields.get("orders", "").replace("\r\n", "\n")
    new_text, number = board.variant.with_order(text, line, fields.get("about", ""))
    return WrittenOrder(new_text, number, line)
