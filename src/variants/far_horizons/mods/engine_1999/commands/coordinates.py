"""Which numbers the engine takes for coordinates: also a fourth one, and negative ones."""

from __future__ import annotations

from typing import Any

from horizons_core.orders import Order
from variants.far_horizons.model import Place, Species
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, remove_check, wrap_find
from variants.far_horizons.orders.references import Finder
from variants.far_horizons.rules.jump_orders import JumpGoal, format_sector, sector_goal
from variants.far_horizons.step_context import StepContext


def numbered_destinations(commands: Commands) -> None:
    """JUMP and PJUMP also take `x y z p`, and end in that orbit (FH-JUMP-005, FH-MISC-003)."""

    def wrapper(find: Finder) -> Finder:
        def goal(context: StepContext, species: Species, order: Order, argument: str) -> Any:
            numbers = order[argument]
            if isinstance(numbers, tuple) and len(numbers) == 4:
                place = Place(numbers[:3], numbers[3])
                if context.planet_at(place):
                    return JumpGoal(place, format_sector(place.sector))
            return find(context, species, order, argument)

        return goal

    for keyword in ("JUMP", "PJUMP"):
        wrap_find(commands, keyword, "destination", wrapper)


def unchecked_coordinates(commands: Commands) -> None:
    """JUMP, PJUMP and MOVE accept negative coordinates; MOVE and VISITED ignore a fourth number.

    (FH-GALAXY-003, FH-JUMP-005, FH-MOVE-004)
    """

    def wrapper(find: Finder) -> Finder:
        def goal(context: StepContext, species: Species, order: Order, argument: str) -> Any:
            numbers = order[argument]
            if isinstance(numbers, tuple) and len(numbers) == 3:
                return sector_goal(numbers)
            return find(context, species, order, argument)

        return goal

    for keyword in ("JUMP", "PJUMP"):
        wrap_find(commands, keyword, "destination", wrapper)
    for keyword in ("MOVE", "VISITED"):
        wrap_find(commands, keyword, "sector", _first_three)


def surplus_numbers(commands: Commands) -> None:
    """BATTLE and HAVEN take negative numbers, and ignore what follows the third.

    (FH-BATTLE-001, FH-WITHDRAW-001)
    """
    remove_check(commands, "nothing_left_over", "BATTLE", "HAVEN")
    for keyword in ("BATTLE", "HAVEN"):
        wrap_find(commands, keyword, "sector", _first_three)


def _first_three(find: Finder) -> Finder:
    """Take the first three numbers without a check."""

    def sector(context: StepContext, species: Species, order: Order, argument: str) -> Any:
        numbers = order[argument] or ()
        return numbers[:3] if len(numbers) >= 3 else find(context, species, order, argument)

    return sector
