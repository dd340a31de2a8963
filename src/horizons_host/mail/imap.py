"""Emails on an IMAP server, and the choice of a source by settings."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from attrs import frozen

from horizons_host.clock import Clock, now
from horizons_host.mail.headers import MAX_HEAD_LENGTH, Head, read_head
from horizons_host.mail.limits import MAX_MAIL_SIZE
from horizons_host.mail.settings import is_near, reason_and_hint
from horizons_host.mail.sources import IncomingMail, MailboxError, Maildir, MailFilter, Mbox, Source

if TYPE_CHECKING:
    from imap_tools import BaseMailBox


#: The environment variable with the password.
PASSWORD = "HORIZONS_IMAP_PASSWORD"  # noqa: S105 - the name of one
_SECONDS = 60
#: Number of heads fetched at a time.
_BATCH = 50
_UID = re.compile(rb"\bUID ([0-9]{1,10})\b")
_SIZE = re.compile(rb"\bRFC822\.SIZE ([0-9]{1,15})\b")
_PORTS = {"imaps": 993, "imap+starttls": 143, "imap": 143}
_HINT = "write it as imaps://user@host/INBOX"
#: English, regardless of the system's language.
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@frozen
class Imap:
    """A folder on a server, and how many days of its emails are read."""

    scheme: str
    host: str
    port: int
    user: str
    folder: str
    days: int
    clock: Clock = now

    def mails(self, is_wanted: MailFilter) -> Iterator[IncomingMail]:
        """Yield the wanted emails, in order of arrival; raises MailboxError."""
        with self._box() as box:
            since = (self.clock() - timedelta(days=self.days)).date()
            criteria = f'(SINCE "{since.day}-{_MONTHS[since.month - 1]}-{since.year}")'
            new = [entry for entry in _heads(box, box.uids(criteria)) if is_wanted(entry[2].key)]
            for uid, size, head in new:
                content = None if size > MAX_MAIL_SIZE else _fetch_email(box, uid)
                if content is not None or size > MAX_MAIL_SIZE:
                    yield IncomingMail(head, content)

    @contextmanager
    def _box(self) -> Iterator[BaseMailBox]:
        import imaplib

        import imap_tools

        host = f"{self.host}:{self.port}"
        try:
            with ExitStack() as cleanup:
                box = self._connect()
                cleanup.callback(_close_connection, box)
                password = os.environ.get(PASSWORD, "")
                cleanup.enter_context(box.login(self.user, password, self.folder))
                yield box
        except imap_tools.MailboxLoginError as problem:
            raise MailboxError(
                f"{host} rejected the user '{self.user}'", f"check the user name and {PASSWORD}"
            ) from problem
        except imap_tools.MailboxFolderSelectError as problem:
            raise MailboxError(
                f"{host} has no folder '{self.folder}'", "check the folder at the end of the URL"
            ) from problem
        except (OSError, imaplib.IMAP4.error, imap_tools.ImapToolsError) as problem:
            default_hint = "check the host and the connection, then try again"
            reason, hint = reason_and_hint(problem, default_hint)
            raise MailboxError(f"the emails on {host} cannot be read: {reason}", hint) from problem

    def _connect(self) -> BaseMailBox:
        import ssl

        import imap_tools

        if self.scheme == "imap":
            return imap_tools.MailBoxUnencrypted(self.host, self.port, timeout=_SECONDS)
        secure = ssl.create_default_context()  # without one the certificate is not verified
        if self.scheme == "imaps":
            return imap_tools.MailBox(self.host, self.port, timeout=_SECONDS, ssl_context=secure)
        return imap_tools.MailBoxStartTls(
            self.host, self.port, timeout=_SECONDS, ssl_context=secure
        )


def _close_connection(box: BaseMailBox) -> None:
    """Close the connection in any state."""
    with suppress(OSError):
        box.client.shutdown()


def _heads(box: BaseMailBox, uids: Sequence[str]) -> Iterator[tuple[str, int, Head]]:
    """Yield UID, size and head of each of these emails; only the part of a head that is read."""
    for start in range(0, len(uids), _BATCH):
        for uid, size, data in _fetch(box, uids[start : start + _BATCH]):
            yield uid, size, read_head(data, f"{uid} {size}".encode())


def _fetch(box: BaseMailBox, uids: Sequence[str]) -> Iterator[tuple[str, int, bytes]]:
    query = f"(UID RFC822.SIZE BODY.PEEK[HEADER]<0.{MAX_HEAD_LENGTH}>)"
    _, answer = box.client.uid("FETCH", ",".join(uids), query)
    for part, after in zip(answer, [*answer[1:], b""], strict=True):
        if isinstance(part, tuple):
            description = part[0] + (after if isinstance(after, bytes) else b"")
            uid, size = _UID.search(description), _SIZE.search(description)
            if uid and size:
                yield uid[1].decode(), int(size[1]), part[1]


def _fetch_email(box: BaseMailBox, uid: str) -> bytes | None:
    """Return an email unparsed; None if it was deleted meanwhile."""
    _, answer = box.client.uid("FETCH", uid, "(BODY.PEEK[])")
    return next((part[1] for part in answer if isinstance(part, tuple)), None)


def imap_from(url: str, days: int, clock: Clock = now) -> Imap:
    """Parse the URL of a folder, without a password; raises MailboxError."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as problem:
        raise MailboxError(f"'{url}' is not the URL of a mail folder", _HINT) from problem
    if parts.scheme not in _PORTS or not parts.hostname or not parts.username:
        raise MailboxError(f"'{url}' is not the URL of a mail folder", _HINT)
    if parts.password is not None:
        raise MailboxError(
            "all users of this machine can see a password in a URL",
            f"remove it, and set {PASSWORD} in the environment",
        )
    if parts.scheme == "imap" and not is_near(parts.hostname):
        raise MailboxError(
            f"without encryption, others can read the password on its way to {parts.hostname}",
            "use imaps:// or imap+starttls://",
        )
    return Imap(
        scheme=parts.scheme,
        host=parts.hostname,
        port=port or _PORTS[parts.scheme],
        user=unquote(parts.username),
        folder=unquote(parts.path.lstrip("/")) or "INBOX",
        days=days,
        clock=clock,
    )


def source_of(kind: str, place: str, days: int, clock: Clock = now) -> Source:
    """Return the mbox, Maildir or IMAP folder at a place; for IMAP only `days` days.

    Raises MailboxError for an invalid URL of a folder.
    """
    if kind == "imap":
        return imap_from(place, days, clock)
    return Mbox(Path(place)) if kind == "mbox" else Maildir(Path(place))
