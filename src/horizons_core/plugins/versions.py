"""Version requirements of variants and mods, and digests of their sources."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from horizons_core.errors import PluginError, nearest
from horizons_core.plugins.implementations import Plugin, as_plugin_error
from horizons_core.plugins.info import ModInfo, VariantInfo
from horizons_core.version import VERSION

Info = TypeVar("Info", VariantInfo, ModInfo)

_SUFFIXES: Final = (".py", ".lark")
#: Folders of a package that do not affect turns; active mods are digested by themselves.
_LEFT_OUT: Final = ("__pycache__", "bots", "mods", "report", "testing")


def declared_info(plugin: Plugin, hook: str, kind: type[Info]) -> Info:
    """Return the description of a variant or mod; raises PluginError if it is missing."""
    make = getattr(plugin, hook, None)
    with as_plugin_error(hook):
        info = make() if make else None
    if not isinstance(info, kind):
        noun = "variant" if kind is VariantInfo else "mod"
        reason = f"it has no {hook}" if make is None else f"{hook} returns {info!r}"
        raise PluginError(
            f"{plugin.plugin_name} is not a {noun}: {reason}", f"return a {kind.__name__}"
        )
    return info


def check_requirements(
    variant: VariantInfo, mods: Sequence[ModInfo], places: Sequence[str]
) -> None:
    """Raise PluginError for a variant or mod that needs another version or another game.

    `places` are those of their descriptions, the variant's first.
    """
    _check_core(variant, places[0])
    versions = {"horizons": VERSION, variant.name: variant.version}
    for mod, place in zip(mods, places[1:], strict=True):
        if mod.variant != variant.name:
            near = nearest(mod.variant, [variant.name])
            raise PluginError(
                f"{place}: mod '{mod.name}' is for {mod.variant}, not for {variant.name}",
                f"did you mean '{near}'?" if near else "leave it out",
            )
        if mod.name in versions:
            raise PluginError(f"{place}: two of the mods are called '{mod.name}'", "name each once")
        for required in mod.requires:
            _check_requirement(mod, required, versions, place)
        versions[mod.name] = mod.version


def _check_core(variant: VariantInfo, place: str) -> None:
    if not variant.requires_core:
        return
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        allowed = SpecifierSet(variant.requires_core)
    except InvalidSpecifier:
        raise PluginError(
            f"{place}: {variant.name}: requires_core is {variant.requires_core!r}",
            "write it like >=0.1,<2",
        ) from None
    if not allowed.contains(VERSION, prereleases=True):
        raise PluginError(
            f"{place}: {variant.name} {variant.version} needs Horizons {variant.requires_core};"
            f" this is {VERSION}",
            "install another version of one of them",
        )


def _check_requirement(mod: ModInfo, required: str, versions: dict[str, str], place: str) -> None:
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        requirement = Requirement(required)
    except InvalidRequirement:
        raise PluginError(
            f"{place}: mod '{mod.name}' requires {required!r}", "write it like galaxy_g>=1.0"
        ) from None
    version = versions.get(requirement.name)
    if version is None:
        raise PluginError(
            f"{place}: mod '{mod.name}' needs the mod '{requirement.name}' before it",
            f"name both, in this order: {requirement.name}, {mod.name}",
        )
    if not requirement.specifier.contains(version, prereleases=True):
        raise PluginError(
            f"{place}: mod '{mod.name}' needs {required}; this is {requirement.name} {version}",
            "install another version of one of them",
        )


def source_digest(sources: Iterable[Any]) -> str:
    """Return the digest (BLAKE2b, 128 bits, hexadecimal) of the core's code and that of `sources`.

    `sources` are the modules, classes or objects that answer a variant's hooks.
    Bots and reports do not count, nor do sources without a file. Equal files give equal digests
    wherever they are installed.
    """
    return _digest(tuple(sorted({"horizons_core", *map(_module_of, sources)})))


def _module_of(source: Any) -> str:
    if inspect.ismodule(source):
        return source.__name__
    return str((source if inspect.isclass(source) else type(source)).__module__)


@cache
def _digest(modules: tuple[str, ...]) -> str:
    hasher = hashlib.blake2b(digest_size=16)
    for module in modules:
        for name, path in _files(module):
            text = path.read_bytes().replace(b"\r\n", b"\n")
            hasher.update(f"{name}\0{len(text)}\0".encode())
            hasher.update(text)
    return hasher.hexdigest()


def _files(module: str) -> Iterator[tuple[str, Path]]:
    """Yield the files of a module or package, each with its name in the package, sorted."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or not Path(file).is_file():
        return
    path = Path(file)
    if path.name != "__init__.py":
        yield module, path
        return
    for member in sorted(path.parent.rglob("*")):
        name = member.relative_to(path.parent)
        if member.suffix in _SUFFIXES and not set(name.parts) & set(_LEFT_OUT):
            yield f"{module}/{name.as_posix()}", member
