"""Clauses named in the code of a variant: whole ids in docstrings, comments and strings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

#: Suffixes of code: modules, grammars, templates and scripts of pages.
_CODE = frozenset({".py", ".lark", ".jinja", ".js"})


@frozen(order=True)
class Place:
    """A line of a file, counted from 1."""

    file: Path
    line: int


def package_folder(package: str) -> Path | None:
    """Return the folder of an importable package; None for "" or a package without a folder."""
    spec = find_spec(package) if package else None
    folders = [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]
    return next((folder for folder in folders if folder.is_dir()), None)


def code_files(folder: Path) -> list[Path]:
    """Return the code files of a package, sorted; rules.yaml and topics.yaml are not code."""
    return sorted(path for path in folder.rglob("*") if path.suffix in _CODE)


def whole_ids(clauses: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern that matches any of these clauses as a whole id, not as part of another."""
    longest_first = sorted(clauses, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?!-?\w)")


def code_places(folder: Path, clauses: Iterable[str]) -> Mapping[str, list[Place]]:
    """Return, by clause, the lines of a package's code that name it."""
    pattern = whole_ids(clauses)
    places: dict[str, list[Place]] = {}
    for file in code_files(folder):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
            for clause in dict.fromkeys(pattern.findall(line)):
                places.setdefault(clause, []).append(Place(file, number))
    return places


def is_rulebook(folder: Path, place: Place) -> bool:
    """Return whether code implements the rulebook; `mods/` change it, and `bots/` play by it."""
    return place.file.relative_to(folder).parts[0] not in {"mods", "bots"}
