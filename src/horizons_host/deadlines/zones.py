"""Time zones, and conversion of times to and from local time.

Local times are kept across daylight saving changes. As in RFC 5545, a local time that is skipped
in spring is read with the offset before the change (02:30 is 03:30 summer time), and one that
occurs twice in autumn is the first of the two.
"""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

from horizons_core.errors import did_you_mean
from horizons_core.localized_text import LocalizedText, time_text
from horizons_host.deadlines.errors import DeadlineError

#: Longest name of a zone.
_LONGEST = 64


def zone_named(name: str) -> ZoneInfo:
    """Return the time zone of this name, such as "Europe/Berlin"; raises DeadlineError."""
    if len(name) <= _LONGEST and name.isprintable():
        try:
            return ZoneInfo(name)
        except (ValueError, OSError, KeyError):
            pass
    raise DeadlineError(
        LocalizedText("unknown time zone '{name}'", name=name[:_LONGEST]), _hint(name)
    )


def _hint(name: str) -> str:
    known = sorted(available_timezones())
    near = did_you_mean(name[:_LONGEST], known)
    return near if near.startswith("did") else "such as Europe/Berlin, America/New_York, UTC"


def parse_time(stamped: str) -> datetime:
    """Parse a stored time, to UTC; raises DeadlineError."""
    try:
        time = datetime.fromisoformat(stamped)
    except ValueError:
        raise DeadlineError(
            LocalizedText("'{time}' is not a time", time=stamped[:40]), "write 2026-11-30T20:00"
        ) from None
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)


def at_local(local: datetime, zone: ZoneInfo) -> datetime:
    """Convert a local time of a zone to UTC."""
    return local.replace(tzinfo=zone, fold=0).astimezone(UTC)


def format_time(time: datetime, zone: ZoneInfo) -> str:
    """Format a time for players: `Mon 30 Nov 2026 20:00 CET`. Whole minutes, no locale."""
    return time_text(time.astimezone(zone))


def time_from(text: str, zone: ZoneInfo) -> datetime:
    """Parse a time, which is local time of a zone unless it has an offset, to UTC.

    Raises DeadlineError.
    """
    try:
        time = datetime.fromisoformat(text.strip())
        return at_local(time, zone) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError):
        raise DeadlineError(
            LocalizedText("'{time}' is not a date and time", time=text[:40]),
            'write it as "2026-11-30 20:00"',
        ) from None
