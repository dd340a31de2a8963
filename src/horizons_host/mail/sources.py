"""Emails in an mbox file or a Maildir."""

from __future__ import annotations

import mailbox
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from glob import escape
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Protocol

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_host.mail.headers import MAX_HEAD_LENGTH, Head, read_head
from horizons_host.mail.limits import MAX_MAIL_SIZE
from horizons_host.processes import is_gone, this_process

#: An older lock file of another program was left behind: a delivery takes moments.
_STALE_SECONDS = 600
#: Decides whether the email of a key is to be read.
MailFilter = Callable[[str], bool]


class MailboxError(HorizonsError):
    """A mailbox that cannot be read."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold both locks of an mbox; raises MailboxError while another program has one of them."""
    lock_file = path.with_name(f"{path.name}.lock")
    with path.open("rb") as stream:
        if not _system_lock(stream.fileno()):
            raise _busy(path)
        created = _lock_file(path, lock_file)
        try:
            yield
        finally:
            if created:
                lock_file.unlink(missing_ok=True)


def _system_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed; False if another program has locked it."""
    try:
        import fcntl
    except ImportError:  # not on Windows, whose mail programs keep no mbox files
        return True
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _lock_file(path: Path, lock_file: Path) -> bool:
    """Create the lock file; False if the folder is read-only, so that no process can."""
    for _ in range(2):
        try:
            _create_lock(lock_file)
        except FileExistsError:
            if not _is_stale(lock_file):
                raise _busy(path) from None
            lock_file.unlink(missing_ok=True)
        except PermissionError:
            return False
        except OSError as problem:
            if not os.access(lock_file.parent, os.W_OK):
                return False  # a read-only file system
            raise MailboxError(
                f"'{lock_file}' cannot be created: {problem.strerror}", ""
            ) from problem
        else:
            return True
    raise _busy(path)


def _create_lock(lock_file: Path) -> None:
    """Create a lock file that names its holder from the first moment, even if we are killed.

    It is written under another name and then linked to its own, which fails if that exists.
    """
    _clear_drafts(lock_file)
    draft = lock_file.with_name(f"{lock_file.name}.{os.getpid()}")
    try:
        draft.write_text(f"{this_process()}\n", encoding="ascii")
        try:
            os.link(draft, lock_file)
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            with lock_file.open("x", encoding="ascii") as stream:
                stream.write(f"{this_process()}\n")
    finally:
        draft.unlink(missing_ok=True)


def _clear_drafts(lock_file: Path) -> None:
    """Remove drafts of processes that were killed while they created a lock file."""
    for draft in lock_file.parent.glob(f"{escape(lock_file.name)}.*"):
        if draft.suffix[1:].isdecimal():
            with suppress(OSError):
                if is_gone(draft.read_text("ascii", errors="replace")[:300]):
                    draft.unlink()


def _is_stale(lock_file: Path) -> bool:
    """Return whether the process that created a lock file is gone."""
    try:
        text, modified = (
            lock_file.read_text("ascii", errors="replace")[:300],
            lock_file.stat().st_mtime,
        )
    except FileNotFoundError:
        return True
    gone = is_gone(text)
    if gone is not None:
        return gone
    with NamedTemporaryFile(dir=lock_file.parent) as probe:  # by the clock of the disk
        now = Path(probe.name).stat().st_mtime
    return abs(now - modified) > _STALE_SECONDS


def _busy(path: Path) -> MailboxError:
    return MailboxError(
        f"'{path}' is locked: another program is writing to it",
        f"try again in a moment; if no other program uses it, delete '{path.name}.lock'",
    )


@frozen
class IncomingMail:
    """An incoming email. `data` is its content, or None if it is too large to be parsed."""

    head: Head
    data: bytes | None


class Source(Protocol):
    """A place where emails arrive."""

    def mails(self, is_wanted: MailFilter) -> Iterator[IncomingMail]:
        """Yield the wanted emails, in order of arrival; raises MailboxError."""


class _Readable(Protocol):
    def read(self, size: int | None = ..., /) -> bytes: ...


@frozen
class Mbox:
    """A file with one email after the other."""

    path: Path

    def mails(self, is_wanted: MailFilter) -> Iterator[IncomingMail]:
        """Yield the wanted emails; the file is locked while it is read, not while they are used.

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
    """A folder with a file for each email, in `new` and `cur`."""

    path: Path

    def mails(self, is_wanted: MailFilter) -> Iterator[IncomingMail]:
        """Yield the wanted emails, by the time in their names; raises MailboxError, OSError."""
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

    In a Maildir names identify them; elsewhere emails are equal if their complete content is.
    """
    for key in keys:
        try:
            with box.get_file(key) as stream:
                start = stream.read(MAX_HEAD_LENGTH)
                copy = start + (_all_of(stream) or b"") if by_content else key.encode()
            head = read_head(start, copy)
            if is_wanted(head.key):
                with box.get_file(key) as stream:
                    yield IncomingMail(head, _all_of(stream))
        except (KeyError, FileNotFoundError):
            continue  # another program has moved it; it will be read at its new place


def _all_of(stream: _Readable) -> bytes | None:
    data = stream.read(MAX_MAIL_SIZE + 1)
    return data if len(data) <= MAX_MAIL_SIZE else None
