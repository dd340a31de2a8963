"""The declared descriptions of variants and house rules, and checks that they fit together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from horizons_core.errors import PluginError, nearest
from horizons_core.plugins.author_errors import as_plugin_error
from horizons_core.plugins.implementations import Plugin
from horizons_core.plugins.info import ModInfo, VariantInfo
from horizons_core.version import VERSION

Info = TypeVar("Info", VariantInfo, ModInfo)


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


def check_requirements(variant: VariantInfo, mods: Sequence[ModInfo]) -> None:
    """Raise PluginError for a variant or mod that needs another version or another game."""
    _check_core(variant)
    versions = {"horizons": VERSION, variant.name: variant.version}
    for mod in mods:
        if mod.variant != variant.name:
            near = nearest(mod.variant, [variant.name])
            raise PluginError(
                f"mod '{mod.name}' is for {mod.variant}, not for {variant.name}",
                f"did you mean '{near}'?" if near else "leave it out",
            )
        if mod.name in versions:
            raise PluginError(f"two of the mods are called '{mod.name}'", "name each once")
        for required in mod.requires:
            _check_requirement(mod, required, versions)
        versions[mod.name] = mod.version


def _check_core(variant: VariantInfo) -> None:
    if not variant.requires_core:
        return
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        allowed = SpecifierSet(variant.requires_core)
    except InvalidSpecifier:
        raise PluginError(
            f"{variant.name}: requires_core is {variant.requires_core!r}", "write it like >=0.1,<2"
        ) from None
    if not allowed.contains(VERSION, prereleases=True):
        raise PluginError(
            f"{variant.name} {variant.version} needs Horizons {variant.requires_core};"
            f" this is {VERSION}",
            "install another version of one of them",
        )


def _check_requirement(mod: ModInfo, required: str, versions: dict[str, str]) -> None:
    from packaging.requirements import InvalidRequirement, Requirement

    try:
        requirement = Requirement(required)
    except InvalidRequirement:
        raise PluginError(
            f"mod '{mod.name}' requires {required!r}", "write it like galaxy_g>=1.0"
        ) from None
    version = versions.get(requirement.name)
    if version is None:
        raise PluginError(
            f"mod '{mod.name}' needs the mod '{requirement.name}' before it",
            f"name both, in this order: {requirement.name}, {mod.name}",
        )
    if not requirement.specifier.contains(version, prereleases=True):
        raise PluginError(
            f"mod '{mod.name}' needs {required}; this is {requirement.name} {version}",
            "install another version of one of them",
        )
