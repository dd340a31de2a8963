"""Spare parts: stores at worlds and in holds, purchase and delivery (C2E-4.4, C2E-4.4-02)."""

from __future__ import annotations

from attrs import frozen

from horizons_core.amounts import half_up
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.designs.market import Spare, spare_named
from variants.campaign2e.model import Campaign, Place, Player, Ship, place_id
from variants.campaign2e.references import SHIP, WORLD
from variants.campaign2e.rules.designs import approved_parts
from variants.campaign2e.rules.purchases import must_afford
from variants.campaign2e.rules.supply_ships import loaded_in, room_in

#: Prefixes of task sources: second-hand parts, craft left behind by refitted ships, and modules.
USED_STORE, CRAFT_STORE, MODULE_STORE = "used:", "craft:", "modules:"


@frozen
class Shelf:
    """Spares at one place, new or second-hand.

    Attributes:
        name: its name as the source in tasks, which is the id of a world or ship, with a prefix for
            second-hand parts, craft and modules.
        parts: number of each part, by word.
    """

    name: str
    parts: dict[str, int]

    def take(self, word: str, count: int = 1) -> bool:
        """Take `count` of a part; returns False and takes nothing if there are fewer."""
        if self.parts.get(word, 0) < count:
            return False
        self.parts[word] -= count
        if not self.parts[word]:
            del self.parts[word]
        return True

    def add(self, word: str, count: int = 1) -> None:
        self.parts[word] = self.parts.get(word, 0) + count


def shelves_at(game: Campaign, player: Player, at: Place) -> list[Shelf]:
    """Return every shelf within reach of a hex, in the order of use.

    The world's store comes first, then supply ships by name; all new parts come before second-hand
    ones.
    """
    store = player.stores.get(place_id(at))
    groups = {group.id for group in game.groups_of(player.id) if group.at == at}
    ships = sorted(
        (ship for ship in game.ships_of(player.id) if ship.group in groups and not ship.captured),
        key=lambda ship: ship.name,
    )
    new, used = [], []
    if store is not None:
        new.append(Shelf(place_id(at), store.spares))
        used.append(Shelf(f"{USED_STORE}{place_id(at)}", store.used))
    for ship in ships:
        if ship.design.cargo:
            new.append(Shelf(ship.id, ship.spares))
            used.append(Shelf(f"{USED_STORE}{ship.id}", ship.used))
    return [*new, *used]


def shelf_named(game: Campaign, player: Player, name: str) -> Shelf | None:
    """Return the shelf of a task's source; None if the ship is gone."""
    if name.startswith(CRAFT_STORE):
        return craft_at(player, name.removeprefix(CRAFT_STORE))
    if name.startswith(MODULE_STORE):
        return modules_at(player, name.removeprefix(MODULE_STORE))
    is_used = name.startswith(USED_STORE)
    place = name.removeprefix(USED_STORE)
    for ship in game.ships_of(player.id):
        if ship.id == place:
            return Shelf(name, ship.used if is_used else ship.spares)
    if "/" in place:
        return None
    store = player.store(place)
    return Shelf(name, store.used if is_used else store.spares)


def craft_at(player: Player, world: str) -> Shelf:
    """Return the shelf of craft left behind by refitted ships at a world (C2E-16.5-03)."""
    return Shelf(f"{CRAFT_STORE}{world}", player.store(world).craft)


def modules_at(player: Player, world: str) -> Shelf:
    """Return the shelf of a player's modules at a world (C2E-16.4-01)."""
    return Shelf(f"{MODULE_STORE}{world}", player.store(world).modules)


def used_at(player: Player, world: str) -> Shelf:
    """Return the shelf of a player's second-hand parts at a world (C2E-11.3.3-02)."""
    return Shelf(f"{USED_STORE}{world}", player.store(world).used)


SPARES_SURCHARGE = 75  # C2E-4.4-01: percent of the normal price
DELIVERY_WEEKS = 4  # C2E-4.4-01: delivery time of spares bought in play

SPARES_STORED = EventKind(
    "spares.stored", "{number} spare {part} are stored at {place}.", ("C2E-4.4-01",)
)


def order_spares(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """SPARE: buy spares for a world; before play also for a supply ship's holds.

    (C2E-4.4-01, C2E-4.4-02)
    """
    game = context.game
    spare, number = _part_and_number(game, player, order)
    ship = order.get(SHIP)
    if ship is not None:
        _must_have_room(player, ship, spare, number)
    price = number * half_up(spare.price * SPARES_SURCHARGE, 100)
    item = f"{number} spare {spare.word}"
    must_afford(player, price, item)
    context.post(player, CREDITS, -price, item, ("C2E-4.4-01",))
    if ship is not None:
        ship.spares[spare.word] = ship.spares.get(spare.word, 0) + number
    elif not player.commissioning:
        store = player.store(order[WORLD].id)
        store.coming.append((game.week + DELIVERY_WEEKS, spare.word, number))
    else:
        _put_into_store(player, order[WORLD].id, spare.word, number)


def _part_and_number(game: Campaign, player: Player, order: Order) -> tuple[Spare, int]:
    """Parse part and count; a number in the word of the part comes before the count."""
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
        raise Refused(Refusal("set-up-only", message, hint, "ship"))
    if not ship.design.is_supply_ship:
        raise Refused(Refusal("not-a-supply-ship", f"{ship.name} is not a supply ship", "", "ship"))
    free, needed = room_in(ship) - loaded_in(ship), number * spare.mass
    if needed > free:
        message = f"{number} {spare.word} take {needed} tonnes, but {ship.name} has {free} free"
        raise Refused(Refusal("no-room", message, "", "number"))


def deliver_spares(context: TurnContext[Campaign]) -> None:
    """Store the spares ordered four weeks ago (C2E-4.4-01).

    Spares for a lost world are lost.
    """
    game = context.game
    for player in game.empires:
        own_worlds = {world.id for world in game.worlds_of(player.id)}
        for world, store in player.stores.items():
            arrived = [entry for entry in store.coming if entry[0] <= game.week]
            store.coming = [entry for entry in store.coming if entry[0] > game.week]
            for _, part, number in arrived:
                if world in own_worlds:
                    _put_into_store(player, world, part, number)
                    context.emit(SPARES_STORED, [player.id], place=world, part=part, number=number)


def _put_into_store(player: Player, world: str, part: str, number: int) -> None:
    spares = player.store(world).spares
    spares[part] = spares.get(part, 0) + number
