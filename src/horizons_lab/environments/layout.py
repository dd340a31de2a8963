"""Observations as arrays: a table for each list of a view, with columns that are known beforehand.

What a view lists depends on the game, so the columns are found once, in the variant's schema of its
views and in a short game of bots that order at random, for what the schema leaves open: a row for
each thing, a column for each number or yes-or-no of it. A word that is
one of few becomes a column for each of them (`kind=frigate`), one that may be an empire's id one
that says whether it is the seat's own (`owner=me`), and a place such as `3,6` two. All that stands
by itself in the view is the table `self`, of one row, with how many things each list has
(`ships.count`). Rows beyond the last one are 0, and so is a number that is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from numpy.typing import NDArray

import horizons_core as hz
from horizons_core.bots import RandomBot
from horizons_core.testing import play
from horizons_lab.environments.described import described_tables

if TYPE_CHECKING:
    from gymnasium import spaces

#: The table of what stands by itself in a view.
SELF = "self"
#: How many rows a table has at most, unless told.
ROWS = 64
#: How many different words a column may have to be told apart.
_WORDS = 8
#: A word that says of which kind a thing is, and is no name with a number.
_KIND = re.compile(r"[A-Za-z][A-Za-z _-]*")
#: A place as players write it: "3,-6".
_PLACE = re.compile(r"-?[0-9]{1,9}(,-?[0-9]{1,9}){1,3}")
#: How many entries of a list of numbers are columns.
_ENTRIES = 4
#: How deep things in things are looked into.
_DEEPEST = 3
#: How many turns are played to find the columns.
_TURNS = 6
#: How large a number of an array can be.
_FARTHEST = 3e38

#: The word for the seat's own id.
ME = "me"


@attrs.frozen
class Table:
    """One list of a view as an array.

    Attributes:
        name: the list's name in the view.
        rows: how many of its things are told; those beyond are left out.
        columns: the columns' names, in order.
    """

    name: str
    rows: int
    columns: tuple[str, ...]


@attrs.frozen
class Layout:
    """Which arrays an observation has.

    Attributes:
        tables: each with its columns, in order.
    """

    tables: tuple[Table, ...]

    def space(self) -> spaces.Dict:
        """The space of observations: a box of shape (rows, columns) for each table, by name."""
        from gymnasium import spaces

        return spaces.Dict(
            {
                table.name: spaces.Box(
                    -np.inf, np.inf, (table.rows, len(table.columns)), np.float32
                )
                for table in self.tables
            }
        )

    def arrays(self, view: hz.View) -> dict[str, NDArray[np.float32]]:
        """The observation of a view."""
        found = dict(_things(view))
        return {table.name: _array(table, found.get(table.name, ()), view) for table in self.tables}


def layout_of(
    variant: hz.Variant, players: int, options: Mapping[str, Any], rows: int = ROWS
) -> Layout:
    """The layout of a game's observations: of its schema, and of a short game, always the same."""
    seats = [f"P{number}" for number in range(1, players + 1)]
    game = variant.new_game(seats, seed="layout", options=options)
    bots = dict.fromkeys(seats, RandomBot(variant.order_options, text=variant.order_text))
    columns = _described(variant)
    _note(columns, variant, game)
    for turn in play(variant, game, bots, "layout", _TURNS):
        _note(columns, variant, turn.after.game)
    return Layout(
        tuple(
            Table(name, 1 if name == SELF else rows, _named(found))
            for name, found in sorted(columns.items(), key=lambda one: (one[0] != SELF, one[0]))
            if _named(found)
        )
    )


def _described(variant: hz.Variant) -> dict[str, dict[str, set[str]]]:
    """The fields of the schema, as `_note` notes them."""
    tables = described_tables(variant.report_form.view_schema, _ENTRIES, _DEEPEST)
    return {
        name or SELF: {".".join(path): set(words) for path, words in fields}
        for name, fields in tables
    }


def _note(columns: dict[str, dict[str, set[str]]], variant: hz.Variant, game: hz.Game) -> None:
    """Note the fields of all views, with the words in each: those of no number have some."""
    for view in variant.views(game, [one.id for one in game.empires if one.active]).values():
        for name, things in _things(view):
            found = columns.setdefault(name, {})
            for thing in things:
                for path, value in _leaves(thing):
                    words = found.setdefault(path, set())
                    if isinstance(value, str):
                        words.add(ME if value == view.empire else value)


def _named(found: Mapping[str, set[str]]) -> tuple[str, ...]:
    names: list[str] = []
    for path, words in sorted(found.items()):
        if not words:
            names.append(path)
        elif len(words) <= _WORDS and all(map(_KIND.fullmatch, words)):
            names += [f"{path}={word}" for word in sorted(words)]
        elif ME in words:
            names.append(f"{path}={ME}")
    return tuple(names)


def _things(view: hz.View) -> Iterator[tuple[str, Sequence[Any]]]:
    """The lists of a view, and all of it as a list of one: of lists, that tells how many."""
    for name, value in view.data.items():
        if isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value):
            yield name, value
    yield SELF, [view.data]


def _leaves(thing: Any, name: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """The numbers and words of a thing, with their names: the way to them, with dots between."""
    if isinstance(thing, int | float):
        yield name, thing
    elif isinstance(thing, str):
        if _PLACE.fullmatch(thing):
            for place, number in enumerate(thing.split(",")):
                yield f"{name}.{place}", int(number)
        else:
            yield name, thing
    elif depth >= _DEEPEST:
        return
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from _leaves(value, f"{name}.{key}" if depth else str(key), depth + 1)
    elif isinstance(thing, list | tuple):
        yield f"{name}.count", len(thing)
        yield from _entries(thing, name)


def _entries(things: Sequence[Any], name: str) -> Iterator[tuple[str, float]]:
    """The first ones of a list of numbers, with their names."""
    if all(isinstance(one, int | float) for one in things):
        for place, value in enumerate(things[:_ENTRIES]):
            yield f"{name}.{place}", value


def _array(table: Table, things: Sequence[Any], view: hz.View) -> NDArray[np.float32]:
    array = np.zeros((table.rows, len(table.columns)), np.float32)
    places = {name: place for place, name in enumerate(table.columns)}
    for row, thing in enumerate(things[: table.rows]):
        for name, value in _leaves(thing):
            if isinstance(value, str):
                word = ME if value == view.empire else value
                column, number = f"{name}={word}", 1.0
            else:
                column, number = name, max(-_FARTHEST, min(_FARTHEST, value))
            place = places.get(column)
            if place is not None:
                array[row, place] = number
    return array
