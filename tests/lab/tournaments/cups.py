"""Small tournaments of Moon Raiders, a game that takes milliseconds."""

from __future__ import annotations

from typing import Any

import horizons_lab as lab
from tests.lab.raids import RULES, digger


def raider_by_turns(view, stream):
    """Dig in even turns only."""
    return "DIG" if view.turn % 2 == 0 else ""


def idler(view, stream):
    """Return no orders."""
    return ""


def moons(**changes: Any) -> lab.Tournament:
    """Return a small tournament, with changes."""
    fields = {
        "variant": RULES, "players": ["raider", digger, idler], "games": 4, "key": "moons",
        "max_turns": 12,
    }  # fmt: skip
    return lab.Tournament(**{**fields, **changes})
