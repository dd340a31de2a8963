"""The lines around submitted orders that identify their empire and turn for a host."""

from __future__ import annotations

from horizons_core.orders import Envelope
from variants.far_horizons.model.sections import SECTIONS

_NAMES = "|".join(kind.name for kind in SECTIONS)

#: Sections distinguish orders from other text: the lines are optional (FH-ORDER-004).
ENVELOPE = Envelope("#FARHORIZONS", "#END", bare=rf"START\s+({_NAMES})\s*(;.*)?")
