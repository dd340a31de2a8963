"""Where the items of a TRANSFER come from if only one place is written."""

from __future__ import annotations

from typing import Any

from horizons_core.orders import Order
from variants.far_horizons.model import Colony, Species
from variants.far_horizons.model.class_words import ClassWord
from variants.far_horizons.model.written import WrittenName
from variants.far_horizons.mods.engine_1999.commands.seams import Commands, found_by
from variants.far_horizons.orders.references import Finder
from variants.far_horizons.rules.transfer import Holder, stock_of
from variants.far_horizons.step_context import StepContext


def guessed_sources(commands: Commands) -> None:
    """A single place of TRANSFER that lacks the items is the destination (FH-TRAN-002).

    They come from a planet of the sector that has some, if there is one.
    """
    written = commands["TRANSFER"].arguments["source"].find

    def guessed(find: Finder) -> Finder:
        def source(context: StepContext, species: Species, order: Order, argument: str) -> Any:
            guess = _other_source(context, species, order)
            return guess or find(context, species, order, argument)

        return source

    def shifted(find: Finder) -> Finder:
        def destination(context: StepContext, species: Species, order: Order, argument: str) -> Any:
            if written is None or _other_source(context, species, order) is None:
                return find(context, species, order, argument)
            return written(context, species, order, "source")

        return destination

    found_by(commands, "TRANSFER", "source", guessed)
    found_by(commands, "TRANSFER", "destination", shifted)


def _other_source(context: StepContext, species: Species, order: Order) -> Colony | None:
    """Where the items are if they are not at the only place that is written."""
    written: WrittenName | None = order["source"]
    if written is None or order["destination"] is not None:
        return None
    item: ClassWord = order["item"]
    found = context.names.holder(species, written)
    if found is None or stock_of(found.thing).get(item.code, 0):
        return None
    return _planet_with(species, found.thing, item.code)


def _planet_with(species: Species, place: Holder, item: str) -> Colony | None:
    """A planet of the sector that has an item: first the one that a ship is at."""
    there = [
        colony
        for colony in species.living_colonies()
        if colony.place.sector == place.place.sector
        and colony is not place
        and colony.items.get(item, 0) > 0
    ]
    return min(there, key=lambda colony: colony.place != place.place, default=None)
