"""Write orders into a text, each into its section and below its planet or battle.

(FH-ORDER-003)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from horizons_core.orders import Command, Envelope
from variants.far_horizons.model.orders import SECTIONS
from variants.far_horizons.orders.sections import (
    OrderSection,
    closes_message,
    command_letters_of,
    divide_text,
    lines_of,
    sections_of,
)

_ORDER_OF = {kind.name: number for number, kind in enumerate(SECTIONS)}
#: The commands above those of a planet or a battle.
_OPENING = ("BATTLE", "PRODUCTION")


@frozen
class InsertionPoint:
    """The position of a new order: the line that it precedes, from 0, and lines around it."""

    at: int
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@frozen
class PlacedOrder:
    """An order, its section, and the PRODUCTION or BATTLE line that it belongs below, if any."""

    section: str
    opening: str
    text: str

    @classmethod
    def of(cls, commands: Mapping[str, Command], text: str, about: str = "") -> PlacedOrder | None:
        """Place an order by its command, or below the line that it begins with.

        Production orders without such a line go below the planet `about`, if it is one ("PL Mars").
        Returns None for an unknown command.
        """
        head, _, rest = text.partition("\n")
        command = commands.get(command_letters(head))
        if command is None:
            return None
        section = sections_of(command)[0]
        if command.keyword in _OPENING and rest:
            return cls(section, head, rest)
        is_made = section == "PRODUCTION" and command.keyword not in _OPENING
        return cls(section, f"Production {about}" if is_made and about[:3] == "PL " else "", text)


def arrange_orders(commands: Mapping[str, Command], texts: Iterable[str]) -> str:
    """Return a text with all orders in their sections, below their planets and battles.

    An order without a line for its planet or battle goes below the one before it. A text that
    begins with START is left unchanged.
    """
    sections: dict[str, dict[str, list[str]]] = {}
    latest: dict[str, str] = {}
    for section, opening, text in _placed_orders(commands, texts):
        blocks = sections.setdefault(section, {})
        if opening:
            latest[section] = _block_key(opening)
            blocks.setdefault(_block_key(opening), [opening])
        if text:
            blocks.setdefault(latest.get(section, ""), []).append(text)
    return "".join(
        f"START {kind.name}\n"
        + "".join(f"  {text}\n" for block in sections[kind.name].values() for text in block)
        + "END\n"
        for kind in SECTIONS
        if kind.name in sections
    )


def _placed_orders(
    commands: Mapping[str, Command], texts: Iterable[str]
) -> Iterator[tuple[str, str, str]]:
    """Yield section, opening line and text of each order.

    An opening line without an order has no text.
    """
    for text in texts:
        head, *lines = text.splitlines() or [""]
        if head.startswith("START ") and lines[-1:] == ["END"]:
            yield head.removeprefix("START "), "", "\n".join(lines[:-1])
        elif placed := PlacedOrder.of(commands, text):
            is_opening = not placed.opening and command_letters(text) in {"BAT", "PRO"}
            yield (placed.section, *((text, "") if is_opening else (placed.opening, placed.text)))


def _block_key(opening: str) -> str:
    return " ".join(opening.split()).casefold()


def insert_order(
    envelope: Envelope, commands: Mapping[str, Command], text: str, line: str, about: str
) -> tuple[str, int]:
    """Return the text with the order in the first section for its command, and its line number.

    Missing sections and opening lines are added; a message is closed.
    """
    lines = text.splitlines()
    order = PlacedOrder.of(commands, line, about)
    place = _place(envelope, order, text, lines) if order else InsertionPoint(len(lines))
    body = [f"  {part}" for part in (order.text if order else line).splitlines()]
    if order and command_letters(order.text) == "MES" and not closes_message(body[-1]):
        body.append("  ZZZ")
    result = [*lines[: place.at], *place.before, *body, *place.after, *lines[place.at :]]
    return "".join(f"{part}\n" for part in result), place.at + len(place.before) + 1


def _place(
    envelope: Envelope, order: PlacedOrder, text: str, lines: Sequence[str]
) -> InsertionPoint:
    sections = divide_text(lines_of(text)).sections
    matching = [section for section in sections if section.kind.name == order.section]
    opening = (f"  {order.opening}",) if order.opening else ()
    if not matching:
        at = _before_later(envelope, order.section, sections, lines)
        return InsertionPoint(at, (f"START {order.section}", *opening), ("END",))
    section = matching[-1]
    end = _end(section, lines)
    block = _block(section, order.opening, end) if opening else end
    return InsertionPoint(end, opening) if block is None else InsertionPoint(block)


def _before_later(
    envelope: Envelope, name: str, sections: Sequence[OrderSection], lines: Sequence[str]
) -> int:
    """Return the line where a section belongs in the order of the turn."""
    later = (s for s in sections if _ORDER_OF[s.kind.name] > _ORDER_OF[name])
    first = next(later, None)
    if first is not None:
        return first.line.number - 1
    closing = [at for at, line in enumerate(lines) if envelope.closes(line)]
    return closing[-1] if closing else len(lines)


def _end(section: OrderSection, lines: Sequence[str]) -> int:
    """Return the line that ends a section, or the one after its last."""
    last = max([section.line.number, *(entry.line.number for entry in section.lines)])
    for at in range(section.line.number, len(lines)):
        word = lines[at].split(maxsplit=1)[:1]
        if word and word[0].upper() == "END" and at >= last:
            return at
    return last


def _block(section: OrderSection, opening: str, end: int) -> int | None:
    """Return the line after the orders below an opening line; None if there is no such line."""
    inside, letters = False, command_letters(opening)
    planet = _block_key(opening).partition(" ")[2]
    for entry in section.lines:
        if entry.letters == letters:
            if inside:
                return entry.line.number - 1
            inside = _block_key(entry.line.code[entry.end :]) == planet
    return end if inside else None


def command_letters(line: str) -> str:
    """Return the three letters that identify the command of a line."""
    return command_letters_of(line.split(maxsplit=1)[0]) if line.split() else ""
