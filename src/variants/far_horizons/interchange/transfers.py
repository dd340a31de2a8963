"""transactions.json: acts between species in the turn so far."""

from __future__ import annotations

from typing import Any

from variants.far_horizons.interchange.codecs import (
    LONG,
    Codec,
    integer,
    listing,
    one_of,
    record,
    same,
    text,
)
from variants.far_horizons.model import Transaction
from variants.far_horizons.model.transactions import (
    MOST_TRANSACTIONS,
    SLOTS,
    TransactionKind,
    from_record,
    to_record,
)

#: Names of ships include their class, so they are longer than other names.
_LONGEST = 63

_RECORD: Codec[dict[str, Any]] = record(
    {
        "type": (
            "type",
            one_of({int(kind): int(kind) for kind in TransactionKind}, "kind of transaction"),
        ),
        **{
            slot.name: (slot.name, text(_LONGEST) if slot.empty == "" else integer(-LONG, LONG))
            for slot in SLOTS
        },
    },
    lambda **fields: fields,
    same,
)
_TRANSACTION: Codec[Transaction] = Codec(
    lambda node: from_record(_RECORD.read(node)), lambda deal: _RECORD.write(to_record(deal))
)

#: All transactions of a turn so far.
TRANSACTIONS = listing(_TRANSACTION, MOST_TRANSACTIONS)
