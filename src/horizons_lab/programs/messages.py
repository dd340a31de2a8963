"""The protocol between a study and an outside program: one JSON object per line, in UTF-8.

For each turn the program reads a question and writes an answer. A question has

- `protocol`: 1; it changes with any change that could break a program,
- `message`: `"turn"`,
- `variant`, `game`, `player`, `turn`: identify the orders; they are for the turn after `turn`,
- `key`: 16 hexadecimal digits for the program's own dice: different in each turn, and the same
  whenever the game is played again,
- `view`: what the player knows, as in a report (the variant's schema),
- `offers`, if requested: by keyword, a list with the arguments of the order. Each has a `name`,
  `optional`, and either `words` to choose from, as in orders, or `from` and `to`, or neither if any
  words are valid.

The answer has `orders`, a string; other members are reserved. After the last turn the program reads
`{"message": "end_message", "protocol": 1}` and the end of its input.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.codec import canonical
from horizons_core.data_text import DataError, read_json
from horizons_core.model.views import View
from horizons_core.orders import Argument, OrderOptions, Range
from horizons_core.rng import Stream

PROTOCOL = 1
#: Maximum number of bytes of an answer, with the end of its line.
MAX_ANSWER_LENGTH = 1_000_000


class AnswerError(ValueError):
    """An invalid answer; the message gives the reason."""


def turn_message(
    view: View, stream: Stream, offers: Mapping[str, OrderOptions] | None = None
) -> bytes:
    """Return the line that requests the orders of a view; it draws nothing from the stream."""
    message: dict[str, Any] = {
        "protocol": PROTOCOL,
        "message": "turn",
        "variant": view.variant,
        "game": view.game,
        "player": view.empire,
        "turn": view.turn,
        "key": f"{stream.fork('outside').key:016x}",
        "view": view.data,
    }
    if offers is not None:
        message["offers"] = {keyword: _arguments(options) for keyword, options in offers.items()}
    return canonical(message) + b"\n"


def end_message() -> bytes:
    """Return the line that ends the game."""
    return canonical({"protocol": PROTOCOL, "message": "over"}) + b"\n"


def orders_of(line: bytes) -> str:
    """Return the orders in an answer; raises AnswerError."""
    try:
        answer = read_json(line)
    except DataError as problem:
        raise AnswerError(f"its answer is not JSON: {problem.reason}") from problem
    orders = answer.get("orders") if isinstance(answer, Mapping) else None
    if not isinstance(orders, str):
        raise AnswerError("its answer is not an object with the text 'orders'")
    try:
        orders.encode()
    except UnicodeEncodeError as problem:
        raise AnswerError("its orders contain half of a surrogate pair") from problem
    return orders


def _arguments(options: OrderOptions) -> list[dict[str, Any]]:
    declared = options.command.arguments
    return [
        {"name": name, "optional": declared[name].optional, **_choices(declared[name], offered)}
        for name, offered in options.arguments.items()
    ]


def _choices(argument: Argument, offered: Sequence[str] | Range | None) -> dict[str, Any]:
    if offered is None:
        return {}
    if isinstance(offered, Range):
        return {"from": offered.minimum, "to": offered.maximum}
    return {"words": [argument.written(word) for word in offered]}
