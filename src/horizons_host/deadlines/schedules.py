"""Schedules of deadlines: a recurrence rule in a time zone, which can be written in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from attrs import frozen

from horizons_host.deadlines import recurrence
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.recurrence import WEEKDAYS
from horizons_host.deadlines.zones import zone_named

_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_FULL = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_REMEDY = (
    'write such as "Mon and Thu 20:00 Europe/Berlin", "daily 20:00", "every 3 days 18:00",'
    ' "every 2 weeks on Fri 18:00", "monthly on 1 and 15 20:00", or a rule FREQ=...'
)
_HOURS = r"(?P<hours>[0-2]?[0-9]:[0-5][0-9](?:(?: and |, ?| )[0-2]?[0-9]:[0-5][0-9])*)"
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
_ZONE = re.compile(r"(?P<rest>.*\S)\s+(?P<zone>[A-Za-z][A-Za-z0-9_+\-]*(?:/[A-Za-z0-9_+\-/]+)?)")


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


@frozen
class Schedule:
    """A recurrence rule (see `recurrence.checked`), its zone, and its start date."""

    rule: str
    zone_name: str
    start: date

    @property
    def zone(self) -> ZoneInfo:
        """The schedule's time zone."""
        return zone_named(self.zone_name)

    def moments(self, after: datetime, left_out: Iterable[Days] = ()) -> Iterator[datetime]:
        """Yield the deadlines after a time, in UTC, without those on the days in `left_out`."""
        zone, days = self.zone, tuple(left_out)
        for deadline in recurrence.occurrences(self.rule, zone, self.start, after):
            if not any(deadline.astimezone(zone).date() in span for span in days):
                yield deadline

    def first(self, after: datetime, left_out: Iterable[Days] = ()) -> datetime | None:
        """Return the first deadline after a time, or None without one in `HORIZON_YEARS`."""
        return next(self.moments(after, left_out), None)

    @property
    def words(self) -> str:
        """The schedule in words, which `schedule_from` parses to an equal one."""
        return f"{_in_words(self.rule)} {self.zone_name}"


def schedule_from(text: str, start: date, zone: str = "UTC") -> Schedule:
    """Parse a schedule in words or as a rule; `zone` applies unless the text names one.

    Raises DeadlineError, also for a schedule that never occurs.
    """
    written = " ".join(text[: recurrence.LONGEST + 1].split())
    rule, named = _split(written)
    schedule = Schedule(recurrence.normalize_rule(_rule_from(rule)), named or zone, start)
    if not recurrence.FIRST_YEAR <= start.year <= recurrence.LAST_YEAR:
        raise DeadlineError(f"a schedule can't begin in {start.year}", "omit the day")
    begin = datetime.combine(start, datetime.min.time(), schedule.zone)
    if schedule.first(begin - timedelta(days=1)) is None:
        raise DeadlineError(f"'{written}' never occurs", _REMEDY)
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
    raise DeadlineError(f"'{text[:80]}' is not a schedule", _REMEDY)


def _at(rule: str, hours: str) -> str:
    times = [time.split(":") for time in re.findall(r"[0-9]+:[0-9]+", hours)]
    minutes = {minute for _, minute in times}
    if len(minutes) > 1:
        raise DeadlineError("all times of a schedule must have the same minute", _REMEDY)
    return f"{rule};BYHOUR={','.join(hour for hour, _ in times)};BYMINUTE={minutes.pop()}"


def _days(text: str) -> str:
    words = [word for word in re.split(r"[, ]+", text.lower()) if word not in {"and", ""}]
    days = []
    for word in words:
        day = next((i for i, name in enumerate(_FULL) if name.startswith(word)), None)
        if day is None or len(word) < 2:
            raise DeadlineError(f"'{word[:20]}' is not a day of the week", _REMEDY)
        days.append(WEEKDAYS[day])
    return ",".join(days)


def _in_words(rule: str) -> str:
    """Return a checked rule in words, or the rule itself if it cannot be put into words."""
    parts = dict(part.split("=") for part in rule.split(";"))
    hours, minute = parts.pop("BYHOUR").split(","), int(parts.pop("BYMINUTE"))
    at = " and ".join(f"{int(hour):02}:{minute:02}" for hour in hours)
    number = parts.pop("INTERVAL", "")
    days = _and(_NAMES[WEEKDAYS.index(day)] for day in _plain_days(parts.get("BYDAY", "")))
    forms = {
        ("FREQ=DAILY", False): "daily",
        ("FREQ=DAILY", True): f"every {number} days",
        ("FREQ=WEEKLY;BYDAY", False): days,
        ("FREQ=WEEKLY;BYDAY", True): f"every {number} weeks on {days}",
    }
    kind = ";".join([f"FREQ={parts.pop('FREQ')}", *parts])
    if kind == "FREQ=MONTHLY;BYMONTHDAY" and not number and "-" not in parts["BYMONTHDAY"]:
        return f"monthly on {_and(parts['BYMONTHDAY'].split(','))} {at}"
    form = forms.get((kind, bool(number)))
    return f"{form} {at}" if form else rule


def _plain_days(text: str) -> list[str]:
    days = text.split(",") if text else []
    return days if all(day in WEEKDAYS for day in days) else []


def _and(words: Iterable[str]) -> str:
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last
