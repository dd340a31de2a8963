"""Seats of outside programs: players in any language that read JSON lines and answer orders."""

from __future__ import annotations

from horizons_lab.programs.player import Forfeit, Outside, ProgramPlayer

__all__ = ["Forfeit", "Outside", "ProgramPlayer"]
