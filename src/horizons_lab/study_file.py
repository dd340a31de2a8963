"""Studies as YAML: the fields of a study by their names, with programs as seats.

For example::

    title: Does the first seat have an advantage?
    variant: event_horizon
    seats: [greedy, random, {program: [perl, miner.pl], seconds: 2}]
    games: 500
    key: first
    factors: {options.turn_limit: [50, 100]}
    measures: {ore: "sum(empires[].stock.ore)"}

Paths of rules and programs are relative to the folder of the file. A study of battles has a
`battle` instead of seats and games::

    title: Three Lancers against four
    variant: event_horizon
    battle: {sides: {Ada: [{hull: 4, weapons: 2, count: 3}], Brin: [{hull: 4, weapons: 1}]}}
    factors: {sides.Brin.0.count: [3, 4, 5]}
    runs: 100000
    key: lancers
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from horizons_core.data_text import DataError, read_file, read_yaml
from horizons_core.errors import did_you_mean
from horizons_lab.design import StudyDesign
from horizons_lab.errors import StudyError
from horizons_lab.programs import Outside
from horizons_lab.rule_sources import is_path
from horizons_lab.search.lookahead import Lookahead


def study_arguments(path: Path) -> dict[str, Any]:
    """Read the arguments of `Study` from a YAML or JSON file.

    Raises StudyError with the file's name for unreadable files and unknown fields, OSError.
    """
    known = [field.name for field in attrs.fields(StudyDesign)]
    return plan_arguments(path, "study", known, "seats")


def is_of_battles(path: Path) -> bool:
    """Return whether the study in a file is one of battles: it has a `battle`, and no seats.

    Raises StudyError for an unreadable file, OSError.
    """
    data = _data(path)
    return isinstance(data, Mapping) and "battle" in data and "seats" not in data


def plan_arguments(path: Path, kind: str, known: Sequence[str], players: str) -> dict[str, Any]:
    """Read the arguments in a file of a kind; its field `players` has the players or fighters.

    Raises StudyError with the file's name for unreadable files and unknown fields, OSError.
    """
    data = _data(path)
    if not isinstance(data, Mapping):
        raise StudyError(f"{path}: this is not a {kind}", f"write variant: ..., {players}: ...")
    for name in data:
        if name not in known:
            raise StudyError(
                f"{path}: a {kind} has no field '{name}'", did_you_mean(str(name), known)
            )
    for name in ("variant", players):
        if name not in data:
            raise StudyError(f"{path}: it has no {name}", f"write {name}: ...")
    return {name: _read(name, value, path.absolute().parent) for name, value in data.items()}


def _data(path: Path) -> Any:
    try:
        return read_yaml(read_file(path))
    except DataError as problem:
        raise StudyError(f"{path}{problem.place}: {problem.reason}", problem.hint) from problem


def _read(name: str, value: Any, folder: Path) -> Any:
    if name == "variant":
        return _resolve(value, folder)
    if name == "mods":
        return (
            [_resolve(mod, folder) for mod in value]
            if isinstance(value, list)
            else _resolve(value, folder)
        )
    if name in {"seats", "players"} and isinstance(value, list):
        return [_seat(seat, folder) for seat in value]
    if name == "factors" and isinstance(value, Mapping):
        return {factor: _levels(factor, levels, folder) for factor, levels in value.items()}
    return value


def _levels(factor: str, levels: Any, folder: Path) -> Any:
    if factor in {"mods", "seats"} and isinstance(levels, list):
        return [_read(factor, level, folder) for level in levels]
    return levels


def _resolve(value: Any, folder: Path) -> Any:
    """Resolve a path of rules from the file's folder; return other values unchanged."""
    return str((folder / value).resolve()) if isinstance(value, str) and is_path(value) else value


def _seat(seat: Any, folder: Path) -> Any:
    if not isinstance(seat, Mapping):
        return seat
    return Lookahead.read(seat) if "bot" in seat else Outside.read(seat, folder)
