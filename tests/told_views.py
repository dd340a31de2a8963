"""Whether reports tell all that is in a view: each number and each name, marked and looked for."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Collection
from typing import Any

#: A place in plain data.
Path = tuple[Any, ...]


def leaves(thing: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    """The single values in plain data, with their places."""
    if isinstance(thing, dict):
        return [leaf for key, value in thing.items() for leaf in leaves(value, (*path, key))]
    if isinstance(thing, list):
        return [leaf for key, value in enumerate(thing) for leaf in leaves(value, (*path, key))]
    return [(path, thing)]


def put(thing: Any, path: Path, value: Any) -> None:
    """Put a value in a place of plain data."""
    for key in path[:-1]:
        thing = thing[key]
    thing[path[-1]] = value


def text_of(report: Any, view: dict[str, Any]) -> str:
    """The text of the report with another view, in one line."""
    return " ".join(report.form.text({**report.data, "view": view}).split())


def untold_numbers(report: Any, otherwise: Collection[str]) -> tuple[int, list[Path]]:
    """How many numbers of the view were looked for in the text, and those that it does not have.

    Each is replaced by one of its own first; those below a key in `otherwise` stay.
    """
    view = copy.deepcopy(report.data["view"])
    numbers = itertools.count(10_007, 13)
    marked = {}
    for path, value in leaves(view):
        if is_number(value) and value and not {*otherwise} & {*path}:
            marked[path] = next(numbers)
            put(view, path, marked[path] if isinstance(value, int) else float(marked[path]))
    text = text_of(report, view).replace(",", "")
    return len(marked), [path for path, number in marked.items() if str(number) not in text]


def untold_names(report: Any, otherwise: Collection[str]) -> tuple[int, list[str]]:
    """How many words of the view were looked for in the text, and those that it does not have."""
    view = report.data["view"]
    text = text_of(report, view)
    names = {
        value
        for path, value in leaves(view)
        if isinstance(value, str) and value and not {*otherwise} & {*path}
    }
    return len(names), sorted(name for name in names if name not in text)


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
