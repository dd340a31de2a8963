"""Running a turn of a stored game: from the orders that are in to the turn that is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

import horizons_core as hz
from horizons_core.codec import plain
from horizons_host.clock import Clock, now, stamp
from horizons_host.games import versions
from horizons_host.report_mails import report_mails
from horizons_host.store import (
    GameStore,
    GameStoreError,
    GivenOrders,
    NewTurn,
    Seat,
    Snapshot,
    UsedOrders,
)
from horizons_host.store.errors import taken

#: After so many turns computed in vain, because orders kept coming in, the next attempt gives up.
_ATTEMPTS = 20


@frozen
class Intake:
    """The orders a turn is run with: handed in, written by bots, and whose are missing."""

    given: Mapping[str, GivenOrders]
    written: tuple[GivenOrders, ...]
    missing: tuple[str, ...]

    @property
    def texts(self) -> dict[str, str]:
        """The order texts by seat."""
        return {orders.seat: orders.text for orders in (*self.given.values(), *self.written)}


@frozen
class Played:
    """A turn that was run: from which game, with which orders; and the reports of it.

    `not_before` is the turn to which the gamemaster had put off the end before, `joined` names
    those who had joined since the turn before.
    """

    before: Any
    turn: hz.Turn
    intake: Intake
    reports: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    not_before: int | None = None
    joined: Sequence[str] = ()


#: Called with the number of the turn and its orders before the turn is run.
Announce = Callable[[int, Intake], None]


def _silent(_turn: int, _intake: Intake) -> None:
    """Announce nothing."""


def take_in(
    snapshot: Snapshot, game: hz.Game, variant: hz.Variant, substitute: str | None, clock: Clock
) -> Intake:
    """Gather the orders of the next turn; `substitute` is the bot for seats that gave none.

    Raises UnknownNameError for a bot that the variant does not have.
    """
    given = {s.name: snapshot.orders[s.name] for s in snapshot.seats if s.name in snapshot.orders}
    written, missing = [], []
    for seat in snapshot.seats:
        if seat.name in given or seat.role or not game.empire(seat.name).active:
            continue
        bot = seat.bot or substitute
        if bot is None:
            missing.append(seat.name)
        else:
            written.append(_by_bot(game, variant, seat.name, bot, clock))
    return Intake(given, tuple(written), tuple(missing))


def _by_bot(game: hz.Game, variant: hz.Variant, seat: str, bot: str, clock: Clock) -> GivenOrders:
    turn = game.turn + 1
    stream = hz.Stream.from_key(game.secret, "bot", seat, turn)
    text = variant.bot(bot).orders(variant.view(game, seat), stream)
    return GivenOrders(turn, seat, text, stamp(clock), f"bot {bot}")


def play(
    snapshot: Snapshot,
    *,
    substitute: str | None = None,
    clock: Clock = now,
    announce: Announce = _silent,
) -> Played:
    """Run the turn that follows a snapshot; nothing is stored.

    Raises GameOverError after the game's end, SaveError for a game that cannot be loaded.
    """
    game = hz.load(snapshot.state)
    variant = hz.variant_of(game)
    if snapshot.not_before is not None:
        variant.put_off(game, snapshot.not_before)
    intake = take_in(snapshot, game, variant, substitute, clock)
    announce(game.turn + 1, intake)
    turn = hz.run_turn(game, intake.texts)
    reports = {empire: dict(report.data) for empire, report in turn.reports().items()}
    return Played(game, turn, intake, reports, snapshot.not_before, snapshot.joined)


def run_and_store(
    store: GameStore,
    *,
    substitute: str | None = None,
    clock: Clock = now,
    announce: Announce = _silent,
) -> Played:
    """Run the next turn and store it with its reports, all or nothing.

    Orders that come in while the turn is being run count, and so do a later end and people who
    join: it is run again with them. Raises TurnTakenError if another process stored the turn first,
    and what `play` raises.
    """
    snapshot = store.snapshot()
    first = snapshot.turn
    for _ in range(_ATTEMPTS):
        if snapshot.turn != first:
            raise taken(first + 1, snapshot.turn)
        played = play(snapshot, substitute=substitute, clock=clock, announce=announce)
        expected = {seat: orders.id for seat, orders in snapshot.orders.items()}
        if store.commit(_as_new(played, snapshot.seats, clock), expected):
            return played
        snapshot = store.snapshot()
    raise GameStoreError(
        f"orders for turn {first + 1} kept coming in while it was being run",
        "try again when the players are quiet; the game is as it was",
    )


def _as_new(played: Played, seats: Sequence[Seat], clock: Clock) -> NewTurn:
    turn = played.turn
    time = stamp(clock)
    players = [seat.name for seat in seats if not seat.role]
    moved = [name for name in players if _moved(name, played.before, turn.game)]
    at_home = [evolve(seat, redirect=None) if seat.name in moved else seat for seat in seats]
    return NewTurn(
        turn=turn.game.turn,
        state=hz.dump(turn.game),
        digest=turn.digest,
        events=plain(list(turn.events)),
        events_digest=turn.events_digest,
        turn_key=turn.game.turn_key,
        versions=versions(turn.game),
        run_at=time,
        reports=played.reports,
        used={seat: orders.id for seat, orders in played.intake.given.items()},
        written=played.intake.written,
        orders_digest=UsedOrders(played.intake.texts).digest,
        mails=report_mails(turn.game, at_home, played.reports, time),
        moved=moved,
        not_before=played.not_before,
        joined=played.joined,
    )


def _moved(seat: str, before: hz.Game, after: hz.Game) -> bool:
    """Whether the seat's address was changed in the turn."""
    return bool(before.empire(seat).address != after.empire(seat).address)
