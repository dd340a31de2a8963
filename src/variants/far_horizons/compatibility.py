"""Where the 1999 engine departs from the rulebook, as one switch each.

The rulebook's way is the default; `ENGINE_1999` turns every habit on. Numbers are those of the
list "Engine versus rulebook" of the interchange notes; clauses are those of the catalogue.
"""

from __future__ import annotations

import attrs
from attrs import frozen


@frozen(kw_only=True)
class Habits:
    """The habits of the 1999 engine that a game keeps; none of them by default.

    stale_research_limit: the limit on a researched level is not reset between technologies and
        starts at 0, so that free levels are lost (number 2; FH-TECH-008, FH-TEACH-004).
    treasury_spares_fleet: fleet maintenance above production is not paid from the treasury
        (number 1; FH-FLEET-007).
    unlimited_discount: the military discount on fleet maintenance may exceed 100 percent
        (FH-FLEET-003).
    efficiency_rounds: economic efficiency rounds to the nearest unit (FH-EE-003, FH-FLEET-004).
    efficiency_at_home: it reduces a home planet's own production too (FH-EE-004).
    unlimited_penalty: the production penalty may exceed 100 percent (FH-PENALTY-001).
    percent_life_support: a colony dies when 100 * LSN / LS, fraction dropped, exceeds 100, so an
        LSN slightly above a high Life Support level is survived (FH-COL-006).
    resorts_with_six: a resort colony may need life support 6 (number 5; FH-RESORT-001).
    computed_distortion: the number of a distorted species follows from its number and Life
        Support (FH-FD-005).
    goals_outlast_colonies: the order form sends a transport on to a colony that is no more, as
        "PL Unused" in sector 0 0 0 (no clause; seen in the recorded games).
    sums_below_fifteen: a set-up form may leave some of the 15 points (FH-SETUP-002, FH-FORM-002).
    names_of_five: on a set-up form all names have 5 to 31 characters; longer ones are refused, not
        cut (number 18; FH-SETUP-007, FH-FORM-004, FH-FORM-005).
    mixed_up_keys: in a JSON set-up form the value of Life Support goes to Military, and a raised
        mining base is the manufacturing base too (number 20; FH-SETUP-002).
    names_from_digits: names may begin with a digit (number 22; FH-CMD-003).
    numbered_destinations: JUMP and PJUMP also take `x y z p` and end in that orbit (number 7;
        FH-JUMP-005, FH-MISC-003).
    unchecked_coordinates: negative coordinates are tried in JUMP, PJUMP and MOVE (FH-GALAXY-003,
        FH-JUMP-005, FH-MOVE-004).
    remote_portals: an own starbase is a portal for ships anywhere (number 7; FH-JP-004).
    withdrawals_on_order: a jump order for a ship that withdrew or was forced away sends it to where
        it goes at once, not after the species' other orders (FH-WITHDRAW-011, FH-FM-008).
    unsaved_withdrawals: if a player's orders have no jump section, the jumps of such ships are
        reported, but the ships stay in transit (number 15; FH-WITHDRAW-011).
    stuck_at_haven: a ship that is to withdraw to where it is stays in transit for good
        (FH-WITHDRAW-001).
    settling_after_arrival: a post-arrival TRANSFER to an own planet without population works
        (number 4; FH-TRAN-001, FH-SIEGE-025).
    guessed_sources: if the source of a TRANSFER is missing or lacks the items, another place of the
        species in the sector that has them is taken (FH-TRAN-002).
    writing_to_strangers: MESSAGE needs no contact (number 6; FH-MSG-001).
    stray_lines: each SEND leaves a line for nobody in the sender's log (FH-SEND-001).
    repairs_with_less: REPAIR without a number uses what is aboard if that is too little (number 13;
        FH-DR-005).
    unasked_terraforming: TERRAFORM works on planets without population, and other inhabitants are
        not asked (FH-TERRA-004, FH-TERRA-010).
    terraforming_traces: a poisonous gas without a share of the atmosphere takes three plants too
        (no clause; economy 5).
    ageless_telescopes: age lowers no chance of a telescope, nor that of noticing one (FH-GT-006,
        FH-AGE-005).
    landing_saves_salvage: a ship on a disbanded planet may LAND on another (FH-DISBAND-004).
    starbases_stay_small: a starbase in the deep space of a star system is not enlarged by BASE
        (FH-SU-005).
    repeated_discoveries: besiegers are told of a discovery once for each besieging ship
        (FH-SIEGE-022).
    lasting_auto: AUTO stays in force for a player who sends no post-arrival section (number 16;
        FH-AUTO-001).
    silent_empty_transfers: TRANSFER of all items, where there are none, is passed over without a
        word (FH-ZERO-004).
    repair_marks: a REPAIR for a sector leaves 99 in `special` of the ships that it treated (no
        clause; seen in the recorded games).
    lost_destinations: ships still in transit after arrival forget the z of their destination (no
        clause; seen in the recorded games of ships that have arrived).
    fifty_names: a species gives at most 50 names in a step (FH-NAME-007).
    unwatched_naming: nobody is told of a NAME for a planet that does not exist (number 21;
        FH-MISC-005).
    settling_unwarned: nobody is warned that a planet needs more life support (FH-COL-006).
    deep_says_orbit: a DEEP order is refused as if it were ORBIT (no clause; seen in the recorded
        games).
    idle_without_section: a species whose orders have no production section does not produce
        (number 3; FH-PROD-007).
    rejected_blocks_go_on: orders below a rejected PRODUCTION line act on the repeated or disbanded
        planet, or on the last named one, with balance 0 (FH-PROD-007).
    debts_of_riots: riots may cost more than the whole base, which is negative then (number 1;
        FH-FLEET-008).
    people_of_uncut_orders: a BUILD that is cut for lack of money uses the population of the uncut
        number (number 9; FH-POP-003).
    levels_for_plain_items: PD need Military 1, CU Life Support 1, IU Mining 1, AU Manufacturing 1
        (number 14; FH-INST-001).
    techs_as_items: BUILD reads MI as IU, and MA as AU (FH-BUILD-004).
    deliveries_to_bare_planets: BUILD delivers to a planet that is only named (FH-BUILD-010).
    deliveries_at_once: BUILD delivers when it is carried out, or not at all (FH-BUILD-005).
    continues_anywhere: CONTINUE and ICONTINUE do not ask where the ship is (number 8; FH-SHIP-009,
        FH-BAS-010, FH-IBUILD-006).
    names_alone_continue: BUILD is CONTINUE for the name of an unfinished ship, whatever the class
        (FH-SHIP-010).
    limits_new_ships: a species builds at most 100 new ships in a turn (FH-SHIP-008).
    names_twice: IBUILD does not look at the names that the recipient uses (FH-IBUILD-006,
        FH-IBUILD-007).
    premium_on_top: 0 in IBUILD and ICONTINUE leaves nothing of the balance for the premium
        (FH-ZERO-003).
    tech_before_amount: RESEARCH takes amount and technology in either order (FH-TECH-006).
    levels_count_later: a level bought with knowledge counts when the species' production is over
        (FH-TECH-005).
    present_bases_hide: HIDE costs what the bases are worth after combat and riots (FH-HIDE-003).
    mining_colonies_obey: a mining colony is refused no order as such (FH-HIDE-004).
    plain_detection: besiegers who live on the planet detect no more than others (number 11;
        FH-SIEGE-015).
    assimilated_in_turn: the bases of an assimilated colony are shared by the besiegers' bases, each
        of what is left (FH-ASSIM-006).
    spoils_are_lost: the inventory of an assimilated colony is lost (number 11; FH-ASSIM-005).
    idle_ships_survive: an intercepted ship lives on if its owner's production was not done (number
        12; FH-INTERCEPT-008).
    enemy_of_itself: ENEMY with a number lists the species itself (no clause).
    settling_after_germs: a planet can be settled in the turn in which germ warfare hit it
        (FH-GERM-007).
    plain_distortion_numbers: ATTACK takes a field-distortion number without SP (FH-ATTACK-002).
    numbers_across_game: a field-distortion number is that of the first species of the game that
        bears it, wherever it is (FH-ATTACK-007).
    piecemeal_withdrawals: a bad number in WITHDRAW leaves those before it in force
        (FH-WITHDRAW-004).
    surplus_numbers: BATTLE and HAVEN ignore what follows the third number, and take negative ones
        (FH-BATTLE-001, FH-WITHDRAW-001).
    earlier_battle_goes_on: after a refused BATTLE the orders that follow are for the battle before
        it (FH-BATTLE-002).
    nineteen_options: at most 19 ENGAGE orders are taken for a battle (FH-ENGAGE-013).
    """

    stale_research_limit: bool = False
    treasury_spares_fleet: bool = False
    unlimited_discount: bool = False
    efficiency_rounds: bool = False
    efficiency_at_home: bool = False
    unlimited_penalty: bool = False
    percent_life_support: bool = False
    resorts_with_six: bool = False
    computed_distortion: bool = False
    goals_outlast_colonies: bool = False
    sums_below_fifteen: bool = False
    names_of_five: bool = False
    mixed_up_keys: bool = False
    names_from_digits: bool = False
    numbered_destinations: bool = False
    unchecked_coordinates: bool = False
    remote_portals: bool = False
    withdrawals_on_order: bool = False
    unsaved_withdrawals: bool = False
    stuck_at_haven: bool = False
    settling_after_arrival: bool = False
    guessed_sources: bool = False
    writing_to_strangers: bool = False
    stray_lines: bool = False
    repairs_with_less: bool = False
    unasked_terraforming: bool = False
    terraforming_traces: bool = False
    ageless_telescopes: bool = False
    landing_saves_salvage: bool = False
    starbases_stay_small: bool = False
    repeated_discoveries: bool = False
    lasting_auto: bool = False
    silent_empty_transfers: bool = False
    repair_marks: bool = False
    lost_destinations: bool = False
    fifty_names: bool = False
    unwatched_naming: bool = False
    settling_unwarned: bool = False
    deep_says_orbit: bool = False
    idle_without_section: bool = False
    rejected_blocks_go_on: bool = False
    debts_of_riots: bool = False
    people_of_uncut_orders: bool = False
    levels_for_plain_items: bool = False
    techs_as_items: bool = False
    deliveries_to_bare_planets: bool = False
    deliveries_at_once: bool = False
    continues_anywhere: bool = False
    names_alone_continue: bool = False
    limits_new_ships: bool = False
    names_twice: bool = False
    premium_on_top: bool = False
    tech_before_amount: bool = False
    levels_count_later: bool = False
    present_bases_hide: bool = False
    mining_colonies_obey: bool = False
    plain_detection: bool = False
    assimilated_in_turn: bool = False
    spoils_are_lost: bool = False
    idle_ships_survive: bool = False
    enemy_of_itself: bool = False
    settling_after_germs: bool = False
    plain_distortion_numbers: bool = False
    numbers_across_game: bool = False
    piecemeal_withdrawals: bool = False
    surplus_numbers: bool = False
    earlier_battle_goes_on: bool = False
    nineteen_options: bool = False


RULEBOOK = Habits()
ENGINE_1999 = Habits(**{habit.name: True for habit in attrs.fields(Habits)})
