"""Schedules in words, in the reader's language and time zone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice, takewhile

from attrs import evolve
from babel.dates import get_day_names
from markupsafe import Markup

from horizons_host.deadlines.rules import Rule
from horizons_host.deadlines.schedules import Schedule
from horizons_host.server import texts
from horizons_host.server.texts import gettext, mark_text
from horizons_host.server.zones import in_reader_zone

#: Classes of paces, the fastest first, with their names for lists of games.
PACES: Mapping[str, str] = {
    "live": mark_text("Live, without deadlines"),
    "daily": mark_text("A turn a day or faster"),
    "weekly": mark_text("Several turns a week"),
    "slow": mark_text("A turn a week or slower"),
    "gamemaster": mark_text("The gamemaster runs the turns"),
}
#: Days of the week on which deadlines recur, in the plural.
_DAYS = (
    mark_text("Mondays"),
    mark_text("Tuesdays"),
    mark_text("Wednesdays"),
    mark_text("Thursdays"),
    mark_text("Fridays"),
    mark_text("Saturdays"),
    mark_text("Sundays"),
)
_WEEK = timedelta(days=7)
_MOST_TIMES = 8


def pace_of(rule: Rule | None, now: datetime) -> str:
    """Return the class of a pace, by the number of deadlines in the coming four weeks."""
    if rule is None:
        return "gamemaster"
    if not rule.schedule.has_deadlines:
        return "live"
    end = now + 4 * _WEEK
    count = sum(1 for _ in takewhile(lambda t: t < end, rule.schedule.deadlines_after(now)))
    return "daily" if count >= 20 else "weekly" if count >= 6 else "slow"


def schedule_sentences(rule: Rule | None, now: datetime, *, is_open: bool = False) -> list[Markup]:
    """Describe a schedule in sentences, with its next deadline.

    In an open game that is the first deadline if the game started now.
    """
    if rule is None:
        return [Markup("{}.").format(gettext("The gamemaster runs the turns"))]
    first, *others = rule.words
    sentences = [texts.translate(first)]
    if rule.schedule.has_deadlines:
        schedule, after = rule.schedule, now
        if is_open:  # days are counted from the start
            schedule, after = evolve(schedule, start=now.date()), now + rule.minimum
        coming = schedule.first(after, rule.holidays)
        words = Markup("{}.").format(schedule_words(schedule, now))
        if coming is not None:
            deadline = texts.time_element(coming, short=True)
            template = gettext("If it starts now, the first deadline is %(time)s.")
            template = template if is_open else gettext("Next: %(time)s.")
            words += Markup(" ") + Markup(template) % {"time": deadline}  # noqa: S704
        sentences = [words]
    return [*sentences, *map(texts.translate, others)]


def schedule_words(schedule: Schedule, now: datetime) -> str:
    """Describe recurring deadlines: `Mondays and Thursdays at 20:00 CET`, in the reader's zone."""
    parts = dict(part.split("=") for part in schedule.rule.split(";"))
    interval = int(parts.get("INTERVAL", 1))
    weeks = interval if parts["FREQ"] == "WEEKLY" else 1
    coming = [in_reader_zone(t) for t in islice(schedule.deadlines_after(now), 7 * _MOST_TIMES)]
    cycle = [t for t in coming if t - now <= weeks * _WEEK] or coming[:1]
    times = sorted({f"{t:%H:%M}" for t in cycle})
    weekdays = sorted({t.weekday() for t in cycle})
    zone = cycle[0].tzname() if cycle else ""
    at = f"{_joined(times)} {zone}"
    if parts["FREQ"] == "DAILY" and interval > 1:
        return gettext("Every %(number)s days at %(time)s") % {
            "number": interval,
            "time": f"{coming[0]:%H:%M} {zone}",
        }
    if parts["FREQ"] == "MONTHLY" or len(cycle) != len(times) * len(weekdays):
        return gettext("By a schedule: %(rule)s") % {"rule": schedule.words}
    if len(weekdays) == 7:
        return gettext("Every day at %(time)s") % {"time": at}
    days = _joined([gettext(_DAYS[day]) for day in weekdays])
    if interval > 1:
        every = {"number": interval, "days": days, "time": at}
        return gettext("Every %(number)s weeks, %(days)s at %(time)s") % every
    return gettext("%(days)s at %(time)s") % {"days": days, "time": at}


def _joined(words: Sequence[str]) -> str:
    *first, last = words
    if not first:
        return last
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


def weekday_names() -> Iterable[tuple[str, str]]:
    """Yield the days of the week as schedules write them, with their names."""
    names = get_day_names("wide", context="stand-alone", locale=texts.language())
    for number, day in enumerate(("MO", "TU", "WE", "TH", "FR", "SA", "SU")):
        yield day, names[number]
