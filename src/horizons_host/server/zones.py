"""The reader's time zone: that of their account, else of their browser, else UTC.

Scripts tell the browser's zone with a cookie. Without a reader, as in emails, times keep their own
zone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from attrs import frozen

from horizons_host.deadlines.schedules import find_zone

#: The name of the cookie, which scripts set, and of the account's setting.
ZONE_COOKIE, ZONE_SETTING = "zone", "zone"


@frozen
class ReaderZone:
    """A reader's zone; `is_chosen` if it is the account's, which scripts leave alone."""

    zone: ZoneInfo
    is_chosen: bool = False


_UTC = ReaderZone(ZoneInfo("UTC"))
_current: ContextVar[ReaderZone | None] = ContextVar("zone", default=None)


def reader_zone() -> ReaderZone:
    """Return the zone of the current request's reader."""
    return _current.get() or _UTC


def set_reader_zone(name: str, *, is_chosen: bool = False) -> None:
    """Answer the current request in a time zone; an unknown one changes nothing."""
    zone = find_zone(name)
    if zone is not None:
        _current.set(ReaderZone(zone, is_chosen))


@contextmanager
def in_zone(name: str) -> Iterator[None]:
    """Run the block for a reader in a time zone, or in UTC if there is none of that name."""
    before = _current.set(_UTC)
    try:
        set_reader_zone(name)
        yield
    finally:
        _current.reset(before)


def in_reader_zone(time: datetime) -> datetime:
    """Return an aware time in the reader's zone; without a reader, in its own."""
    reader = _current.get()
    return time if reader is None else time.astimezone(reader.zone)


def parse_stamp(stamped: str) -> datetime | None:
    """Return a stored time; None for a text that is no time, as in a file edited by hand."""
    try:
        time = datetime.fromisoformat(stamped)
        return time if time.tzinfo else time.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
