"""The lock of an mbox: other programs wait while it is read, and none waits for a dead one.

Two kinds are usual, and both are kept: the system's lock on the file, which ends with its process,
and a file beside it that ends in `.lock`. Ours holds our host and process, so a later reader sees
that we are gone.
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

#: A lock file of another program that is older was left behind: a delivery takes moments.
_STALE_SECONDS = 600


class MailboxError(HorizonsError):
    """A mailbox that cannot be read."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold both locks of an mbox; raises MailboxError while another program has one of them."""
    beside = path.with_name(f"{path.name}.lock")
    with path.open("rb") as stream:
        if not _system_lock(stream.fileno()):
            raise _busy(path)
        ours = _lock_file(path, beside)
        try:
            yield
        finally:
            if ours:
                beside.unlink(missing_ok=True)


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


def _lock_file(path: Path, beside: Path) -> bool:
    """Make the lock file; False where the folder is read-only, and nobody else can make one."""
    for _ in range(2):
        try:
            _place(beside)
        except FileExistsError:
            if not _is_stale(beside):
                raise _busy(path) from None
            beside.unlink(missing_ok=True)
        except PermissionError:
            return False
        except OSError as problem:
            if not os.access(beside.parent, os.W_OK):
                return False  # a file system that is mounted read-only
            raise MailboxError(f"'{beside}' cannot be created: {problem.strerror}", "") from problem
        else:
            return True
    raise _busy(path)


def _place(beside: Path) -> None:
    """Make a lock file that says from its first moment on who holds it, whenever we are killed.

    It is written under another name and gets its own by a link, which fails if there is one.
    """
    _clear_drafts(beside)
    draft = beside.with_name(f"{beside.name}.{os.getpid()}")
    try:
        draft.write_text(f"{this_process()}\n", encoding="ascii")
        try:
            os.link(draft, beside)
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            with beside.open("x", encoding="ascii") as stream:
                stream.write(f"{this_process()}\n")
    finally:
        draft.unlink(missing_ok=True)


def _clear_drafts(beside: Path) -> None:
    """Remove what processes that were killed while they made a lock file have left."""
    for draft in beside.parent.glob(f"{escape(beside.name)}.*"):
        if draft.suffix[1:].isdecimal():
            with suppress(OSError):
                if is_gone(draft.read_text("ascii", errors="replace")[:300]):
                    draft.unlink()


def _is_stale(beside: Path) -> bool:
    """Whether who made a lock file is gone."""
    try:
        text, made = beside.read_text("ascii", errors="replace")[:300], beside.stat().st_mtime
    except FileNotFoundError:
        return True
    gone = is_gone(text)
    return abs(time.time() - made) > _STALE_SECONDS if gone is None else gone


def _busy(path: Path) -> MailboxError:
    return MailboxError(
        f"'{path}' is locked: another program is writing to it",
        f"try again in a moment; if no other program uses it, delete '{path.name}.lock'",
    )
