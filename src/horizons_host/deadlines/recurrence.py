"""Recurrence rules of RFC 5545, of which a game's deadlines need a part, read within bounds.

Only what a table of meetings needs is taken: days, weeks or months, at hours and a minute that are
named. So no rule can come every second, end by itself, or take long to look through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.zones import at_local

#: No rule is written with more characters.
LONGEST = 300
#: Within so many years a rule has to come about.
HORIZON_YEARS = 9
#: Rules begin on a day between these years.
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


def checked(text: str) -> str:
    """A recurrence rule in its one form: parts in a fixed order, in capitals.

    Raises DeadlineError for what is no such rule, and for parts that deadlines do not have.
    """
    parts = _parts(text)
    if parts.get("FREQ") not in _MOST:
        known = " or ".join(f"FREQ={one}" for one in _MOST)
        raise DeadlineError(f"a schedule rule needs {known}", _REMEDY)
    found = {name: _value(name, value) for name, value in parts.items()}
    if "BYHOUR" not in found:
        raise DeadlineError("the rule has no hour", _REMEDY)
    found.setdefault("BYMINUTE", "0")
    if found.get("INTERVAL") == "1":
        del found["INTERVAL"]
    _check_days(found)
    return ";".join(f"{name}={found[name]}" for name in _ORDER if name in found)


def _parts(text: str) -> dict[str, str]:
    if len(text) > LONGEST:
        raise DeadlineError(f"a rule has at most {LONGEST} characters", _REMEDY)
    found: dict[str, str] = {}
    for part in text.upper().strip().removeprefix("RRULE:").split(";"):
        name, _, value = (word.strip() for word in part.partition("="))
        if name in {"COUNT", "UNTIL"}:
            raise DeadlineError(f"{name} would end the deadlines of a running game", "omit it")
        if name not in _ORDER or not value:
            raise DeadlineError(f"'{part[:40]}' is not allowed in a schedule rule", _REMEDY)
        if name in found:
            raise DeadlineError(f"the rule contains {name} twice", "use it once")
        found[name] = value
    return found


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


def _check_days(found: Mapping[str, str]) -> None:
    """Raises DeadlineError for parts that do not belong together."""
    frequency = found["FREQ"]
    if int(found.get("INTERVAL", 1)) > _MOST[frequency]:
        raise DeadlineError(f"INTERVAL is at most {_MOST[frequency]} here", _REMEDY)
    if frequency != "MONTHLY":
        for name in sorted(_OF_MONTHS & found.keys()):
            raise DeadlineError(f"only a monthly rule can have {name}", "omit it")
        if any(len(word) > 2 for word in found.get("BYDAY", "").split(",")):
            raise DeadlineError("only a monthly rule can number its days", "omit the number")
    if frequency == "WEEKLY" and "BYDAY" not in found:
        raise DeadlineError("a weekly rule needs days of the week", "FREQ=WEEKLY;BYDAY=MO,TH;...")
    if frequency == "MONTHLY" and not {"BYDAY", "BYMONTHDAY"} & found.keys():
        raise DeadlineError("a monthly rule needs days", "such as BYMONTHDAY=1,15 or BYDAY=1MO")


def occurrences(rule: str, zone: ZoneInfo, start: date, after: datetime) -> Iterator[datetime]:
    """The moments of a checked rule after a moment, in UTC and in order, each once.

    They end `HORIZON_YEARS` after it.
    """
    last = after
    for _, walls in groupby(_walls(rule, start, after.astimezone(zone).date()), datetime.date):
        # At the change of clocks the order of wall times need not be that of the moments.
        for one in sorted({at_local(wall, zone) for wall in walls}):
            if one > last:
                yield one
                last = one


def _walls(rule: str, start: date, day: date) -> Iterator[datetime]:
    """The wall times of a rule from the day before a day on, for some years."""
    from dateutil.rrule import rrulestr

    first = max(day - timedelta(days=1), start)
    # Without an interval it does not matter when counting began; and it is shorter so.
    begin = start if "INTERVAL" in rule else max(start, first.replace(day=1))
    until = first + timedelta(days=366 * HORIZON_YEARS)
    bounded = f"{rule};UNTIL={until:%Y%m%d}T000000"
    known = rrulestr(bounded, dtstart=datetime.combine(begin, time()))
    yield from known.xafter(datetime.combine(first, time()), inc=True)
