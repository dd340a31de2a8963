"""A study as plain data, for its results folder and to identify it."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import attrs

import horizons_core as hz
from horizons_core.version import VERSION
from horizons_lab.design import StudyDesign
from horizons_lab.measures import qualified_name
from horizons_lab.plan import StudyPlan, level_data, mod_list, seats_data
from horizons_lab.rule_sources import is_path

#: Fields that may change while a study is continued.
_MAY_GROW = ("games", "factors", "sample", "stop", "title")


def study_data(plan: StudyPlan) -> dict[str, Any]:
    """Return the fields of a study as plain data; those with their defaults are left out.

    A study without Python code can be read back from it (`study_file`).
    """
    values = {field.name: _data(field.name, getattr(plan, field.name)) for field in _fields()}
    defaults = {field.name: _default(field) for field in _fields()}
    return {name: value for name, value in values.items() if value != defaults[name]}


def identity(design: StudyDesign) -> dict[str, Any]:
    """Return the fields that identify a study, by name: all games of one study share them.

    Files are identified by their names, and their contents by `versions_of`: a folder may be moved.
    """
    fields = {
        n: _data(n, getattr(design, n)) for n in (f.name for f in _fields()) if n not in _MAY_GROW
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
    return _data(field.name, default.factory() if hasattr(default, "factory") else default)


def _data(name: str, value: Any) -> Any:
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
