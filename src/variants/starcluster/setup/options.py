"""Options of a new game."""

from __future__ import annotations

from horizons_core.plugins import Option

OPTIONS = (
    Option("end", int, 360, "the turn after which the game ends", 1, 10_000),
    Option("pace", int, 100, "time that scans take, in percent of the rulebook's", 1, 1_000),
)
