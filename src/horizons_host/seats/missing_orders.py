"""Substitutes for missing orders, such as standing orders or those of a bot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.orders import Diagnostic
from horizons_host.clock import Clock, stamp
from horizons_host.seats.seats import policy_of
from horizons_host.store import SeatRecord, Snapshot, SubmittedOrders

#: Sources of orders used in place of a person's: standing orders, or a bot.
STANDING = "standing orders"
_BY_BOT = "bot {bot}, standing in"
_HINT = "orders that you submit take precedence"


class TurnWaitsError(HorizonsError):
    """A turn that is not run because it waits for missing orders."""


@frozen
class TurnOrders:
    """The orders of a turn: submitted (`submitted`), written by the program, and missing ones.

    `instead` maps seats whose person's orders were replaced to the source of the replacement.
    `missing` are seats whose orders the turn needs, `awaited` those for which it waits, and
    `unneeded` people without orders whose orders it does not need.
    """

    submitted: Mapping[str, SubmittedOrders]
    written: tuple[SubmittedOrders, ...]
    missing: tuple[str, ...]
    instead: Mapping[str, str] = {}
    awaited: tuple[str, ...] = ()
    unneeded: tuple[str, ...] = ()

    @property
    def texts(self) -> dict[str, str]:
        """Order texts by seat."""
        return {orders.seat: orders.text for orders in (*self.submitted.values(), *self.written)}


def collect_orders(
    snapshot: Snapshot, game: hz.Game, variant: hz.Variant, substitute: str | None, clock: Clock
) -> TurnOrders:
    """Collect the orders of the next turn; the bot `substitute` plays for seats without orders.

    Raises UnknownNameError for a bot that the variant does not have.
    """
    turn = snapshot.turn + 1
    orders, needed = snapshot.orders, variant.awaited(game)
    submitted = {s.name: orders[s.name] for s in snapshot.seats if s.name in orders}
    absent = [
        seat
        for seat in snapshot.seats
        if seat.name not in submitted and (seat.name in needed or (seat.bot and _plays(seat, game)))
    ]
    written, instead, missing, awaited = [], {}, [], []
    for seat in absent:
        text, source = _written(seat, game, variant, substitute)
        if not source:
            missing.append(seat.name)
            awaited += [seat.name] if policy_of(seat).waits(turn) else []
            continue
        written.append(SubmittedOrders(turn, seat.name, text, stamp(clock), source))
        if not seat.bot:
            instead[seat.name] = source
    unneeded = tuple(
        seat.name
        for seat in snapshot.seats
        if _plays(seat, game) and not seat.bot and seat.name not in {*submitted, *needed}
    )
    return TurnOrders(submitted, tuple(written), tuple(missing), instead, tuple(awaited), unneeded)


def _plays(seat: SeatRecord, game: hz.Game) -> bool:
    return not seat.role and bool(game.empire(seat.name).active)


def _written(
    seat: SeatRecord, game: hz.Game, variant: hz.Variant, substitute: str | None
) -> tuple[str, str]:
    """Return orders for a seat that submitted none, and their source ("" if there are none)."""
    policy = policy_of(seat)
    if seat.bot:
        return _by_bot(game, variant, seat.name, seat.bot), f"bot {seat.bot}"
    if policy.kind == "standing":
        return policy.text, STANDING
    bot = policy.bot if policy.plays(game.turn + 1) else substitute
    if bot is None or seat.role:
        return "", ""
    return _by_bot(game, variant, seat.name, bot), _BY_BOT.format(bot=bot)


def _by_bot(game: hz.Game, variant: hz.Variant, seat: str, bot: str) -> str:
    stream = hz.Stream.from_key(game.secret, "bot", seat, game.turn + 1)
    return variant.bot(bot).orders(variant.view(game, seat), stream)


def demand_orders(turn: int, awaited: Sequence[str]) -> None:
    """Raise TurnWaitsError if the turn waits for any seat."""
    if awaited:
        raise TurnWaitsError(
            LocalizedText(
                "turn {turn} was not run: it waits for orders of {names}",
                turn=turn,
                names=", ".join(awaited),
            ),
            LocalizedText(
                "to run it without them: horizons turn --yes; to set a missing-orders"
                " policy: horizons seat missing"
            ),
        )


def awaited_later(snapshot: Snapshot, turn: int) -> list[str]:
    """List the people for whom a turn after the next one waits: they cannot submit orders yet."""
    game = hz.load(snapshot.state)
    people = [seat for seat in snapshot.seats if not seat.bot and _plays(seat, game)]
    return [seat.name for seat in people if seat.policy.waits(turn)]


def substitute_note(source: str) -> Diagnostic:
    """Return the note for a player whose missing orders were replaced."""
    if source == STANDING:
        message = "you submitted no orders: your standing orders were carried out"
    else:
        bot = source.partition(",")[0].removeprefix("bot ")
        message = f"you submitted no orders: the bot '{bot}' played for you"
    return Diagnostic("note", "stand-in", message, hint=_HINT)
