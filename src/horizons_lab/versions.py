"""The versions and digests of everything that the rows of a study depend on."""

from __future__ import annotations

import horizons_core as hz
from horizons_core.version import VERSION
from horizons_lab.design import Design


def versions_of(design: Design) -> dict[str, str]:
    """By name, the versions of Horizons, of the variant and of its mods, and of the rule data."""
    told = {"horizons": VERSION}
    for variant in design.variants:
        told |= _of_rules(variant)
    return told


def _of_rules(variant: hz.Variant) -> dict[str, str]:
    mods = {f"mod {mod.name}": mod.version for mod in variant.mods}
    return {
        variant.name: variant.info.version,
        f"rules of {variant.name}": variant.rules_digest,
        **mods,
    }
