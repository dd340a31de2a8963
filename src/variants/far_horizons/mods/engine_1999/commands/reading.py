"""Orders that the engine reads differently: arguments, coordinates, the source of a TRANSFER."""

from __future__ import annotations

from typing import Any

from horizons_core.orders import Order
from variants.far_horizons.model import Colony, Place, Species
from variants.far_horizons.model.names import WordCursor
from variants.far_horizons.model.orders import ClassWord, WrittenName, class_of
from variants.far_horizons.mods.engine_1999.commands.changes import (
    Commands,
    remove_check,
    set_reader,
    wrap_find,
)
from variants.far_horizons.orders.references import Finder
from variants.far_horizons.rules.jumps import JumpGoal, format_sector, sector_goal
from variants.far_horizons.rules.transfer import Holder, stock_of
from variants.far_horizons.step_context import StepContext

#: Technologies that are read as items, where an item is expected.
_MISTAKEN = {"MI": "IU", "MA": "AU"}


def tech_before_amount(commands: Commands) -> None:
    """RESEARCH takes amount and technology in either order (FH-TECH-006)."""

    def amount(words: WordCursor) -> int | None:
        number, start = words.number(), words.at
        if number is None and words.class_word("tech"):
            number = words.number()
            words.at = start
        return number

    set_reader(commands, "RESEARCH", "amount", amount)
    remove_check(commands, "nothing_left_over", "RESEARCH")


def techs_as_items(commands: Commands) -> None:
    """BUILD and IBUILD read MI as IU, and MA as AU (FH-BUILD-004)."""

    def item(words: WordCursor) -> ClassWord | None:
        tech = words.class_word("tech")
        return class_of(_MISTAKEN.get(tech.code, "")) if tech else words.class_word("item")

    for keyword in ("BUILD", "IBUILD"):
        set_reader(commands, keyword, "item", item)


def plain_distortion_numbers(commands: Commands) -> None:
    """ATTACK and HIJACK ignore SP before numbers except 0 (FH-ATTACK-002)."""

    def number(words: WordCursor) -> int | None:
        words.class_word("species")
        return words.number()

    def zero(words: WordCursor) -> int | None:
        return 0 if words.number() == 0 else None

    for keyword in ("ATTACK", "HIJACK"):
        set_reader(commands, keyword, "number", zero)
        set_reader(commands, keyword, "distortion", number)


def orbit_destinations(commands: Commands) -> None:
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


def ignore_extra_numbers(commands: Commands) -> None:
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


def guess_transfer_source(commands: Commands) -> None:
    """The only place of a TRANSFER is the destination if it lacks the items (FH-TRAN-002).

    The items come from a planet in the sector that has some, if there is one.
    """
    find_source = commands["TRANSFER"].arguments["source"].find

    def guess_source(find: Finder) -> Finder:
        def source(context: StepContext, species: Species, order: Order, argument: str) -> Any:
            guess = _other_source(context, species, order)
            return guess or find(context, species, order, argument)

        return source

    def shift_destination(find: Finder) -> Finder:
        def destination(context: StepContext, species: Species, order: Order, argument: str) -> Any:
            if find_source is None or _other_source(context, species, order) is None:
                return find(context, species, order, argument)
            return find_source(context, species, order, "source")

        return destination

    wrap_find(commands, "TRANSFER", "source", guess_source)
    wrap_find(commands, "TRANSFER", "destination", shift_destination)


def _other_source(context: StepContext, species: Species, order: Order) -> Colony | None:
    """Return where the items are if they are not at the only place in the order."""
    written: WrittenName | None = order["source"]
    if written is None or order["destination"] is not None:
        return None
    item: ClassWord = order["item"]
    match = context.names.holder(species, written)
    if match is None or stock_of(match.target).get(item.code, 0):
        return None
    return _planet_with(species, match.target, item.code)


def _planet_with(species: Species, place: Holder, item: str) -> Colony | None:
    """Return a planet in the sector that has the item, preferably one that a ship is at."""
    candidates = [
        colony
        for colony in species.living_colonies()
        if colony.place.sector == place.place.sector
        and colony is not place
        and colony.items.get(item, 0) > 0
    ]
    return min(candidates, key=lambda colony: colony.place != place.place, default=None)
