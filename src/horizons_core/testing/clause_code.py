"""Where the code of a variant names its clauses: whole ids in docstrings, comments and strings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

#: What counts as code: modules, grammars, templates and scripts of pages.
_CODE = frozenset({".py", ".lark", ".jinja", ".js"})


@frozen(order=True)
class Place:
    """A line of a file, counted from 1."""

    file: Path
    line: int


def package_folder(package: str) -> Path | None:
    """The folder of an importable package; None for no package, or one that is in no folder."""
    found = find_spec(package) if package else None
    folders = [Path(folder) for folder in (found and found.submodule_search_locations) or ()]
    return next((folder for folder in folders if folder.is_dir()), None)


def code_files(folder: Path) -> list[Path]:
    """The files of a package that are code, in order; rules.yaml and topics.yaml are not."""
    return sorted(path for path in folder.rglob("*") if path.suffix in _CODE)


def whole_ids(clauses: Iterable[str]) -> re.Pattern[str]:
    """A pattern that finds any of these clauses where it is spelled out, and no part of an id."""
    longest_first = sorted(clauses, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?!-?\w)")


def code_places(folder: Path, clauses: Iterable[str]) -> Mapping[str, list[Place]]:
    """By clause, the lines of a package's code that spell it out; no entry for one never named."""
    pattern = whole_ids(clauses)
    places: dict[str, list[Place]] = {}
    for file in code_files(folder):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
            for clause in dict.fromkeys(pattern.findall(line)):
                places.setdefault(clause, []).append(Place(file, number))
    return places


def is_rulebook(folder: Path, place: Place) -> bool:
    """Whether code carries the rulebook out: house rules in `mods/` change it, bots play by it."""
    return place.file.relative_to(folder).parts[0] not in {"mods", "bots"}
