"""The rules of battle as data, which a mod may change and still use the kernel."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen
from attrs.validators import and_, ge, le

_MAX_VALUE = 1_000_000


def _number(default: int, low: int = 0, high: int = _MAX_VALUE) -> Any:
    return field(default=default, validator=and_(ge(low), le(high)))


def _percent(default: int) -> Any:
    return _number(default, 0, 100)


@frozen(kw_only=True)
class BattleRules:
    """The rules of battles; the defaults are the rulebook's.

    Numbers are whole; impossible ones raise ValueError.

    most_rounds: maximum number of rounds of an action without another limit
        (FH-BATTLE-010).
    bombardment_rounds: number of imagined rounds of a bombardment (FH-BOMB-002).
    most_shots: maximum number of shots of a unit in a round (FH-GUN-003).
    strength_per_shot: offensive strength for each further shot (FH-GUN-003).
    defenses_per_tonnage: planetary defense units that equal 10,000 tons (FH-PD-004).
    transport_strength_percent: effective part of a transport's hull in a fight (FH-GUN-003).
    hijacker_strength_percent: remaining strength of a species that gave HIJACK
        (FH-HIJACK-002).
    shields_need_life_support: Life Support 0 gives no shields (FH-SG-003).
    shield_recovery_percent: regained shields after a round without Life Support; each ten
        levels add 1 (FH-SG-003).
    even_hit_percent: the chance to hit an enemy of the same Military level (FH-TARGET-001).
    least_hit_percent: lower limit of the chance to hit (FH-TARGET-001).
    most_hit_percent: upper limit of the chance to hit (FH-TARGET-001).
    surprise_hit_factor: factor of the chance to hit surprised units (FH-SURPRISE-002).
    distorted_hit_percent: factor of the chance to hit distorted ships (FH-FD-007).
    favourite_percent: chance that a shooter with a TARGET order insists on it (FH-TARGET-004).
    capture_percent: value of a captured ship as part of the recycling value of hull and cargo
        (FH-HIJACK-004).
    forced_jump_percent: chance that a starbase of a species without Military tries a forced jump
        instead of shooting (FH-FM-005).
    forced_jumps_suffer_from_age: a starbase's age lowers the chance of a forced jump (FH-FM-003).
    reserves_wait_for_losses: reserves of all species join when the rest of their side has no
        shots left. Otherwise only reserves of the first species wait; others join in round 1, but
        the last unit of all never does (FH-HIDESHIP-003).
    fleets_leave_at_limit: a fleet withdraws when its losses reach its limit, not only when they
        exceed it (FH-WITHDRAW-006).
    deep_space_for_defenders: a battle begins in deep space if a side defends there against
        attackers of planets, for as many rounds as Military levels differ by. Otherwise only option
        3 puts it where its ENGAGE line is, without a limit (FH-BATTLE-010, FH-ENGAGE-016).
    idle_fleets_defend_planets: without a BATTLE order the ships of a species go to each of its
        planets there that is attacked. Otherwise they fight where they are (FH-BATTLE-005).
    transports_need_warships: transports alone do not start a battle (FH-BATTLE-007).
    follow_ups_need_victory: bombardment, germ warfare and siege come when the enemies there are
        beaten. Otherwise they follow while attackers are left, and ships at the planet join in
        (FH-ENGAGE-012, FH-ENGAGE-003).
    bombardment_always_hurts: even a weak bombardment does some damage (FH-BOMB-004).
    germ_percent: the chance of a germ warfare bomb among equals in Biology (FH-GERM-001).
    germ_percent_per_level: change of that chance per level of difference (FH-GERM-001).
    all_germs_are_dropped: carriers without a shot, and planets, drop their germ warfare bombs too
        (FH-GERM-003, FH-GERM-004).
    home_loot_factor: factor of the loot from a home planet (FH-GERM-008).
    transports_besiege: transports at a besieged planet are listed as besiegers, without any
        effect (FH-SIEGE-001).
    sieges_need_shots_and_a_base: a siege needs a besieger that can fire, and a colony with an
        economic base (FH-SIEGE-001, FH-SIEGE-002).
    combat_ends_sieges: all sieges of the previous turn end when the combat phase begins
        (FH-SIEGE-027).
    only_allies_surprise: a species is surprised only by species that it has declared ALLY.
        Otherwise any attack by a non-ally alerts its victim, and a species drawn in as the victim's
        ally is surprised (FH-SURPRISE-001).
    bystanders_see_alerts: a species that stays out of a battle in its sector learns who is on alert
        (FH-SURPRISE-004).
    attacks_on_allies_betray: an ally that attacks another ally becomes an enemy. Otherwise only if
        its victim had declared it ALLY (FH-SURPRISE-006).
    ambushes_at_full_effect: an ambush ages ships by its full price, not by a tenth of it
        (FH-AMBUSH-008).
    ambushes_strike_once: an ambush happens once, not once for each victim (FH-AMBUSH-008).
    ambushers_attack: an ambush requires that its species attacks, rather than being drawn in as an
        ally (FH-AMBUSH-002).
    ambushes_destroy_unfinished: ships under construction that become too old are destroyed
        (FH-AMBUSH-005).
    ambushes_await_wormholes: an ambush doubles for ships that came by wormhole in this turn, not
        in the turn before (FH-AMBUSH-009).
    landed_ships_distort: landed ships with the exact number of units count as distorted
        (FH-FD-006).
    havens_on_the_map: a default haven has no coordinate below 0 (FH-WITHDRAW-002).
    short_logs_count_defenses: short logs report every loss of planetary defenses (FH-SUMMARY-002).
    battles_leave_marks: a battle stores shields in the destination of each ship, and clears the
        marks of all ships of its species (no clause).
    """

    most_rounds: int = _number(10_000, 1)
    bombardment_rounds: int = _number(10, 1)
    most_shots: int = _number(5, 1, 1_000)
    strength_per_shot: int = _number(1500, 1)
    defenses_per_tonnage: int = _number(200, 1)
    transport_strength_percent: int = _percent(10)
    hijacker_strength_percent: int = _percent(25)
    shields_need_life_support: bool = True
    shield_recovery_percent: int = _percent(5)
    even_hit_percent: int = _percent(75)
    least_hit_percent: int = _percent(2)
    most_hit_percent: int = _percent(98)
    surprise_hit_factor: int = _number(2, 1, 100)
    distorted_hit_percent: int = _percent(75)
    favourite_percent: int = _percent(75)
    capture_percent: int = _number(100, 0, 1_000)
    forced_jump_percent: int = _percent(50)
    forced_jumps_suffer_from_age: bool = True
    reserves_wait_for_losses: bool = True
    fleets_leave_at_limit: bool = True
    deep_space_for_defenders: bool = True
    idle_fleets_defend_planets: bool = False
    transports_need_warships: bool = True
    follow_ups_need_victory: bool = True
    bombardment_always_hurts: bool = True
    germ_percent: int = _percent(50)
    germ_percent_per_level: int = _percent(2)
    all_germs_are_dropped: bool = True
    home_loot_factor: int = _number(5, 0, 1_000)
    transports_besiege: bool = False
    sieges_need_shots_and_a_base: bool = True
    combat_ends_sieges: bool = True
    only_allies_surprise: bool = True
    bystanders_see_alerts: bool = True
    attacks_on_allies_betray: bool = True
    ambushes_at_full_effect: bool = True
    ambushes_strike_once: bool = True
    ambushers_attack: bool = True
    ambushes_destroy_unfinished: bool = True
    ambushes_await_wormholes: bool = True
    landed_ships_distort: bool = False
    havens_on_the_map: bool = True
    short_logs_count_defenses: bool = False
    battles_leave_marks: bool = False


#: The rulebook's battle rules.
RULEBOOK_BATTLES = BattleRules()
