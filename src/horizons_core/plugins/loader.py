"""Finding variants and house rules by entry point."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from horizons_core.error_places import place_of_error
from horizons_core.errors import HorizonsError, PluginError, UnknownNameError, did_you_mean
from horizons_core.plugins.implementations import implementations
from horizons_core.plugins.info import ModInfo, VariantInfo
from horizons_core.plugins.requirements import plate_of
from horizons_core.plugins.variant import Variant

VARIANTS = "horizons.variants"
MODS = "horizons.mods"

#: How the path of a mod that is data ends.
DATA_MOD = ".toml"


def _entry_points(group: str) -> Mapping[str, metadata.EntryPoint]:
    return _entry_points_in(group, tuple((place, _changed(place)) for place in sys.path))


@lru_cache(maxsize=8)
def _entry_points_in(
    group: str, _places: tuple[tuple[str, int | None], ...]
) -> Mapping[str, metadata.EntryPoint]:
    """What is installed; it is looked for anew when one of the folders has changed."""
    return {point.name: point for point in sorted(metadata.entry_points(group=group))}


def _changed(place: str) -> int | None:
    """When a folder was changed last; None if there is none."""
    try:
        return Path(place).stat().st_mtime_ns
    except OSError:
        return None


def _load(group: str, name: str, what: str) -> ModuleType:
    points = _entry_points(group)
    if name not in points:
        raise UnknownNameError(f"no {what} '{name}' is installed", did_you_mean(name, points))
    try:
        return cast(ModuleType, points[name].load())
    except Exception as problem:
        raise _broken(what, name, problem) from problem


def _broken(what: str, name: str, problem: Exception) -> PluginError:
    place = place_of_error(problem)
    return PluginError(
        f"{what} '{name}' cannot be loaded: {place + ': ' if place else ''}"
        f"{type(problem).__name__}: {problem}",
        "mend that line" if place else "reinstall the distribution that brings it",
    )


def variants() -> dict[str, VariantInfo]:
    """The installed variants by name, found by entry point; broken ones are left out."""
    found = {}
    for name in _entry_points(VARIANTS):
        try:
            found[name] = load_variant(name).info
        except HorizonsError:
            continue
    return found


def variant_modules() -> dict[str, str]:
    """The modules of the installed variants by name, none of them loaded or tried."""
    return {name: point.module for name, point in _entry_points(VARIANTS).items()}


def is_foreign(variant: Variant) -> bool:
    """Whether another distribution brings the rules or a mod of them: their work is not counted."""
    mods = (mod.name for mod in variant.mods if mod.name not in variant.data_mods)
    points = [_entry_points(VARIANTS).get(variant.name), *map(_entry_points(MODS).get, mods)]
    return any(p is not None and p.dist is not None and p.dist.name != "horizons" for p in points)


def mods(variant: str | None = None) -> dict[str, ModInfo]:
    """The installed house rules by name, for one variant or all; broken ones are left out."""
    found: dict[str, ModInfo] = {}
    for name in _entry_points(MODS):
        try:
            info = _mod_info(name)
        except HorizonsError:
            continue
        if variant is None or info.variant == variant:
            found[name] = info
    return found


def broken() -> dict[str, PluginError]:
    """The installed variants and mods that cannot be used, by "variant NAME" or "mod NAME"."""
    found: dict[str, PluginError] = {}
    for what, group, load in (
        ("variant", VARIANTS, load_variant),
        ("mod", MODS, _load_with_variant),
    ):
        for name in _entry_points(group):
            try:
                load(name).check_all()
            except PluginError as problem:
                found[f"{what} {name}"] = problem
            except HorizonsError as problem:
                found[f"{what} {name}"] = PluginError(problem.message, problem.hint)
            except Exception as problem:  # noqa: BLE001 - an author's own mistake, of any kind
                found[f"{what} {name}"] = _broken(what, name, problem)
    return found


def _mod_info(name: str) -> ModInfo:
    return plate_of(implementations(_load(MODS, name, "mod")), "horizons_mod_info", ModInfo)


def _load_with_variant(name: str) -> Variant:
    return load_variant(_mod_info(name).variant, [name])


def load_variant(
    name: str, mods: Iterable[str] = (), data_mods: Mapping[str, str] | None = None
) -> Variant:
    """The variant of this name with house rules, in order: by name, or by the path of a TOML file.

    `data_mods` has the texts of mods that are data, by name, as a game keeps them. Raises
    UnknownNameError for a name that is not installed, PluginError for what is broken.
    """
    kept = dict(data_mods or {})
    named = []
    files: dict[str, str] = {}
    for mod in mods:
        if mod.endswith(".py"):
            raise PluginError(
                f"the mod {mod} is a file of Python, which a game cannot keep",
                f"install it with an entry point of the group {MODS}, and give its name",
            )
        if mod.endswith(DATA_MOD) and mod not in kept:
            from horizons_core.plugins.data_mods import load_data_mod

            read = load_data_mod(Path(mod))
            kept[read.info.name], files[read.info.name] = read.text, mod
            mod = read.info.name  # noqa: PLW2901 - from here on it goes by its name
        named.append(mod)
    try:
        return _loaded(name, tuple(named), tuple(sorted(kept.items())))
    except PluginError as problem:
        message = problem.message
        for mod, file in files.items():
            message = message.replace(_place(mod), file, 1)
        raise PluginError(message, problem.hint) from problem


def _place(mod: str) -> str:
    """How errors call a mod of data that a game keeps."""
    return f"the mod '{mod}'"


def _data_mod(name: str, text: str) -> Any:
    from horizons_core.plugins.data_mods import read_data_mod

    return read_data_mod(text, _place(name))


@cache
def _loaded(name: str, mods: tuple[str, ...], data_mods: tuple[tuple[str, str], ...]) -> Variant:
    module = _load(VARIANTS, name, "variant")
    texts = dict(data_mods)
    modules = [
        _data_mod(mod, texts[mod]) if mod in texts else _load(MODS, mod, "mod") for mod in mods
    ]
    try:
        return Variant(module, modules, check_all=False)
    except HorizonsError:
        raise
    except Exception as problem:
        raise _broken("variant", name, problem) from problem
