"""Sending of the outbox, each email once, and the journal of sent mails."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from attrs import define, evolve, field, frozen

from horizons_core.errors import HorizonsError
from horizons_host.clock import Clock, now, stamp
from horizons_host.files import PRIVATE
from horizons_host.mail.outgoing import UnsendableError, content_of, message_ids, message_of
from horizons_host.mail.settings import MailSettings
from horizons_host.mail.smtp import DeliveryResult, SendAttempt, SmtpConnection
from horizons_host.store import GameMails, GameStore, GameStoreError, OutgoingMail

#: The name of the file in a game's folder.
JOURNAL = "sent-mails.jsonl"

#: Name of the lock on sending a game's mails.
SENDING = "mail"
#: Minutes before the first retry; each further one takes double the time ...
FIRST_WAIT_MINUTES = 5
#: ... up to this.
MAX_WAIT_MINUTES = 12 * 60
#: Number of attempts before an email fails, over about four days.
MAX_ATTEMPTS = 15
_SENT_BEFORE = SendAttempt(DeliveryResult.BEFORE, "it is not sent again")


@define
class Journal:
    """The emails of a game that a server has accepted, by Message-ID, with their contents.

    An incomplete line, as after a crash, does not count.
    """

    file: Path
    _sent: dict[str, dict[str, Any]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Read the file; raises GameStoreError."""
        try:
            lines = self.file.read_bytes().splitlines() if self.file.exists() else []
        except OSError as problem:
            raise _unusable(self.file, problem) from problem
        entries = [entry for entry in map(_entry, lines) if entry is not None]
        self._sent = {entry["message_id"]: entry for entry in entries}

    def has(self, message_id: str | None) -> bool:
        """Return whether a server has accepted this email."""
        return message_id in self._sent

    def sent_otherwise(self, mail: OutgoingMail, content: str) -> bool:
        """Return whether another report of the same turn was sent to the same seat."""
        outgoing = mail.mail
        return outgoing.kind == "report" and any(
            (entry["kind"], entry["turn"], entry["seat"])
            == (outgoing.kind, outgoing.turn, outgoing.seat)
            and entry["content"] != content
            for entry in self._sent.values()
        )

    def open(self) -> None:
        """Make sure that the journal can be written; raises GameStoreError."""
        self._append(b"")

    def add(self, mail: OutgoingMail, content: str, time: str) -> None:
        """Record an email that a server has accepted; raises GameStoreError."""
        outgoing = mail.mail
        entry: dict[str, Any] = {
            "message_id": mail.message_id or "",
            "content": content,
            "kind": outgoing.kind,
            "turn": outgoing.turn,
            "seat": outgoing.seat,
            "to": outgoing.recipient,
            "at": time,
        }
        # The leading line end closes a line that a crash left incomplete.
        self._append(b"\n" + json.dumps(entry).encode() + b"\n")
        self._sent[entry["message_id"]] = entry

    def _append(self, data: bytes) -> None:
        try:
            with open(self.file, "ab", buffering=0, opener=_private) as stream:
                stream.write(data)
                os.fsync(stream.fileno())
        except OSError as problem:
            raise _unusable(self.file, problem) from problem


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, PRIVATE)


def _entry(line: bytes) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    parts = {"message_id", "content", "kind", "turn", "seat"}
    return entry if isinstance(entry, dict) and parts <= entry.keys() else None


def _unusable(file: Path, problem: OSError) -> GameStoreError:
    return GameStoreError(
        f"'{file}' cannot be read or written: {problem.strerror}",
        "fix this first; without it, emails might be sent twice",
    )


class BusyError(HorizonsError):
    """Another process is sending the game's mails."""


@frozen
class SendResult:
    """The outcome of an attempt to send an email."""

    mail: OutgoingMail
    outcome: str
    reply: str

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as plain data."""
        return {**self.mail.to_dict(), "state": self.outcome, "reply": self.reply}


def send(
    store: GameStore, settings: MailSettings, *, hold_uncertain: bool = False, clock: Clock = now
) -> Iterator[SendResult]:
    """Try to send every email of a game that is due, and yield each outcome.

    Raises BusyError if another process is sending, SmtpError if the server cannot be used;
    untried emails stay in the outbox.
    """
    game_mails = GameMails(store)
    with sole_sender(store), SmtpConnection(settings) as connection:
        journal = Journal(store.folder / JOURNAL)
        for interrupted in game_mails.outgoing(["sending"]):
            lost = SendAttempt(
                DeliveryResult.UNCERTAIN, "the program ended while the email was being sent"
            )
            attempt_before = _SENT_BEFORE if journal.has(interrupted.message_id) else lost
            yield _settle(
                game_mails, interrupted, attempt_before, clock, hold=hold_uncertain, at_once=True
            )
        delay = timedelta(minutes=MAX_WAIT_MINUTES)
        for number in game_mails.due(stamp(clock), stamp(lambda: clock() + delay)):
            waiting = game_mails.waiting(number)
            if waiting is None:
                continue
            connection.open()  # an unreachable server costs no email an attempt
            journal.open()
            content = content_of(waiting, store)
            mail = game_mails.begin(number, message_ids(waiting, content, settings))
            if mail is not None:
                mail = _mark_correction(mail, journal, content)
                attempt = _try(connection, mail, store, settings, clock, journal)
                if attempt.fate is DeliveryResult.SENT:
                    journal.add(mail, content, stamp(clock))
                yield _settle(game_mails, mail, attempt, clock, hold=hold_uncertain)


def _mark_correction(mail: OutgoingMail, journal: Journal, content: str) -> OutgoingMail:
    """Return the email, with a note in its subject if it corrects one that was sent."""
    if not journal.sent_otherwise(mail, content):
        return mail
    return evolve(mail, mail=evolve(mail.mail, subject=f"{mail.mail.subject} (corrected)"))


def _try(
    connection: SmtpConnection,
    mail: OutgoingMail,
    store: GameStore,
    settings: MailSettings,
    clock: Clock,
    journal: Journal,
) -> SendAttempt:
    if journal.has(mail.message_id):
        return _SENT_BEFORE
    try:
        message = message_of(mail, store, settings, clock)
    except (UnsendableError, GameStoreError) as problem:
        return SendAttempt(DeliveryResult.NEVER, problem.message)
    return connection.hand_over(message, mail.mail.recipient)


def _settle(
    game_mails: GameMails,
    mail: OutgoingMail,
    attempt: SendAttempt,
    clock: Clock,
    *,
    hold: bool,
    at_once: bool = False,
) -> SendResult:
    """Store the outcome of an attempt and return it."""
    outcome, reply = attempt.fate.value, attempt.reply
    if attempt.fate in {DeliveryResult.SENT, DeliveryResult.BEFORE}:
        state = "sent"
    elif attempt.fate is DeliveryResult.NEVER:
        state = "failed"
    elif attempt.fate is DeliveryResult.UNCERTAIN and hold:
        state, reply = "held", f"unknown whether it was delivered: {reply}"
    elif mail.attempts >= MAX_ATTEMPTS:
        state, reply = "failed", f"given up after {mail.attempts} attempts: {reply}"
    else:
        state = "queued"
    wait = timedelta() if at_once else _wait(mail.attempts)
    game_mails.settle(
        mail,
        state,
        outcome,
        at=stamp(clock),
        reply=reply,
        next_attempt=stamp(lambda: clock() + wait) if state == "queued" else "",
    )
    shown_state = outcome if state == "queued" or attempt.fate is DeliveryResult.BEFORE else state
    return SendResult(mail, shown_state, reply)


def _wait(attempts: int) -> timedelta:
    minutes = FIRST_WAIT_MINUTES * 2 ** min(max(attempts, 1) - 1, 10)
    return timedelta(minutes=min(minutes, MAX_WAIT_MINUTES))


@contextlib.contextmanager
def sole_sender(store: GameStore) -> Iterator[None]:
    """Lock out all other senders of this game's emails; the lock ends with the process.

    Raises BusyError, and GameStoreError if no lock can be made.
    """
    with store.exclusive(SENDING) as locked:
        if not locked:
            raise BusyError(
                f"another process is sending the emails of '{store.place}'",
                "wait until it has finished",
            )
        yield
