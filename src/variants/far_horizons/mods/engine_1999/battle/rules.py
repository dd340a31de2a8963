"""The battle rules of the engine of 1999, where they differ from the rulebook's."""

from __future__ import annotations

from variants.far_horizons.battle.battle_rules import BattleRules

ENGINE_1999_BATTLES = BattleRules(
    shields_need_life_support=False,
    forced_jumps_suffer_from_age=False,
    reserves_wait_for_losses=False,
    fleets_leave_at_limit=False,
    deep_space_for_defenders=False,
    idle_fleets_defend_planets=True,
    transports_need_warships=False,
    follow_ups_need_victory=False,
    bombardment_always_hurts=False,
    all_germs_are_dropped=False,
    transports_besiege=True,
    sieges_need_shots_and_a_base=False,
    combat_ends_sieges=False,
    only_allies_surprise=False,
    bystanders_see_alerts=False,
    attacks_on_allies_betray=False,
    ambushes_at_full_effect=False,
    ambushes_strike_once=False,
    ambushers_attack=False,
    ambushes_destroy_unfinished=False,
    ambushes_await_wormholes=False,
    landed_ships_distort=True,
    havens_on_the_map=False,
    short_logs_count_defenses=True,
    battles_leave_marks=True,
)
