"""Prepositioned spares for worlds and supply ships, and their delivery (C2E-4.4)."""

from __future__ import annotations

from horizons_core.amounts import half_up
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.designs.spares import Spare, spare_named
from variants.campaign2e.model import Campaign, Player, Ship
from variants.campaign2e.rules.loading import loaded_in, room_in
from variants.campaign2e.rules.purchases import must_afford
from variants.campaign2e.rules.standards import approved_parts

PRICE = 75  # C2E-4.4-01: per cent of the normal price
WEEKS = 4  # C2E-4.4-01: delivery time of spares bought in play

STORED = EventKind("spares.stored", "{number} spare {part} are stored at {place}.", ("C2E-4.4-01",))


def preposition(context: TurnContext, player: Player, order: Order) -> None:
    """SPARE: buy spares for a world; before play also for a supply ship's holds.

    (C2E-4.4-01, C2E-4.4-02)
    """
    game: Campaign = context.game
    spare, number = _part_and_number(game, player, order)
    ship: Ship | None = order.get("ship")
    if ship is not None:
        _must_have_room(player, ship, spare, number)
    price = number * half_up(spare.price * PRICE, 100)
    item = f"{number} spare {spare.word}"
    must_afford(player, price, item)
    context.post(player, CREDITS, -price, item, ("C2E-4.4-01",))
    if ship is not None:
        ship.spares[spare.word] = ship.spares.get(spare.word, 0) + number
    elif not player.commissioning:
        store = player.store(order["world"].id)
        store.coming.append((game.week + WEEKS, spare.word, number))
    else:
        _put_into_store(player, order["world"].id, spare.word, number)


def _part_and_number(game: Campaign, player: Player, order: Order) -> tuple[Spare, int]:
    """Parse part and count; a part word with a number keeps it before the count."""
    numbers: tuple[int, ...] = tuple(order.several("number"))
    word = " ".join([order["part"], *(str(number) for number in numbers[:-1])])
    if len(numbers) > 2:
        raise Refused(Refusal("unknown-part", f"'{word}' is not a part", "", "part"))
    try:
        spare = spare_named(word, player.designs.values(), approved_parts(game, player))
        return spare, numbers[-1]
    except ValueError as problem:
        raise Refused(Refusal("unknown-part", str(problem), "", "part")) from None


def _must_have_room(player: Player, ship: Ship, spare: Spare, number: int) -> None:
    """Raise Refused unless it is before play, and spares fit into a supply ship (C2E-4.4-02)."""
    if not player.commissioning:
        message = f"in play, spares cannot be ordered aboard {ship.name}"
        hint = "order them AT a world, and LOAD them there after four weeks"
        raise Refused(Refusal("not-in-play", message, hint, "ship"))
    if not ship.design.is_supply_ship:
        raise Refused(Refusal("no-supply-ship", f"{ship.name} is not a supply ship", "", "ship"))
    free, needed = room_in(ship) - loaded_in(ship), number * spare.mass
    if needed > free:
        message = f"{number} {spare.word} take {needed} tonnes, but {ship.name} has {free} free"
        raise Refused(Refusal("no-room", message, "", "number"))


def bring(context: TurnContext) -> None:
    """Store the spares ordered four weeks ago (C2E-4.4-01).

    Spares for a lost world are lost.
    """
    game: Campaign = context.game
    for player in game.empires:
        own_worlds = {world.id for world in game.worlds_of(player.id)}
        for world, store in player.stores.items():
            due = [entry for entry in store.coming if entry[0] <= game.week]
            store.coming = [entry for entry in store.coming if entry[0] > game.week]
            for _, part, number in due:
                if world in own_worlds:
                    _put_into_store(player, world, part, number)
                    context.emit(STORED, [player.id], place=world, part=part, number=number)


def _put_into_store(player: Player, world: str, part: str, number: int) -> None:
    spares = player.store(world).spares
    spares[part] = spares.get(part, 0) + number
