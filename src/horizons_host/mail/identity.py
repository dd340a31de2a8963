"""The Message-ID of a mail: equal mails of a game have the same, at any time and from any sender.

So a restored copy of a game's file sends nothing twice under another name: our own journal knows
the mail, and if that is lost, too, the receiver's system does.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from itertools import count

from horizons_core.codec import digest_of
from horizons_host.mail.press_mails import token_of
from horizons_host.mail.settings import MailSettings
from horizons_host.store import GameStore, GameStoreError, OutgoingMail, pressing


def content_of(mail: OutgoingMail, store: GameStore) -> str:
    """Return a digest of a mail's content: its game, turn, seat, and text or report.

    A report counts by its document, so that a newer version of the program with another layout does
    not make another mail of it.
    """
    outgoing, info = mail.mail, store.info()
    text: object = outgoing.body
    if outgoing.kind == "report":
        text = _report(store, outgoing.turn or 0, outgoing.seat or "")
    game = [info.name, info.variant, info.created_at]
    if outgoing.kind == pressing.MAIL_KIND:
        text = outgoing.thread
    return digest_of(
        [game, outgoing.kind, outgoing.turn, outgoing.seat, outgoing.in_reply_to, text]
    )


def _report(store: GameStore, turn: int, seat: str) -> object:
    try:
        return store.report(turn, seat)
    except GameStoreError:
        return None  # it is gone, which is reported when the mail is sent


def message_ids(mail: OutgoingMail, content: str, settings: MailSettings) -> Iterator[str]:
    """Yield the Message-IDs of mails with the same content: of the first, of the second, and so on.

    The mail of a message has the token in it that identifies a reply.
    """
    if mail.mail.kind == pressing.MAIL_KIND:
        content = token_of(mail)
    mark = mail.mail.body if mail.mail.kind == "report" else None
    for number in count():
        name = content if (number, mark) == (0, None) else digest_of([content, number, mark])
        yield f"<{name}@{settings.domain}>"


def mark_of_resent() -> str:
    """Return a random mark that distinguishes a report resent on purpose from the one before."""
    return secrets.token_hex(16)
