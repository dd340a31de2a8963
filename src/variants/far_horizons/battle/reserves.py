"""Ships under HIDE wait until the rest of their side cannot shoot (FH-HIDESHIP-003)."""

from __future__ import annotations

from variants.far_horizons.battle.model import Action, Fighter, State
from variants.far_horizons.compatibility import Habits


def join(action: Action, habits: Habits) -> None:
    """At the start of a round, reserves of sides without a shot join; shots are counted already."""
    waiting = [one for one in action.fighters if one.state == State.RESERVE]
    if not waiting:
        return
    armed = {one.side for one in action.fighters if one.shots_left > 0}
    for one in waiting:
        if _joins(one, action, armed, habits):
            one.state = State.FIGHTING
            one.shots_left = 0 if one.surprised else one.shots


def _joins(one: Fighter, action: Action, armed: set[int], habits: Habits) -> bool:
    if habits.impatient_reserves and one.side != action.fighters[0].side:
        return one is not action.fighters[-1]
    return one.side not in armed
