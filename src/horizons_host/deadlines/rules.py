"""The deadline rule of a game, which combines a schedule with grace periods and vacations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from attrs import field, frozen

from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines import schedules
from horizons_host.deadlines.schedules import (
    Days,
    DeadlineError,
    Schedule,
    schedule_from,
    zone_named,
)

#: Default number of a seat's vacation days that postpone deadlines.
VACATION_DAYS = 14
_MAX_HOURS = 24 * 60
_MAX_HOLIDAYS = 100
_MAX_REMINDERS = 10
_MAX_VACATION = 366
_DAYS = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:\.\.([0-9]{4}-[0-9]{2}-[0-9]{2}))?")


@frozen
class Rule:
    """When turns of a game are run.

    Attributes:
        schedule: the recurring deadlines.
        grace_hours: length of the grace period for missing orders after a deadline.
        when_final: whether a turn runs early, once all orders are final.
        minimum_hours: minimum time a turn stays open; an earlier deadline is skipped.
        holidays: days without deadlines.
        reminder_hours: hours before a deadline at which seats without final orders are reminded.
        vacation_days: total number of a seat's vacation days that postpone deadlines.
        stages: schedules of stages of the game that have one of their own, by the stage's name.
    """

    schedule: Schedule
    grace_hours: int = 0
    when_final: bool = False
    minimum_hours: int = 0
    holidays: tuple[Days, ...] = ()
    reminder_hours: tuple[int, ...] = field(default=(24,))
    vacation_days: int = VACATION_DAYS
    stages: Mapping[str, Schedule] = field(factory=dict)

    def schedule_in(self, stage: str) -> Schedule:
        """Return the schedule of turns in this stage of the game ("" for an ordinary turn)."""
        return self.stages.get(stage, self.schedule)

    @property
    def grace(self) -> timedelta:
        """Length of the grace period for missing orders."""
        return timedelta(hours=self.grace_hours)

    @property
    def minimum(self) -> timedelta:
        """Minimum time a turn stays open, unless all orders are final."""
        return timedelta(hours=self.minimum_hours)

    def gives_same_deadlines(self, other: Rule, stage: str) -> bool:
        """Return whether both rules give the same deadlines in this stage of the game."""
        mine, theirs = (
            (rule.schedule_in(stage), rule.minimum_hours, rule.holidays, rule.vacation_days)
            for rule in (self, other)
        )
        return mine == theirs

    def to_dict(self) -> dict[str, Any]:
        """Return the rule as plain data, which `rule_from` reads."""
        stages = {stage: _schedule_to_dict(schedule) for stage, schedule in self.stages.items()}
        return {
            **_schedule_to_dict(self.schedule),
            "grace_hours": self.grace_hours,
            "when_final": self.when_final,
            "minimum_hours": self.minimum_hours,
            "holidays": [str(days) for days in self.holidays],
            "reminder_hours": list(self.reminder_hours),
            "vacation_days": self.vacation_days,
            **({"stages": stages} if stages else {}),
        }

    @property
    def words(self) -> list[LocalizedText]:
        """The rule in sentences for players."""
        has_deadlines = self.schedule.has_deadlines
        sentences = [
            LocalizedText("Turns are due {rule}.", rule=self.schedule.words)
            if has_deadlines
            else LocalizedText("A turn runs as soon as all orders are final.")
        ]
        sentences += [
            LocalizedText("In the stage {stage}: {rule}.", stage=stage, rule=schedule.words)
            for stage, schedule in self.stages.items()
        ]
        if self.grace_hours:
            hours = _hours(self.grace_hours)
            sentences.append(LocalizedText("Grace period for missing orders: {span}.", span=hours))
        if self.when_final and has_deadlines:
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


def _schedule_to_dict(schedule: Schedule) -> dict[str, str]:
    return {
        "rule": schedule.rule,
        "zone": schedule.zone_name,
        "start": schedule.start.isoformat(),
    }


def _hours(number: int) -> LocalizedText:
    return LocalizedText.plural("{count} hour", "{count} hours", count=number)


def rule_from(data: Mapping[str, Any]) -> Rule:
    """Read a rule from plain data and check it; raises DeadlineError."""
    known = {
        *("rule", "zone", "start", "grace_hours", "when_final", "minimum_hours"),
        *("holidays", "reminder_hours", "vacation_days", "stages"),
    }
    unknown = sorted(set(map(str, data)) - known)
    if unknown:
        raise DeadlineError(
            f"unknown setting '{unknown[0][:40]}' of a schedule",
            LocalizedText("known: {names}", names=", ".join(sorted(known))),
        )
    stages = _of(data, "stages", dict, {})
    schedule = _schedule(data)
    return Rule(
        schedule=schedule,
        grace_hours=_number(data, "grace_hours", 0, _MAX_HOURS),
        when_final=_of(data, "when_final", bool, without=False) or not schedule.has_deadlines,
        minimum_hours=_number(data, "minimum_hours", 0, _MAX_HOURS),
        holidays=holidays_from(_of(data, "holidays", list, [])),
        reminder_hours=_reminders(_of(data, "reminder_hours", list, [])),
        vacation_days=_number(data, "vacation_days", VACATION_DAYS, _MAX_VACATION),
        stages={str(stage): _schedule(schedule) for stage, schedule in stages.items()},
    )


def _schedule(data: Mapping[str, Any]) -> Schedule:
    zone = _of(data, "zone", str, "UTC")
    zone_named(zone)
    return schedule_from(_of(data, "rule", str, ""), _date(_of(data, "start", str, "")), zone)


def change_rule(rule: Rule | None, today: date, changes: Mapping[str, Any]) -> Rule:
    """Change parts of a rule, or create a rule that begins today; raises DeadlineError.

    "rule" may be a schedule in words that names a zone.
    """
    before = rule.to_dict() if rule else {"zone": "UTC", "reminder_hours": [24]}
    data = {**before, **changes}
    if not data.get("rule"):
        raise DeadlineError(
            "the schedule is missing", 'for example "Mon and Thu 20:00 Europe/Berlin"'
        )
    if "rule" in changes or "start" not in data:
        data["start"] = changes.get("start", today.isoformat())
        zone = str(data["zone"])
        new = schedule_from(str(data["rule"]), _date(str(data["start"])), zone)
        if "zone" in changes and new.zone_name != zone:
            raise DeadlineError(
                f"the schedule names the time zone {new.zone_name}, but {zone[:64]} is given, too",
                "use one time zone",
            )
        if rule and (new.rule, new.zone_name) == (rule.schedule.rule, rule.schedule.zone_name):
            new = new if "start" in changes else rule.schedule
        data |= {"rule": new.rule, "zone": new.zone_name, "start": new.start.isoformat()}
    return rule_from(data)


def holidays_from(texts: Sequence[Any]) -> tuple[Days, ...]:
    """Parse days without deadlines, written 2026-12-24 or 2026-12-24..2027-01-02.

    Raises DeadlineError.
    """
    if len(texts) > _MAX_HOLIDAYS:
        raise DeadlineError(
            f"at most {_MAX_HOLIDAYS} holidays are allowed", "combine consecutive days"
        )
    return tuple(
        sorted({days_from(str(text)) for text in texts}, key=lambda days: (days.first, days.last))
    )


def days_from(text: str) -> Days:
    """Parse a day or a range of days, written 2026-12-24 or 2026-12-24..2027-01-02."""
    match = _DAYS.fullmatch(text.strip())
    if match is None:
        raise DeadlineError(
            f"'{text[:40]}' is not a day or a range of days",
            "write 2026-12-24 or 2026-12-24..2027-01-02",
        )
    first = _date(match[1])
    last = _date(match[2]) if match[2] else first
    if not first <= last <= first + timedelta(days=366):
        raise DeadlineError(f"'{text[:40]}' ends before it begins, or after more than a year", "")
    return Days(first, last)


def _date(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise DeadlineError(f"'{text[:40]}' is not a date", "write it as 2026-12-24") from None
    if not schedules.FIRST_YEAR <= day.year <= schedules.LAST_YEAR:
        raise DeadlineError(
            f"'{text[:40]}' is too far in the past or future", "write it as 2026-12-24"
        )
    return day


def _reminders(hours: Sequence[Any]) -> tuple[int, ...]:
    valid = all(type(hour) is int and 1 <= hour <= _MAX_HOURS for hour in hours)
    if not valid or len(hours) > _MAX_REMINDERS:
        limits = f"up to {_MAX_REMINDERS} of 1 to {_MAX_HOURS} hours"
        raise DeadlineError("reminders must be whole hours before a deadline", limits)
    return tuple(sorted(set(hours), reverse=True))


def _number(data: Mapping[str, Any], name: str, without: int, maximum: int) -> int:
    value = _of(data, name, int, without)
    if not 0 <= value <= maximum:
        raise DeadlineError(f"{name.replace('_', ' ')}: between 0 and {maximum:,}", "")
    return int(value)


def _of(data: Mapping[str, Any], name: str, kind: type, without: Any) -> Any:
    value = data.get(name, without)
    if type(value) is not kind:
        raise DeadlineError(f"'{name}' of a schedule can't be '{str(value)[:40]}'", "")
    return value
