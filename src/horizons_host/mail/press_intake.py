"""Answers by mail to messages between seats: they go into their threads."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from functools import partial

from attrs import frozen
from sqlalchemy import Connection

from horizons_host.clock import Clock, stamp
from horizons_host.mail.addresses import same
from horizons_host.mail.answers import answers
from horizons_host.mail.bodies import Body
from horizons_host.mail.headers import Head
from horizons_host.mail.identities import identifying_words
from horizons_host.mail.parts_read import Words
from horizons_host.mail.press_mails import ReturnedError, answer_in, sent_part, tokens_in
from horizons_host.press.posting import Draft, Here, here_of, post
from horizons_host.press.texts import PressError, clean
from horizons_host.store import GameStoreError, Message, NewMail, Post, Press, ReadMail, pressing

_ATTEMPTS = 5


class _ChangedError(Exception):
    """The game is another than it was a moment ago."""


@frozen
class Answered:
    """The message that a mail answers, as the seat has it to which it was sent."""

    post: Post
    seat: str
    message: Message


def answered_by(posts: Iterable[Post], head: Head) -> Answered | None:
    """The message that a mail answers; None if it answers none that can be found."""
    tokens = tokens_in(head.answered)
    for one in posts:
        for token in tokens:
            found = Press(one.store).by_token(token)
            if found is not None:
                return Answered(one, *found)
    return None


def pass_on(
    answered: Answered, head: Head, texts: Sequence[Body], read: ReadMail, clock: Clock
) -> bool:
    """Put what a mail says into the thread of the message that it answers; the mail is read then.

    Its sender gets a receipt. False if another process has read the mail. Raises PressError if it
    may not go there, or does not come from whom the message was sent to.
    """
    words = answer_in(texts)
    draft = Draft(answered.seat, words.text, answers=answered.message.number)
    for _ in range(_ATTEMPTS):
        here = here_of(answered.post.store)
        if not head.sender or not same(here.addresses.get(answered.seat, ""), head.sender):
            raise PressError(
                "it comes from a different address than the message was sent to",
                "reply from that address",
            )
        with contextlib.suppress(_ChangedError):
            return answered.post.take(read, partial(_put, draft, here, head, words, clock))
    raise GameStoreError("the game kept changing", "read the mails again")


def _put(
    draft: Draft, here: Here, head: Head, words: Words, clock: Clock, connection: Connection
) -> list[NewMail]:
    """Send a draft in this transaction; the answer is the receipt."""
    if not here.stands(connection):
        raise _ChangedError
    if pressing.rule(connection).anonymous:
        _demand_nameless(draft, here, head, words.doubtful)
    message = post(connection, draft, here, clock)
    receipt = sent_part(message, head.sender, words.remarks("Not sent"))
    return answers([receipt], head, stamp(clock))


def _demand_nameless(draft: Draft, here: Here, head: Head, doubtful: str) -> None:
    """Raises PressError if a text for an anonymous message says, or may say, who wrote it."""
    if doubtful:
        raise ReturnedError(
            "messages in this game are anonymous, and yours may contain a quoted"
            f" mail, from the line '{doubtful[:60]}'",
            "send it again without it",
            draft.text,
        )
    seat = draft.sender or ""
    names = {*here.names.get(seat, ()), head.name}
    said = identifying_words(clean(draft.text), names, (head.sender, here.addresses.get(seat, "")))
    if said:
        raise ReturnedError(
            "messages in this game are anonymous, and yours contains your name or"
            f" address: '{said}'",
            "send it again without it",
            draft.text,
        )
