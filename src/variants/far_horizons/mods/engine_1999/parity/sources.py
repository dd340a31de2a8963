"""The places of the recorded games."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "HORIZONS_RECORDED"
#: The folder of the project, beside which the games are.
_PROJECT = Path(__file__).parents[6]
DEFAULT = _PROJECT.parent / "shared" / "reference" / "data" / "far_horizons"


def default_files(environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Return the archives in the usual folder, or those that HORIZONS_RECORDED names.

    The variable holds archives, folders of recorded games, or folders with archives.
    """
    named = environment.get(VARIABLE, "")
    places = [Path(name) for name in named.split(os.pathsep) if name] or [DEFAULT]
    return [file for place in places for file in _files(place)]


def all_files(environment: Mapping[str, str] = os.environ) -> list[Path]:
    """Return also the archives of the second folder, unless the variable names some."""
    more = DEFAULT.with_name(f"{DEFAULT.name}_more")
    return default_files(environment) + ([] if environment.get(VARIABLE) else _files(more))


def _files(place: Path) -> list[Path]:
    if not place.is_dir():
        return [place] if place.exists() else []
    archives = sorted(place.glob("*.tar.*"))
    return archives or ([place] if any(place.glob("turn_*")) else [])


def absence(environment: Mapping[str, str] = os.environ) -> str:
    """Return the remark for a missing recorded game; empty if there is one."""
    if default_files(environment):
        return ""
    return (
        "Far Horizons: no recorded game of the 1999 engine is here, so no turn of one was replayed"
        f" (looked for in {DEFAULT}; {VARIABLE} names others)"
    )
