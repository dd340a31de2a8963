"""The rule of a game's deadlines: when they fall, and what is done about missing orders."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from attrs import field, frozen

from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines import recurrence
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.schedules import Days, Schedule, schedule_from
from horizons_host.deadlines.zones import zone_named

#: So many days in all a seat's vacations put deadlines off, where nothing else is said.
VACATION_DAYS = 14
_MOST_HOURS = 24 * 60
_MOST_HOLIDAYS = 100
_MOST_REMINDERS = 10
_MOST_VACATION = 366
_DAYS = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:\.\.([0-9]{4}-[0-9]{2}-[0-9]{2}))?")


@frozen
class Rule:
    """When turns of a game are run.

    Attributes:
        schedule: when deadlines fall.
        grace_hours: so long after a deadline missing orders are still waited for.
        when_final: whether a turn is run before, once all orders are final.
        minimum_hours: so long a turn stays open at least; a deadline that falls before is skipped.
        holidays: days on which no deadline falls.
        reminder_hours: so long before a deadline those are reminded whose orders are not final.
        vacation_days: on so many days in all a seat's vacations put deadlines off.
    """

    schedule: Schedule
    grace_hours: int = 0
    when_final: bool = False
    minimum_hours: int = 0
    holidays: tuple[Days, ...] = ()
    reminder_hours: tuple[int, ...] = field(default=(24,))
    vacation_days: int = VACATION_DAYS

    @property
    def grace(self) -> timedelta:
        """How long after a deadline missing orders are waited for."""
        return timedelta(hours=self.grace_hours)

    @property
    def minimum(self) -> timedelta:
        """How long a turn stays open at least, unless all orders are final."""
        return timedelta(hours=self.minimum_hours)

    def falls_like(self, other: Rule) -> bool:
        """Whether deadlines fall at the same times by both."""
        mine, its = (
            (one.schedule, one.minimum_hours, one.holidays, one.vacation_days)
            for one in (self, other)
        )
        return mine == its

    def told(self) -> dict[str, Any]:
        """The rule as plain data, from which `rule_from` makes it again."""
        return {
            "rule": self.schedule.rule,
            "zone": self.schedule.zone_name,
            "start": self.schedule.start.isoformat(),
            "grace_hours": self.grace_hours,
            "when_final": self.when_final,
            "minimum_hours": self.minimum_hours,
            "holidays": [str(days) for days in self.holidays],
            "reminder_hours": list(self.reminder_hours),
            "vacation_days": self.vacation_days,
        }

    @property
    def words(self) -> list[LocalizedText]:
        """The rule in sentences for players."""
        sentences = [LocalizedText("Turns are due {rule}.", rule=self.schedule.words)]
        if self.grace_hours:
            hours = _hours(self.grace_hours)
            sentences.append(LocalizedText("Grace period for missing orders: {span}.", span=hours))
        if self.when_final:
            sentences.append(LocalizedText("A turn runs earlier if all orders are final."))
        if self.minimum_hours:
            hours = _hours(self.minimum_hours)
            sentences.append(
                LocalizedText(
                    "A turn stays open for at least {span}; earlier deadlines are skipped.",
                    span=hours,
                )
            )
        if self.holidays:
            days = ", ".join(map(str, self.holidays))
            sentences.append(LocalizedText("No deadlines on {days}.", days=days))
        return sentences


def _hours(number: int) -> LocalizedText:
    return LocalizedText.plural("{count} hour", "{count} hours", count=number)


def rule_from(data: Mapping[str, Any]) -> Rule:
    """The rule of plain data, every part checked; raises DeadlineError."""
    known = {
        *("rule", "zone", "start", "grace_hours", "when_final", "minimum_hours"),
        *("holidays", "reminder_hours", "vacation_days"),
    }
    strange = sorted(set(map(str, data)) - known)
    if strange:
        raise DeadlineError(
            f"unknown setting '{strange[0][:40]}' of a schedule",
            LocalizedText("known: {names}", names=", ".join(sorted(known))),
        )
    zone = _of(data, "zone", str, "UTC")
    zone_named(zone)
    start = _date(_of(data, "start", str, ""))
    return Rule(
        schedule=schedule_from(_of(data, "rule", str, ""), start, zone),
        grace_hours=_number(data, "grace_hours", 0, _MOST_HOURS),
        when_final=_of(data, "when_final", bool, without=False),
        minimum_hours=_number(data, "minimum_hours", 0, _MOST_HOURS),
        holidays=holidays_from(_of(data, "holidays", list, [])),
        reminder_hours=_reminders(_of(data, "reminder_hours", list, [])),
        vacation_days=_number(data, "vacation_days", VACATION_DAYS, _MOST_VACATION),
    )


def changed(rule: Rule | None, today: date, changes: Mapping[str, Any]) -> Rule:
    """A rule with other parts; without one, a new rule that begins today. Raises DeadlineError.

    "rule" may be written in words and name a zone.
    """
    before = rule.told() if rule else {"zone": "UTC", "reminder_hours": [24]}
    data = {**before, **changes}
    if not data.get("rule"):
        raise DeadlineError(
            "the schedule is missing", 'write such as "Mon and Thu 20:00 Europe/Berlin"'
        )
    if "rule" in changes or "start" not in data:
        data["start"] = changes.get("start", today.isoformat())
        zone = str(data["zone"])
        found = schedule_from(str(data["rule"]), _date(str(data["start"])), zone)
        if "zone" in changes and found.zone_name != zone:
            raise DeadlineError(
                f"the schedule names the time zone {found.zone_name}, but {zone[:64]}"
                " is given, too",
                "use one time zone",
            )
        if rule and (found.rule, found.zone_name) == (rule.schedule.rule, rule.schedule.zone_name):
            found = found if "start" in changes else rule.schedule
        data |= {"rule": found.rule, "zone": found.zone_name, "start": found.start.isoformat()}
    return rule_from(data)


def holidays_from(texts: Sequence[Any]) -> tuple[Days, ...]:
    """Days on which no deadline falls, written 2026-12-24 or 2026-12-24..2027-01-02.

    Raises DeadlineError.
    """
    if len(texts) > _MOST_HOLIDAYS:
        raise DeadlineError(
            f"at most {_MOST_HOLIDAYS} holidays are allowed", "combine consecutive days"
        )
    return tuple(
        sorted({days_from(str(text)) for text in texts}, key=lambda one: (one.first, one.last))
    )


def days_from(text: str) -> Days:
    """A day or several in a row, written 2026-12-24 or 2026-12-24..2027-01-02."""
    found = _DAYS.fullmatch(text.strip())
    if found is None:
        raise DeadlineError(
            f"'{text[:40]}' is not a day or a range of days",
            "write 2026-12-24 or 2026-12-24..2027-01-02",
        )
    first = _date(found[1])
    last = _date(found[2]) if found[2] else first
    if not first <= last <= first + timedelta(days=366):
        raise DeadlineError(f"'{text[:40]}' ends before it begins, or after more than a year", "")
    return Days(first, last)


def _date(text: str) -> date:
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise DeadlineError(f"'{text[:40]}' is not a date", "write it as 2026-12-24") from None
    if not recurrence.FIRST_YEAR <= found.year <= recurrence.LAST_YEAR:
        raise DeadlineError(
            f"'{text[:40]}' is too far in the past or future", "write it as 2026-12-24"
        )
    return found


def _reminders(hours: Sequence[Any]) -> tuple[int, ...]:
    whole = all(type(one) is int and 1 <= one <= _MOST_HOURS for one in hours)
    if not whole or len(hours) > _MOST_REMINDERS:
        limits = f"up to {_MOST_REMINDERS} of 1 to {_MOST_HOURS} hours"
        raise DeadlineError("reminders must be whole hours before a deadline", limits)
    return tuple(sorted(set(hours), reverse=True))


def _number(data: Mapping[str, Any], name: str, without: int, most: int) -> int:
    found = _of(data, name, int, without)
    if not 0 <= found <= most:
        raise DeadlineError(f"{name.replace('_', ' ')}: between 0 and {most:,}", "")
    return int(found)


def _of(data: Mapping[str, Any], name: str, kind: type, without: Any) -> Any:
    found = data.get(name, without)
    if type(found) is not kind:
        raise DeadlineError(f"'{name}' of a schedule can't be '{str(found)[:40]}'", "")
    return found
