"""Corrections to a game's emails: resent reports, new addresses and forwarded mails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.games.audit import GAMEMASTER, AuditEntry, act
from horizons_host.games.order_claims import address_of
from horizons_host.mail.answers import inert
from horizons_host.mail.bodies import MailText
from horizons_host.mail.headers import Head
from horizons_host.mail.line_kinds import without_marks
from horizons_host.mail.outgoing import resend_mark
from horizons_host.mail.parts import personal_text
from horizons_host.mail.replies import MARK
from horizons_host.mail.report_mails import report_mail
from horizons_host.seats.seats import SeatError, mail_address, seat_of
from horizons_host.store import (
    GameMails,
    GameStore,
    GameStoreError,
    InboxMail,
    NewMail,
    OutgoingMail,
    SeatingPlan,
    SeatRecord,
)

#: The rest of a longer mail is not kept.
MAX_INBOX_MAIL_LENGTH = 20_000
#: Maximum number of such emails kept per day: emails with forged senders must not fill the disk.
MAX_PER_DAY = 200
_MAX_SUBJECT_LENGTH = 150


def inbox_mail_of(
    head: Head, texts: Sequence[MailText], clock: Clock
) -> tuple[InboxMail | None, str]:
    """Return an email without orders, with its sender's own words, and remarks for the sender.

    None for an email that says nothing. If no words are certainly the sender's own, all are kept.
    """
    words = personal_text(texts, MARK)
    fallback = without_marks(texts[0].text) if texts and not texts[0].attached else ""
    text = f"{words.text}\n" if words.text else fallback
    if not text.strip() and not head.subject.strip() and not words.left_out:
        return None, ""
    if len(text) > MAX_INBOX_MAIL_LENGTH:
        text = text[:MAX_INBOX_MAIL_LENGTH]
        text += "\n... cut off here: the mailbox has the complete email.\n"
    if words.left_out:
        text += f"\n[Not stored: {words.left_out}. The mailbox has the complete email.]\n"
    inbox_mail = InboxMail(head.sender, head.subject[:_MAX_SUBJECT_LENGTH], text, stamp(clock))
    return inbox_mail, words.remarks("Not stored")


def forwarded_mail(inbox_mail: InboxMail, gamemaster: str) -> NewMail:
    """Return the email that forwards an email without orders to the gamemaster."""
    sender = inbox_mail.sender or "an unknown sender"
    text = (
        f"{sender} sent this email without orders to your games. Reply to {sender}:\na"
        " program reads the email sent to the games.\n\nSubject:"
        f" {inbox_mail.subject}\n\n{inbox_mail.text}"
    )
    subject = f"[letter from {sender}] {inbox_mail.subject}"[:_MAX_SUBJECT_LENGTH]
    return NewMail("letter", gamemaster, subject, inbox_mail.came_at, body=inert(text))


def resend_report(
    store: GameStore, player: str, turn: int | None, clock: Clock = now
) -> OutgoingMail:
    """Put a report into the outbox, whether or not it was sent before.

    Raises SeatError for a seat without an address, GameStoreError if there is no such report.
    """
    snapshot = store.snapshot()
    seat = seat_of(snapshot.seats, player)
    game = hz.load(snapshot.state)
    number = snapshot.turn if turn is None else turn
    report = store.report(number, seat.name)
    address = address_of(seat, game)
    if not address:
        raise SeatError(
            f"{seat.name} has no email address",
            f"set one: horizons mail address -g '{store.folder}' -p '{seat.name}' MAIL",
        )
    game_mails = GameMails(store)
    mail = report_mail(game, report, seat.name, address, stamp(clock))
    game_mails.queue(evolve(mail, body=resend_mark()))
    return game_mails.outgoing()[-1]


def resend_mail(store: GameStore, number: int, clock: Clock = now) -> OutgoingMail:
    """Retry an email that failed or is held; raises GameStoreError."""
    game_mails = GameMails(store)
    mail = game_mails.mail(number)
    if mail.state not in {"failed", "held"}:
        raise GameStoreError(
            f"email {number} is {mail.state}; only failed and held emails can be resent",
            "to send a report again, use -p NAME",
        )
    game_mails.requeue(mail, stamp(clock))
    return game_mails.mail(number)


def set_address(
    store: GameStore,
    player: str,
    address: str | None,
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> None:
    """Set the address of a player's emails (None: the game's own again).

    Raises SeatError for a bot's seat, and for an invalid address.
    """
    seat = seat_of(store.seats(), player)
    if seat.bot:
        raise SeatError(
            LocalizedText("{seat} is played by the bot {bot}", seat=seat.name, bot=seat.bot),
            "bots get no emails",
        )
    new_address = None if address is None else mail_address(address)
    SeatingPlan(store).redirect(
        seat.name, new_address, address_entry(store, seat, new_address, clock, by)
    )


def address_entry(
    store: GameStore, seat: SeatRecord, address: str | None, clock: Clock, by: str
) -> AuditEntry:
    """Return the audit entry for a new email address, without the address itself."""
    words = LocalizedText("{seat}'s email address was changed.", seat=seat.name)
    if address is None:
        words = LocalizedText(
            "{seat}'s email address is the one in the game again.", seat=seat.name
        )
    elif not address:
        words = LocalizedText("{seat}'s email address was removed.", seat=seat.name)
    return act("address", store.latest(), words, clock, by, seat=seat.name)


def addresses(store: GameStore) -> list[dict[str, Any]]:
    """List each seat's email address and its origin: "the gamemaster", "the game" or "nobody"."""
    snapshot = store.snapshot()
    game = hz.load(snapshot.state)
    known = []
    for seat in snapshot.seats:
        address = address_of(seat, game)
        by = "the gamemaster" if seat.redirect else "the game" if address else "nobody"
        by = f"bot {seat.bot}" if seat.bot else by
        known.append({"seat": seat.name, "address": address, "by": by})
    return known
