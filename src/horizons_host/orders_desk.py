"""Taking orders in: whose they are, what is wrong with them, and whether they may be stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.errors import GameOverError, HorizonsError
from horizons_core.order_reading import Header
from horizons_host.clock import Clock, now, stamp
from horizons_host.order_texts import OrderText
from horizons_host.passwords import blanked, demand
from horizons_host.seating import seat_of
from horizons_host.store import GameStore, GivenOrders, Seat, TurnTakenError

#: How often a submission is examined anew because turns are run at the same time.
_ATTEMPTS = 3


class RefusedOrdersError(HorizonsError):
    """Orders that are not stored: nobody's, a bot's, or another game's or player's."""


@frozen
class Examined:
    """Orders that were read against the game as their player knows it."""

    seat: Seat
    turn: int
    diagnostics: Sequence[Mapping[str, Any]]
    header: Header | None

    @property
    def errors(self) -> int:
        """How many of the remarks are errors."""
        return sum(remark["severity"] == "error" for remark in self.diagnostics)


class OrdersDesk:
    """Where order texts of one game are examined and handed in."""

    def __init__(self, store: GameStore, clock: Clock = now) -> None:
        self._store = store
        self._clock = clock

    def examine(self, text: OrderText, player: str | None) -> Examined:
        """Read a text as this player's, or as the one's whom its header names.

        Raises RefusedOrdersError, SeatError, GameOverError.
        """
        snapshot = self._store.snapshot()
        plate = snapshot.plate
        variant = hz.load_variant(plate.variant, plate.mods)
        header = variant.language.read(text.text).header
        header = header if header and header.line else None
        seat = self._seat(snapshot.seats, header, player, text.source)
        if header and header.game.casefold() != plate.name.casefold() and plate.name:
            raise RefusedOrdersError(
                f"{text.source}: the header names game '{header.game}', and this is '{plate.name}'",
                f"correct line {header.line}, or name the other game's folder with -g",
            )
        game = hz.load(snapshot.state)
        if game.outcome is not None:
            raise GameOverError(
                f"the game ended in turn {game.outcome.turn}: {game.outcome.reason}",
                "no orders are taken any more",
            )
        remarks = variant.check_orders(game, seat.name, text.text)
        return Examined(seat, snapshot.turn + 1, [r.told() for r in remarks], header)

    def _seat(
        self, seats: Sequence[Seat], header: Header | None, player: str | None, source: str
    ) -> Seat:
        if player is None and header is None:
            raise RefusedOrdersError(
                f"{source}: whose orders are these?",
                "name the player with -p, or begin with a header line that does",
            )
        seat = seat_of(seats, player if player is not None else header.empire)  # type: ignore[union-attr]
        if header and header.empire.casefold() != seat.name.casefold():
            raise RefusedOrdersError(
                f"{source}: the header names '{header.empire}', not '{seat.name}'",
                f"correct line {header.line}, or name the player with -p",
            )
        if seat.bot:
            raise RefusedOrdersError(
                f"{seat.name} is played by the bot {seat.bot}",
                "only people hand in orders",
            )
        return seat

    def submit(
        self, text: OrderText, player: str | None, *, strict: bool = False
    ) -> tuple[Examined, int | None]:
        """Examine a text and store it, without its password; gives the version it is stored as.

        `strict` stores nothing (version None) if there are errors. Raises what `examine` raises,
        and PasswordError.
        """
        for attempt in range(_ATTEMPTS):
            examined = self.examine(text, player)
            self._demand_password(examined)
            if strict and examined.errors:
                break
            try:
                return examined, self._stored(text, examined)
            except TurnTakenError:
                if attempt == _ATTEMPTS - 1:
                    raise
        return examined, None

    def _demand_password(self, examined: Examined) -> None:
        plate = self._store.plate()
        opening = hz.load_variant(plate.variant, plate.mods).language.envelope.opening
        given = examined.header.password if examined.header else None
        demand(examined.seat.name, examined.seat.password_hash, given, opening)

    def _stored(self, text: OrderText, examined: Examined) -> int:
        self._store.submit(
            GivenOrders(
                turn=examined.turn,
                seat=examined.seat.name,
                text=blanked(text.text, examined.header),
                submitted_at=stamp(self._clock),
                source=text.source,
                diagnostics=examined.diagnostics,
            )
        )
        return len(self._store.given(examined.turn)[examined.seat.name])


@frozen
class Standing:
    """Where one seat stands: `state` is "none", "errors", "fine" or "by bot"."""

    seat: str
    bot: str | None
    state: str
    since: str | None = None
    versions: int = 0
    errors: int = 0
    source: str = ""

    def told(self) -> dict[str, Any]:
        """The standing as plain data."""
        return {
            "seat": self.seat,
            "bot": self.bot,
            "state": self.state,
            "since": self.since,
            "versions": self.versions,
            "errors": self.errors,
            "source": self.source,
        }


def standing(store: GameStore, turn: int | None = None) -> tuple[int, list[Standing]]:
    """The turn (None: the coming one) and where every seat stands with its orders for it."""
    number = store.latest() + 1 if turn is None else turn
    given = store.given(number)
    return number, [_standing(seat, given.get(seat.name, [])) for seat in store.seats()]


def _standing(seat: Seat, versions: Sequence[GivenOrders]) -> Standing:
    if not versions:
        return Standing(seat.name, seat.bot, "by bot" if seat.bot else "none")
    last = versions[-1]
    return Standing(
        seat=seat.name,
        bot=seat.bot,
        state="errors" if last.errors else "fine",
        since=last.submitted_at,
        versions=len(versions),
        errors=last.errors,
        source=last.source,
    )
