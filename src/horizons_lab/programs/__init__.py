"""Players that are separate programs, in any language, and communicate in lines of JSON."""

from __future__ import annotations

from horizons_lab.programs.player import Forfeit, Outside, ProgramPlayer

__all__ = ["Forfeit", "Outside", "ProgramPlayer"]
