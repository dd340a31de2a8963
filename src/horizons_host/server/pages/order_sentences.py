"""Orders as sentences, and conversion of an order to arguments that a form can edit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve

from horizons_core.errors import HorizonsError
from horizons_core.model import folded
from horizons_core.orders import Command, Order, Slot, unquoted
from horizons_core.orders.lines import words_in
from horizons_host.games.order_claims import ExaminedOrders
from horizons_host.server.games.order_board import OrderBoard
from horizons_host.server.pages.order_view import Move, localized, thing_named
from horizons_host.server.texts import gettext


def order_sentences(
    board: OrderBoard, examined: ExaminedOrders, moves: Iterable[Move]
) -> dict[int, str]:
    """Return each order as a sentence in the reader's language, by its line.

    A sentence gives the titles of the objects, and the destination of a move.
    """
    ends = {move.line: move.end for move in moves}
    return {
        order.line: _sentence(board, order, ends.get(order.line, ""))
        for order in examined.claim.read.orders
    }


def _sentence(board: OrderBoard, order: Order, end: str) -> str:
    declared = {name: order.get(name) for name in order.command.arguments}
    names = [
        name
        for name, value in {**declared, **order.arguments}.items()
        if value is not None and (name in order.written or isinstance(value, tuple))
    ]
    parts = [_part(board, order, name, is_first=name == names[0]) for name in names]
    label = localized(order.command.label)
    sentence = f"{label}: {', '.join(parts)}" if parts else label
    words = [folded(unquoted(written.strip())) for written in order.written.values()]
    if order.command.default and end and folded(end) not in words:
        to = gettext("to {place}").format(place=end)
        sentence = f"{sentence} ({to})"
    return sentence


def _part(board: OrderBoard, order: Order, name: str, *, is_first: bool) -> str:
    """Return an argument: the title of an object, or the argument's label and its words."""
    argument = order.command.arguments.get(name)
    label = localized((argument and argument.label) or name.replace("_", " "))
    if name in order.command.private:
        return f"{label} …"
    if name not in order.written:
        return " / ".join(map(str, order.arguments[name]))
    words = unquoted(order.written[name].strip())
    thing = thing_named(board, order, name) if argument and argument.things else None
    if thing is None:
        return f"{label} {words}"
    # The rest of a title describes it.
    title = thing.title.split(",")[0]
    if folded(words) in folded(title):
        words = title
    return words if is_first else f"{label} {words}"


def order_in_line(board: OrderBoard, text: str, number: int) -> Order | None:
    """Return the order in a line of a text, or None.

    Its contextual arguments are filled in from the lines above it.
    """
    orders = orders_with_context(board, text)
    return next((order for order in orders if order.line == number), None)


def orders_with_context(board: OrderBoard, text: str) -> Iterator[Order]:
    """Yield the orders of a text, with contextual arguments from the lines above them."""
    latest: dict[str, Order] = {}
    for order in board.variant.language.read(text).orders:
        above = {
            name: _first_words(latest[keyword])
            for name, keyword in openings(order.command).items()
            if keyword in latest
        }
        yield evolve(order, arguments={**above, **order.arguments}) if above else order
        latest[order.keyword] = order


def openings(command: Command) -> dict[str, str]:
    """Return the keyword of the line above an order that sets each contextual argument."""
    return {
        slot.name: " ".join(map(str, words))
        for form in command.templates
        for group in form.parts
        if isinstance(group, tuple) and "\n" in group[1:]
        for *words, slot in [group[: group.index("\n")]]
        if isinstance(slot, Slot) and command.arguments[slot.name].contextual
    }


def _first_words(order: Order) -> str:
    return next((unquoted(words.strip()) for words in order.written.values()), "")


def is_moved(order: Order, chosen: Mapping[str, Any]) -> bool:
    """Return whether the chosen arguments need different lines above an order."""
    return any(
        argument.contextual and folded(str(chosen.get(name, ""))) != folded(str(order.get(name)))
        for name, argument in order.command.arguments.items()
    )


def text_with_line(text: str, order: Order, line: str) -> str:
    """Return a text with an order replaced by another line; its comment stays."""
    rows = text.split("\n")
    row = rows[order.line - 1]
    rows[order.line - 1] = row.replace(order.text, line, 1) if order.text in row else line
    return "\n".join(rows)


def arguments_of(board: OrderBoard, order: Order) -> dict[str, Any] | None:
    """Return an order's arguments as chosen in a form; None if a form can't write that order."""
    chosen: dict[str, Any] = {}
    for name, argument in order.command.arguments.items():
        value, words = order.arguments.get(name), order.written.get(name)
        if value is None or name in order.command.private:
            continue
        if argument.contextual:
            chosen[name] = str(value)
        elif words is None:
            return None  # lines below the order, such as those of a message
        elif any(name in form.several for form in order.command.templates):
            values = _values(order, name)
            if values is None:
                return None
            chosen[name] = values
        else:
            chosen[name] = unquoted(words.strip())
    return next(_in_forms(board, order, chosen), None)


def _in_forms(
    board: OrderBoard, order: Order, chosen: Mapping[str, Any]
) -> Iterator[dict[str, Any]]:
    """Yield the arguments in each way in which forms write the order.

    A choice, such as a proposed design, may stand for several arguments of the order.
    """
    if _writes(board, order, chosen):
        yield dict(chosen)
    arguments = order.command.arguments
    for form in order.command.templates:
        for name in sorted(form.names - chosen.keys()):
            if not arguments[name].bare:
                continue
            kept = {
                other: value
                for other, value in chosen.items()
                if other in form.names or arguments[other].contextual
            }
            step = board.compose(order.keyword, kept).step
            for choice in step.choices if step and step.name == name else ():
                if _writes(board, order, {**kept, name: choice.value}):
                    yield {**kept, name: choice.value}


def _writes(board: OrderBoard, order: Order, chosen: Mapping[str, Any]) -> bool:
    """Return whether a form with these arguments writes the order."""
    try:
        line = board.compose(order.keyword, chosen).line.rsplit("\n", 1)[-1]
    except HorizonsError:
        return False
    return _words(line) == _words(order.text)


def _values(order: Order, name: str) -> list[str] | None:
    """Return the words of each of several values; None if they can't be told apart."""
    value, words = order.arguments[name], order.written[name]
    count = len(value) if isinstance(value, tuple) else 1
    parts = words.split()
    if len(parts) == count:
        return parts
    tokens = [unquoted(match.group()) for match in words_in(order.text)]
    runs = (tokens[n : n + count] for n in range(len(tokens)))
    return next((run for run in runs if " ".join(run) == words), None)


def _words(line: str) -> list[str]:
    return [folded(unquoted(match.group())).rstrip(".,") for match in words_in(line)]
