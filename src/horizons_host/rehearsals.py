"""Dry run of orders under third-party rules, in a worker process with a time limit."""

from __future__ import annotations

import pickle

import horizons_core as hz
from horizons_host import bounded_calls
from horizons_host.order_claims import examine_claim, read_claim
from horizons_host.order_texts import OrderText
from horizons_host.receipts import receipt_of
from horizons_host.recent import SizedCache
from horizons_host.store import GameInfo, Position, Seat

#: Limit in bytes of cached games: pickled here, and loaded in the worker process.
_MOST_BYTES = 20_000_000
_packed: SizedCache[bytes] = SizedCache(_MOST_BYTES, size=len)
_loaded: SizedCache[tuple[hz.Game, int]] = SizedCache(_MOST_BYTES, size=lambda entry: entry[1])


def rehearse(variant: hz.Variant, position: Position, text: OrderText, player: str | None) -> None:
    """Raise TooLongError unless checking and forecasting the orders ends in time.

    Errors in the orders are ignored; they are found when the orders are examined in this process.
    """
    name = position.name

    def pack() -> bytes:
        return pickle.dumps(hz.dump(position.game))

    packed = pack() if name is None else _packed.of(name, pack)
    context = (position.info, position.seats, position.turn)
    bounded_calls.call(variant, "check these orders", _try, packed, context, text, player)


def _try(
    variant: hz.Variant,
    packed: bytes,
    context: tuple[GameInfo, tuple[Seat, ...], int],
    text: OrderText,
    player: str | None,
) -> None:
    def load() -> tuple[hz.Game, int]:
        return hz.load(pickle.loads(packed), variant), len(packed)  # noqa: S301

    try:
        game, _ = _loaded.of(packed, load)
        orders = examine_claim(read_claim(Position(*context, game), text, player))
        receipt_of(orders)
        view = orders.foresight.view
        variant.map(view)
        variant.things(view)
    except Exception:  # noqa: BLE001 - it ended in time; the error will occur again here
        return
