"""V: ships are given to another race. They change hands at the end of step 1."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import MAX_NAME_LENGTH
from variants.galaxy_g.model import Game, Group, Race, ShipType
from variants.galaxy_g.references import GROUP, RACE
from variants.galaxy_g.rules import groups, names

SHIPS_GIVEN = EventKind(
    "ships.given",
    "{giver} gave {ships} {type} to {receiver} at {planet}.",
    ("GG-ORDV-001", "GG-ORDV-002"),
)

#: Key of a turn's notes: the gifts so far.
_GIFTS = "gifts"


@frozen
class Gift:
    """Ships that change hands at the end of step 1, split from the group `remainder`."""

    race: Race
    order: Order
    group: Group
    remainder: Group
    receiver: Race
    type_name: str


def give(context: TurnContext[Game], race: Race, order: Order) -> None:
    """V group race [type] [ships] (GG-ORDV-001)."""
    group, receiver = order[GROUP], order[RACE]
    words, ships = _type_and_ships(order)
    count = int(ships or 0)
    if count > group.ships:
        message = f"group {group.number} has only {group.ships} ships: you give all of them"
        context.reject(race.id, order, "fewer-ships", message, "", "ships", "warning")
    part = groups.split(race, group, count) if 0 < count < group.ships else group
    name = race.types[group.type].name if words is None else names.given_type_name(words, race)
    gift = Gift(race, order, part, group, receiver, name)
    context.notes.setdefault(_GIFTS, []).append(gift)


def to_another(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse a gift to the race itself."""
    if order[RACE] is not race:
        return None
    message, hint = "you cannot give ships to yourself", "name another race"
    return Refusal("own-race", message, hint, "race")


def number_of_ships(_context: TurnContext[Game], _race: Race, order: Order) -> Refusal | None:
    """Refuse a last word that is not a number of ships."""
    _, ships = _type_and_ships(order)
    if ships is None or _is_number(ships):
        return None
    message = f"a whole number of ships is needed, not '{ships}'"
    return Refusal("bad-argument", message, "write V group race [type-name] [ships]", "ships")


def check_type_name(_context: TurnContext[Game], race: Race, order: Order) -> Refusal | None:
    """Refuse a name for the type that is not allowed (GG-ORDV-002)."""
    words, _ = _type_and_ships(order)
    if words is None:
        return None
    return names.name_refusal(lambda: names.given_type_name(words, race), "type")


def _type_and_ships(order: Order) -> tuple[str | None, str | None]:
    """The words for the type and for the ships; a single number is the number of ships."""
    words, ships = order.get("type"), order.get("ships")
    if words is not None and ships is None and _is_number(words):
        return None, words
    return words, ships


def _is_number(words: str) -> bool:
    return words.isascii() and words.isdigit() and len(words) <= 9


def transfer_gifts(context: TurnContext[Game]) -> None:
    """Carry out all gifts of step 1, in the order in which they were made."""
    gifts: list[Gift] = context.notes.get(_GIFTS, [])
    for gift in gifts:
        refusal = _refuse_gift(gift)
        if refusal is None:
            _transfer(context, gift)
        else:
            context.refuse(gift.race.id, gift.order, refusal)
            groups.rejoin(gift.race, gift.remainder, gift.group)


def _refuse_gift(gift: Gift) -> Refusal | None:
    """The reason why the ships do not change hands, or None."""
    race, group, receiver = gift.race, gift.group, gift.receiver
    if race.group(group.number) is not group:
        message, hint = f"group {group.number} is no longer yours", "give ships away only once"
        return Refusal("gone", message, hint, "group")
    if group.sent:
        return groups.refuse_under_way(group)
    if not any(g.at == group.at and not g.under_way for g in receiver.groups):
        message = f"{receiver.name} has no ship there to receive them"
        return Refusal("no-ship-there", message, "meet at a planet first", "race")
    return None


def _transfer(context: TurnContext[Game], gift: Gift) -> None:
    race, group, receiver = gift.race, gift.group, gift.receiver
    kind = _receivers_type(receiver, race.types[group.type], gift.type_name)
    groups.remove(race, [group])
    group.type, group.fleet = kind.id, ""
    groups.add(receiver, group)
    planet = context.game.planet(group.at)
    context.emit(
        SHIPS_GIVEN,
        [race.id, receiver.id],
        place=planet.id,
        giver=race.name,
        receiver=receiver.name,
        ships=group.ships,
        type=kind.name,
        planet=planet.name,
    )


def _receivers_type(receiver: Race, ship_type: ShipType, preferred_name: str) -> ShipType:
    """The receiver's type for the given ships (GG-ORDV-002)."""
    number, name = 1, preferred_name
    while True:
        owned = receiver.type_named(name)
        if owned is not None and owned.design == ship_type.design:
            return owned
        if owned is None and receiver.fleet_named(name) is None:
            return receiver.new_type(name, ship_type.design)
        number += 1
        ending = f" {number}"
        name = preferred_name[: MAX_NAME_LENGTH - len(ending)] + ending
