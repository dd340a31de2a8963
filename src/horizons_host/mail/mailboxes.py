"""The place where mails come in, by what settings or a command call it."""

from __future__ import annotations

from pathlib import Path

from horizons_host.clock import Clock, now
from horizons_host.mail.sources import Maildir, Mbox, Source


def source_of(kind: str, place: str, days: int, clock: Clock = now) -> Source:
    """The mbox, Maildir or IMAP folder at a place; on a server the mails of so many days.

    Raises MailboxError for what is no URL of a folder.
    """
    if kind == "imap":
        from horizons_host.mail.imap import imap_from

        return imap_from(place, days, clock)
    return Mbox(Path(place)) if kind == "mbox" else Maildir(Path(place))
