"""transactions.json: what species did to each other in the turn so far."""

from __future__ import annotations

from typing import Any

from variants.far_horizons.interchange.codecs import (
    LONG,
    Codec,
    listing,
    one_of,
    record,
    same,
    text,
    whole,
)
from variants.far_horizons.model import Transaction
from variants.far_horizons.model.transactions import (
    MOST_TRANSACTIONS,
    SLOTS,
    Kind,
    from_record,
    to_record,
)

#: Names of ships come with their class, so they are longer than names.
_LONGEST = 63

_RECORD: Codec[dict[str, Any]] = record(
    {
        "type": ("type", one_of({int(kind): int(kind) for kind in Kind}, "kind of transaction")),
        **{
            slot.name: (slot.name, text(_LONGEST) if slot.empty == "" else whole(-LONG, LONG))
            for slot in SLOTS
        },
    },
    lambda **given: given,
    same,
)
_TRANSACTION: Codec[Transaction] = Codec(
    lambda node: from_record(_RECORD.read(node)), lambda given: _RECORD.write(to_record(given))
)

#: All transactions of a turn so far.
TRANSACTIONS = listing(_TRANSACTION, MOST_TRANSACTIONS)
