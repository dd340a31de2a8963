"""The data of the game page for its scripts: the board, and the moves that orders plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import asdict, evolve, frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import Thing, View, folded
from horizons_core.orders import (
    Card,
    FilledCard,
    Order,
    OrderOptions,
    OrderStep,
    Slot,
    plain_number,
    unquoted,
)
from horizons_core.report.maps.drawing import HALF, SIZE
from horizons_host.games.order_claims import ExaminedOrders
from horizons_host.server.api.shapes import next_argument
from horizons_host.server.games.order_board import OrderBoard, board_of
from horizons_host.server.texts import gettext, translate_plain
from horizons_host.store import GameStore


def board_to_dict(board: OrderBoard) -> dict[str, Any]:
    """Return the objects, the possible commands and the stocks, for the scripts of the page."""
    lists: dict[tuple[str, ...], int] = {}
    options = sorted(board.options.values(), key=_is_rare)
    commands = [_command(option, lists) for option in options]
    return {
        "turn": board.view.turn,
        "things": [_thing_to_list(thing) for thing in board.things],
        "commands": commands,
        "lists": list(lists),
        "stocks": board.stocks,
        "wraps": _wrap_periods(board.map),
    }


def _is_rare(option: OrderOptions) -> bool:
    """Return whether an order is neither a default nor has a card: it comes after those."""
    return not option.command.default and option.command.card is None


def localized(text: str) -> str:
    """Return a text of a command or an argument in the reader's language."""
    return gettext(text) if text else ""


def _command(options: OrderOptions, lists: dict[tuple[str, ...], int]) -> dict[str, Any]:
    """Return a command as plain data; each list of words is stored once, and has a number."""
    command = options.command
    forms = command.templates
    then = command.card.then if isinstance(command.card, Card) else None
    arguments = []
    for name, offered in options.arguments.items():
        facts: dict[str, Any] = {"name": name, "things": command.arguments[name].things}
        if isinstance(offered, Sequence):
            words = tuple(map(command.arguments[name].written, offered))
            facts["list"] = lists.setdefault(words, len(lists))
        if any(name in form.several for form in forms):
            facts["several"] = 1
        arguments.append(facts)
    return {
        "keyword": command.keyword,
        "label": localized(command.label),
        "group": localized(command.group),
        "help": localized(command.help),
        "on": command.on,
        "default": int(command.default),
        "repeats": int(command.repeats),
        "syntax": command.syntax,
        "lines": "\n" in command.example,
        "then": then and asdict(then),
        "arguments": arguments,
        "forms": [_parts(_after_keyword(form.parts, command.keyword)) for form in forms],
    }


def _after_keyword(parts: Sequence[Any], keyword: str) -> Sequence[Any]:
    """Return the parts of a form after the keyword; lines above it are in brackets."""
    words = [n for n, part in enumerate(parts) if isinstance(part, str)]
    return parts[words[len(keyword.split()) - 1] + 1 :]


def _parts(parts: Sequence[Any]) -> list[Any]:
    """Return words as strings, arguments as objects with their name, and brackets as lists."""
    return [
        part if isinstance(part, str)
        else {"name": part.name} if isinstance(part, Slot)
        else _parts(part)
        for part in parts
    ]  # fmt: skip


def localized_step(step: OrderStep) -> OrderStep:
    """Return a step with its texts in the reader's language."""
    choices = tuple(
        evolve(choice, label=translate_plain(choice.label), help=translate_plain(choice.help))
        for choice in step.choices
    )
    return evolve(step, label=_label_text(step.label), help=_label_text(step.help), choices=choices)


def _label_text(text: str) -> str:
    """Return a text of a command, or one that its functions made, in the reader's language."""
    return translate_plain(text) if isinstance(text, LocalizedText) else localized(text)


def card_to_dict(card: FilledCard) -> dict[str, Any]:
    """Return a card as plain data in the reader's language."""
    return {
        "fields": [
            {
                **asdict(next_argument(localized_step(field.step))),
                "value": field.value,
                "fault": translate_plain(field.fault),
                "heading": translate_plain(field.heading),
            }
            for field in card.fields
        ],
        "presets": [
            {
                "label": translate_plain(preset.label),
                "help": translate_plain(preset.help),
                "values": preset.values,
            }
            for preset in card.presets
        ],
        "figures": [
            {
                "label": translate_plain(figure.label),
                "value": _figure_text(figure.value),
                "warning": figure.is_warning,
            }
            for figure in card.figures
        ],
        "other": localized(card.other),
    }


def _figure_text(value: str | float) -> str:
    return translate_plain(value) if isinstance(value, str) else plain_number(round(value, 2))


def _wrap_periods(document: Mapping[str, Any]) -> list[float] | None:
    """Return the period of a hex map that wraps around, in units of the drawing; None for others.

    Across, down, and the shift across for one period down.
    """
    if document["geometry"] != "hex" or not document.get("wraps"):
        return None
    width, height = document["width"], document["height"]
    return [width * 2 * HALF, height * 1.5 * SIZE, height * HALF]


def _thing_to_list(thing: Thing) -> list[Any]:
    """Convert an object; places have no title, as the map has it already."""
    title = "" if thing.kind == "place" else thing.title
    more = [thing.sort, dict(thing.ranges)] if thing.sort or thing.ranges else []
    return [
        thing.words,
        thing.kind,
        thing.place,
        title,
        int(thing.yours) + 2 * thing.is_place + 4 * thing.selectable,
        dict(thing.facts),
        *more,
    ]


@frozen
class Move:
    """A move on the map between two places: of an order (`line`), or of the latest turn (0)."""

    line: int
    start: str
    end: str
    title: str

    def to_dict(self) -> dict[str, Any]:
        """Return the move as plain data."""
        return {"line": self.line, "from": self.start, "to": self.end, "title": self.title}


def things_named_by(board: OrderBoard, order: Order) -> list[Thing]:
    """List the objects that an order names, in the order of its words."""
    names = sorted(order.written, key=lambda name: order.columns.get(name, 0))
    objects = (thing_named(board, order, name) for name in names)
    return [thing for thing in objects if thing is not None]


def thing_named(board: OrderBoard, order: Order, argument: str) -> Thing | None:
    """Return the object that an argument of an order names, or None; a number names none."""
    if isinstance(order.arguments.get(argument), int | float):
        return None
    known = board.named.get(folded(unquoted(order.written[argument].strip())), [])
    declared = order.command.arguments.get(argument)
    kinds = declared.things if declared else ()
    return next((thing for thing in known if thing.kind in kinds), known[0] if known else None)


def planned_moves(
    board: OrderBoard, examined: ExaminedOrders, foreseen: Iterable[Thing]
) -> tuple[list[dict[str, Any]], list[Move]]:
    """Return the objects named by each line, and the planned moves.

    A move starts at the first object that an order names and ends at the place of the last one;
    if no other place is named, it ends where the forecast has the object.
    """
    after = {(t.kind, t.words): t.place for t in foreseen if t.words}
    lines, moves = [], []
    for order in examined.claim.read.orders:
        named = things_named_by(board, order)
        names = [[thing.kind, thing.words] for thing in named]
        lines.append({"line": order.line, "command": order.keyword, "names": names})
        placed = [thing for thing in named if thing.place]
        if not placed:
            continue
        first, last = placed[0], placed[-1]
        end = last.place if last.place != first.place else after.get((first.kind, first.words))
        if end and end != first.place:
            moves.append(Move(order.line, first.place, end, order.public_text))
    return lines, moves


def changed_things(before: Iterable[Thing], after: Iterable[Thing]) -> list[list[Any]]:
    """List a seat's own objects that differ in a forecast: kind, name, place and changed facts.

    The place of an object that is gone is None, and so is a fact that no longer holds. An object
    with a new one of its kind in its place may have been renamed, and is left out.
    """
    known = _own_by_name(before)
    foreseen = _own_by_name(after)
    new = {(t.kind, t.place) for name, t in foreseen.items() if name not in known}
    changed: list[list[Any]] = []
    for name, thing in known.items():
        later = foreseen.get(name)
        if later is None:
            changed += [] if (thing.kind, thing.place) in new else [[*name, None, {}]]
            continue
        now, then = thing.facts, later.facts
        facts = {
            fact: then.get(fact) for fact in {**now, **then} if now.get(fact) != then.get(fact)
        }
        if facts or later.place != thing.place:
            changed.append([*name, later.place, facts])
    return changed


def _own_by_name(things: Iterable[Thing]) -> dict[tuple[str, str], Thing]:
    """Return a seat's own objects by kind and name; of several with one name, the first."""
    own: dict[tuple[str, str], Thing] = {}
    for thing in things:
        if thing.yours and thing.words:
            own.setdefault((thing.kind, thing.words), thing)
    return own


def moves_between(before: Iterable[Thing], after: Iterable[Thing]) -> list[Move]:
    """List the moves of a seat's own objects between two views."""
    places = {(t.kind, t.words): t.place for t in before if t.yours and t.words}
    titles_by_move: dict[tuple[str, str], list[str]] = {}
    for thing in after:
        start = places.get((thing.kind, thing.words), "")
        if thing.yours and not thing.is_place and start and thing.place not in {"", start}:
            titles_by_move.setdefault((start, thing.place), []).append(thing.title or thing.words)
    return [
        Move(0, start, end, _joined_titles(names)) for (start, end), names in titles_by_move.items()
    ]


def _joined_titles(titles: Sequence[str]) -> str:
    more = f", and {len(titles) - 3} more" if len(titles) > 3 else ""
    return ", ".join(titles[:3]) + more


def last_moves(store: GameStore, board: OrderBoard, seat: str) -> list[Move]:
    """List the moves of a seat's own objects in the latest turn, as far as its reports show."""
    before = _reported_view(store, board.view, board.view.turn - 1, seat)
    return moves_between(board.variant.things(before), board.things) if before else []


def moves_of_turn(store: GameStore, seat: str, turn: int) -> list[Move]:
    """List the moves of a seat's own objects in an earlier turn, as far as its reports show."""
    board = board_of(store, seat)
    before, after = (_reported_view(store, board.view, n, seat) for n in (turn - 1, turn))
    if before is None or after is None:
        return []
    return moves_between(board.variant.things(before), board.variant.things(after))


def _reported_view(store: GameStore, view: View, turn: int, seat: str) -> View | None:
    """Return the view in the report of a turn; None without one like the present view."""
    try:
        report = store.report(turn, seat)
    except HorizonsError:
        return None  # the seat, or the game, is new
    data = report["view"]
    if report["variant"] != view.variant or set(data) != set(view.data):
        return None
    return evolve(view, turn=report["turn"], data=data)
