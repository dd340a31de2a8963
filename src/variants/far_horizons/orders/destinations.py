"""Destinations of ships, resolved when an order is executed: sectors, planets, wormholes."""

from __future__ import annotations

from horizons_core.orders import Order, Refusal
from variants.far_horizons.hints import planet_hint
from variants.far_horizons.model import Colony, Sector, Species
from variants.far_horizons.model.written import WrittenName
from variants.far_horizons.rules.jump_orders import JumpGoal, readings, sector_goal
from variants.far_horizons.step_context import OrderRefused, StepContext, placed

#: The placeholder in AUTO's drafts for a destination that the player must choose (FH-AUTO-004).
TO_BE_FILLED_IN = "???"


def sector(_context: StepContext, _species: Species, order: Order, argument: str) -> Sector:
    """Return three coordinates of 0 or more (FH-GALAXY-003, FH-MOVE-004)."""
    result = _sector(order[argument] or ())
    if result is None:
        reason = f"Invalid coordinates in {order.keyword} command."
        hint = "write three numbers, 0 or more, and no name: x y z"
        raise OrderRefused("no-sector", reason, hint, argument)
    return result


def _sector(numbers: tuple[int, ...]) -> Sector | None:
    """Return the sector of three non-negative numbers, or None."""
    if len(numbers) != 3 or min(numbers) < 0:
        return None
    x, y, z = numbers
    return (x, y, z)


def destination(context: StepContext, species: Species, order: Order, argument: str) -> JumpGoal:
    """Return the destination of a jump: `x y z`, or a named planet's orbit (FH-JUMP-005).

    A planet's number is not part of it (FH-MISC-003).
    """
    written: tuple[int, ...] | WrittenName | None = order[argument]
    goal: JumpGoal | None = None
    if isinstance(written, tuple):
        sector_ = _sector(written)
        goal = sector_goal(sector_) if sector_ else None
    elif written is not None and (match := context.names.planet(species, written)):
        context.note_guess(match, written)
        goal = JumpGoal(match.target.place, f"PL {match.target.name}")  # FH-JUMP-006
    if goal is None:
        reason = "Invalid destination in JUMP or PJUMP command."
        if order.written[argument].startswith(TO_BE_FILLED_IN):
            raise OrderRefused.of(_open(reason, context, argument))
        hint = _destination_hint(context, species, order, argument)
        raise OrderRefused("no-destination", reason, hint, argument)
    return goal


def _open(reason: str, context: StepContext, argument: str) -> Refusal:
    """Return the refusal of a drafted order that was not completed (FH-AUTO-004)."""
    if context.strict:
        reason = "No destination was filled in: the ship stays."
    hint = "write a destination: x y z, or PL and a name you have given"
    return placed(Refusal("to-be-filled-in", reason, hint, severity="note"), argument)


def _destination_hint(context: StepContext, species: Species, order: Order, argument: str) -> str:
    """Suggest a destination."""
    text = order.written[argument]
    if not text:
        return "write a destination: x y z, or PL and a name you have given"
    if text[0].isdigit() or text[0] in "+-":
        return "write three numbers, 0 or more, without a planet's number, or PL and a name"
    return planet_hint(context, species, order[argument])


def beyond_wormhole(
    context: StepContext, species: Species, order: Order, argument: str
) -> Colony | OrderRefused:
    """Return a planet by its name, or the refusal as a value: the ship still goes through."""
    for written in readings(context, order, argument):
        match = context.names.planet(species, written)
        if match is not None:
            context.note_guess(match, written)
            return match.target
    reason = f"Invalid planet name in {order.keyword} command. Ship will stay in deep space."
    hint = planet_hint(context, species, order[argument])
    return OrderRefused("unknown-planet", reason, hint, argument)
