"""Where the 1999 engine departs from the rulebook, as one switch each.

The rulebook's way is the default; `ENGINE_1999` turns every habit on. Formulas of the engine are
in `mods.engine_1999.economy`, its reading of set-up forms in `mods.engine_1999.forms`.
"""

from __future__ import annotations

import attrs
from attrs import frozen


@frozen(kw_only=True)
class Habits:
    """The habits of the 1999 engine that a game keeps; none of them by default.

    names_from_digits: names may begin with a digit (FH-CMD-003).
    numbered_destinations: JUMP and PJUMP also take `x y z p` and end in that orbit (number 7;
        FH-JUMP-005, FH-MISC-003).
    unchecked_coordinates: negative coordinates are tried in JUMP, PJUMP and MOVE (FH-GALAXY-003,
        FH-JUMP-005, FH-MOVE-004).
    remote_portals: an own starbase is a portal for ships anywhere (FH-JP-004).
    settling_after_arrival: a post-arrival TRANSFER to an own planet without population works
        (FH-TRAN-001, FH-SIEGE-025).
    guessed_sources: if the source of a TRANSFER is missing or lacks the items, another place of the
        species in the sector that has them is taken (FH-TRAN-002).
    repairs_with_less: REPAIR without a number uses what is aboard if that is too little (number 13;
        FH-DR-005).
    terraforming_traces: a poisonous gas without a share of the atmosphere takes three plants too
        (no clause).
    repeated_discoveries: besiegers are told of a discovery once for each besieging ship
        (FH-SIEGE-022).
    repair_marks: a REPAIR for a sector leaves 99 in `special` of the ships that it treated (no
        clause; seen in the recorded games).
    rejected_blocks_go_on: orders below a rejected PRODUCTION line act on the repeated or disbanded
        planet, or on the last named one, with balance 0 (FH-PROD-007).
    techs_as_items: BUILD reads MI as IU, and MA as AU (FH-BUILD-004).
    names_alone_continue: BUILD is CONTINUE for the name of an unfinished ship, whatever the class
        (FH-SHIP-010).
    names_twice: IBUILD does not look at the names that the recipient uses (FH-IBUILD-006,
        FH-IBUILD-007).
    tech_before_amount: RESEARCH takes amount and technology in either order (FH-TECH-006).
    plain_distortion_numbers: ATTACK takes a field-distortion number without SP (FH-ATTACK-002).
    numbers_across_game: a field-distortion number is that of the first species of the game that
        bears it, wherever it is (FH-ATTACK-007).
    piecemeal_withdrawals: a bad number in WITHDRAW leaves those before it in force
        (FH-WITHDRAW-004).
    surplus_numbers: BATTLE and HAVEN ignore what follows the third number, and take negative ones
        (FH-BATTLE-001, FH-WITHDRAW-001).
    """

    names_from_digits: bool = False
    numbered_destinations: bool = False
    unchecked_coordinates: bool = False
    remote_portals: bool = False
    settling_after_arrival: bool = False
    guessed_sources: bool = False
    repairs_with_less: bool = False
    terraforming_traces: bool = False
    repeated_discoveries: bool = False
    repair_marks: bool = False
    rejected_blocks_go_on: bool = False
    techs_as_items: bool = False
    names_alone_continue: bool = False
    names_twice: bool = False
    tech_before_amount: bool = False
    plain_distortion_numbers: bool = False
    numbers_across_game: bool = False
    piecemeal_withdrawals: bool = False
    surplus_numbers: bool = False


RULEBOOK = Habits()
ENGINE_1999 = Habits(**{habit.name: True for habit in attrs.fields(Habits)})
