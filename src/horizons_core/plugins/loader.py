"""Finding variants and house rules by entry point."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import metadata
from types import ModuleType
from typing import cast

from horizons_core.errors import HorizonsError, PluginError, UnknownNameError, did_you_mean
from horizons_core.plugins.info import ModInfo, VariantInfo
from horizons_core.plugins.variant import Variant

VARIANTS = "horizons.variants"


MODS = "horizons.mods"


def _entry_points(group: str) -> dict[str, metadata.EntryPoint]:
    return {point.name: point for point in sorted(metadata.entry_points(group=group))}


def _load(group: str, name: str, what: str) -> ModuleType:
    points = _entry_points(group)
    if name not in points:
        raise UnknownNameError(f"no {what} '{name}' is installed", did_you_mean(name, points))
    try:
        return cast(ModuleType, points[name].load())
    except Exception as problem:
        raise _broken(what, name, problem) from problem


def _broken(what: str, name: str, problem: Exception) -> PluginError:
    return PluginError(
        f"{what} '{name}' cannot be loaded: {type(problem).__name__}: {problem}",
        "reinstall the distribution that brings it",
    )


def variants() -> dict[str, VariantInfo]:
    """The installed variants by name, found by entry point; broken ones are left out."""
    found = {}
    for name in _entry_points(VARIANTS):
        try:
            found[name] = load_variant(name).info
        except PluginError:
            continue
    return found


def mods(variant: str | None = None) -> dict[str, ModInfo]:
    """The installed house rules by name, for one variant or all; broken ones are left out."""
    found: dict[str, ModInfo] = {}
    for name in _entry_points(MODS):
        try:
            info = _load(MODS, name, "mod").horizons_mod_info()
        except (PluginError, AttributeError):
            continue
        if variant is None or info.variant == variant:
            found[name] = info
    return found


def load_variant(name: str, mods: Iterable[str] = ()) -> Variant:
    """The variant of this name with house rules by name, in order.

    Raises UnknownNameError for a name that is not installed, PluginError for one that is broken.
    """
    return _loaded(name, tuple(mods))


@cache
def _loaded(name: str, mods: tuple[str, ...]) -> Variant:
    module = _load(VARIANTS, name, "variant")
    modules = [_load(MODS, mod, "mod") for mod in mods]
    try:
        return Variant(module, modules)
    except HorizonsError:
        raise
    except Exception as problem:
        raise _broken("variant", name, problem) from problem
