"""A seat's own view as the order page has it: the map, the things on it, the forms of orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen
from markupsafe import Markup

import horizons_core as hz
from horizons_core.model import Thing, folded
from horizons_core.orders import OrderForm, Range, order_forms
from horizons_core.orders.forms import Field, Word
from horizons_core.report import map_figure
from horizons_core.report.maps.drawing import HALF, SIZE
from horizons_host.recent import Recent
from horizons_host.server.ordering.kinds import kinds_of
from horizons_host.store import GameStore

#: So many boards are kept in each process: who writes orders asks for theirs again and again.
_MOST = 32


@frozen(slots=False)
class Board:
    """What somebody knows and can order; nothing of the game but their own view reaches it."""

    variant: hz.Variant
    view: hz.View

    @cached_property
    def map(self) -> dict[str, Any]:
        """The map document."""
        return self.variant.map(self.view)

    @cached_property
    def figure(self) -> Markup:
        """The map as a picture."""
        return map_figure(self.map, sized=False)

    @cached_property
    def things(self) -> list[Thing]:
        """The things that orders can name."""
        return self.variant.things(self.view)

    @cached_property
    def named(self) -> dict[str, list[Thing]]:
        """The things by how orders name them, folded: several may go by one name."""
        found: dict[str, list[Thing]] = {}
        for thing in self.things:
            if thing.words:
                found.setdefault(folded(thing.words), []).append(thing)
        return found

    @cached_property
    def forms(self) -> dict[str, list[OrderForm]]:
        """The commands that can be given now, each with the ways to write it."""
        found = self.variant.order_options(self.view)
        return {keyword: order_forms(options) for keyword, options in found.items()}

    @cached_property
    def kinds(self) -> dict[tuple[str, str], list[str]]:
        """By command and argument: the kinds of things that are offered for it."""
        return {
            (keyword, field.argument): kinds_of(_words(field), self.things)
            for keyword, forms in self.forms.items()
            for form in forms
            for field in form.fields
        }

    def told(self) -> dict[str, Any]:
        """All of it as plain data, for the scripts of the page."""
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
            "things": [_thing(thing) for thing in self.things],
            "commands": commands,
            "lists": lists.told,
            "wraps": _wraps(self.map),
        }


_boards: Recent[Board] = Recent(_MOST)


def board_of(store: GameStore, seat: str) -> Board:
    """What a seat knows now and can order; who asks again gets the same, to be looked at."""
    here = store.position()

    def made() -> Board:
        variant = hz.variant_of(here.game)
        return Board(variant, variant.view(here.game, seat))

    return _boards.of((here.name, seat), made)


def _wraps(document: Mapping[str, Any]) -> list[float] | None:
    """Of a map of hexes whose edges join: how far apart in the drawing a place is from itself.

    Across, down, and how much farther across it is when one goes down.
    """
    if document["geometry"] != "hex" or not document.get("wraps"):
        return None
    width, height = document["width"], document["height"]
    return [width * 2 * HALF, height * 1.5 * SIZE, height * HALF]


def _thing(thing: Thing) -> list[Any]:
    """A thing; what the map itself tells of its places is not told twice."""
    told = "" if thing.kind == "place" else thing.title
    return [
        thing.words,
        thing.kind,
        thing.place,
        told,
        int(thing.yours) + 2 * thing.is_place,
        dict(thing.facts),
    ]


class _Lists:
    """The lists of choices, each told once: many fields offer the same."""

    def __init__(self, things: Sequence[Thing]) -> None:
        self._things = things
        self._numbers: dict[tuple[str, ...], int] = {}
        self.told: list[dict[str, Any]] = []

    def number(self, words: Iterable[str]) -> int:
        """The number of the list of these words."""
        key = tuple(words)
        if key not in self._numbers:
            self._numbers[key] = len(self.told)
            self.told.append({"words": list(key), "kinds": kinds_of(key, self._things)})
        return self._numbers[key]


def _form(form: OrderForm, lists: _Lists) -> dict[str, Any]:
    return {"syntax": form.syntax, "parts": list(_parts(form, lists))}


def _parts(form: OrderForm, lists: _Lists) -> Iterator[str | Mapping[str, Any]]:
    """Words as they are; of a field its name and what is offered, and what is not as usual."""
    for part in form.parts:
        if isinstance(part, Word):
            yield part.text
            continue
        told: dict[str, Any] = {"name": part.name or "…"}
        if isinstance(part.offered, Range):
            told["range"] = [part.offered.minimum, part.offered.maximum]
        elif part.offered is not None:
            told["list"] = lists.number(part.offered)
        marks = {"group": part.group, "several": int(part.several), "open": int(part.open)}
        yield told | {name: value for name, value in marks.items() if value}


def _words(field: Field) -> Sequence[str]:
    return field.offered if isinstance(field.offered, Sequence) else ()
