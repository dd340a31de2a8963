"""The subset of RFC 5545 recurrence rules that schedules of deadlines may use.

A rule consists of days, weeks or months, with hours and a minute. So no rule can recur every
second, end by itself, or take long to evaluate.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.zones import at_local

#: Largest number of characters of a rule.
LONGEST = 300
#: Number of years within which a rule must have an occurrence.
HORIZON_YEARS = 9
#: Range of years for the start of a rule.
FIRST_YEAR, LAST_YEAR = 2000, 2200
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_MOST = {"DAILY": 366, "WEEKLY": 52, "MONTHLY": 24}
_DAY = re.compile(r"([+-]?[1-5])?(MO|TU|WE|TH|FR|SA|SU)")
_NUMBERS = {
    "INTERVAL": (1, 366, 1),
    "BYHOUR": (0, 23, 24),
    "BYMINUTE": (0, 59, 1),
    "BYMONTHDAY": (-31, 31, 31),
    "BYMONTH": (1, 12, 12),
    "BYSETPOS": (-31, 31, 4),
}
_OF_MONTHS = {"BYMONTH", "BYMONTHDAY", "BYSETPOS"}
_ORDER = ("FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "BYHOUR", "BYMINUTE")
_REMEDY = "write such as FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=20;BYMINUTE=0"


def normalize_rule(text: str) -> str:
    """Check and normalize a recurrence rule: parts in a fixed order, in capitals.

    Raises DeadlineError for an invalid rule, and for parts that schedules may not have.
    """
    parts = _parts(text)
    if parts.get("FREQ") not in _MOST:
        known = " or ".join(f"FREQ={frequency}" for frequency in _MOST)
        raise DeadlineError(f"a schedule rule needs {known}", _REMEDY)
    rule = {name: _value(name, value) for name, value in parts.items()}
    if "BYHOUR" not in rule:
        raise DeadlineError("the rule has no hour", _REMEDY)
    rule.setdefault("BYMINUTE", "0")
    if rule.get("INTERVAL") == "1":
        del rule["INTERVAL"]
    _check_days(rule)
    return ";".join(f"{name}={rule[name]}" for name in _ORDER if name in rule)


def _parts(text: str) -> dict[str, str]:
    if len(text) > LONGEST:
        raise DeadlineError(f"a rule has at most {LONGEST} characters", _REMEDY)
    parts: dict[str, str] = {}
    for part in text.upper().strip().removeprefix("RRULE:").split(";"):
        name, _, value = (word.strip() for word in part.partition("="))
        if name in {"COUNT", "UNTIL"}:
            raise DeadlineError(f"{name} would end the deadlines of a running game", "omit it")
        if name not in _ORDER or not value:
            raise DeadlineError(f"'{part[:40]}' is not allowed in a schedule rule", _REMEDY)
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
    low, high, most = _NUMBERS[name]
    if len(words) > most or not all(re.fullmatch(r"[+-]?[0-9]{1,3}", word) for word in words):
        raise DeadlineError(f"{name}={text[:40]} is not a number, or too long", _REMEDY)
    numbers = sorted({int(word) for word in words})
    if not all(low <= number <= high for number in numbers) or (low < 0 and 0 in numbers):
        raise DeadlineError(f"{name} must be between {low} and {high}", _REMEDY)
    return ",".join(map(str, numbers))


def _check_days(parts: Mapping[str, str]) -> None:
    """Raise DeadlineError for parts that cannot be combined."""
    frequency = parts["FREQ"]
    if int(parts.get("INTERVAL", 1)) > _MOST[frequency]:
        raise DeadlineError(f"INTERVAL is at most {_MOST[frequency]} here", _REMEDY)
    if frequency != "MONTHLY":
        for name in sorted(_OF_MONTHS & parts.keys()):
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
