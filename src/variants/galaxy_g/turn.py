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
    Phase("renames", sequence.rename, "Upgrades and new names"),
    Phase("battles", battles.fight_battles, "Battles", foreseeable=False),
    Phase("bombing", bombing.bomb_planets, "Bombing", foreseeable=False),
    Phase("routes", routes.leave, "Routes"),
    Phase("interception", interception.send_after, "Interception"),
    Phase("movement", movement.fly, "Movement"),
    Phase("later_battles", battles.fight_battles, "Battles after movement", foreseeable=False),
    Phase("later_bombing", bombing.bomb_planets, "Bombing after movement", foreseeable=False),
    Phase("production", production.work, "Production"),
    Phase("unloading", routes.arrive, "Unloading"),
    Phase("merging", groups.merge_groups, "Merging"),
    Phase("closing", sequence.close, "Closing"),
    Phase("sightings", sequence.look_round, "Sightings", foreseeable=False),
)
