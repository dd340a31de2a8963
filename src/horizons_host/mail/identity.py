"""The Message-ID of a mail: the same mail of a game has the same one, whoever sends it and when.

So a copy of a game's file that is put back sends nothing twice under another name: our own journal
knows the mail, and if that is lost, too, the receiver's system does.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from itertools import count

from horizons_core.codec import digest_of
from horizons_host.mail.press_mails import token_of
from horizons_host.mail.settings import Settings
from horizons_host.store import GameStore, GameStoreError, OutgoingMail, pressing


def content_of(mail: OutgoingMail, store: GameStore) -> str:
    """A digest of what a mail says: its game, turn, seat, and text or report.

    The report counts as its document, so that a newer version of the program, which lays it out
    otherwise, does not make another mail of it.
    """
    what, plate = mail.mail, store.plate()
    text: object = what.body
    if what.kind == "report":
        text = _report(store, what.turn or 0, what.seat or "")
    game = [plate.name, plate.variant, plate.created_at]
    if what.kind == pressing.MAIL_KIND:
        text = what.thread
    return digest_of([game, what.kind, what.turn, what.seat, what.in_reply_to, text])


def _report(store: GameStore, turn: int, seat: str) -> object:
    try:
        return store.report(turn, seat)
    except GameStoreError:
        return None  # it is gone, and whoever wants to send the mail will be told so


def message_ids(mail: OutgoingMail, content: str, settings: Settings) -> Iterator[str]:
    """The Message-IDs of mails that say the same: of the first, of the second, and so on.

    A message's mail has the token in it by which an answer is known.
    """
    if mail.mail.kind == pressing.MAIL_KIND:
        content = token_of(mail)
    mark = mail.mail.body if mail.mail.kind == "report" else None
    for number in count():
        name = content if (number, mark) == (0, None) else digest_of([content, number, mark])
        yield f"<{name}@{settings.domain}>"


def mark_of_resent() -> str:
    """What sets a report that is sent once more, on purpose, apart from the one before."""
    return secrets.token_hex(16)
