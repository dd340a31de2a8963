"""Insert an order into a text: into its section, and there below its planet (FH-ORDER-003)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from horizons_core.orders import Command, Envelope
from variants.far_horizons.model.orders import SECTIONS
from variants.far_horizons.orders.sections import (
    OrderSection,
    command_letters_of,
    divide_text,
    lines_of,
    sections_of,
)

_ORDER_OF = {kind.name: number for number, kind in enumerate(SECTIONS)}
_MAKING = "PRODUCTION"


@frozen
class InsertionPoint:
    """The position of a new order: the line that it precedes, from 0 on, and lines around it."""

    at: int
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def insert_order(
    envelope: Envelope, command: Command | None, text: str, line: str, about: str
) -> tuple[str, int]:
    """Return the text with the order in the first section for its command, and its line number.

    Production orders go below the planet `about`, if it is one ("PL Mars"). Missing sections and
    planets are added; a message is closed.
    """
    lines = text.splitlines()
    end = InsertionPoint(len(lines))
    place = _place(envelope, command, text, lines, about) if command else end
    body = [f"  {part}" for part in line.splitlines()]
    if command is not None and command.keyword == "MESSAGE":
        body.append("  ZZZ")
    result = [*lines[: place.at], *place.before, *body, *place.after, *lines[place.at :]]
    return "".join(f"{part}\n" for part in result), place.at + len(place.before) + 1


def _place(
    envelope: Envelope, command: Command, text: str, lines: Sequence[str], about: str
) -> InsertionPoint:
    name = sections_of(command)[0]
    sections = divide_text(lines_of(text)).sections
    matching = [section for section in sections if section.kind.name == name]
    is_made = name == _MAKING and command.keyword != _MAKING and about.startswith("PL ")
    planet = (f"  Production {about}",) if is_made else ()
    if not matching:
        at = _before_later(envelope, name, sections, lines)
        return InsertionPoint(at, (f"START {name}", *planet), ("END",))
    section = matching[-1]
    end = _end(section, lines)
    if not planet:
        return InsertionPoint(end)
    block = _block(section, about, end)
    return InsertionPoint(end, planet) if block is None else InsertionPoint(block)


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
    """Return the line that ends a section, or the one behind its last."""
    last = max([section.line.number, *(entry.line.number for entry in section.lines)])
    for at in range(section.line.number, len(lines)):
        word = lines[at].split(maxsplit=1)[:1]
        if word and word[0].upper() == "END" and at >= last:
            return at
    return last


def _block(section: OrderSection, planet: str, end: int) -> int | None:
    """Return the line behind a planet's production orders; None if it has none."""
    inside = False
    for entry in section.lines:
        if entry.letters == _MAKING[:3]:
            if inside:
                return entry.line.number - 1
            words = entry.line.code[entry.end :].split()
            inside = " ".join(words).casefold() == planet.casefold()
    return end if inside else None


def command_letters(line: str) -> str:
    """Return the three letters that identify the command of a line."""
    return command_letters_of(line.split(maxsplit=1)[0]) if line.split() else ""
