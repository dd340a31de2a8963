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
    sums_below_fifteen: a set-up form may leave some of the 15 points (FH-SETUP-002, FH-FORM-002).
    names_of_five: on a set-up form all names have 5 to 31 characters; longer ones are refused, not
        cut (number 18; FH-SETUP-007, FH-FORM-004, FH-FORM-005).
    mixed_up_keys: in a JSON set-up form the value of Life Support goes to Military, and a raised
        mining base is the manufacturing base too (number 20; FH-SETUP-002).
    names_from_digits: names may begin with a digit (number 22; FH-CMD-003).
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
    sums_below_fifteen: bool = False
    names_of_five: bool = False
    mixed_up_keys: bool = False
    names_from_digits: bool = False


RULEBOOK = Habits()
ENGINE_1999 = Habits(**{habit.name: True for habit in attrs.fields(Habits)})
