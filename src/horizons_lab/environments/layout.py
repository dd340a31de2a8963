"""Observations as arrays: a table for each list of a view, with columns that are known beforehand.

What a view lists depends on the game, so the columns are found once, in a short game of bots that
order at random: a row for each thing, a column for each number or yes-or-no of it. A word that is
one of few becomes a column for each of them (`kind=frigate`), one that may be an empire's id one
that says whether it is the seat's own (`owner=me`), and a place such as `3,6` two. All that stands
by itself in the view is the table `self`, of one row. Rows beyond the last one are 0, and so is a
number that is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from numpy.typing import NDArray

import horizons_core as hz
from horizons_core.bots import RandomBot
from horizons_core.testing import play

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

#: What a column is read from: a path of names, and a word it must be equal to or "".
Column = tuple[tuple[str, ...], str]
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
    """The layout of a game's observations, found in a short game that is always the same."""
    seats = [f"P{number}" for number in range(1, players + 1)]
    game = variant.new_game(seats, seed="layout", options=options)
    bots = dict.fromkeys(seats, RandomBot(variant.order_options, text=variant.order_text))
    columns: dict[str, dict[str, set[str]]] = {}
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


def _note(columns: dict[str, dict[str, set[str]]], variant: hz.Variant, game: hz.Game) -> None:
    """Note the fields of all views, with the words in each: those of no number have some."""
    for view in variant.views(game, [one.id for one in game.empires if one.active]).values():
        for name, things in _things(view):
            found = columns.setdefault(name, {})
            for thing in things:
                for path, value in _leaves(thing):
                    words = found.setdefault(".".join(path), set())
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
    """The lists of a view, and what stands by itself as a list of one."""
    alone: dict[str, Any] = {}
    for name, value in view.data.items():
        if isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value):
            yield name, value
        else:
            alone[name] = value
    yield SELF, [alone]


def _leaves(thing: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The numbers and words of a thing, with their paths."""
    if isinstance(thing, str) and _PLACE.fullmatch(thing):
        for place, number in enumerate(thing.split(",")):
            yield (*path, str(place)), int(number)
    elif isinstance(thing, bool | int | float | str):
        yield path, thing
    elif len(path) >= _DEEPEST:
        return
    elif isinstance(thing, Mapping):
        for name, value in thing.items():
            yield from _leaves(value, (*path, str(name)))
    elif isinstance(thing, list | tuple):
        yield (*path, "count"), len(thing)
        if all(isinstance(one, int | float) for one in thing):
            for place, value in enumerate(thing[:_ENTRIES]):
                yield (*path, str(place)), value


def _array(table: Table, things: Sequence[Any], view: hz.View) -> NDArray[np.float32]:
    array = np.zeros((table.rows, len(table.columns)), np.float32)
    places = {name: place for place, name in enumerate(table.columns)}
    for row, thing in enumerate(things[: table.rows]):
        for name, value in _cells(thing, view):
            place = places.get(name)
            if place is not None:
                array[row, place] = value
    return array


def _cells(thing: Any, view: hz.View) -> Iterable[tuple[str, float]]:
    """The cells of a thing by the names of columns."""
    for path, value in _leaves(thing):
        name = ".".join(path)
        if isinstance(value, str):
            yield f"{name}={ME if value == view.empire else value}", 1.0
        else:
            yield name, float(np.clip(float(value), -3e38, 3e38))
