"""Which numbers are coordinates: more than three, and negative ones."""

from __future__ import annotations

from typing import Any

from horizons_core.orders import Order
from variants.far_horizons.model import Place, Species
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, found_by, without
from variants.far_horizons.orders.references import Finder
from variants.far_horizons.rules.jump_orders import Goal, sector_goal, written
from variants.far_horizons.step_context import StepContext


def numbered_destinations(commands: Commands) -> None:
    """JUMP and PJUMP take `x y z p`, too, and end in that orbit (FH-JUMP-005, FH-MISC-003)."""

    def wrapper(find: Finder) -> Finder:
        def goal(context: StepContext, species: Species, order: Order, argument: str) -> Any:
            numbers = order[argument]
            if isinstance(numbers, tuple) and len(numbers) == 4:
                place = Place(numbers[:3], numbers[3])
                if context.planet_at(place):
                    return Goal(place, written(place.sector))
            return find(context, species, order, argument)

        return goal

    for keyword in ("JUMP", "PJUMP"):
        found_by(commands, keyword, "destination", wrapper)


def unchecked_coordinates(commands: Commands) -> None:
    """Negative coordinates are tried in JUMP, PJUMP and MOVE, and MOVE ignores a fourth number.

    So does VISITED. (FH-GALAXY-003, FH-JUMP-005, FH-MOVE-004)
    """

    def wrapper(find: Finder) -> Finder:
        def goal(context: StepContext, species: Species, order: Order, argument: str) -> Any:
            numbers = order[argument]
            if isinstance(numbers, tuple) and len(numbers) == 3:
                return sector_goal(numbers)
            return find(context, species, order, argument)

        return goal

    for keyword in ("JUMP", "PJUMP"):
        found_by(commands, keyword, "destination", wrapper)
    for keyword in ("MOVE", "VISITED"):
        found_by(commands, keyword, "sector", _first_three)


def surplus_numbers(commands: Commands) -> None:
    """BATTLE and HAVEN take negative numbers, and ignore what follows the third.

    (FH-BATTLE-001, FH-WITHDRAW-001)
    """
    without(commands, "nothing_left_over", "BATTLE", "HAVEN")
    for keyword in ("BATTLE", "HAVEN"):
        found_by(commands, keyword, "sector", _first_three)


def _first_three(find: Finder) -> Finder:
    """Passes the first three numbers, whichever they are."""

    def sector(context: StepContext, species: Species, order: Order, argument: str) -> Any:
        numbers = order[argument] or ()
        return numbers[:3] if len(numbers) >= 3 else find(context, species, order, argument)

    return sector
