"""The lines around a set of orders, by which a host knows whose they are and for which turn."""

from __future__ import annotations

from horizons_core.orders import Envelope
from variants.far_horizons.model.sections import SECTIONS

_NAMES = "|".join(kind.name for kind in SECTIONS)

#: Sections tell orders from other text by themselves: the lines may be left out (FH-ORDER-004).
ENVELOPE = Envelope("#FARHORIZONS", "#END", bare=rf"START\s+({_NAMES})\s*(;.*)?")
