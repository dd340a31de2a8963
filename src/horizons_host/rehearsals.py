"""Trying orders under rules whose work is not counted, in a process that is ended in time."""

from __future__ import annotations

import pickle

import horizons_core as hz
from horizons_host import bounded_calls
from horizons_host.order_claims import examined, read_claim
from horizons_host.order_texts import OrderText
from horizons_host.receipts import receipt_of
from horizons_host.recent import Recent
from horizons_host.store import Plate, Position, Seat

#: The bytes of the games that are kept packed, and in the other process loaded.
_MOST_BYTES = 20_000_000
_packed: Recent[bytes] = Recent(_MOST_BYTES, size=len)
_loaded: Recent[tuple[hz.Game, int]] = Recent(_MOST_BYTES, size=lambda kept: kept[1])


def rehearse(variant: hz.Variant, position: Position, text: OrderText, player: str | None) -> None:
    """Raise TooLongError unless all that is made of orders for a player ends in time.

    What is wrong with them is found when they are examined here.
    """
    name = position.name

    def pack() -> bytes:
        return pickle.dumps(hz.dump(position.game))

    packed = pack() if name is None else _packed.of(name, pack)
    place = (position.plate, position.seats, position.turn)
    bounded_calls.call(variant, "check these orders", _try, packed, place, text, player)


def _try(
    variant: hz.Variant,
    packed: bytes,
    place: tuple[Plate, tuple[Seat, ...], int],
    text: OrderText,
    player: str | None,
) -> None:
    def load() -> tuple[hz.Game, int]:
        return hz.load(pickle.loads(packed), variant), len(packed)  # noqa: S301

    try:
        game, _ = _loaded.of(packed, load)
        found = examined(read_claim(Position(*place, game), text, player))
        receipt_of(found)
        view = found.foresight.view
        variant.map(view)
        variant.things(view)
    except Exception:  # noqa: BLE001 - it ended, and will be met again
        return
