"""Check that reports show a whole view: each number and each name, marked and searched for."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Collection
from typing import Any

#: A place in plain data.
Path = tuple[Any, ...]


def leaves(data: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    """Return the single values in plain data, with their places."""
    if isinstance(data, dict):
        return [leaf for key, value in data.items() for leaf in leaves(value, (*path, key))]
    if isinstance(data, list):
        return [leaf for key, value in enumerate(data) for leaf in leaves(value, (*path, key))]
    return [(path, data)]


def set_leaf(data: Any, path: Path, value: Any) -> None:
    """Put a value in a place of plain data."""
    for key in path[:-1]:
        data = data[key]
    data[path[-1]] = value


def text_of(report: Any, view: dict[str, Any]) -> str:
    """Return the text of the report with another view, in one line."""
    return " ".join(report.form.text({**report.data, "view": view}).split())


def untold_numbers(report: Any, otherwise: Collection[str]) -> tuple[int, list[Path]]:
    """Return the count of a view's numbers searched for, and the places of the missing ones.

    Each is first replaced by a unique number; those below a key in `otherwise` stay.
    """
    view = copy.deepcopy(report.data["view"])
    numbers = itertools.count(10_007, 13)
    marked = {}
    for path, value in leaves(view):
        if is_number(value) and value and not {*otherwise} & {*path}:
            marked[path] = next(numbers)
            set_leaf(view, path, marked[path] if isinstance(value, int) else float(marked[path]))
    text = text_of(report, view).replace(",", "")
    return len(marked), [path for path, number in marked.items() if str(number) not in text]


def untold_names(report: Any, otherwise: Collection[str]) -> tuple[int, list[str]]:
    """Return the count of a view's words searched for, and the missing ones."""
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
