"""The twelve steps of a turn, in exactly this order, and its closing (GG-SEQ-001, GG-SEQ-005)."""

from __future__ import annotations

from horizons_core.turn import Phase
from variants.galaxy_g.rules import (
    battles,
    bombing,
    groups,
    interception,
    movement,
    production,
    routes,
    sequence,
)

PHASES = (
    Phase("orders", sequence.carry_out_orders, "Orders"),
    Phase("renames", sequence.carry_out_renames, "Upgrades and new names"),
    Phase("battles", battles.fight_battles, "Battles", foreseeable=False),
    Phase("bombing", bombing.bomb_planets, "Bombing", foreseeable=False),
    Phase("routes", routes.load_and_send, "Routes"),
    Phase("interception", interception.dispatch_interceptors, "Interception"),
    Phase("movement", movement.move_groups, "Movement"),
    Phase("later_battles", battles.fight_battles, "Battles after movement", foreseeable=False),
    Phase("later_bombing", bombing.bomb_planets, "Bombing after movement", foreseeable=False),
    Phase("production", production.run_production, "Production"),
    Phase("unloading", routes.unload_arrivals, "Unloading"),
    Phase("merging", groups.merge_groups, "Merging"),
    Phase("closing", sequence.close_turn, "Closing"),
    Phase("sightings", sequence.update_sightings, "Sightings", foreseeable=False),
)
