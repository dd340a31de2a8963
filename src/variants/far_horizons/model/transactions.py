"""Acts between species within a turn, carried from step to step; lists with stable positions."""

from __future__ import annotations

import enum
from typing import Any, TypeVar

from attrs import frozen

from variants.far_horizons.model import Transaction

T = TypeVar("T")
#: The engine's limit for a turn.
MAX_TRANSACTIONS = 1000
_NAMES = ("name1", "name2", "name3")
_PLACE = {"x": "x", "y": "y", "z": "z", "orbit": "pn"}


def put_last(slots: list[T | None], item: T) -> None:
    """Put an item into the last empty slot, or at the end."""
    for slot in range(len(slots) - 1, -1, -1):
        if slots[slot] is None:
            slots[slot] = item
            return
    slots.append(item)


def put_first(slots: list[T | None], item: T) -> None:
    """Put an item into the first empty slot, or at the end."""
    for slot, occupant in enumerate(slots):
        if occupant is None:
            slots[slot] = item
            return
    slots.append(item)


class TransactionKind(enum.IntEnum):
    """The kinds of transactions."""

    UNITS_SENT = 1
    MESSAGE = 2
    BESIEGED = 3
    SIEGE_GAIN = 4
    TECHNOLOGY_SOLD = 5  #: never used
    SIEGE_DISCOVERY = 6
    MISHAP = 7
    ASSIMILATION = 8
    BUILT_FOR = 9
    TELESCOPE_NOTICED = 10
    PORTAL_USED = 11
    KNOWLEDGE_TAUGHT = 12
    LANDING_REQUEST = 13
    LOOTING = 14


class Discovery(enum.IntEnum):
    """The `act` of a SIEGE_DISCOVERY: what the besieger discovered."""

    LANDING = 1
    SHIP_BUILDING = 2
    DEFENSE_BUILDING = 3
    TRANSFER_FROM_PLANET = 4
    TRANSFER_TO_PLANET = 5


class MishapFate(enum.IntEnum):
    """The `fate` of a ship in a MISHAP."""

    INTERCEPTED = 1
    SELF_DESTRUCTED = 2
    MISJUMPED = 3
    FAIL_SAFE_USED = 4


class BuiltKind(enum.IntEnum):
    """The `what` of a BUILT_FOR."""

    ITEMS = 1
    SHIP = 2


@frozen
class _Slot:
    """A field of the engine's record."""

    name: str
    empty: int | str


#: The fields of the engine's record, in its order, after `type`.
SLOTS = tuple(
    _Slot(name, "" if name in _NAMES else 0)
    for name in (
        *("donor", "recipient", "value", "x", "y", "z", "pn"),
        *("number1", "name1", "number2", "name2", "number3", "name3"),
    )
)
_EMPTY = {slot.name: slot.empty for slot in SLOTS}
_GIFT = {
    "donor": "donor",
    "recipient": "recipient",
    "amount": "value",
    "donor_name": "name1",
    "recipient_name": "name2",
}

#: For each kind: its fact keys, and the fields of the engine's record that hold them.
FACTS: dict[TransactionKind, dict[str, str]] = {
    TransactionKind.UNITS_SENT: _GIFT,
    TransactionKind.MESSAGE: {
        "sender": "number1",
        "sender_name": "name1",
        "recipient": "number2",
        "recipient_name": "name2",
        "message": "value",
    },
    TransactionKind.BESIEGED: {
        "besieger": "number1",
        "besieger_name": "name1",
        "besieged": "number2",
        "besieged_name": "name2",
        "ship": "name3",
        **_PLACE,
    },
    TransactionKind.SIEGE_GAIN: {**_GIFT, "percent": "number1", "planet": "name3", **_PLACE},
    TransactionKind.TECHNOLOGY_SOLD: {},
    TransactionKind.SIEGE_DISCOVERY: {
        "besieger": "number3",
        "act": "value",
        "planet": "name1",
        "ship": "name2",  #: or the other planet of a transfer
        "besieged_name": "name3",
        "quantity": "number1",
        "item": "number2",
    },
    TransactionKind.MISHAP: {"owner": "number1", "fate": "value", "ship": "name1", **_PLACE},
    TransactionKind.ASSIMILATION: {
        "gainer": "value",
        "mining_base": "number1",
        "manufacturing_base": "number2",
        "shipyards": "number3",
        "loser_name": "name1",
        "planet": "name2",
        **_PLACE,
    },
    TransactionKind.BUILT_FOR: {
        "donor": "donor",
        "recipient": "recipient",
        "what": "value",
        "quantity": "number1",
        "item": "number2",
        "cost": "number3",
        "donor_name": "name1",
        "receiver": "name2",
    },
    TransactionKind.TELESCOPE_NOTICED: {"told": "number1", "ship": "name1", **_PLACE},
    TransactionKind.PORTAL_USED: {
        "portal_owner": "number1",
        "user_name": "name1",
        "ship": "name2",
        "starbase": "name3",
    },
    TransactionKind.KNOWLEDGE_TAUGHT: {
        "donor": "donor",
        "recipient": "recipient",
        "tech": "value",
        "level": "number3",
        "donor_name": "name1",
    },
    TransactionKind.LANDING_REQUEST: {
        "asked": "number1",
        "granted": "value",
        "planet": "name1",
        "ship": "name2",
        "asker_name": "name3",
    },
    TransactionKind.LOOTING: {**_GIFT, "planet": "name3"},
}

_EMPTY_FACTS: dict[int, dict[str, Any]] = {
    int(kind): {word: _EMPTY[slot] for word, slot in slots.items()} for kind, slots in FACTS.items()
}


def transaction(kind: TransactionKind, **facts: int | str) -> Transaction:
    """Create a transaction of this kind; missing facts are 0 or empty.

    Raises ValueError for a fact that the kind doesn't have.
    """
    number = int(kind)
    empty = _EMPTY_FACTS[number]
    if not facts.keys() <= empty.keys():
        slots = FACTS[kind]
        unknown_facts = [word for word in facts if word not in slots and word not in _EMPTY]
        if unknown_facts:
            raise ValueError(
                f"{kind.name} has no fact '{unknown_facts[0]}': it has {', '.join(slots)}"
            )
    return Transaction(kind=number, facts=empty | facts)


def from_record(record: dict[str, Any]) -> Transaction:
    """Convert an engine's record; values without a fact key stay under their field's name.

    Raises ValueError for an unknown kind.
    """
    kind = TransactionKind(record["type"])
    words = {slot: word for word, slot in FACTS[kind].items()}
    facts = {
        words.get(name, name): record[name]
        for name, empty in _EMPTY.items()
        if name in words or record[name] != empty
    }
    return transaction(kind, **facts)


def to_record(deal: Transaction) -> dict[str, Any]:
    """Convert a transaction to the engine's record."""
    slots = FACTS[TransactionKind(deal.kind)]
    record: dict[str, Any] = {"type": int(deal.kind), **_EMPTY}
    for word, value in deal.facts.items():
        record[slots.get(word, word)] = value
    return record
