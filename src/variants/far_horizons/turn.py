"""The phases of a turn, in their order, between the reading of orders and the housekeeping.

`rules/steps.py` gives each step a context of its own (`step_context.py`), which shares its notes
with the turn's context.
"""

from __future__ import annotations

from horizons_core.turn import Phase
from variants.far_horizons.orders import absent
from variants.far_horizons.rules import (
    battles,
    housekeeping,
    jumps,
    post_arrival,
    pre_departure,
    production,
    sightings,
    victory,
)
from variants.far_horizons.rules.steps import phase_of

PHASES = (
    Phase("orders", absent.run, "Orders", foreseeable=False),
    # FH-TURN-002
    Phase("combat", phase_of(battles.combat), "Combat"),
    Phase("pre-departure", phase_of(pre_departure.run), "Pre-departure"),
    Phase("jumps", phase_of(jumps.run), "Jumps"),
    Phase("production", phase_of(production.run), "Production"),
    Phase("post-arrival", phase_of(post_arrival.run), "Post-arrival"),
    Phase("strikes", phase_of(battles.strikes), "Strikes"),
    # between strikes and the next turn's combat nothing is produced or repaired (FH-STRIKE-003)
    Phase("housekeeping", phase_of(housekeeping.finish), "Housekeeping"),
    Phase("sightings", sightings.run, "Sightings", foreseeable=False),
    Phase("ending", victory.judge, "Ending", foreseeable=False),
)
