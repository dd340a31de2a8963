"""Sending what is in the outbox: each mail once, as surely as mail can be.

SMTP has a moment in which nobody can know whether a mail was taken: between the server's "250" and
our note of it. So a mail is put down as `sending` before it goes out, and what is found in that
state afterwards, by a crash or a server that went away, is uncertain. By default it is sent again
under the same Message-ID, by which the receiver's system can tell the double; or it is held.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_host.clock import Clock, now, stamp
from horizons_host.mail.messages import UnsendableError, message_of, new_message_id
from horizons_host.mail.settings import Settings
from horizons_host.mail.smtp import Attempt, Connection, Fate
from horizons_host.store import GameStore, GameStoreError, OutgoingMail, Post

#: The file in a game's folder that is locked while its mails are sent.
LOCK = ".mail.lock"
#: The first new attempt comes after so many minutes, each further after double the time ...
FIRST_WAIT_MINUTES = 5
#: ... up to so many.
LONGEST_WAIT_MINUTES = 12 * 60
#: After so many attempts, which take about four days, a mail has failed.
MOST_ATTEMPTS = 15


class BusyError(HorizonsError):
    """Another process is sending the game's mails."""


@frozen
class Sent:
    """What became of one attempt at a mail."""

    mail: OutgoingMail
    outcome: str
    reply: str

    def told(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**self.mail.told(), "state": self.outcome, "reply": self.reply}


def send(
    store: GameStore, settings: Settings, *, hold_uncertain: bool = False, clock: Clock = now
) -> Iterator[Sent]:
    """Try every mail of a game that is due, and say of each what became of it.

    Raises BusyError if another process is at it, ServerError if the server cannot be used; what
    was not tried by then stays in the outbox.
    """
    post = Post(store)
    with sole_sender(store), Connection(settings) as connection:
        for left in post.outgoing(["sending"]):
            lost = Attempt(Fate.UNCERTAIN, "the program ended while the mail was being sent")
            yield _settled(post, left, lost, clock, hold=hold_uncertain, at_once=True)
        for number in post.due(stamp(clock)):
            connection.open()  # a server that is away costs no mail an attempt
            mail = post.begin(number, new_message_id(settings))
            if mail is not None:
                attempt = _tried(connection, mail, store, settings, clock)
                yield _settled(post, mail, attempt, clock, hold=hold_uncertain)


def _tried(
    connection: Connection, mail: OutgoingMail, store: GameStore, settings: Settings, clock: Clock
) -> Attempt:
    try:
        message = message_of(mail, store, settings, clock)
    except (UnsendableError, GameStoreError) as problem:
        return Attempt(Fate.NEVER, problem.message)
    return connection.hand_over(message, mail.mail.recipient)


def _settled(
    post: Post,
    mail: OutgoingMail,
    attempt: Attempt,
    clock: Clock,
    *,
    hold: bool,
    at_once: bool = False,
) -> Sent:
    """Put down what became of a mail, and say it."""
    outcome, reply = attempt.fate.value, attempt.reply
    if attempt.fate is Fate.SENT:
        state = "sent"
    elif attempt.fate is Fate.NEVER:
        state = "failed"
    elif attempt.fate is Fate.UNCERTAIN and hold:
        state, reply = "held", f"it is not known whether it was taken: {reply}"
    elif mail.attempts >= MOST_ATTEMPTS:
        state, reply = "failed", f"given up after {mail.attempts} attempts: {reply}"
    else:
        state = "queued"
    wait = timedelta() if at_once else _wait(mail.attempts)
    post.settle(
        mail,
        state,
        outcome,
        at=stamp(clock),
        reply=reply,
        next_attempt=stamp(lambda: clock() + wait) if state == "queued" else "",
    )
    return Sent(mail, state if state != "queued" else outcome, reply)


def _wait(attempts: int) -> timedelta:
    minutes = FIRST_WAIT_MINUTES * 2 ** min(max(attempts, 1) - 1, 10)
    return timedelta(minutes=min(minutes, LONGEST_WAIT_MINUTES))


@contextlib.contextmanager
def sole_sender(store: GameStore) -> Iterator[None]:
    """Keep all other senders of this game's mails away; the lock ends with the process.

    Raises BusyError, and GameStoreError if the folder cannot be written.
    """
    file = store.folder / LOCK
    lock = None
    try:
        # An empty database as a lock: it works alike on all systems, and a crash releases it.
        lock = sqlite3.connect(file, timeout=0, isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as problem:
        if lock is not None:
            lock.close()
        if problem.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise BusyError(
                f"another process is sending the mails of '{store.folder}'",
                "wait until it is done",
            ) from problem
        raise GameStoreError(
            f"'{file}' cannot be written", "give yourself the right to write the game's folder"
        ) from problem
    try:
        yield
    finally:
        lock.close()
