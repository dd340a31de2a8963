"""The source of a TRANSFER that names only one place."""

from __future__ import annotations

from typing import Any

from horizons_core.orders import Order
from variants.far_horizons.model import Colony, Species
from variants.far_horizons.model.class_words import ClassWord
from variants.far_horizons.model.written import WrittenName
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, wrap_find
from variants.far_horizons.orders.references import Finder
from variants.far_horizons.rules.transfer import Holder, stock_of
from variants.far_horizons.step_context import StepContext


def guessed_sources(commands: Commands) -> None:
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
    """Return a planet in the sector that has the item, at best the one that a ship is at."""
    candidates = [
        colony
        for colony in species.living_colonies()
        if colony.place.sector == place.place.sector
        and colony is not place
        and colony.items.get(item, 0) > 0
    ]
    return min(candidates, key=lambda colony: colony.place != place.place, default=None)
