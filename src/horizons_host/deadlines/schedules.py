"""Recurring schedules of deadlines in a time zone, and their description in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo, available_timezones

from attrs import frozen

from horizons_core.errors import HorizonsError, did_you_mean
from horizons_core.localized_text import LocalizedText, time_text

#: Maximum length of a zone's name.
_MAX_ZONE_LENGTH = 64

#: Maximum length of a rule.
MAX_RULE_LENGTH = 300
#: Number of years within which a rule must have an occurrence.
HORIZON_YEARS = 9
#: Range of years for the start of a rule.
FIRST_YEAR, LAST_YEAR = 2000, 2200
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_MAX_INTERVAL = {"DAILY": 366, "WEEKLY": 52, "MONTHLY": 24}
_DAY = re.compile(r"([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)")

_MONTHLY_ONLY = {"BYMONTH", "BYMONTHDAY", "BYSETPOS"}
_ORDER = ("FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "BYHOUR", "BYMINUTE")
_RECURRENCE_REMEDY = "for example FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=20;BYMINUTE=0"

_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_FULL = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SCHEDULE_REMEDY = (
    'for example "Mon and Thu 20:00 Europe/Berlin", "daily 20:00", "every 3 days 18:00",'
    ' "every 2 weeks on Fri 18:00", "monthly on 1 and 15 20:00", or a rule FREQ=...'
)
_HOURS = r"(?P<hours>[0-2]?[0-9]:[0-5][0-9](?:(?: and |, ?| )[0-2]?[0-9]:[0-5][0-9])*)"

_ZONE = re.compile(r"(?P<rest>.*\S)\s+(?P<zone>[A-Za-z][A-Za-z0-9_+\-]*(?:/[A-Za-z0-9_+\-/]+)?)")


class DeadlineError(HorizonsError):
    """An invalid rule, time or change of deadlines."""


def find_zone(name: str) -> ZoneInfo | None:
    """Return the time zone of this name, or None."""
    if name and len(name) <= _MAX_ZONE_LENGTH and name.isprintable():
        with suppress(ValueError, OSError, KeyError):
            return ZoneInfo(name)
    return None


def zone_named(name: str) -> ZoneInfo:
    """Return the time zone of this name, such as "Europe/Berlin"; raises DeadlineError."""
    zone = find_zone(name)
    if zone is not None:
        return zone
    raise DeadlineError(
        LocalizedText("unknown time zone '{name}'", name=name[:_MAX_ZONE_LENGTH]), _hint(name)
    )


def _hint(name: str) -> str:
    known = sorted(available_timezones())
    near = did_you_mean(name[:_MAX_ZONE_LENGTH], known)
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


_NUMBERS = {
    "INTERVAL": (1, 366, 1),
    "BYHOUR": (0, 23, 24),
    "BYMINUTE": (0, 59, 1),
    "BYMONTHDAY": (-31, 31, 31),
    "BYMONTH": (1, 12, 12),
    "BYSETPOS": (-31, 31, 4),
}


def normalize_rule(text: str) -> str:
    """Check and normalize a recurrence rule: parts in a fixed order, in capitals.

    Raises DeadlineError for an invalid rule, and for parts that schedules may not have.
    """
    parts = _parts(text)
    if parts.get("FREQ") not in _MAX_INTERVAL:
        known = " or ".join(f"FREQ={frequency}" for frequency in _MAX_INTERVAL)
        raise DeadlineError(f"a schedule rule needs {known}", _RECURRENCE_REMEDY)
    rule = {name: _value(name, value) for name, value in parts.items()}
    if "BYHOUR" not in rule:
        raise DeadlineError("the rule has no hour", _RECURRENCE_REMEDY)
    rule.setdefault("BYMINUTE", "0")
    if rule.get("INTERVAL") == "1":
        del rule["INTERVAL"]
    _check_days(rule)
    return ";".join(f"{name}={rule[name]}" for name in _ORDER if name in rule)


def _parts(text: str) -> dict[str, str]:
    if len(text) > MAX_RULE_LENGTH:
        raise DeadlineError(f"a rule has at most {MAX_RULE_LENGTH} characters", _RECURRENCE_REMEDY)
    parts: dict[str, str] = {}
    for part in text.upper().strip().removeprefix("RRULE:").split(";"):
        name, _, value = (word.strip() for word in part.partition("="))
        if name in {"COUNT", "UNTIL"}:
            raise DeadlineError(f"{name} would end the deadlines of a running game", "omit it")
        if name not in _ORDER or not value:
            raise DeadlineError(
                f"'{part[:40]}' is not allowed in a schedule rule", _RECURRENCE_REMEDY
            )
        if name in parts:
            raise DeadlineError(f"the rule contains {name} twice", "use it once")
        parts[name] = value
    return parts


def _value(name: str, text: str) -> str:
    if name == "FREQ":
        return text
    words = text.split(",")
    if name == "BYDAY":
        wrong = next((word for word in words if not _DAY.fullmatch(word)), None)
        if wrong is not None or len(words) > 7:
            raise DeadlineError(f"'{wrong or text}' are not days of the week", "BYDAY=MO,TH")
        return ",".join(sorted(set(words), key=lambda word: (WEEKDAYS.index(word[-2:]), word)))
    low, high, max_numbers = _NUMBERS[name]
    if len(words) > max_numbers or not all(
        re.fullmatch(r"[+-]?[0-9]{1,3}", word) for word in words
    ):
        raise DeadlineError(f"{name}={text[:40]} is not a number, or too long", _RECURRENCE_REMEDY)
    numbers = sorted({int(word) for word in words})
    if not all(low <= number <= high for number in numbers) or (low < 0 and 0 in numbers):
        raise DeadlineError(f"{name} must be between {low} and {high}", _RECURRENCE_REMEDY)
    return ",".join(map(str, numbers))


def _check_days(parts: Mapping[str, str]) -> None:
    """Raise DeadlineError for parts that cannot be combined."""
    frequency = parts["FREQ"]
    if int(parts.get("INTERVAL", 1)) > _MAX_INTERVAL[frequency]:
        raise DeadlineError(
            f"INTERVAL is at most {_MAX_INTERVAL[frequency]} here", _RECURRENCE_REMEDY
        )
    if frequency != "MONTHLY":
        for name in sorted(_MONTHLY_ONLY & parts.keys()):
            raise DeadlineError(f"only a monthly rule can have {name}", "omit it")
        if any(len(word) > 2 for word in parts.get("BYDAY", "").split(",")):
            raise DeadlineError("only a monthly rule can number its days", "omit the number")
    if frequency == "WEEKLY" and "BYDAY" not in parts:
        raise DeadlineError("a weekly rule needs days of the week", "FREQ=WEEKLY;BYDAY=MO,TH;...")
    if frequency == "MONTHLY" and not {"BYDAY", "BYMONTHDAY"} & parts.keys():
        raise DeadlineError("a monthly rule needs days", "such as BYMONTHDAY=1,15 or BYDAY=1MO")


def occurrences(rule: str, zone: ZoneInfo, start: date, after: datetime) -> Iterator[datetime]:
    """Yield the occurrences of a checked rule after a time, in UTC and in order, each once.

    They end `HORIZON_YEARS` after it.
    """
    last = after
    for _, walls in groupby(_walls(rule, start, after.astimezone(zone).date()), datetime.date):
        # When clocks change, local times may be in another order than UTC times.
        for moment in sorted({at_local(wall, zone) for wall in walls}):
            if moment > last:
                yield moment
                last = moment


def _walls(rule: str, start: date, day: date) -> Iterator[datetime]:
    """Yield the local times of a rule from the day before `day`, for some years."""
    from dateutil.rrule import rrulestr

    first = max(day - timedelta(days=1), start)
    # Without an interval the start does not matter, and a later one is faster.
    begin = start if "INTERVAL" in rule else max(start, first.replace(day=1))
    until = first + timedelta(days=366 * HORIZON_YEARS)
    bounded = f"{rule};UNTIL={until:%Y%m%d}T000000"
    known = rrulestr(bounded, dtstart=datetime.combine(begin, time()))
    yield from known.xafter(datetime.combine(first, time()), inc=True)


_FORMS = tuple(
    (re.compile(f"{form} (?:at )?{_HOURS}", re.IGNORECASE), rule)
    for form, rule in (
        (r"(?:daily|every day)", "FREQ=DAILY"),
        (r"(?:weekdays|every weekday)", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        (r"every (?P<n>[0-9]{1,3}) days", "FREQ=DAILY;INTERVAL={n}"),
        (r"every (?P<n>[0-9]{1,2}) weeks on (?P<days>[a-z, ]+?)",
         "FREQ=WEEKLY;INTERVAL={n};BYDAY={days}"),
        (r"monthly on (?:the )?(?P<dates>[0-9, and]+?)", "FREQ=MONTHLY;BYMONTHDAY={dates}"),
        (r"(?:every )?(?P<days>[a-z, ]+?)", "FREQ=WEEKLY;BYDAY={days}"),
    )
)  # fmt: skip


@frozen
class Days:
    """A range of days without deadlines, in the zone of the schedule."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    def __str__(self) -> str:
        first = self.first.isoformat()
        return first if self.first == self.last else f"{first}..{self.last.isoformat()}"


#: The schedule without deadlines, and its rule: a turn runs when all orders have arrived.
EVERYONE_READY = "when all are ready"


@frozen
class Schedule:
    """A recurrence rule (see `normalize_rule`) or `EVERYONE_READY`, its zone and its start date."""

    rule: str
    zone_name: str
    start: date

    @property
    def zone(self) -> ZoneInfo:
        """The schedule's time zone."""
        return zone_named(self.zone_name)

    @property
    def has_deadlines(self) -> bool:
        """False if a turn runs only when all orders are final."""
        return self.rule != EVERYONE_READY

    def deadlines_after(self, after: datetime, left_out: Iterable[Days] = ()) -> Iterator[datetime]:
        """Yield the deadlines after a time, in UTC, without those on the days in `left_out`."""
        if not self.has_deadlines:
            return
        zone, days = self.zone, tuple(left_out)
        for deadline in occurrences(self.rule, zone, self.start, after):
            if not any(deadline.astimezone(zone).date() in span for span in days):
                yield deadline

    def first(self, after: datetime, left_out: Iterable[Days] = ()) -> datetime | None:
        """Return the first deadline after a time, or None without one in `HORIZON_YEARS`."""
        return next(self.deadlines_after(after, left_out), None)

    @property
    def words(self) -> str:
        """The schedule in words, which `schedule_from` parses to an equal one."""
        return f"{_in_words(self.rule)} {self.zone_name}" if self.has_deadlines else self.rule


def schedule_from(text: str, start: date, zone: str = "UTC") -> Schedule:
    """Parse a schedule in words or as a rule; `zone` applies unless the text names one.

    Raises DeadlineError, also for a schedule that never occurs.
    """
    written = " ".join(text[: MAX_RULE_LENGTH + 1].split())
    if written.casefold() == EVERYONE_READY:
        return Schedule(EVERYONE_READY, zone, start)
    rule, named = _split(written)
    schedule = Schedule(normalize_rule(_rule_from(rule)), named or zone, start)
    if not FIRST_YEAR <= start.year <= LAST_YEAR:
        raise DeadlineError(f"a schedule can't begin in {start.year}", "omit the day")
    begin = datetime.combine(start, datetime.min.time(), schedule.zone)
    if schedule.first(begin - timedelta(days=1)) is None:
        raise DeadlineError(f"'{written}' never occurs", _SCHEDULE_REMEDY)
    return schedule


def _split(text: str) -> tuple[str, str]:
    """Split a text into the schedule and the zone at its end, or ""."""
    zone = _ZONE.fullmatch(text)
    if zone is None or "=" in zone["zone"]:
        return text, ""
    return zone["rest"], zone["zone"]


def _rule_from(text: str) -> str:
    if "=" in text:
        return text
    for form, rule in _FORMS:
        match = form.fullmatch(text)
        if match is None:
            continue
        words = match.groupdict()
        days = _days(words["days"]) if words.get("days") else ""
        dates = ",".join(re.findall(r"[0-9]+", words.get("dates") or ""))
        return _at(rule.format(n=words.get("n"), days=days, dates=dates), words["hours"])
    raise DeadlineError(f"'{text[:80]}' is not a schedule", _SCHEDULE_REMEDY)


def _at(rule: str, hours: str) -> str:
    times = [time.split(":") for time in re.findall(r"[0-9]+:[0-9]+", hours)]
    minutes = {minute for _, minute in times}
    if len(minutes) > 1:
        raise DeadlineError("all times of a schedule must have the same minute", _SCHEDULE_REMEDY)
    return f"{rule};BYHOUR={','.join(hour for hour, _ in times)};BYMINUTE={minutes.pop()}"


def _days(text: str) -> str:
    words = [word for word in re.split(r"[, ]+", text.lower()) if word not in {"and", ""}]
    days = []
    for word in words:
        day = next((i for i, name in enumerate(_FULL) if name.startswith(word)), None)
        if day is None or len(word) < 2:
            raise DeadlineError(f"'{word[:20]}' is not a day of the week", _SCHEDULE_REMEDY)
        days.append(WEEKDAYS[day])
    return ",".join(days)


def _in_words(rule: str) -> str:
    """Return a checked rule in words, or the rule itself if it cannot be put into words."""
    parts = dict(part.split("=") for part in rule.split(";"))
    hours, minute = parts.pop("BYHOUR").split(","), int(parts.pop("BYMINUTE"))
    at = " and ".join(f"{int(hour):02}:{minute:02}" for hour in hours)
    number = parts.pop("INTERVAL", "")
    days = _joined_with_and(
        _NAMES[WEEKDAYS.index(day)] for day in _plain_days(parts.get("BYDAY", ""))
    )
    forms = {
        ("FREQ=DAILY", False): "daily",
        ("FREQ=DAILY", True): f"every {number} days",
        ("FREQ=WEEKLY;BYDAY", False): days,
        ("FREQ=WEEKLY;BYDAY", True): f"every {number} weeks on {days}",
    }
    kind = ";".join([f"FREQ={parts.pop('FREQ')}", *parts])
    if kind == "FREQ=MONTHLY;BYMONTHDAY" and not number and "-" not in parts["BYMONTHDAY"]:
        return f"monthly on {_joined_with_and(parts['BYMONTHDAY'].split(','))} {at}"
    form = forms.get((kind, bool(number)))
    return f"{form} {at}" if form else rule


def _plain_days(text: str) -> list[str]:
    days = text.split(",") if text else []
    return days if all(day in WEEKDAYS for day in days) else []


def _joined_with_and(words: Iterable[str]) -> str:
    *first, last = list(words) or [""]
    return f"{', '.join(first)} and {last}" if first else last
