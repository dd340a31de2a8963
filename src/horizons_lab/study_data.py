"""Studies as plain data and YAML, with the versions that their rows depend on.

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

import hashlib
import platform
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import attrs

import horizons_core as hz
from horizons_core.data_text import DataError, read_file, read_yaml
from horizons_core.errors import did_you_mean
from horizons_core.version import VERSION
from horizons_lab.checks import StudyError
from horizons_lab.design import StudyDesign
from horizons_lab.lookahead import Lookahead
from horizons_lab.measures import qualified_name
from horizons_lab.plan import StudyPlan, level_data, mod_list, seats_data
from horizons_lab.programs import Outside
from horizons_lab.rule_sources import is_path

#: Fields that may change while a study is continued.
_MAY_GROW = ("games", "factors", "sample", "stop", "title")


def study_data(plan: StudyPlan) -> dict[str, Any]:
    """Return the fields of a study as plain data; those with their defaults are left out.

    A study without Python code can be read back from it (`Study.from_file`).
    """
    values = {field.name: _field_data(field.name, getattr(plan, field.name)) for field in _fields()}
    defaults = {field.name: _default(field) for field in _fields()}
    return {name: value for name, value in values.items() if value != defaults[name]}


def identity(design: StudyDesign) -> dict[str, Any]:
    """Return the fields that identify a study, by name: all games of one study share them.

    Files are identified by their names, and their contents by `versions_of`: a folder may be moved.
    """
    fields = {
        n: _field_data(n, getattr(design, n))
        for n in (f.name for f in _fields())
        if n not in _MAY_GROW
    }
    fields["variant"] = _file_name(fields["variant"])
    fields["mods"] = [_file_name(mod) for mod in fields["mods"]]
    return {**fields, "factors": sorted(design.factors)}


def versions_of(design: StudyDesign) -> dict[str, str]:
    """Return the versions that rows depend on, by name: Horizons, rules, digests of rule files."""
    mods = [mod for level in design.factors.get("mods", (design.mods,)) for mod in mod_list(level)]
    return rule_versions(design.variants, (design.variant, *mods))


def platform_versions() -> dict[str, str]:
    """Return the Python, libraries and machine of this process, by name."""
    libraries = {name: version(name) for name in ("numpy", "numba")}
    python, machine = platform.python_version(), f"{platform.system()} {platform.machine()}"
    return {"python": python, **libraries, "platform": machine}


def rule_versions(variants: Iterable[hz.Variant], sources: Iterable[Any]) -> dict[str, str]:
    """Return the versions of Horizons and of rules, and digests of the sources that are files."""
    versions = {"horizons": VERSION}
    for variant in variants:
        versions |= _of_rules(variant)
    for source in sources:
        if is_path(source) and Path(source).is_file():
            digest = hashlib.blake2b(Path(source).read_bytes(), digest_size=16)
            versions[f"file {Path(source).name}"] = digest.hexdigest()
    return versions


def _of_rules(variant: hz.Variant) -> dict[str, str]:
    mods = {f"mod {mod.name}": mod.version for mod in variant.mods}
    return {
        variant.name: variant.info.version,
        f"rules of {variant.name}": variant.rules_digest,
        **mods,
    }


def _fields() -> tuple[Any, ...]:
    return attrs.fields(StudyPlan)


def _default(field: Any) -> Any:
    default = field.default
    return _field_data(field.name, default.factory() if hasattr(default, "factory") else default)


def _field_data(name: str, value: Any) -> Any:
    if name == "variant":
        return value.name if isinstance(value, hz.Variant) else str(value)
    if name == "seats" and value is not attrs.NOTHING:
        return seats_data(value)
    if name == "mods":
        return [level_data("mods", mod) for mod in value]
    if name in {"measures", "turn_measures"}:
        return {
            n: source if isinstance(source, str | Mapping) else {"python": qualified_name(source)}
            for n, source in value.items()
        }
    if name == "factors":
        return {n: [level_data(n, level) for level in levels] for n, levels in value.items()}
    return dict(value) if isinstance(value, Mapping) else value


def _file_name(source: Any) -> Any:
    return Path(source).name if is_path(source) else source


def study_arguments(path: Path) -> dict[str, Any]:
    """Read the arguments of `Study` from a YAML or JSON file.

    Raises StudyError with the file's name for unreadable files and unknown fields, OSError.
    """
    known = [field.name for field in attrs.fields(StudyDesign)]
    return plan_arguments(path, "study", known, "seats")


def is_battle_study(path: Path) -> bool:
    """Return whether the study in a file is one of battles: it has a `battle`, and no seats.

    Raises StudyError for an unreadable file, OSError.
    """
    data = _file_data(path)
    return isinstance(data, Mapping) and "battle" in data and "seats" not in data


def plan_arguments(path: Path, kind: str, known: Sequence[str], players: str) -> dict[str, Any]:
    """Read arguments from a file; its field of the name `players` has the players or fighters.

    Raises StudyError with the file's name for unreadable files and unknown fields, OSError.
    """
    data = _file_data(path)
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
    return {
        name: _resolve_field(name, value, path.absolute().parent) for name, value in data.items()
    }


def _file_data(path: Path) -> Any:
    try:
        return read_yaml(read_file(path))
    except DataError as problem:
        raise StudyError(f"{path}{problem.place}: {problem.reason}", problem.hint) from problem


def _resolve_field(name: str, value: Any, folder: Path) -> Any:
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
        return [_resolve_field(factor, level, folder) for level in levels]
    return levels


def _resolve(value: Any, folder: Path) -> Any:
    """Resolve a path of rules from the file's folder; return other values unchanged."""
    return str((folder / value).resolve()) if isinstance(value, str) and is_path(value) else value


def _seat(seat: Any, folder: Path) -> Any:
    if not isinstance(seat, Mapping):
        return seat
    return Lookahead.read(seat) if "bot" in seat else Outside.read(seat, folder)
