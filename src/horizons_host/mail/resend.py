"""What a gamemaster mends by hand: reports sent once more, addresses of players."""

from __future__ import annotations

from typing import Any

from attrs import evolve

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.desk.audit import GAMEMASTER, AuditEntry, act
from horizons_host.mail.identity import mark_of_resent
from horizons_host.order_claims import address_of
from horizons_host.report_mails import report_mail
from horizons_host.seating import SeatError, mail_address, seat_of
from horizons_host.store import (
    GameStore,
    GameStoreError,
    OutgoingMail,
    Post,
    Seat,
    SeatingPlan,
)


def resend_report(
    store: GameStore, player: str, turn: int | None, clock: Clock = now
) -> OutgoingMail:
    """Put a report that was sent, or never was, into the outbox.

    Raises SeatError for somebody without an address, GameStoreError if there is no such report.
    """
    snapshot = store.snapshot()
    seat = seat_of(snapshot.seats, player)
    game = hz.load(snapshot.state)
    number = snapshot.turn if turn is None else turn
    store.report(number, seat.name)
    address = address_of(seat, game)
    if not address:
        raise SeatError(
            f"{seat.name} has no mail address",
            f"set one: horizons mail address -g '{store.folder}' -p '{seat.name}' MAIL",
        )
    post = Post(store)
    mail = report_mail(game, seat.name, address, stamp(clock), number)
    post.queue(evolve(mail, body=mark_of_resent()))
    return post.outgoing()[-1]


def resend_mail(store: GameStore, number: int, clock: Clock = now) -> OutgoingMail:
    """Have a mail that failed or is held tried again; raises GameStoreError."""
    post = Post(store)
    mail = post.one(number)
    if mail.state not in {"failed", "held"}:
        raise GameStoreError(
            f"mail {number} is {mail.state}; only failed and held mails can be resent",
            "to send a report again, use -p NAME",
        )
    post.requeue(mail, stamp(clock))
    return post.one(number)


def note_address(
    store: GameStore,
    player: str,
    address: str | None,
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> None:
    """Have a player's mails go to an address (None: to the game's own again).

    Raises SeatError for a bot's seat or what is no address.
    """
    seat = seat_of(store.seats(), player)
    if seat.bot:
        raise SeatError(
            LocalizedText("{seat} is played by the bot {bot}", seat=seat.name, bot=seat.bot),
            "bots get no mails",
        )
    at = None if address is None else mail_address(address)
    SeatingPlan(store).redirect(seat.name, at, address_noted(store, seat, at, clock, by))


def address_noted(
    store: GameStore, seat: Seat, address: str | None, clock: Clock, by: str
) -> AuditEntry:
    """How it is noted down that a seat's mails go elsewhere; where to is not said."""
    words = LocalizedText("{seat}'s mail address was changed.", seat=seat.name)
    if address is None:
        words = LocalizedText("{seat}'s mail address is the one in the game again.", seat=seat.name)
    elif not address:
        words = LocalizedText("{seat}'s mail address was removed.", seat=seat.name)
    return act("address", store.latest(), words, clock, by, seat=seat.name)


def addresses(store: GameStore) -> list[dict[str, Any]]:
    """Where each seat's mails go, and who said so: "the gamemaster", "the game" or "nobody"."""
    snapshot = store.snapshot()
    game = hz.load(snapshot.state)
    known = []
    for seat in snapshot.seats:
        address = address_of(seat, game)
        by = "the gamemaster" if seat.redirect else "the game" if address else "nobody"
        by = f"bot {seat.bot}" if seat.bot else by
        known.append({"seat": seat.name, "address": address, "by": by})
    return known
