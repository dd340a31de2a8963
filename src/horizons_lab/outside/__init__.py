"""Seats of outside programs: players in any language that read JSON lines and answer orders."""

from __future__ import annotations

from horizons_lab.outside.description import Outside
from horizons_lab.outside.player import Forfeit, OutsidePlayer

__all__ = ["Forfeit", "Outside", "OutsidePlayer"]
