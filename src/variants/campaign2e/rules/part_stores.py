"""Where spare parts lie: stores at worlds, and the holds of supply ships (C2E-4.4-02)."""

from __future__ import annotations

from attrs import frozen

from variants.campaign2e.model import Campaign, Place, Player, place_id

#: What a task's source says of a second-hand part, of craft that a refitted ship left behind, and
#: of a module.
USED, CRAFT, MODULES = "used:", "craft:", "modules:"


@frozen
class Shelf:
    """Spares at one place, new or second-hand.

    Attributes:
        name: what a task's source says: the id of a world or ship, second-hand parts, craft and
            modules marked.
        parts: how many of each, by word.
    """

    name: str
    parts: dict[str, int]

    def take(self, word: str, count: int = 1) -> bool:
        """Take so many of a part; False, and nothing is taken, where there are fewer."""
        if self.parts.get(word, 0) < count:
            return False
        self.parts[word] -= count
        if not self.parts[word]:
            del self.parts[word]
        return True

    def put(self, word: str, count: int = 1) -> None:
        self.parts[word] = self.parts.get(word, 0) + count


def shelves_at(game: Campaign, player: Player, at: Place) -> list[Shelf]:
    """Every shelf within reach of a hex, in the order in which spares are taken from them.

    The store of the world, then supply ships there by their names; new parts before second-hand
    ones everywhere.
    """
    store = player.stores.get(place_id(at))
    here = {group.id for group in game.groups_of(player.id) if group.at == at}
    ships = sorted(
        (ship for ship in game.ships_of(player.id) if ship.group in here and not ship.captured),
        key=lambda ship: ship.name,
    )
    new, used = [], []
    if store is not None:
        new.append(Shelf(place_id(at), store.spares))
        used.append(Shelf(f"{USED}{place_id(at)}", store.used))
    for ship in ships:
        if ship.design.cargo:
            new.append(Shelf(ship.id, ship.spares))
            used.append(Shelf(f"{USED}{ship.id}", ship.used))
    return [*new, *used]


def shelf_named(game: Campaign, player: Player, name: str) -> Shelf | None:
    """The shelf of a task's source; None for a ship that is gone."""
    if name.startswith(CRAFT):
        return craft_at(player, name.removeprefix(CRAFT))
    if name.startswith(MODULES):
        return modules_at(player, name.removeprefix(MODULES))
    is_used = name.startswith(USED)
    place = name.removeprefix(USED)
    for ship in game.ships_of(player.id):
        if ship.id == place:
            return Shelf(name, ship.used if is_used else ship.spares)
    if "/" in place:
        return None
    store = player.store(place)
    return Shelf(name, store.used if is_used else store.spares)


def craft_at(player: Player, world: str) -> Shelf:
    """The craft that refitted ships have left at a world (C2E-16.5-03)."""
    return Shelf(f"{CRAFT}{world}", player.store(world).craft)


def modules_at(player: Player, world: str) -> Shelf:
    """The modules that a player has at a world (C2E-16.4-01)."""
    return Shelf(f"{MODULES}{world}", player.store(world).modules)


def used_at(player: Player, world: str) -> Shelf:
    """The second-hand parts that a player has at a world (C2E-11.3.3-02)."""
    return Shelf(f"{USED}{world}", player.store(world).used)
