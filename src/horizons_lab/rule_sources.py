"""Loading the rules of a study: an installed variant, a file, or a `Variant`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import horizons_core as hz
from horizons_lab.checks import StudyError

#: The rules of a study: the name of an installed variant, a path, or the rules themselves.
VariantSource = str | Path | hz.Variant


def variant_of(variant: VariantSource, mods: Sequence[Any] = ()) -> hz.Variant:
    """Load the variant of a study, with house rules in order.

    `variant` is the name of an installed one, the path of a file or folder (with a slash, or ending
    in `.py`), or a `Variant`, whose own mods come first. Each of `mods` is a name, the path of a
    `.py` or `.toml` file, or an object with the hooks of a mod. Raises StudyError for invalid
    sources, UnknownNameError for rules that are not installed and PluginError for unusable rules.
    """
    if not isinstance(variant, str | Path | hz.Variant):
        raise StudyError(f"variant is {variant!r}", "use a name, the path of a file, or a Variant")
    if isinstance(variant, str) and not is_path(variant) and all(map(_is_name, mods)):
        return hz.load_variant(variant, mods)
    if not mods and isinstance(variant, hz.Variant):
        return variant
    source, *own_mods = _sources(variant)
    return hz.Variant(source, [*own_mods, *_mods(source, mods)])


def is_path(source: Any) -> bool:
    """Return whether rules are identified by the path of their file or folder."""
    return isinstance(source, Path) or (
        isinstance(source, str) and ("/" in source or source.endswith((".py", ".toml")))
    )


def _is_name(source: Any) -> bool:
    return isinstance(source, str) and not is_path(source)


def _sources(variant: VariantSource) -> tuple[Any, ...]:
    if isinstance(variant, hz.Variant):
        return variant.sources
    if not is_path(variant):
        return hz.load_variant(str(variant)).sources
    return (_rules_from(variant),)


def _mods(source: Any, mods: Sequence[Any]) -> list[Any]:
    """Return the source of each mod; those with names are loaded together."""
    names = [mod for mod in mods if _is_name(mod)]
    installed = iter(hz.load_variant(hz.Variant(source).name, names).sources[1:] if names else ())
    return [
        next(installed) if _is_name(mod) else _rules_from(mod) if is_path(mod) else mod
        for mod in mods
    ]


def _rules_from(path: str | Path) -> Any:
    from horizons_core.plugins import rules_from

    return rules_from(Path(path))
