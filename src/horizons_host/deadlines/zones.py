"""Time zones, and moments in the words of one.

A local wall time is kept over daylight saving. As RFC 5545 has it, a wall time that a spring's
change leaves out is read by the offset before it (02:30 is 03:30 summer time), and one that comes
twice in autumn is the first of the two.
"""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

from horizons_core.errors import did_you_mean
from horizons_core.localized_text import LocalizedText, time_text
from horizons_host.deadlines.errors import DeadlineError

#: No zone has a longer name.
_LONGEST = 64


def zone_named(name: str) -> ZoneInfo:
    """The time zone of this name, such as "Europe/Berlin" or "UTC"; raises DeadlineError."""
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


def moment(stamped: str) -> datetime:
    """The moment of a stored time; raises DeadlineError for what is none."""
    try:
        found = datetime.fromisoformat(stamped)
    except ValueError:
        raise DeadlineError(
            LocalizedText("'{time}' is not a time", time=stamped[:40]), "write 2026-11-30T20:00"
        ) from None
    return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)


def at_local(local: datetime, zone: ZoneInfo) -> datetime:
    """The moment, in UTC, at which the clocks of a zone show a wall time."""
    return local.replace(tzinfo=zone, fold=0).astimezone(UTC)


def in_words(time: datetime, zone: ZoneInfo) -> str:
    """A moment as players read it: `Mon 30 Nov 2026 20:00 CET`. Whole minutes, no locale."""
    return time_text(time.astimezone(zone))


def time_from(text: str, zone: ZoneInfo) -> datetime:
    """The moment that somebody wrote, as wall time of a zone unless it names an offset.

    Raises DeadlineError.
    """
    try:
        found = datetime.fromisoformat(text.strip())
        return at_local(found, zone) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        raise DeadlineError(
            LocalizedText("'{time}' is not a date and time", time=text[:40]),
            'write it as "2026-11-30 20:00"',
        ) from None
