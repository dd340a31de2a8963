"""The lock of an mbox: other programs wait while it is read, and locks of dead processes expire.

There are two common kinds, and both are used: the system's lock on the file, which ends with its
process, and a file next to it with the ending `.lock`. Ours names our host and process, so that a
later reader can see that we are gone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_host.processes import is_gone, this_process

#: An older lock file of another program was left behind: a delivery takes moments.
_STALE_SECONDS = 600


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
    """Tell whether the process that created a lock file is gone."""
    try:
        text, modified = (
            lock_file.read_text("ascii", errors="replace")[:300],
            lock_file.stat().st_mtime,
        )
    except FileNotFoundError:
        return True
    gone = is_gone(text)
    return abs(time.time() - modified) > _STALE_SECONDS if gone is None else gone


def _busy(path: Path) -> MailboxError:
    return MailboxError(
        f"'{path}' is locked: another program is writing to it",
        f"try again in a moment; if no other program uses it, delete '{path.name}.lock'",
    )
