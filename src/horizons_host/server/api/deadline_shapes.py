"""Request and response shapes of the API calls for deadlines."""

from __future__ import annotations

from typing import Any

from attrs import asdict, define


@define
class SeatDeadline:
    """A seat with the state of its orders and its missing-orders policy.

    `state` is "none", "draft", "final", "bot", or "out" for a seat without orders; `away` is true
    if its player is away on the day of the deadline. `errors` is null for all but the gamemaster.
    """

    seat: str
    state: str
    awaited: bool
    away: bool
    without: str
    errors: int | None = None


@define
class SeatVacation:
    """A vacation of a seat's player; `days` is 2026-12-24 or 2026-12-24..2027-01-02."""

    seat: str
    days: str


@define
class DeadlineStatus:
    """Schedule of the coming turn; `words` has it as sentences. Times are in UTC.

    `state` is "unset", "open", "grace", "due", "waiting", "held", "paused" or "over".
    """

    turn: int
    state: str
    why: str
    zone: str
    opened: str
    deadline: str | None
    grace_end: str | None
    when_final: bool
    awaited: list[str]
    seats: list[SeatDeadline]
    away: list[SeatVacation]
    following: list[str]
    rule: dict[str, Any] | None
    words: list[str]


@define
class DeadlineHistoryEntry:
    """A decision about deadlines, or a turn that was run for one ("run")."""

    number: int
    at: str
    by: str
    turn: int
    attempt: int
    kind: str
    seat: str | None
    facts: dict[str, Any]
    reason: str


@define
class ScheduleRequest:
    """The schedule, or parts of it: null leaves a part unchanged.

    `rule` is for example "Mon and Thu 20:00 Europe/Berlin", or FREQ=... of RFC 5545.
    """

    rule: str | None = None
    zone: str | None = None
    start: str | None = None
    grace_hours: int | None = None
    when_final: bool | None = None
    minimum_hours: int | None = None
    holidays: list[str] | None = None
    reminder_hours: list[int] | None = None
    vacation_days: int | None = None
    reason: str = ""

    def parts(self) -> dict[str, Any]:
        """Return the parts of the schedule that the request sets."""
        parts = {name: value for name, value in asdict(self).items() if value is not None}
        del parts["reason"]
        return parts


@define
class DeadlineRequest:
    """A reason; "extend" also takes `hours` or a new time in `to`, "resume" a time in `to`."""

    reason: str = ""
    hours: int = 0
    to: str = ""


@define
class MissingOrdersRequest:
    """The missing-orders policy of a `seat`, or the game's default for all seats.

    `kind` is "wait", "nothing", "standing" (the orders in `text`), "bot" (`bot` plays `turns`
    turns in a row) or, for a seat, "game": the game's default.
    """

    kind: str = ""
    seat: str = ""
    text: str = ""
    bot: str = ""
    turns: int = 1
    reason: str = ""


@define
class VacationRequest:
    """Your vacation; `days` is 2026-12-24 or 2026-12-24..2027-01-02."""

    days: str = ""
    reason: str = ""
