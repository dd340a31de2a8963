"""Variants and house rules: the hooks that they answer, finding them, and working with them."""

from horizons_core.plugins.formats import GameFormat
from horizons_core.plugins.games import opening, run_turn, variant_of
from horizons_core.plugins.hooks import PROJECT, hookimpl
from horizons_core.plugins.info import Migration, ModInfo, Option, VariantInfo
from horizons_core.plugins.loader import load_variant, mods, variants
from horizons_core.plugins.variant import Variant

__all__ = [
    "PROJECT", "GameFormat", "Migration", "ModInfo", "Option", "Variant", "VariantInfo",
    "hookimpl", "load_variant", "mods", "opening", "run_turn", "variant_of", "variants",
]  # fmt: skip
