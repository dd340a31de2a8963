"""The house rules of `examples/mods`, by the name of their file, and games played with them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

import horizons_core as hz
from horizons_core.plugins import load_data_mod

ROOT = Path(__file__).parents[2]
MODS = ROOT / "examples" / "mods"

#: Limit for the non-blank lines of a house rule.
MAX_LINES = 20


def mod(variant, name):
    """Return the house rule of this file or folder."""
    if name.endswith(".toml"):
        return load_data_mod(MODS / variant / name)
    return import_module(f"examples.mods.{variant}.{name}")


@cache
def variant_with(variant, *names):
    """Return a game's rules with house rules that are not installed."""
    return hz.Variant(import_module(f"variants.{variant}"), [mod(variant, name) for name in names])


def names(variant):
    """Return the names of the house rules of a game."""
    files = [f.name for f in (MODS / variant).glob("*.toml")]
    files += [f.stem for f in (MODS / variant).glob("*.py")]
    return sorted(files + [f.parent.name for f in (MODS / variant).glob("*/__init__.py")])


def lines_of(variant, name):
    """Return the number of non-blank lines of a house rule."""
    folder = MODS / variant
    file = folder / name
    if not name.endswith(".toml"):
        file = folder / f"{name}.py"
        file = file if file.is_file() else folder / name / "__init__.py"
    return sum(1 for line in file.read_text("utf-8").splitlines() if line.strip())
