"""What the calls about deadlines take and answer."""

from __future__ import annotations

from typing import Any

from attrs import asdict, define


@define
class SeatDeadline:
    """A seat: how its orders stand, and what is done without them.

    `state` is "none", "draft", "final", "bot", or "out" for who gives none; `away` says that its
    player is away on the day of the deadline. `errors` is null for all but the gamemaster.
    """

    seat: str
    state: str
    awaited: bool
    away: bool
    without: str
    errors: int | None = None


@define
class SeatVacation:
    """That a seat's player is away on days, written 2026-12-24 or 2026-12-24..2027-01-02."""

    seat: str
    days: str


@define
class DeadlineStatus:
    """What will happen when; `words` say all of it in sentences. Times are in UTC.

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
    """Something that was decided on deadlines, or a turn that was run for one ("run")."""

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
    """The rule of deadlines, or parts of it: what is null stays as it is.

    `rule` is written such as "Mon and Thu 20:00 Europe/Berlin", or as FREQ=... of RFC 5545.
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
        """The parts of the rule that are named."""
        named = {name: value for name, value in asdict(self).items() if value is not None}
        del named["reason"]
        return named


@define
class DeadlineRequest:
    """Why; with "extend" also for how many `hours` or `to` which time, with "resume" `to` which."""

    reason: str = ""
    hours: int = 0
    to: str = ""


@define
class MissingOrdersRequest:
    """What is done about missing orders: of a `seat`, or of all that nothing else is said for.

    `kind` is "wait", "nothing", "standing" (the orders in `text`), "bot" (`bot` plays `turns`
    turns in a row) or, of a seat, "game": as for all.
    """

    kind: str = ""
    seat: str = ""
    text: str = ""
    bot: str = ""
    turns: int = 1
    reason: str = ""


@define
class VacationRequest:
    """On which days one is away, written 2026-12-24 or 2026-12-24..2027-01-02."""

    days: str = ""
    reason: str = ""
