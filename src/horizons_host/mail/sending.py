"""Sending what is in the outbox: each mail once, as surely as mail can be.

SMTP has a moment in which nobody can know whether a mail was taken: between the server's "250" and
our note of it. So a mail is put down as `sending` before it goes out, and what is found in that
state afterwards, by a crash or a server that went away, is uncertain. By default it is sent again
under the same Message-ID, by which the receiver's system can tell the double; or it is held.

What a server took also stands in a journal beside the game's file. A mail in it is not sent again,
even where an older copy of the file was put back and knows nothing of it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from attrs import evolve, frozen

from horizons_core.errors import HorizonsError
from horizons_host.clock import Clock, now, stamp
from horizons_host.mail.identity import content_of, message_ids
from horizons_host.mail.journal import JOURNAL, Journal
from horizons_host.mail.messages import UnsendableError, message_of
from horizons_host.mail.settings import Settings
from horizons_host.mail.smtp import Attempt, Connection, Fate
from horizons_host.store import GameStore, GameStoreError, OutgoingMail, Post

#: The work for which one process at a time is let to a game.
SENDING = "mail"
#: The first new attempt comes after so many minutes, each further after double the time ...
FIRST_WAIT_MINUTES = 5
#: ... up to so many.
LONGEST_WAIT_MINUTES = 12 * 60
#: After so many attempts, which take about four days, a mail has failed.
MOST_ATTEMPTS = 15
_SENT_BEFORE = Attempt(Fate.BEFORE, "it is not sent again")


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
        journal = Journal(store.folder / JOURNAL)
        for left in post.outgoing(["sending"]):
            lost = Attempt(Fate.UNCERTAIN, "the program ended while the mail was being sent")
            known = _SENT_BEFORE if journal.has(left.message_id) else lost
            yield _settled(post, left, known, clock, hold=hold_uncertain, at_once=True)
        put_off = timedelta(minutes=LONGEST_WAIT_MINUTES)
        for number in post.due(stamp(clock), stamp(lambda: clock() + put_off)):
            waiting = post.waiting(number)
            if waiting is None:
                continue
            connection.open()  # a server that is away costs no mail an attempt
            journal.open()
            content = content_of(waiting, store)
            mail = post.begin(number, message_ids(waiting, content, settings))
            if mail is not None:
                mail = _named(mail, journal, content)
                attempt = _tried(connection, mail, store, settings, clock, journal)
                if attempt.fate is Fate.SENT:
                    journal.add(mail, content, stamp(clock))
                yield _settled(post, mail, attempt, clock, hold=hold_uncertain)


def _named(mail: OutgoingMail, journal: Journal, content: str) -> OutgoingMail:
    """The mail, which says in its subject if it corrects one that was sent."""
    if not journal.sent_otherwise(mail, content):
        return mail
    return evolve(mail, mail=evolve(mail.mail, subject=f"{mail.mail.subject} (corrected)"))


def _tried(
    connection: Connection,
    mail: OutgoingMail,
    store: GameStore,
    settings: Settings,
    clock: Clock,
    journal: Journal,
) -> Attempt:
    if journal.has(mail.message_id):
        return _SENT_BEFORE
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
    if attempt.fate in {Fate.SENT, Fate.BEFORE}:
        state = "sent"
    elif attempt.fate is Fate.NEVER:
        state = "failed"
    elif attempt.fate is Fate.UNCERTAIN and hold:
        state, reply = "held", f"unknown whether it was delivered: {reply}"
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
    told = outcome if state == "queued" or attempt.fate is Fate.BEFORE else state
    return Sent(mail, told, reply)


def _wait(attempts: int) -> timedelta:
    minutes = FIRST_WAIT_MINUTES * 2 ** min(max(attempts, 1) - 1, 10)
    return timedelta(minutes=min(minutes, LONGEST_WAIT_MINUTES))


@contextlib.contextmanager
def sole_sender(store: GameStore) -> Iterator[None]:
    """Keep all other senders of this game's mails away; the lock ends with the process.

    Raises BusyError, and GameStoreError if no lock can be made.
    """
    with store.sole(SENDING) as alone:
        if not alone:
            raise BusyError(
                f"another process is sending the mails of '{store.place}'",
                "wait until it has finished",
            )
        yield
