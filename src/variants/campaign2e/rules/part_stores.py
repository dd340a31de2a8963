"""Stores of spare parts: at worlds, and in holds of supply ships (C2E-4.4-02)."""

from __future__ import annotations

from attrs import frozen

from variants.campaign2e.model import Campaign, Place, Player, place_id

#: Prefixes of task sources: second-hand parts, craft left behind by refitted ships, and modules.
USED, CRAFT, MODULES = "used:", "craft:", "modules:"


@frozen
class Shelf:
    """Spares at one place, new or second-hand.

    Attributes:
        name: the source in tasks: the id of a world or ship, with a prefix for second-hand parts,
            craft and modules.
        parts: number of each part, by word.
    """

    name: str
    parts: dict[str, int]

    def take(self, word: str, count: int = 1) -> bool:
        """Take a number of a part; returns False and takes nothing if there are fewer."""
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
        used.append(Shelf(f"{USED}{place_id(at)}", store.used))
    for ship in ships:
        if ship.design.cargo:
            new.append(Shelf(ship.id, ship.spares))
            used.append(Shelf(f"{USED}{ship.id}", ship.used))
    return [*new, *used]


def shelf_named(game: Campaign, player: Player, name: str) -> Shelf | None:
    """Return the shelf of a task's source; None if the ship is gone."""
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
    """Return the shelf of craft left behind by refitted ships at a world (C2E-16.5-03)."""
    return Shelf(f"{CRAFT}{world}", player.store(world).craft)


def modules_at(player: Player, world: str) -> Shelf:
    """Return the shelf of a player's modules at a world (C2E-16.4-01)."""
    return Shelf(f"{MODULES}{world}", player.store(world).modules)


def used_at(player: Player, world: str) -> Shelf:
    """Return the shelf of a player's second-hand parts at a world (C2E-11.3.3-02)."""
    return Shelf(f"{USED}{world}", player.store(world).used)
