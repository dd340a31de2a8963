"""The rules of battle as data: what a mod may change without giving up the kernel."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen
from attrs.validators import and_, ge, le

_LARGEST = 1_000_000


def _number(default: int, low: int = 0, high: int = _LARGEST) -> Any:
    return field(default=default, validator=and_(ge(low), le(high)))


def _percent(default: int) -> Any:
    return _number(default, 0, 100)


@frozen(kw_only=True)
class BattleRules:
    """The rules that battles are fought by; the defaults are the rulebook's.

    Numbers are whole, and those that cannot be raise ValueError.

    most_rounds: an action on which nothing else puts a limit ends after so many rounds
        (FH-BATTLE-010).
    bombardment_rounds: a bombardment has so many imagined rounds (FH-BOMB-002).
    most_shots: a unit fires at most so many shots a round (FH-GUN-003).
    strength_per_shot: so much offensive strength gives one more shot (FH-GUN-003).
    defenses_per_tonnage: so many planetary defense units equal 10,000 tons (FH-PD-004).
    transport_strength_percent: what the hull of a transport is worth in a fight (FH-GUN-003).
    hijacker_strength_percent: what is left of the strength of a species that gave HIJACK
        (FH-HIJACK-002).
    shields_need_life_support: Life Support 0 gives no shields (FH-SG-003).
    shield_recovery_percent: what shields regain after a round without Life Support; each ten
        levels add 1 (FH-SG-003).
    even_hit_percent: the chance to hit an enemy of the same Military level (FH-TARGET-001).
    least_hit_percent: no chance to hit is less (FH-TARGET-001).
    most_hit_percent: no chance to hit is more (FH-TARGET-001).
    surprise_hit_factor: surprised units are hit so many times as often (FH-SURPRISE-002).
    distorted_hit_percent: the part of the chance that is left against distorted ships (FH-FD-007).
    favourite_percent: how often a shooter that was given a TARGET insists on it (FH-TARGET-004).
    capture_percent: what a captured ship brings, of the recycling value of hull and cargo
        (FH-HIJACK-004).
    forced_jump_percent: how often a starbase of a species without Military tries a forced jump
        rather than to shoot (FH-FM-005).
    forced_jumps_suffer_from_age: a starbase's age lowers the chance of a forced jump (FH-FM-003).
    reserves_wait_for_losses: reserves of all species join when the others of their side have no
        shots left. Else only those of the species listed first do; those of others join in
        round 1, but the very last unit never does (FH-HIDESHIP-003).
    fleets_leave_at_limit: a fleet withdraws when its losses reach its limit, not only when they
        exceed it (FH-WITHDRAW-006).
    deep_space_for_defenders: a battle begins in deep space if somebody defends there against those
        who attack planets, for as many rounds as Military levels differ by. Else option 3 alone
        puts it where its ENGAGE line stands, and limits nothing (FH-BATTLE-010, FH-ENGAGE-016).
    idle_fleets_defend_planets: without a BATTLE order the ships of a species go to each of its
        planets there that is attacked. Else they fight where they are (FH-BATTLE-005).
    transports_need_warships: transports alone make no battle (FH-BATTLE-007).
    follow_ups_need_victory: bombardment, germ warfare and siege come when the enemies there are
        beaten. Else they follow whenever attackers are left, and ships that stand there join in
        (FH-ENGAGE-012, FH-ENGAGE-003).
    bombardment_always_hurts: a bombardment does some damage, however weak it is (FH-BOMB-004).
    germ_percent: the chance of a germ warfare bomb among equals in Biology (FH-GERM-001).
    germ_percent_per_level: what each level of difference adds or takes (FH-GERM-001).
    all_germs_are_dropped: carriers without a shot, and planets, drop their germ warfare bombs too
        (FH-GERM-003, FH-GERM-004).
    home_loot_factor: a home planet yields so many times the loot of a colony (FH-GERM-008).
    transports_besiege: transports that stand at a besieged planet are noted as besiegers, which
        has no effect (FH-SIEGE-001).
    sieges_need_shots_and_a_base: without a besieger that can fire, or a colony with an economic
        base, there is no siege (FH-SIEGE-001, FH-SIEGE-002).
    combat_ends_sieges: all sieges of the turn before end when the combat phase begins
        (FH-SIEGE-027).
    only_allies_surprise: a species is surprised only by those whom it has declared ALLY. Else any
        attack by a species that is no ally alerts its victim, and who is drawn in as an ally of
        the victim is surprised (FH-SURPRISE-001).
    bystanders_see_alerts: who takes no part in a battle at its place learns who is on alert
        (FH-SURPRISE-004).
    attacks_on_allies_betray: an ally that attacks another ally becomes an enemy. Else only if its
        victim had declared it ALLY (FH-SURPRISE-006).
    ambushes_at_full_effect: an ambush ages by what was spent on it, not by a tenth of that
        (FH-AMBUSH-008).
    ambushes_strike_once: an ambush happens once, not once for each victim (FH-AMBUSH-008).
    ambushers_attack: an ambush serves a species that attacks somebody, not one that is only drawn
        in as an ally (FH-AMBUSH-002).
    ambushes_destroy_unfinished: ships under construction that become too old are destroyed
        (FH-AMBUSH-005).
    ambushes_await_wormholes: an ambush doubles for ships that came by wormhole in this turn, not
        in the turn before (FH-AMBUSH-009).
    landed_ships_distort: landed ships with the exact number of units count as distorted
        (FH-FD-006).
    havens_on_the_map: a default haven has no coordinate below 0 (FH-WITHDRAW-002).
    short_logs_count_defenses: short logs tell every loss of planetary defenses (FH-SUMMARY-002).
    battles_leave_marks: a battle leaves its shields in the destination of each ship, and erases
        the marks of all ships of its species (no clause).
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


#: The rulebook's own battles.
RULEBOOK_BATTLES = BattleRules()
