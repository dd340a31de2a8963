"""Variants and house rules as plug-ins.

Modules that only some house rules need are imported on demand.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from horizons_core.plugins.hooks import PROJECT, hookimpl
from horizons_core.plugins.info import Face, Migration, ModInfo, Option, VariantInfo
from horizons_core.plugins.loader import (
    add_variant_file,
    broken,
    load_variant,
    mods,
    opening,
    run_turn,
    variant_file,
    variant_of,
    variants,
)
from horizons_core.plugins.provides import changes, provides
from horizons_core.plugins.tools import GameFormat, Tool, ToolAnswer, ToolWord
from horizons_core.plugins.variant import Variant

if TYPE_CHECKING:
    from horizons_core.plugins.data_mods import DataMod, load_data_mod, read_data_mod
    from horizons_core.plugins.defaults import DefaultViewModel
    from horizons_core.plugins.provides import wrapped_methods
    from horizons_core.plugins.sources import rules_from, variant_from

__all__ = [
    "PROJECT", "DataMod", "DefaultViewModel", "Face", "GameFormat", "Migration", "ModInfo",
    "Option", "Tool", "ToolAnswer", "ToolWord", "Variant", "VariantInfo", "add_variant_file",
    "broken", "changes", "hookimpl", "load_data_mod", "load_variant", "mods", "opening",
    "provides", "read_data_mod", "rules_from", "run_turn", "variant_file", "variant_from",
    "variant_of", "variants", "wrapped_methods",
]  # fmt: skip

_LAZY = {
    "data_mods": ("DataMod", "load_data_mod", "read_data_mod"),
    "defaults": ("DefaultViewModel",),
    "provides": ("wrapped_methods",),
    "sources": ("rules_from", "variant_from"),
}  # fmt: skip
_LAZY_MODULES = {name: module for module, names in _LAZY.items() for name in names}

if not TYPE_CHECKING:  # mypy would take any name from a module with a __getattr__

    def __getattr__(name: str) -> Any:
        if name not in _LAZY_MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_LAZY_MODULES[name]}"), name)
