"""TRANSFER: moves items within a sector (FH-TRAN-002)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.orders import Check, Order
from variants.far_horizons.constants import ITEM_OF, PEOPLE_ITEMS
from variants.far_horizons.model import Colony, Sector, Ship, Species
from variants.far_horizons.model.orders import ClassWord
from variants.far_horizons.model.transactions import Discovery
from variants.far_horizons.rules.inhabitants import (
    add,
    count_people,
    free_room,
    point_of,
    refuse_infected,
    warn_of_air,
)
from variants.far_horizons.rules.ships import refuse_in_transit, refuse_unfinished
from variants.far_horizons.rules.siege import report_to_besiegers
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import holder_name, units, were

TRANSFERRED = EventKind(
    "items-transferred", "{items} {were} transferred from {source} to {destination}.",
    ("FH-TRAN-002",),
)  # fmt: skip
TRANSFER_DESTROYED = EventKind(
    "transfer-destroyed",
    "{items} {were} sent from {source} to {destination}. However, they were detected and"
    " destroyed by the besiegers.",
    ("FH-SIEGE-020",),
)

Holder = Ship | Colony


@frozen
class _Batch:
    """A number of items of a kind to transfer, 0 for all."""

    count: int
    item: str


def transfer(context: StepContext, species: Species, order: Order) -> None:
    """TRANSFER n item source, destination: the species' ships, and planets by their names."""
    item: ClassWord = order["item"]
    batch = _Batch(order["count"], item.code)
    # both are resolved by the species' own names for them (FH-INST-006, FH-TRAN-004)
    source: Holder = order["source"]
    destination: Holder = order["destination"]
    if isinstance(destination, Colony) and batch.item in PEOPLE_ITEMS:
        refuse_infected(context, destination)
    count = _count(context, species, order, batch, source, destination)
    # a place may take part any number of times in a turn (FH-TRAN-005)
    _move(context, species, order, _Batch(count, batch.item), source, destination)


# checks


def _has_items(_context: StepContext, _species: Species, order: Order) -> None:
    """Refuse the order if there are no such items (FH-ZERO-004)."""
    item: ClassWord = order["item"]
    source: Holder = order["source"]
    if stock_of(source).get(item.code, 0) <= 0:
        reason = f"{holder_name(source)} does not have specified item(s)!"
        raise OrderRefused("no-items", reason, _has(source))


def _destination_known(_context: StepContext, _species: Species, order: Order) -> None:
    """Refuse destinations other than own ships and planets (FH-TRAN-002, FH-MISC-001)."""
    destination: Holder | OrderRefused = order["destination"]
    if isinstance(destination, OrderRefused):
        raise destination


def _same_sector(_context: StepContext, _species: Species, order: Order) -> None:
    """Refuse places in different sectors; positions within a sector don't matter."""
    source: Holder = order["source"]
    destination: Holder = order["destination"]
    for end in (source, destination):
        if isinstance(end, Ship):
            refuse_unfinished(end)
            refuse_in_transit(end)
    if source.place.sector != destination.place.sector:  # FH-LAND-016, FH-TRAN-002
        reason = "Source and destination are not at same 'x y z' in TRANSFER command."
        hint = f"{_position(source)}, and {_position(destination)}"
        raise OrderRefused("different-sectors", reason, hint)


def _two_places(_context: StepContext, _species: Species, order: Order) -> None:
    """Refuse a transfer from a place to itself (FH-TRAN-002)."""
    if order["source"] is order["destination"]:
        reason = "Source and destination are the same in TRANSFER command."
        raise OrderRefused("same-place", reason, "name two places")


def _position(holder: Holder) -> str:
    return f"{holder_name(holder)} is at {_text(holder.place.sector)}"


def _text(sector: Sector) -> str:
    return " ".join(str(number) for number in sector)


def _populated(_context: StepContext, _species: Species, order: Order) -> None:
    """Refuse unpopulated planets after arrival (FH-TRAN-001, FH-SIEGE-025)."""
    destination: Holder = order["destination"]
    if order["section"] != "POST-ARRIVAL" or isinstance(destination, Ship):
        return
    if not destination.populated:
        reason = f"PL {destination.name} is not populated!"
        hint = "transfer to it before departure, in the next turn"
        raise OrderRefused("not-populated", reason, hint)


#: Checks before items are moved; each raises OrderRefused.
CHECKS: Mapping[str, Check] = {
    "has_items": _has_items,
    "destination_known": _destination_known,
    "two_places": _two_places,
    "same_sector": _same_sector,
    "destination_populated": _populated,
}


# quantities


def _count(
    context: StepContext,
    species: Species,
    order: Order,
    batch: _Batch,
    source: Holder,
    destination: Holder,
) -> int:
    """Return how many items are moved; 0 means all that are available and fit (FH-TRAN-002)."""
    available = stock_of(source).get(batch.item, 0)
    fitting = _room_for(destination, batch.item, available)
    if fitting < 1:
        reason = f"{holder_name(destination)} does not have enough cargo capacity!"
        raise OrderRefused("no-room", reason, f"one takes {ITEM_OF[batch.item].room}")
    count = batch.count or available  # FH-ZERO-001
    if count > available:
        message = f"Insufficient items at source. Substituting {available} for {count}."
        context.adjust(species, order, "too-few-items", message)
        count = available
    if count > fitting and batch.count:
        message = f"Insufficient cargo capacity. Substituting {fitting} for {count}."
        context.adjust(species, order, "too-little-room", message)
    return min(count, fitting)  # FH-JP-011


def stock_of(holder: Holder) -> dict[str, int]:
    """Return the items of a ship or a planet."""
    return holder.cargo if isinstance(holder, Ship) else holder.items


def _has(holder: Holder) -> str:
    stock = ", ".join(f"{count} {item}" for item, count in stock_of(holder).items() if count > 0)
    return f"{holder_name(holder)} has {stock or 'nothing'}"


def _room_for(destination: Holder, item: str, available: int) -> int:
    """Return how many items fit into the destination; a planet takes all (FH-TRAN-003)."""
    if isinstance(destination, Colony):
        return available
    return free_room(destination) // ITEM_OF[item].room


# moving


def _move(
    context: StepContext,
    species: Species,
    order: Order,
    moved: _Batch,
    source: Holder,
    destination: Holder,
) -> None:
    add(stock_of(source), moved.item, -moved.count)
    facts: dict[str, Any] = {
        "items": units(moved.count, moved.item),
        "were": were(moved.count),
        "source": holder_name(source),
        "destination": holder_name(destination),
    }
    if (
        isinstance(source, Colony)
        and isinstance(destination, Colony)
        and _discovered(context, species, source, destination, moved)
    ):
        count_people(source)
        drawn = context.chance.drawn(*_subject(species, source, destination))
        context.notify(species, TRANSFER_DESTROYED, place=source.place, dice=drawn, **facts)
        return
    add(stock_of(destination), moved.item, moved.count)
    _note_loading(species, moved.item, source, destination)
    for end in (source, destination):
        if isinstance(end, Colony):
            count_people(end)
    context.notify(species, TRANSFERRED, place=destination.place, **facts)
    if isinstance(destination, Colony) and moved.item in PEOPLE_ITEMS:
        warn_of_air(context, species, order, destination)


def _note_loading(species: Species, item: str, source: Holder, destination: Holder) -> None:
    if item == "CU" and isinstance(source, Colony) and isinstance(destination, Ship):
        destination.loading_point = point_of(species, source)


def _subject(species: Species, source: Colony, destination: Colony) -> tuple[str | int, ...]:
    return ("transfer", species.number, source.name, destination.name)


def _discovered(
    context: StepContext, species: Species, source: Colony, destination: Colony, moved: _Batch
) -> bool:
    """Return whether besiegers of either planet discover the items in transit (FH-SIEGE-020)."""
    dice = context.chance.dice(*_subject(species, source, destination))
    facts = {"quantity": moved.count, "item": ITEM_OF[moved.item].code}
    if dice(100) <= abs(source.siege):
        act = Discovery.TRANSFER_FROM_PLANET
        report_to_besiegers(context, species, source, act, destination.name, **facts)
        return True
    if dice(100) <= abs(destination.siege):
        act = Discovery.TRANSFER_TO_PLANET
        report_to_besiegers(context, species, destination, act, source.name, **facts)
        return True
    return False
