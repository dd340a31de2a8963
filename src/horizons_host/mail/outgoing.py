"""Composes the emails in the outbox for sending, with Message-IDs and text."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from email.message import EmailMessage
from email.utils import format_datetime
from itertools import count

import horizons_core as hz
from horizons_core.codec import digest_of
from horizons_core.errors import HorizonsError
from horizons_host.clock import Clock
from horizons_host.deadlines.outlook import deadline_sentences, state_of
from horizons_host.deadlines.state import facts_with_reminders
from horizons_host.files import file_stem
from horizons_host.mail.headers import empty_message, with_name
from horizons_host.mail.replies import message_text, thread_ids, token_of
from horizons_host.mail.settings import MailSettings
from horizons_host.reports.files import rendered
from horizons_host.seats.seats import SeatError, mail_address
from horizons_host.store import GameStore, GameStoreError, OutgoingMail
from horizons_host.store.messages import MAIL_KIND

#: Maximum number of characters of an attachment's name that come from the game's.
_MAX_STEM_LENGTH = 40


def content_of(mail: OutgoingMail, store: GameStore) -> str:
    """Return a digest of an email's content: its game, turn, seat, and text or report.

    A report counts by its document, so that a newer version of the program with another layout does
    not make another email of it.
    """
    outgoing, info = mail.mail, store.info()
    text: object = outgoing.body
    if outgoing.kind == "report":
        text = _report(store, outgoing.turn or 0, outgoing.seat or "")
    game = [info.name, info.variant, info.created_at]
    if outgoing.kind == MAIL_KIND:
        text = outgoing.thread
    return digest_of(
        [game, outgoing.kind, outgoing.turn, outgoing.seat, outgoing.in_reply_to, text]
    )


def _report(store: GameStore, turn: int, seat: str) -> object:
    try:
        return store.report(turn, seat)
    except GameStoreError:
        return None  # it is gone, which is reported when the email is sent


def message_ids(mail: OutgoingMail, content: str, settings: MailSettings) -> Iterator[str]:
    """Yield the Message-IDs of emails with the same content: the first, the second, and so on.

    For the email of a message it contains the token that identifies a reply.
    """
    if mail.mail.kind == MAIL_KIND:
        content = token_of(mail)
    mark = mail.mail.body if mail.mail.kind == "report" else None
    for number in count():
        name = content if (number, mark) == (0, None) else digest_of([content, number, mark])
        yield f"<{name}@{settings.domain}>"


def resend_mark() -> str:
    """Return a random mark that distinguishes a report resent on purpose from the one before."""
    return secrets.token_hex(16)


class UnsendableError(HorizonsError):
    """An email that no server could accept."""


def message_of(
    mail: OutgoingMail, store: GameStore, settings: MailSettings, clock: Clock
) -> EmailMessage:
    """Compose an email; raises UnsendableError, and GameStoreError for a lost report."""
    outgoing = mail.mail
    try:
        mail_address(outgoing.recipient)
    except SeatError as problem:
        raise UnsendableError(problem.message, problem.hint) from problem
    message = empty_message()
    message["From"] = with_name(settings.name, settings.address)
    message["To"] = with_name("", outgoing.recipient)
    message["Subject"] = outgoing.subject
    message["Date"] = format_datetime(clock())
    message["Message-ID"] = mail.message_id or ""
    message["Auto-Submitted"] = "auto-replied" if outgoing.kind == "answer" else "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"  # what Exchange listens to
    if outgoing.in_reply_to:
        message["In-Reply-To"] = outgoing.in_reply_to
    if outgoing.kind == MAIL_KIND:
        _fill_press(message, mail, store, settings)
        return message
    if outgoing.thread:
        message["References"] = outgoing.thread
    if outgoing.kind == "report":
        _fill_report(message, mail, store, clock)
    else:
        message.set_content(outgoing.body or "")
    return message


def _fill_press(
    message: EmailMessage, mail: OutgoingMail, store: GameStore, settings: MailSettings
) -> None:
    """Set the text of a message's mail; raises UnsendableError if the message was not kept."""
    text = message_text(mail, store)
    if text is None:
        raise UnsendableError("the recipient no longer has the message", "nothing needs to be done")
    before = thread_ids(mail, settings.domain)
    if before:
        message["In-Reply-To"] = before[-1]
        message["References"] = " ".join(before)
    message.set_content(text)


def _deadline_text(store: GameStore, turn: int, clock: Clock) -> str:
    """Return when orders for the next turn are due, as text above a report; "" if unknown."""
    facts = facts_with_reminders(store)
    if facts.turn != turn + 1 or facts.over or facts.course.rule is None:
        return ""
    time = clock()
    state = state_of(facts, time)
    lines = (
        tuple(deadline_sentences(facts, state, time)) if state in {"open", "paused", "held"} else ()
    )
    return "".join(f"{line}\n" for line in lines) + ("\n" if lines else "")


def _fill_report(message: EmailMessage, mail: OutgoingMail, store: GameStore, clock: Clock) -> None:
    """Set the report as the email's text, and attach its page."""
    turn, seat = mail.mail.turn or 0, mail.mail.seat or ""
    info = store.info()
    document = store.report(turn, seat)
    text, page = (
        rendered(lambda: hz.load_variant(info.variant, info.mods, info.data_mods), document, form)
        for form in ("text", "html")
    )
    message.set_content(_deadline_text(store, turn, clock) + text)
    game = re.sub(r"%..", "", file_stem(info.name))[:_MAX_STEM_LENGTH] or info.variant
    name = f"{game}-turn-{turn:03d}-{file_stem(seat)}.html"
    message.add_attachment(page, subtype="html", filename=name)
