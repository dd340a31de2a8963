"""The map, objects and forms that the order page shows to a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen
from markupsafe import Markup

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.model import Thing, folded
from horizons_core.orders import Order, OrderForm, Range, order_forms, unquoted
from horizons_core.orders.forms import Field, Word
from horizons_core.report import map_figure
from horizons_core.report.maps.drawing import HALF, SIZE
from horizons_host.games.order_claims import ExaminedOrders
from horizons_host.store import GameStore
from horizons_host.store.caches import SizedCache

#: Number of boards cached per process: a player who writes orders loads the page repeatedly.
_MAX_BOARDS = 32


def kinds_of(words: Sequence[str], things: Iterable[Thing]) -> list[str]:
    """Return the fewest kinds of objects that the words name, most frequent first.

    A planet and a group may both be called "9": the complete list resolves this.
    """
    unexplained = {folded(unquoted(word)) for word in words}
    named: dict[str, set[str]] = {}
    for thing in things:
        if thing.words:
            named.setdefault(thing.kind, set()).add(folded(thing.words))
    kinds: list[str] = []
    while unexplained:
        kind = max(named, key=lambda k: len(named[k] & unexplained), default="")
        if not kind or not named[kind] & unexplained:
            break
        kinds.append(kind)
        unexplained -= named.pop(kind)
    return kinds


@frozen(slots=False)
class OrderBoard:
    """The view of a seat and its possible orders, without any other data of the game."""

    variant: hz.Variant
    view: hz.View

    @cached_property
    def map(self) -> dict[str, Any]:
        """Return the map document."""
        return self.variant.map(self.view)

    @cached_property
    def figure(self) -> Markup:
        """Return the map as an image."""
        return map_figure(self.map, sized=False)

    @cached_property
    def things(self) -> list[Thing]:
        """List the objects that orders can name."""
        return self.variant.things(self.view)

    @cached_property
    def named(self) -> dict[str, list[Thing]]:
        """Return the objects by their folded names; several objects may share a name."""
        by_name: dict[str, list[Thing]] = {}
        for thing in self.things:
            if thing.words:
                by_name.setdefault(folded(thing.words), []).append(thing)
        return by_name

    @cached_property
    def forms(self) -> dict[str, list[OrderForm]]:
        """Return the commands that are possible now, each with its forms."""
        commands = self.variant.order_options(self.view)
        return {keyword: order_forms(options) for keyword, options in commands.items()}

    @cached_property
    def kinds(self) -> dict[tuple[str, str], list[str]]:
        """Return the kinds of objects offered for each command and argument."""
        return {
            (keyword, field.argument): kinds_of(_offered_words(field), self.things)
            for keyword, forms in self.forms.items()
            for form in forms
            for field in form.fields
        }

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, for the scripts of the page."""
        lists = _Lists(self.things)
        commands = [
            {
                "keyword": keyword,
                "help": self.variant.language.by_keyword[keyword].help,
                "example": self.variant.language.by_keyword[keyword].example,
                "forms": [_form(form, lists) for form in forms],
            }
            for keyword, forms in self.forms.items()
        ]
        return {
            "turn": self.view.turn,
            "things": [_thing_to_list(thing) for thing in self.things],
            "commands": commands,
            "lists": lists.stored,
            "wraps": _wrap_periods(self.map),
        }


_boards: SizedCache[OrderBoard] = SizedCache(_MAX_BOARDS)


def board_of(store: GameStore, seat: str) -> OrderBoard:
    """Return the board of a seat, cached until the position changes; do not modify it."""
    position = store.position()

    def build() -> OrderBoard:
        variant = hz.variant_of(position.game)
        return OrderBoard(variant, variant.view(position.game, seat))

    return _boards.of((position.name, seat), build)


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
    return [
        thing.words,
        thing.kind,
        thing.place,
        title,
        int(thing.yours) + 2 * thing.is_place,
        dict(thing.facts),
    ]


class _Lists:
    """Lists of choices, each stored once: many fields offer the same list."""

    def __init__(self, things: Sequence[Thing]) -> None:
        self._things = things
        self._numbers: dict[tuple[str, ...], int] = {}
        self.stored: list[dict[str, Any]] = []

    def number(self, words: Iterable[str]) -> int:
        """Return the number of the list of these words."""
        key = tuple(words)
        if key not in self._numbers:
            self._numbers[key] = len(self.stored)
            self.stored.append({"words": list(key), "kinds": kinds_of(key, self._things)})
        return self._numbers[key]


def _form(form: OrderForm, lists: _Lists) -> dict[str, Any]:
    return {"syntax": form.syntax, "parts": list(_parts(form, lists))}


def _parts(form: OrderForm, lists: _Lists) -> Iterator[str | Mapping[str, Any]]:
    """Yield words as strings, and fields as their name, choices and non-default properties."""
    for part in form.parts:
        if isinstance(part, Word):
            yield part.text
            continue
        facts: dict[str, Any] = {"name": part.name or "…"}
        if isinstance(part.offered, Range):
            facts["range"] = [part.offered.minimum, part.offered.maximum]
        elif part.offered is not None:
            facts["list"] = lists.number(part.offered)
        marks = {"group": part.group, "several": int(part.several), "open": int(part.open)}
        yield facts | {name: value for name, value in marks.items() if value}


def _offered_words(field: Field) -> Sequence[str]:
    return field.offered if isinstance(field.offered, Sequence) else ()


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
    objects = (_thing_named(board, order, name) for name in names)
    return [thing for thing in objects if thing is not None]


def _thing_named(board: OrderBoard, order: Order, argument: str) -> Thing | None:
    known = board.named.get(folded(unquoted(order.written[argument].strip())), [])
    kinds = board.kinds.get((order.keyword, argument), [])
    return next((thing for thing in known if thing.kind in kinds), known[0] if known else None)


def planned_moves(
    board: OrderBoard, examined: ExaminedOrders
) -> tuple[list[dict[str, Any]], list[Move]]:
    """Return the objects named by each line, and the planned moves.

    A move starts at the first object that an order names and ends at the place of the last one;
    if no other place is named, it ends where the forecast has the object.
    """
    after = {(t.kind, t.words): t.place for t in _things_after(board, examined) if t.words}
    lines, moves = [], []
    for order in examined.claim.read.orders:
        named = things_named_by(board, order)
        lines.append({"line": order.line, "names": [[thing.kind, thing.words] for thing in named]})
        placed = [thing for thing in named if thing.place]
        if not placed:
            continue
        first, last = placed[0], placed[-1]
        end = last.place if last.place != first.place else after.get((first.kind, first.words))
        if end and end != first.place:
            moves.append(Move(order.line, first.place, end, order.public_text))
    return lines, moves


def _things_after(board: OrderBoard, examined: ExaminedOrders) -> Sequence[Thing]:
    return board.variant.things(examined.foresight.view)


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
    from horizons_core import View

    try:
        report = store.report(board.view.turn - 1, seat)
    except HorizonsError:
        return []  # the seat, or the game, is new
    data = report["view"]
    if report["variant"] != board.view.variant or set(data) != set(board.view.data):
        return []
    view = board.view
    before = View(view.variant, view.game, report["turn"], view.empire, data, view.role)
    return moves_between(board.variant.things(before), board.things)
