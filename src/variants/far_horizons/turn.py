"""The six phases of a turn in their order, between the reading of orders and the housekeeping.

(FH-TURN-002, FH-TURN-004.) `rules/steps.py` gives each step a context of its own
(`step_context.py`), which shares all that is put down with the turn's.
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

#: Between strikes and the combat of the next turn nothing is made or repaired (FH-STRIKE-003).
PHASES = (
    Phase("orders", absent.run, "Orders", foreseeable=False),
    Phase("combat", phase_of(battles.combat), "Combat"),
    Phase("pre-departure", phase_of(pre_departure.run), "Pre-departure"),
    Phase("jumps", phase_of(jumps.run), "Jumps"),
    Phase("production", phase_of(production.run), "Production"),
    Phase("post-arrival", phase_of(post_arrival.run), "Post-arrival"),
    Phase("strikes", phase_of(battles.strikes), "Strikes"),
    Phase("housekeeping", phase_of(housekeeping.finish), "Housekeeping"),
    Phase("sightings", sightings.run, "Sightings", foreseeable=False),
    Phase("ending", victory.judge, "Ending", foreseeable=False),
)
