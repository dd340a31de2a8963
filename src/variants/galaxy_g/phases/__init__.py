"""The twelve steps of a turn, in exactly this order, and its closing (GG-SEQ-001, GG-SEQ-005)."""

from __future__ import annotations

from horizons_core.turn import Phase
from variants.galaxy_g.phases import (
    battles,
    bombing,
    closing,
    interception,
    merging,
    movement,
    orders,
    production,
    renames,
    routes,
    sightings,
    unloading,
)

PHASES = (
    Phase("orders", orders.run, "Orders"),
    Phase("renames", renames.run, "Upgrades and new names"),
    Phase("battles", battles.run, "Battles", foreseeable=False),
    Phase("bombing", bombing.run, "Bombing", foreseeable=False),
    Phase("routes", routes.run, "Routes"),
    Phase("interception", interception.run, "Interception"),
    Phase("movement", movement.run, "Movement"),
    Phase("later_battles", battles.run, "Battles after movement", foreseeable=False),
    Phase("later_bombing", bombing.run, "Bombing after movement", foreseeable=False),
    Phase("production", production.run, "Production"),
    Phase("unloading", unloading.run, "Unloading"),
    Phase("merging", merging.run, "Merging"),
    Phase("closing", closing.run, "Closing"),
    Phase("sightings", sightings.run, "Sightings", foreseeable=False),
)
