"""Observations as arrays, with a table of fixed columns for each list of a view.

The lists of a view depend on the game. The columns are determined once, from the variant's schema
of its views and, where the schema leaves them open, from a short game of random bots: a row for
each object, a column for each number or boolean. A word with few values becomes a column for each
value (`kind=frigate`), a word that may be an empire's id a column that marks the seat's own
(`owner=me`), and a place such as `3,6` two columns. The values outside of lists form the table
`self`, of one row, with the lengths of the lists (`ships.count`). Empty cells are 0.
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


#: A field of an object: its path, and the words that it may hold, empty for a number.
SchemaField = tuple[tuple[str, ...], Sequence[str]]

_NUMBERS = {"integer", "number", "boolean"}
_PLACE_EXAMPLE = "1,1"

#: The table of a view's values outside of lists.
SELF = "self"
#: Default maximum number of rows of a table.
ROWS = 64
#: Maximum number of words of a column for which each has its own column.
_WORDS = 8
#: A word that names a kind, in contrast to a name with a number.
_KIND = re.compile(r"[A-Za-z][A-Za-z _-]*")
#: A place as players write it: "3,-6".
_PLACE = re.compile(r"-?[0-9]{1,9}(,-?[0-9]{1,9}){1,3}")
#: Number of entries of a list of numbers that are columns.
_ENTRIES = 4
#: Maximum number of levels of nested objects.
_MAX_DEPTH = 3
#: Number of turns to play to find the columns.
_TURNS = 6
#: Largest absolute number in an array.
_FARTHEST = 3e38

#: The word for the seat's own id.
ME = "me"


def schema_tables(
    schema: Mapping[str, Any], entries: int, deepest: int
) -> Iterator[tuple[str, list[SchemaField]]]:
    """Yield a view's lists of objects with their fields, and the view itself as the list "".

    Lists of numbers within an object have `entries` fields at most, and paths `deepest` names.
    """
    own_fields: list[SchemaField] = []
    for name, part in schema.get("properties", {}).items():
        own_fields += _schema_fields(part, (name,), entries, deepest)
        for choice in _schema_alternatives(part):
            if any("properties" in item for item in _schema_alternatives(choice.get("items", {}))):
                yield name, list(_schema_fields(choice["items"], (), entries, deepest))
    yield "", own_fields


def _schema_alternatives(part: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """Return the alternative schemas."""
    choices: Iterable[Mapping[str, Any]] = part.get("anyOf", (part,))
    return choices


def _schema_fields(
    schema: Mapping[str, Any], path: tuple[str, ...], entries: int, deepest: int
) -> Iterator[SchemaField]:
    for part in _schema_alternatives(schema):
        words = [word for word in part.get("enum", ()) if isinstance(word, str)]
        kinds = part.get("type", ())
        kinds = {kinds} if isinstance(kinds, str) else set(kinds)
        if words:
            yield path, words
        elif kinds & _NUMBERS:
            yield path, ()
        elif "pattern" in part and re.search(part["pattern"], _PLACE_EXAMPLE):
            yield from ((((*path, str(axis)), ())) for axis in range(2))
        elif len(path) < deepest:
            if "items" in part:
                yield (*path, "count"), ()
                yield from _schema_entries(part, path, entries)
            for name, inner in part.get("properties", {}).items():
                yield from _schema_fields(inner, (*path, name), entries, deepest)


def _schema_entries(
    part: Mapping[str, Any], path: tuple[str, ...], entries: int
) -> Iterator[SchemaField]:
    """Yield the entries of a list of numbers: as many as the schema allows, `entries` at most."""
    if part["items"].get("type") in _NUMBERS:
        count = min(entries, part.get("maxItems", entries))
        yield from (((*path, str(entry)), ()) for entry in range(count))


@attrs.frozen
class ObservationTable:
    """One list of a view as an array.

    Attributes:
        name: the list's name in the view.
        rows: number of rows; objects beyond are left out.
        columns: the columns' names, in order.
    """

    name: str
    rows: int
    columns: tuple[str, ...]


@attrs.frozen
class ObservationLayout:
    """The arrays of an observation.

    Attributes:
        tables: the tables in order, each with its columns.
    """

    tables: tuple[ObservationTable, ...]

    @property
    def flat_columns(self) -> tuple[str, ...]:
        """The names of the numbers when all tables are one array: table, row and column."""
        return tuple(
            f"{table.name}.{row}.{column}"
            for table in self.tables
            for row in range(table.rows)
            for column in table.columns
        )

    def space(self) -> spaces.Dict:
        """Return the space of observations: by table name, a box of shape (rows, columns)."""
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
        """Return the observation of a view."""
        lists = dict(_lists(view))
        return {table.name: _array(table, lists.get(table.name, ()), view) for table in self.tables}


def observation_layout(
    variant: hz.Variant, players: int, options: Mapping[str, Any], rows: int = ROWS
) -> ObservationLayout:
    """Return the layout of a game's observations, from its schema and a short, fixed game."""
    seats = [f"P{number}" for number in range(1, players + 1)]
    game = variant.new_game(seats, seed="layout", options=options)
    bots = dict.fromkeys(seats, RandomBot(variant))
    columns = _schema_columns(variant)
    _add_columns(columns, variant, game)
    for turn in play(variant, game, bots, "layout", _TURNS):
        _add_columns(columns, variant, turn.after.game)
    return ObservationLayout(
        tuple(
            ObservationTable(name, 1 if name == SELF else rows, _column_names(fields))
            for name, fields in sorted(columns.items(), key=lambda item: (item[0] != SELF, item[0]))
            if _column_names(fields)
        )
    )


def _schema_columns(variant: hz.Variant) -> dict[str, dict[str, set[str]]]:
    """Return the fields of the schema, in the form of `_add_columns`."""
    tables = schema_tables(variant.report_form.view_schema, _ENTRIES, _MAX_DEPTH)
    return {
        name or SELF: {".".join(path): set(words) for path, words in fields}
        for name, fields in tables
    }


def _add_columns(
    columns: dict[str, dict[str, set[str]]], variant: hz.Variant, game: hz.Game
) -> None:
    """Add the fields of all views, with the words in each; numbers have no words."""
    for view in variant.views(game, [e.id for e in game.empires if e.active]).values():
        for name, objects in _lists(view):
            fields = columns.setdefault(name, {})
            for item in objects:
                for path, value in _leaves(item):
                    words = fields.setdefault(path, set())
                    if isinstance(value, str):
                        words.add(ME if value == view.empire else value)


def _column_names(fields: Mapping[str, set[str]]) -> tuple[str, ...]:
    names: list[str] = []
    for path, words in sorted(fields.items()):
        if not words:
            names.append(path)
        elif len(words) <= _WORDS and all(map(_KIND.fullmatch, words)):
            names += [f"{path}={word}" for word in sorted(words)]
        elif ME in words:
            names.append(f"{path}={ME}")
    return tuple(names)


def _lists(view: hz.View) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield the lists of a view, and all of it as a list of one, which counts the lists."""
    for name, value in view.data.items():
        if isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value):
            yield name, value
    yield SELF, [view.data]


def _leaves(value: Any, name: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield the numbers and words of an object, named by their paths with dots."""
    if isinstance(value, int | float):
        yield name, value
    elif isinstance(value, str):
        if _PLACE.fullmatch(value):
            for index, number in enumerate(value.split(",")):
                yield f"{name}.{index}", int(number)
        else:
            yield name, value
    elif depth >= _MAX_DEPTH:
        return
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(item, f"{name}.{key}" if depth else str(key), depth + 1)
    elif isinstance(value, list | tuple):
        yield f"{name}.count", len(value)
        yield from _number_entries(value, name)


def _number_entries(numbers: Sequence[Any], name: str) -> Iterator[tuple[str, float]]:
    """Yield the first entries of a list of numbers, with their names."""
    if all(isinstance(number, int | float) for number in numbers):
        for index, number in enumerate(numbers[:_ENTRIES]):
            yield f"{name}.{index}", number


def _array(table: ObservationTable, objects: Sequence[Any], view: hz.View) -> NDArray[np.float32]:
    array = np.zeros((table.rows, len(table.columns)), np.float32)
    indices = {name: index for index, name in enumerate(table.columns)}
    for row, item in enumerate(objects[: table.rows]):
        for name, value in _leaves(item):
            if isinstance(value, str):
                word = ME if value == view.empire else value
                column, number = f"{name}={word}", 1.0
            else:
                column, number = name, max(-_FARTHEST, min(_FARTHEST, value))
            index = indices.get(column)
            if index is not None:
                array[row, index] = number
    return array
