"""Sources of mails: an mbox file, a Maildir, an IMAP server. None of them is changed."""

from __future__ import annotations

import mailbox
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol

from attrs import frozen

from horizons_host.mail.headers import LONGEST_HEAD, Head, read_head
from horizons_host.mail.limits import LARGEST_MAIL
from horizons_host.mail.locks import MailboxError, locked

#: Decides whether the mail of a key is to be read.
MailFilter = Callable[[str], bool]


@frozen
class IncomingMail:
    """An incoming mail. `data` is its content, or None if it is too large to be parsed."""

    head: Head
    data: bytes | None


class Source(Protocol):
    """A place where mails arrive."""

    def mails(self, is_wanted: MailFilter) -> Iterator[IncomingMail]:
        """Yield the wanted mails, in order of arrival; raises MailboxError."""


class _Readable(Protocol):
    def read(self, size: int | None = ..., /) -> bytes: ...


@frozen
class Mbox:
    """A file with one mail after the other."""

    path: Path

    def mails(self, is_wanted: MailFilter) -> Iterator[IncomingMail]:
        """Yield the wanted mails; the file is locked while it is read, not while they are used.

        Raises MailboxError, OSError.
        """
        if self.path.is_dir():
            raise MailboxError(f"'{self.path}' is a folder", "use --maildir for a Maildir")
        with self.path.open("rb") as stream:
            if stream.read(5) not in {b"From ", b""}:
                raise MailboxError(
                    f"'{self.path}' is not an mbox file: it does not begin with 'From '",
                    "use the file in which your mail program stores a folder",
                )
        with locked(self.path), closing(mailbox.mbox(self.path, create=False)) as box:
            stored = list(_stored(box, box.keys(), is_wanted, by_content=True))
        yield from stored


@frozen
class Maildir:
    """A folder with a file for each mail, in `new` and `cur`."""

    path: Path

    def mails(self, is_wanted: MailFilter) -> Iterator[IncomingMail]:
        """Yield the wanted mails, by the time in their names; raises MailboxError, OSError."""
        if not self.path.is_dir():
            state = "is a file" if self.path.exists() else "does not exist"
            raise MailboxError(f"the Maildir '{self.path}' {state}", "check the path")
        if not all((self.path / part).is_dir() for part in ("cur", "new")):
            raise MailboxError(
                f"'{self.path}' is not a Maildir: it has no folders 'cur' and 'new'",
                "use the folder that contains these two",
            )
        box = mailbox.Maildir(self.path, create=False)
        yield from _stored(box, sorted(box.keys(), key=_delivered), is_wanted)


def _delivered(key: str) -> tuple[int, str]:
    """Return the arrival time, which is at the beginning of a Maildir name, as a sort key."""
    digits = re.match(r"[0-9]{1,12}", key)
    return int(digits.group()) if digits else 0, key


def _stored(
    box: mailbox.mbox | mailbox.Maildir,
    keys: Iterable[str],
    is_wanted: MailFilter,
    *,
    by_content: bool = False,
) -> Iterator[IncomingMail]:
    """Yield the wanted mails.

    In a Maildir names identify them; elsewhere mails are equal if their complete content is.
    """
    for key in keys:
        try:
            with box.get_file(key) as stream:
                start = stream.read(LONGEST_HEAD)
                copy = start + (_all_of(stream) or b"") if by_content else key.encode()
            head = read_head(start, copy)
            if is_wanted(head.key):
                with box.get_file(key) as stream:
                    yield IncomingMail(head, _all_of(stream))
        except (KeyError, FileNotFoundError):
            continue  # another program has moved it; it will be read at its new place


def _all_of(stream: _Readable) -> bytes | None:
    data = stream.read(LARGEST_MAIL + 1)
    return data if len(data) <= LARGEST_MAIL else None
