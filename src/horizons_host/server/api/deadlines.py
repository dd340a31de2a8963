"""API calls for deadlines: the schedule of the next turn and the gamemaster's decisions on it."""

from __future__ import annotations

from typing import Any

from attrs import asdict, define
from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import RequestBody

from horizons_host.deadlines.changes import announce_vacation, end_vacation, history
from horizons_host.deadlines.outlook import outlook
from horizons_host.server.api.calling import ApiRequest, access_of, order_text
from horizons_host.server.games import deadlines
from horizons_host.server.games.access import page_not_found
from horizons_host.server.security.requests import InjectedService, Key
from horizons_host.server.service import Service
from horizons_host.store import GameStore


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

    `state` is "unset", "open", "grace", "due", "waiting", "held", "paused" or "over". `stage` is
    the stage of the game ("" for an ordinary turn), `title` the turn's title in its own words.
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
    stage: str
    title: str


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

    `rule` is for example "Mon and Thu 20:00 Europe/Berlin", or FREQ=... of RFC 5545. With a `stage`
    of the game, `rule`, `zone` and `start` set the schedule of that stage; no rule removes it.
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
    stage: str = ""

    def parts(self) -> dict[str, Any]:
        """Return the parts of the schedule that the request sets."""
        parts = {name: value for name, value in asdict(self).items() if value is not None}
        del parts["reason"], parts["stage"]
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
class ReminderRequest:
    """The seat whose player is reminded."""

    seat: str = ""


@define
class VacationRequest:
    """Your vacation; `days` is 2026-12-24 or 2026-12-24..2027-01-02."""

    days: str = ""
    reason: str = ""


def _deadline_status(service: Service, key: str, *, gamemaster: bool) -> DeadlineStatus:
    with service.database.game(key) as store:
        schedule = outlook(store, service.clock)
        away = deadlines.vacations(store, service.clock)
    status = schedule.to_dict(gamemaster=gamemaster)
    del status["game"]
    status["seats"] = [SeatDeadline(**vacation) for vacation in status["seats"]]
    status["away"] = [SeatVacation(vacation.seat, str(vacation.days)) for vacation in away]
    return DeadlineStatus(**status)


@get("/games/{key:str}/deadlines", sync_to_thread=True)
def get_deadlines(request: ApiRequest, service: InjectedService, key: Key) -> DeadlineStatus:
    """Return the deadline of the coming turn, who is awaited, and the missing-orders policy."""
    access = access_of(request, service, key)
    access.demand_member()
    return _deadline_status(service, key, gamemaster=access.is_gamemaster)


@get("/games/{key:str}/deadlines/history", sync_to_thread=True)
def get_deadline_history(
    request: ApiRequest, service: InjectedService, key: Key
) -> list[DeadlineHistoryEntry]:
    """List all decisions about deadlines, and the turns that were run for them."""
    access_of(request, service, key).demand_member()
    with service.database.game(key) as store:
        return [DeadlineHistoryEntry(**entry) for entry in history(store)]


@post("/games/{key:str}/deadlines/rule", sync_to_thread=True, status_code=200)
def set_schedule(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[ScheduleRequest]
) -> DeadlineStatus:
    """Set the schedule, or parts of it, as gamemaster."""
    access_of(request, service, key).demand_gamemaster()
    deadlines.set_rule(service, key, data.parts(), data.reason, data.stage)
    return _deadline_status(service, key, gamemaster=True)


@post("/games/{key:str}/deadlines/missing", sync_to_thread=True, status_code=200)
def set_missing_orders_policy(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[MissingOrdersRequest]
) -> DeadlineStatus:
    """Set the missing-orders policy, as gamemaster."""
    access_of(request, service, key).demand_gamemaster()
    deadlines.set_missing(
        service,
        key,
        data.kind,
        seat=data.seat,
        text=order_text(data.text) if data.kind == "standing" else None,
        bot=data.bot,
        turns=data.turns,
        reason=data.reason,
    )
    return _deadline_status(service, key, gamemaster=True)


@post("/games/{key:str}/deadlines/remind", sync_to_thread=True, status_code=200)
def remind_player(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[ReminderRequest]
) -> DeadlineStatus:
    """Remind a player without final orders of the deadline, as gamemaster, once an hour."""
    access_of(request, service, key).demand_gamemaster()
    deadlines.remind(service, key, data.seat)
    return _deadline_status(service, key, gamemaster=True)


@post("/games/{key:str}/deadlines/{act:str}", sync_to_thread=True, status_code=200)
def change_deadline(
    request: ApiRequest,
    service: InjectedService,
    key: Key,
    act: Key,
    data: RequestBody[DeadlineRequest],
) -> DeadlineStatus:
    """Change the deadline of the coming turn, as gamemaster.

    The action is "clear" (remove the schedule), "pause", "resume", "extend", "skip", "hold" or
    "release".
    """
    access_of(request, service, key).demand_gamemaster()
    if act not in deadlines.ACTIONS:
        raise page_not_found()
    deadlines.decide(service, key, act, reason=data.reason, to=data.to, hours=data.hours)
    return _deadline_status(service, key, gamemaster=True)


@post("/games/{key:str}/vacation", sync_to_thread=True, status_code=200)
def set_vacation(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[VacationRequest]
) -> DeadlineStatus:
    """Announce a vacation; deadlines on these days are postponed as far as the schedule allows."""
    seat = access_of(request, service, key).demand_seat()

    def act(store: GameStore) -> None:
        announce_vacation(store, seat, data.days, reason=data.reason, clock=service.clock, by=seat)

    deadlines.apply_change(service, key, act)
    return _deadline_status(service, key, gamemaster=False)


@delete("/games/{key:str}/vacation", sync_to_thread=True, status_code=200)
def cancel_vacation(request: ApiRequest, service: InjectedService, key: Key) -> DeadlineStatus:
    """Cancel your vacation."""
    seat = access_of(request, service, key).demand_seat()
    deadlines.apply_change(
        service, key, lambda store: end_vacation(store, seat, clock=service.clock, by=seat)
    )
    return _deadline_status(service, key, gamemaster=False)


DEADLINE_CALLS: tuple[HTTPRouteHandler, ...] = (
    get_deadlines,
    get_deadline_history,
    set_schedule,
    set_missing_orders_policy,
    remind_player,
    change_deadline,
    set_vacation,
    cancel_vacation,
)
