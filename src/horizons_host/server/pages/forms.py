"""Parsing of form fields, and changes at the desk that show an error on the page of the form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.rules import rule_from
from horizons_host.deadlines.schedules import EVERYONE_READY, WEEKDAYS, Schedule, zone_named
from horizons_host.server.games.access import Access, page_not_found
from horizons_host.server.games.directory import ENDED, RUNNING
from horizons_host.server.jobs import delivery
from horizons_host.server.pages.rendering import PageRequest, page_access, redirect_to
from horizons_host.server.service import Service
from horizons_host.server.zones import reader_zone
from horizons_host.store import GameStore

_MAX_DIGITS = 6
#: Renders a page of the desk, with an error if there was one.
Renderer = Callable[[HorizonsError | None], Template]


def number_in(data: Mapping[str, str], name: str, default: int = 0) -> int:
    """Return the number in a field, or the default if it is empty; raises HorizonsError."""
    text = data.get(name, "").strip()
    if not text:
        return default
    return _parse_number(name, text)


def _parse_number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > _MAX_DIGITS:
        raise HorizonsError(
            LocalizedText(
                "{field}: '{value}' isn't a number", field=name.replace("_", " "), value=text
            ),
            LocalizedText("use digits only"),
        )
    return int(text)


#: Fields of the parts of a schedule that are numbers.
_NUMBERS = ("grace_hours", "minimum_hours", "vacation_days")
#: Prefix of the checkboxes of days of the week.
_DAY = "day-"
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])(?::[0-9.]+)?")
#: The forms of schedules that can be chosen with controls; "" keeps the present one.
ON_DAYS, EVERY_FEW_DAYS, WHEN_READY = "days", "interval", "ready"


def rule_parts(data: Mapping[str, str]) -> dict[str, Any]:
    """Read the settings of a schedule from the fields of a form; raises HorizonsError."""
    parts = {name: read(data) for name, read in SCHEDULE_PARTS.items() if is_given(data, name)}
    return {**parts, "when_final": data.get("when_final") == "yes"}


def is_given(data: Mapping[str, str], part: str) -> bool:
    """Return whether a form has a part of a schedule; an empty number is none."""
    return bool(data.get(part, "").strip()) if part in _NUMBERS else part in data


def _number_part(name: str) -> Callable[[Mapping[str, str]], Any]:
    return lambda data: number_in(data, name)


def _reminder_hours(data: Mapping[str, str]) -> list[int]:
    words = _words_in(data, "reminder_hours")
    return [_parse_number("reminder_hours", word) for word in words]


#: Readers of the settings of a schedule that have a field of their own.
SCHEDULE_PARTS: Mapping[str, Callable[[Mapping[str, str]], Any]] = {
    **{name: _number_part(name) for name in _NUMBERS},
    "holidays": lambda data: _words_in(data, "holidays"),
    "reminder_hours": _reminder_hours,
}


def schedule_in(data: Mapping[str, str], repeat: str) -> dict[str, str]:
    """Return rule and zone of a schedule that was chosen with controls; raises HorizonsError."""
    if repeat == WHEN_READY:
        return {"rule": EVERYONE_READY}
    days = [day for day in WEEKDAYS if data.get(f"{_DAY}{day}") == "yes"]
    if repeat == ON_DAYS and not days:
        raise HorizonsError(
            LocalizedText("a schedule needs a day"), LocalizedText("select days of the week")
        )
    interval = number_in(data, "interval", 1)
    rule = f"FREQ=WEEKLY;INTERVAL={interval};BYDAY={','.join(days)}"
    return daily_at(data, rule if repeat == ON_DAYS else f"FREQ=DAILY;INTERVAL={interval}")


def daily_at(data: Mapping[str, str], days: str) -> dict[str, str]:
    """Return rule and zone of deadlines on these days at the time of a form."""
    time = _TIME.fullmatch(data.get("time", "").strip())
    if time is None:
        raise HorizonsError(
            LocalizedText("a schedule needs a time of day"),
            LocalizedText("enter hours and minutes, such as 20:00"),
        )
    zone = data.get("zone", "").strip() or reader_zone().zone.key
    return {
        "rule": f"{days};BYHOUR={int(time[1])};BYMINUTE={int(time[2])}",
        "zone": zone_named(zone).key,
    }


def _words_in(data: Mapping[str, str], name: str) -> list[str]:
    return [word for word in re.split(r"[\s,]+", data.get(name, "")) if word]


def rule_fields(rule: Mapping[str, Any] | None) -> dict[str, str]:
    """Return the form fields of a schedule, from its plain data.

    `repeat` is "" for one that the controls can't express.
    """
    if not rule:
        return {"reminder_hours": "24", "zone": reader_zone().zone.key}
    schedule = rule_from(rule).schedule
    return {
        **_control_fields(schedule),
        "zone": schedule.zone_name,
        "when_final": "yes" if rule["when_final"] else "no",
        "holidays": "\n".join(rule["holidays"]),
        "reminder_hours": " ".join(map(str, rule["reminder_hours"])),
        **{name: str(rule[name]) for name in _NUMBERS},
    }


def _control_fields(schedule: Schedule) -> dict[str, str]:
    if not schedule.has_deadlines:
        return {"repeat": WHEN_READY}
    parts = dict(part.split("=") for part in schedule.rule.split(";"))
    hour, minute = parts.pop("BYHOUR"), parts.pop("BYMINUTE")
    known = {"FREQ", "INTERVAL", "BYDAY"}
    if not hour.isdigit() or not parts.keys() <= known or parts["FREQ"] == "MONTHLY":
        return {"repeat": ""}
    fields = {"time": f"{int(hour):02}:{int(minute):02}", "interval": parts.get("INTERVAL", "1")}
    if parts["FREQ"] == "DAILY" and "BYDAY" not in parts:
        return {**fields, "repeat": EVERY_FEW_DAYS}
    if parts["FREQ"] == "DAILY":
        return {"repeat": ""}
    days = {f"{_DAY}{day}": "yes" for day in parts["BYDAY"].split(",")}
    return {**fields, **days, "repeat": ON_DAYS}


@cache
def zone_names() -> Sequence[str]:
    """List the time zones to choose from: those of places, and UTC."""
    places = {zone.partition("/")[0] for zone in available_timezones() if "/" in zone}
    chosen = places - {
        "Etc",
        "SystemV",
        "US",
        "Brazil",
        "Canada",
        "Chile",
        "Mexico",
        "posix",
        "right",
    }
    named = (zone for zone in available_timezones() if zone.partition("/")[0] in chosen)
    return ["UTC", *sorted(zone for zone in named if "/" in zone)]


def desk_of(request: PageRequest, service: Service, key: str) -> Access:
    """Return the gamemaster's rights; raises NoGameError for others, and before the start."""
    rights = page_access(request, service, key)
    rights.demand_gamemaster()
    if rights.game.state not in {RUNNING, ENDED}:
        raise page_not_found()
    return rights


def apply_change(
    service: Service, key: str, act: Callable[[GameStore], Any], render: Renderer, path: str
) -> Template | Redirect:
    """Apply a change to the game and go to a page; an error is shown on the page of the form."""
    try:
        with service.database.game(key) as store:
            act(store)
    except HorizonsError as problem:
        return render(problem)
    delivery.wake_delivery(service, key)
    return redirect_to(path)


def text_of(field: str) -> str:
    """Return the text of a multi-line field with line feeds as line ends."""
    return field.replace("\r\n", "\n")
