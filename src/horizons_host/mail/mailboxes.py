"""The source of incoming mails, as named by settings or a command."""

from __future__ import annotations

from pathlib import Path

from horizons_host.clock import Clock, now
from horizons_host.mail.sources import Maildir, Mbox, Source


def source_of(kind: str, place: str, days: int, clock: Clock = now) -> Source:
    """Return the mbox, Maildir or IMAP folder at a place; for IMAP only `days` days.

    Raises MailboxError for an invalid URL of a folder.
    """
    if kind == "imap":
        from horizons_host.mail.imap import imap_from

        return imap_from(place, days, clock)
    return Mbox(Path(place)) if kind == "mbox" else Maildir(Path(place))
