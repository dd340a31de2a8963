"""Replies by mail to messages between seats, which are added to their threads."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from functools import partial

from attrs import frozen
from sqlalchemy import Connection

from horizons_host.clock import Clock, stamp
from horizons_host.mail.addresses import same
from horizons_host.mail.answers import answers
from horizons_host.mail.bodies import MailText
from horizons_host.mail.headers import Head
from horizons_host.mail.identities import identifying_words
from horizons_host.mail.parts_read import PersonalText
from horizons_host.mail.press_mails import ReturnedError, reply_sent_part, reply_text, tokens_in
from horizons_host.press.posting import Draft, MessagingState, post, read_state
from horizons_host.press.texts import MessageError, clean
from horizons_host.store import (
    GameMails,
    GameMessages,
    GameStoreError,
    Message,
    NewMail,
    ReadMail,
    pressing,
)

_ATTEMPTS = 5


class _ChangedError(Exception):
    """The game has changed since it was read."""


@frozen
class RepliedMessage:
    """The message that a mail replies to, as its recipient's seat has it."""

    game_mails: GameMails
    seat: str
    message: Message


def replied_message(mails_of_games: Iterable[GameMails], head: Head) -> RepliedMessage | None:
    """Return the message that a mail replies to, or None."""
    tokens = tokens_in(head.reply_to_ids)
    for game_post in mails_of_games:
        for token in tokens:
            seat_and_message = GameMessages(game_post.store).by_token(token)
            if seat_and_message is not None:
                return RepliedMessage(game_post, *seat_and_message)
    return None


def add_reply(
    original: RepliedMessage, head: Head, texts: Sequence[MailText], read: ReadMail, clock: Clock
) -> bool:
    """Add a mail's text to the thread of the message it replies to, and mark the mail as read.

    Its sender gets a receipt. Returns False if another process has read the mail. Raises
    MessageError if the reply is not allowed, or does not come from the recipient of the message.
    """
    words = reply_text(texts)
    draft = Draft(original.seat, words.text, answers=original.message.number)
    for _ in range(_ATTEMPTS):
        context = read_state(original.game_mails.store)
        if not head.sender or not same(context.addresses.get(original.seat, ""), head.sender):
            raise MessageError(
                "it comes from a different address than the message was sent to",
                "reply from that address",
            )
        with contextlib.suppress(_ChangedError):
            return original.game_mails.take(
                read, partial(_send, draft, context, head, words, clock)
            )
    raise GameStoreError("the game kept changing", "read the mails again")


def _send(
    draft: Draft,
    context: MessagingState,
    head: Head,
    words: PersonalText,
    clock: Clock,
    connection: Connection,
) -> list[NewMail]:
    """Send a draft in this transaction and return the mails with the receipt."""
    if not context.is_current(connection):
        raise _ChangedError
    if pressing.rule(connection).anonymous:
        _check_anonymous(draft, context, head, words.doubtful)
    message = post(connection, draft, context, clock)
    receipt = reply_sent_part(message, head.sender, words.remarks("Not sent"))
    return answers([receipt], head, stamp(clock))


def _check_anonymous(draft: Draft, context: MessagingState, head: Head, doubtful: str) -> None:
    """Raise MessageError if a text for an anonymous message names, or may name, its writer."""
    if doubtful:
        raise ReturnedError(
            "messages in this game are anonymous, and yours may contain a quoted"
            f" mail, from the line '{doubtful[:60]}'",
            "send it again without it",
            draft.text,
        )
    seat = draft.sender or ""
    names = {*context.names.get(seat, ()), head.name}
    named = identifying_words(
        clean(draft.text), names, (head.sender, context.addresses.get(seat, ""))
    )
    if named:
        raise ReturnedError(
            "messages in this game are anonymous, and yours contains your name or"
            f" address: '{named}'",
            "send it again without it",
            draft.text,
        )
