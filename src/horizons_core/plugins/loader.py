"""Loading installed variants and mods, and running the games that name them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from horizons_core.error_places import place_of_error
from horizons_core.errors import HorizonsError, PluginError, UnknownNameError, did_you_mean
from horizons_core.model.entities import G
from horizons_core.plugins.implementations import implementations
from horizons_core.plugins.info import ModInfo, VariantInfo
from horizons_core.plugins.variant import Variant
from horizons_core.plugins.versions import declared_info
from horizons_core.turn import run
from horizons_core.turn.phases import Watch
from horizons_core.turn.run import Turn

VARIANTS = "horizons.variants"
MODS = "horizons.mods"

#: The environment variable with the files of variants that are not installed, as NAME=PATH,
#: separated as in PATH; processes that are started from here also use them.
VARIANT_FILES = "HORIZONS_VARIANTS"

#: The suffix of a mod that consists of data.
DATA_MOD = ".toml"


def _entry_points(group: str) -> Mapping[str, metadata.EntryPoint]:
    return _entry_points_in(group, tuple((folder, _mtime(folder)) for folder in sys.path))


@lru_cache(maxsize=8)
def _entry_points_in(
    group: str, _places: tuple[tuple[str, int | None], ...]
) -> Mapping[str, metadata.EntryPoint]:
    """Return the installed entry points; cached until one of the folders changes."""
    return {point.name: point for point in sorted(metadata.entry_points(group=group))}


def _mtime(folder: str) -> int | None:
    """Return when a folder was last modified; None if it does not exist."""
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:
        return None


def _load(group: str, name: str, kind: str) -> ModuleType:
    points = _entry_points(group)
    if group == VARIANTS and name not in points and (file := variant_file(name)) is not None:
        from horizons_core.plugins.sources import rules_from

        return cast(ModuleType, rules_from(file))
    if name not in points:
        raise UnknownNameError(f"no {kind} '{name}' is installed", did_you_mean(name, points))
    try:
        return cast(ModuleType, points[name].load())
    except Exception as problem:
        raise _broken(kind, name, problem) from problem


def variant_file(name: str) -> Path | None:
    """Return the file or folder of a variant that is not installed (see `add_variant_file`)."""
    entries = os.environ.get(VARIANT_FILES, "").split(os.pathsep)
    files = dict(entry.split("=", 1) for entry in entries if "=" in entry)
    return Path(files[name]) if name in files else None


def add_variant_file(path: Path, name: str = "") -> str:
    """Register a variant that is not installed, so that it can be loaded by name; return the name.

    Without a `name`, the file is loaded to find it out. Raises PluginError for broken rules, and
    for a name that an installed variant has.
    """
    path = path.resolve()
    if not name:
        from horizons_core.plugins.sources import variant_from

        name = variant_from(path).name
    if name in _entry_points(VARIANTS):
        raise PluginError(
            f"{path}: a variant '{name}' is already installed",
            "give it another name, or use the installed one by its name",
        )
    if variant_file(name) != path:
        entries = os.environ.get(VARIANT_FILES, "").split(os.pathsep)
        others = [entry for entry in entries if entry and not entry.startswith(f"{name}=")]
        os.environ[VARIANT_FILES] = os.pathsep.join([*others, f"{name}={path}"])
    return name


def _broken(kind: str, name: str, problem: Exception) -> PluginError:
    place = place_of_error(problem)
    return PluginError(
        f"{kind} '{name}' cannot be loaded: {place + ': ' if place else ''}"
        f"{type(problem).__name__}: {problem}",
        "fix that line" if place else "reinstall the distribution that provides it",
    )


def variants() -> dict[str, VariantInfo]:
    """Return the installed variants by name, found by entry point, except broken ones."""
    infos = {}
    for name in _entry_points(VARIANTS):
        try:
            infos[name] = load_variant(name).info
        except HorizonsError:
            continue
    return infos


def variant_modules() -> dict[str, str]:
    """Return the modules of the installed variants by name, without loading them."""
    return {name: point.module for name, point in _entry_points(VARIANTS).items()}


def is_foreign(variant: Variant) -> bool:
    """Return whether the rules or a mod come from another distribution."""
    mods = (mod.name for mod in variant.mods if mod.name not in variant.data_mods)
    points = [_entry_points(VARIANTS).get(variant.name), *map(_entry_points(MODS).get, mods)]
    return any(p is not None and p.dist is not None and p.dist.name != "horizons" for p in points)


def mods(variant: str | None = None) -> dict[str, ModInfo]:
    """Return the installed house rules by name, for one variant or all, except broken ones."""
    infos: dict[str, ModInfo] = {}
    for name in _entry_points(MODS):
        try:
            info = _mod_info(name)
        except HorizonsError:
            continue
        if variant is None or info.variant == variant:
            infos[name] = info
    return infos


def broken() -> dict[str, PluginError]:
    """Return the errors of unusable variants and mods, by "variant NAME" or "mod NAME"."""
    errors: dict[str, PluginError] = {}
    for kind, group, load in (
        ("variant", VARIANTS, load_variant),
        ("mod", MODS, _load_with_variant),
    ):
        for name in _entry_points(group):
            try:
                load(name).check_all()
            except PluginError as problem:
                errors[f"{kind} {name}"] = problem
            except HorizonsError as problem:
                errors[f"{kind} {name}"] = PluginError(problem.message, problem.hint)
            except Exception as problem:  # noqa: BLE001 - an author's mistake, of any kind
                errors[f"{kind} {name}"] = _broken(kind, name, problem)
    return errors


def _mod_info(name: str) -> ModInfo:
    return declared_info(implementations(_load(MODS, name, "mod")), "horizons_mod_info", ModInfo)


def _load_with_variant(name: str) -> Variant:
    return load_variant(_mod_info(name).variant, [name])


def load_variant(
    name: str, mods: Iterable[str] = (), data_mods: Mapping[str, str] | None = None
) -> Variant[G]:
    """Load a variant with house rules, in order, each by name or by the path of a TOML file.

    `data_mods` has the texts of mods that consist of data, by name, as a game stores them. Raises
    UnknownNameError for a name that is not installed, PluginError for broken rules.
    """
    texts = dict(data_mods or {})
    names = []
    files: dict[str, str] = {}
    for mod in mods:
        if mod.endswith(".py"):
            raise PluginError(
                f"the mod {mod} is a Python file, which cannot be stored with a game",
                f"install it with an entry point in the group {MODS} and use its name",
            )
        if mod.endswith(DATA_MOD) and mod not in texts:
            from horizons_core.plugins.data_mods import load_data_mod

            data_mod = load_data_mod(Path(mod))
            texts[data_mod.info.name], files[data_mod.info.name] = data_mod.text, mod
            mod = data_mod.info.name  # noqa: PLW2901 - replaces the path
        names.append(mod)
    try:
        return _loaded(name, variant_file(name), tuple(names), tuple(sorted(texts.items())))
    except PluginError as problem:
        message = problem.message
        for mod, file in files.items():
            message = message.replace(_place(mod), file, 1)
        raise PluginError(message, problem.hint) from problem


def _place(mod: str) -> str:
    """Return how error messages refer to a data mod stored in a game."""
    return f"the mod '{mod}'"


def _data_mod(name: str, text: str) -> Any:
    from horizons_core.plugins.data_mods import read_data_mod

    return read_data_mod(text, _place(name))


@cache
def _loaded(
    name: str,
    file: Path | None,  # noqa: ARG001 - another file means another variant
    mods: tuple[str, ...],
    data_mods: tuple[tuple[str, str], ...],
) -> Variant[Any]:
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


def variant_of(game: G) -> Variant[G]:
    """Return the installed variant and mods of a game.

    Raises UnknownNameError for one that is not installed, PluginError for one that is broken.
    """
    return load_variant(game.variant, game.mods, game.data_mods)


def run_turn(
    game: G,
    orders: Mapping[str, str],
    *,
    only: Sequence[str] | None = None,
    watch: Watch | None = None,
    variant: Variant | None = None,
) -> Turn[G]:
    """Run the next turn for all empires at once and return it; `game` does not change.

    `orders` maps empires' names to order texts; a missing empire gives no orders. `only` names the
    phases to run instead of all, and `watch` is called after each. `variant` is for rules that are
    not installed; by default the game's own are used. The result is deterministic, byte for byte.

    Raises GameOverError after the game's end and UnknownNameError for an unknown empire or phase. A
    bad order raises nothing: it becomes a diagnostic.
    """
    return run.run(variant or variant_of(game), game, orders, only=only, watch=watch)


def opening(game: G, variant: Variant | None = None) -> Turn[G]:
    """Return turn 0 as a turn without events, so that empires get a report before their orders.

    `variant` is for rules that are not installed; without `variant`, raises as `variant_of` does.
    """
    return run.opening(variant or variant_of(game), game)
