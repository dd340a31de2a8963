"""Where ships go, found once when an order is carried out: sectors, planets, what is beyond."""

from __future__ import annotations

from horizons_core.orders import Order
from variants.far_horizons.hints import planet_hint
from variants.far_horizons.model import Colony, Sector, Species
from variants.far_horizons.model.written import WrittenName
from variants.far_horizons.rules.jump_orders import Goal, numbered_goal, readings
from variants.far_horizons.step_context import Refused, StepContext


def sector(context: StepContext, _species: Species, order: Order, argument: str) -> Sector:
    """Passes three coordinates; by habit more may follow, and they may be negative."""
    numbers: tuple[int, ...] = order[argument] or ()
    habit = context.habits.unchecked_coordinates
    if len(numbers) < 3 or (not habit and (len(numbers) > 3 or min(numbers) < 0)):
        reason = f"Invalid coordinates in {order.keyword} command."
        hint = "write three numbers from 0 on, no name: x y z"
        raise Refused("no-sector", reason, hint, argument)
    x, y, z = numbers[:3]
    return (x, y, z)


def destination(context: StepContext, species: Species, order: Order, argument: str) -> Goal:
    """Finds where a jump goes to: `x y z`, or a named planet's orbit (FH-JUMP-005, FH-JUMP-006)."""
    written: tuple[int, ...] | WrittenName | None = order[argument]
    goal: Goal | None = None
    if isinstance(written, tuple):
        goal = numbered_goal(context, written)
    elif written is not None and (found := context.names.planet(species, written)):
        context.note_guess(found, written)
        goal = Goal(found.thing.place, f"PL {found.thing.name}")
    if goal is None:
        reason = "Invalid destination in JUMP or PJUMP command."
        hint = _destination_hint(context, species, order, argument)
        raise Refused("no-destination", reason, hint, argument)
    return goal


def _destination_hint(context: StepContext, species: Species, order: Order, argument: str) -> str:
    """What to write instead."""
    text = order.written[argument]
    if not text or text.startswith("???"):
        return "write where to: x y z, or PL and a name that you have given"
    if text[0].isdigit() or text[0] in "+-":
        return "write three numbers from 0 on, without a planet's number, or PL and a name"
    return planet_hint(context, species, order[argument])


def beyond_wormhole(
    context: StepContext, species: Species, order: Order, argument: str
) -> Colony | Refused:
    """Finds a planet by its name, or answers the refusal: a ship goes through all the same."""
    for written in readings(context, order, argument):
        found = context.names.planet(species, written)
        if found is not None:
            context.note_guess(found, written)
            return found.thing
    reason = f"Invalid planet name in {order.keyword} command. Ship will stay in deep space."
    hint = planet_hint(context, species, order[argument])
    return Refused("unknown-planet", reason, hint, argument)
