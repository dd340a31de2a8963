"""Parsing of form fields, and changes at the desk that show an error on the page of the form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.rules import rule_from
from horizons_host.server.games.access import Access, page_not_found
from horizons_host.server.games.directory import ENDED, RUNNING
from horizons_host.server.jobs import delivery
from horizons_host.server.pages.rendering import PageRequest, page_access, redirect_to
from horizons_host.server.service import Service
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


def rule_parts(data: Mapping[str, str]) -> dict[str, Any]:
    """Read the schedule from the fields of a form, for `set_rule`; raises HorizonsError."""
    parts: dict[str, Any] = {
        "rule": data.get("rule", "").strip(),
        "when_final": data.get("when_final") == "yes",
        "holidays": _words_in(data, "holidays"),
        "reminder_hours": [
            _parse_number("reminder_hours", word) for word in _words_in(data, "reminder_hours")
        ],
    }
    for name in ("grace_hours", "minimum_hours"):
        parts[name] = number_in(data, name)
    if data.get("vacation_days", "").strip():
        parts["vacation_days"] = number_in(data, "vacation_days")
    if data.get("zone", "").strip():
        parts["zone"] = data["zone"].strip()
    return parts


def _words_in(data: Mapping[str, str], name: str) -> list[str]:
    return [word for word in re.split(r"[\s,]+", data.get(name, "")) if word]


def rule_fields(rule: Mapping[str, Any] | None) -> dict[str, str]:
    """Return the form fields of a schedule, from its plain data."""
    if not rule:
        return {"reminder_hours": "24"}
    schedule = rule_from(rule).schedule
    return {
        "rule": schedule.words.removesuffix(f" {schedule.zone_name}"),
        "zone": schedule.zone_name,
        "when_final": "yes" if rule["when_final"] else "no",
        "holidays": "\n".join(rule["holidays"]),
        "reminder_hours": " ".join(map(str, rule["reminder_hours"])),
        "grace_hours": str(rule["grace_hours"]),
        "minimum_hours": str(rule["minimum_hours"]),
        "vacation_days": str(rule["vacation_days"]),
    }


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
