"""Orders that are missing when a turn is to be run: what takes their place, and who is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.orders import Diagnostic
from horizons_host.clock import Clock, stamp
from horizons_host.store import GivenOrders, Seat, Snapshot

#: What stands in the place of a person's orders: standing orders, or a bot's.
STANDING = "standing orders"
_BY_BOT = "bot {bot}, standing in"
_HINT = "orders that you hand in count before these"


class TurnWaitsError(HorizonsError):
    """A turn that is not run, because it waits for somebody's orders."""


@frozen
class Intake:
    """The orders a turn is run with: handed in, written by the program, and whose are missing.

    Of those that were written, `instead` says which take the place of a person's own, and what they
    are. `awaited` are those among the missing for whom the turn waits.
    """

    given: Mapping[str, GivenOrders]
    written: tuple[GivenOrders, ...]
    missing: tuple[str, ...]
    instead: Mapping[str, str] = {}
    awaited: tuple[str, ...] = ()

    @property
    def texts(self) -> dict[str, str]:
        """The order texts by seat."""
        return {orders.seat: orders.text for orders in (*self.given.values(), *self.written)}


def take_in(
    snapshot: Snapshot, game: hz.Game, variant: hz.Variant, substitute: str | None, clock: Clock
) -> Intake:
    """Gather the orders of the next turn; `substitute` is the bot for seats without any.

    Raises UnknownNameError for a bot that the variant does not have.
    """
    turn = snapshot.turn + 1
    given = {s.name: snapshot.orders[s.name] for s in snapshot.seats if s.name in snapshot.orders}
    absent = [s for s in snapshot.seats if s.name not in given and _plays(s, game)]
    written, instead, missing, awaited = [], {}, [], []
    for seat in absent:
        text, source = _written(seat, game, variant, substitute)
        if not source:
            missing.append(seat.name)
            awaited += [seat.name] if seat.policy.waits(turn) else []
            continue
        written.append(GivenOrders(turn, seat.name, text, stamp(clock), source))
        if not seat.bot:
            instead[seat.name] = source
    return Intake(given, tuple(written), tuple(missing), instead, tuple(awaited))


def _plays(seat: Seat, game: hz.Game) -> bool:
    return not seat.role and bool(game.empire(seat.name).active)


def _written(
    seat: Seat, game: hz.Game, variant: hz.Variant, substitute: str | None
) -> tuple[str, str]:
    """The orders of a seat for which none were handed in, and who wrote them; "" for nobody."""
    policy = seat.policy
    if seat.bot:
        return _by_bot(game, variant, seat.name, seat.bot), f"bot {seat.bot}"
    if policy.kind == "standing":
        return policy.text, STANDING
    bot = policy.bot if policy.plays(game.turn + 1) else substitute
    if bot is None:
        return "", ""
    return _by_bot(game, variant, seat.name, bot), _BY_BOT.format(bot=bot)


def _by_bot(game: hz.Game, variant: hz.Variant, seat: str, bot: str) -> str:
    stream = hz.Stream.from_key(game.secret, "bot", seat, game.turn + 1)
    return variant.bot(bot).orders(variant.view(game, seat), stream)


def demand_orders(turn: int, awaited: Sequence[str]) -> None:
    """Raises TurnWaitsError if there is somebody for whom a turn waits."""
    if awaited:
        raise TurnWaitsError(
            f"turn {turn} was not run: it waits for orders of {', '.join(awaited)}",
            "to run it without them: horizons turn --yes; to set a missing-orders"
            " policy: horizons seat missing",
        )


def awaited_later(snapshot: Snapshot, turn: int) -> list[str]:
    """For whom a turn waits that comes after the next one: nobody can give orders for it before."""
    game = hz.load(snapshot.state)
    people = [seat for seat in snapshot.seats if not seat.bot and _plays(seat, game)]
    return [seat.name for seat in people if seat.policy.waits(turn)]


def stand_in(what: str) -> Diagnostic:
    """What a player is told for whom standing orders or a bot stood in."""
    if what == STANDING:
        said = "no orders of yours came in: your standing orders were carried out"
    else:
        bot = what.partition(",")[0].removeprefix("bot ")
        said = f"no orders of yours came in: the bot '{bot}' played for you"
    return Diagnostic("note", "stand-in", said, hint=_HINT)
