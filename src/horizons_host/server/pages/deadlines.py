"""Pages with the schedule of a game, vacations, and the gamemaster's settings for deadlines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.deadlines.changes import announce_vacation, end_vacation
from horizons_host.deadlines.outlook import Outlook, outlook
from horizons_host.deadlines.rules import rule_from
from horizons_host.games.audit import entries
from horizons_host.games.order_texts import OrderText, decoded
from horizons_host.server.accounts import tokens
from horizons_host.server.accounts.tokens import FeedKind
from horizons_host.server.games import deadlines
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.games.directory import ListedGame
from horizons_host.server.jobs import deadlines as jobs
from horizons_host.server.pages.forms import (
    ON_DAYS,
    desk_of,
    number_in,
    rule_fields,
    rule_parts,
    schedule_in,
    text_of,
    zone_names,
)
from horizons_host.server.pages.rendering import (
    PageRequest,
    delete_cookie,
    demand_account,
    facts_to_show,
    page,
    page_access,
    redirect_and_show,
    redirect_to,
)
from horizons_host.server.schedule_words import schedule_sentences, weekday_names
from horizons_host.server.security.requests import Form, InjectedService, Key
from horizons_host.server.service import Service
from horizons_host.store import GameStore

STANDING_ORDERS_SOURCE = "standing orders"
#: Audit actions about deadlines, and the number of entries shown.
_ACTIONS_SHOWN, _ENTRIES = ("deadline", "missing", "turn", "undo"), 50
_ENDING = ".ics"


@get("/games/{key:str}/deadlines", sync_to_thread=True)
def deadlines_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the schedule, the players it waits for, and past decisions."""
    return _schedule_page(request, service, _member_rights(request, service, key))


def _member_rights(request: PageRequest, service: Service, key: str) -> Access:
    """Return the rights of a member of a started game; raises NoGameError for others."""
    rights = page_access(request, service, key)
    rights.demand_member()
    return rights


def _schedule_page(
    request: PageRequest,
    service: Service,
    rights: Access,
    problem: HorizonsError | None = None,
    entries: Mapping[str, str] | None = None,
) -> Template:
    key = rights.game.key
    with service.database.game(key) as store:
        facts = schedule_variables(store, service)
    since = (
        None
        if request.user is None
        else tokens.created_at(service, request.user, FeedKind.CALENDAR, key)
    )
    return page(
        request,
        "deadlines.html.jinja",
        game=rights.game,
        access=rights,
        entries=entries or {},
        calendar_since=since,
        problem=problem,
        status=422 if problem else 200,
        **facts,
    )


def schedule_variables(store: GameStore, service: Service) -> dict[str, Any]:
    """Return the template variables of a game's schedule."""
    schedule = outlook(store, service.clock)
    audit = [entry for entry in entries(store, public=True) if entry.action in _ACTIONS_SHOWN]
    return {
        "outlook": schedule,
        "rule": schedule_sentences(rule_from(schedule.rule), service.clock())
        if schedule.rule
        else [],
        "vacations": deadlines.vacations(store, service.clock),
        "audit": audit[-_ENTRIES:][::-1],
    }


@post("/games/{key:str}/vacation", sync_to_thread=True)
def change_vacation(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Announce a vacation, or cancel it."""
    rights = _member_rights(request, service, key)
    seat, reason = rights.demand_seat(), data.get("reason", "")

    def act(store: GameStore) -> None:
        if data.get("do") == "end":
            end_vacation(store, seat, reason=reason, clock=service.clock, by=seat)
        else:
            days = "..".join(filter(None, (data.get("first", ""), data.get("last", ""))))
            announce_vacation(store, seat, days, reason=reason, clock=service.clock, by=seat)

    try:
        deadlines.apply_change(service, key, act)
    except HorizonsError as problem:
        return _schedule_page(request, service, rights, problem, data)
    return redirect_to(f"/games/{key}/deadlines")


# the gamemaster's desk


@get("/games/{key:str}/desk/deadlines", sync_to_thread=True)
def desk_deadlines_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the gamemaster's page for deadlines."""
    return _desk_page(request, service, desk_of(request, service, key))


def _desk_page(
    request: PageRequest,
    service: Service,
    rights: Access,
    problem: HorizonsError | None = None,
    entries: Mapping[str, str] | None = None,
) -> Template:
    key = rights.game.key
    with service.database.game(key) as store:
        facts = schedule_variables(store, service)
        info, seats = store.info(), store.seats()
    schedule: Outlook = facts["outlook"]
    variant = hz.load_variant(info.variant, info.mods, info.data_mods)
    return page(
        request,
        "deadlines_desk.html.jinja",
        game=rights.game,
        access=rights,
        seats=[seat.name for seat in seats if not seat.role and not seat.bot],
        bots=sorted(variant.bots),
        stages=[(name, title) for name, title in variant.stages.items() if name],
        job=jobs.deadline_job(service, key),
        entries=_schedule_entries(schedule, entries or {}),
        weekdays=list(weekday_names()),
        zones=zone_names(),
        problem=problem,
        status=422 if problem else 200,
        **facts,
    )


def _schedule_entries(schedule: Outlook, sent: Mapping[str, str]) -> Mapping[str, str]:
    """Return the entries of the forms: those that were sent, else those of the schedule."""
    if "repeat" in sent:
        return sent
    repeat = "" if schedule.rule else ON_DAYS
    return {**rule_fields(schedule.rule), "repeat": repeat, **sent}


def _apply_decision(
    request: PageRequest,
    service: Service,
    key: str,
    data: Mapping[str, str],
    act: Callable[[], None],
) -> Template | Redirect:
    """Apply a decision and show the page again; an error is shown there."""
    rights = desk_of(request, service, key)
    try:
        act()
    except HorizonsError as problem:
        return _desk_page(request, service, rights, problem, data)
    return redirect_to(f"/games/{key}/desk{'' if data.get('from') == 'desk' else '/deadlines'}")


@post("/games/{key:str}/desk/deadlines/rule", sync_to_thread=True)
def set_schedule(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Set the schedule, or that of a stage of the game."""
    stage = data.get("stage", "")

    def act() -> None:
        repeat = data.get("repeat", "")
        parts = schedule_in(data, repeat) if repeat else {"rule": ""} if stage else {}
        if not stage:
            parts = {**rule_parts(data), **parts}
        deadlines.set_rule(service, key, parts, data.get("reason", ""), stage)

    return _apply_decision(request, service, key, data, act)


@post("/games/{key:str}/desk/deadlines/missing", sync_to_thread=True)
def set_missing_orders_policy(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Set the missing-orders policy."""

    def act() -> None:
        kind = data.get("kind", "")
        deadlines.set_missing(
            service,
            key,
            kind,
            seat=data.get("seat", ""),
            text=_standing_orders(data) if kind == "standing" else None,
            bot=data.get("bot", ""),
            turns=number_in(data, "turns", 1),
            reason=data.get("reason", ""),
        )

    return _apply_decision(request, service, key, data, act)


def _standing_orders(data: Mapping[str, str]) -> OrderText:
    text, note = decoded(text_of(data.get("orders", "")).encode(), STANDING_ORDERS_SOURCE)
    return OrderText(text, STANDING_ORDERS_SOURCE, note)


@post("/games/{key:str}/desk/deadlines/{act:str}", sync_to_thread=True)
def change_deadline(
    request: PageRequest, service: InjectedService, key: Key, act: Key, data: Form
) -> Template | Redirect:
    """Change the deadline of the coming turn."""
    desk_of(request, service, key)
    if act not in deadlines.ACTIONS:
        raise page_not_found()

    def apply() -> None:
        deadlines.decide(
            service,
            key,
            act,
            reason=data.get("reason", ""),
            to=data.get("to", "").strip(),
            hours=number_in(data, "hours"),
        )

    return _apply_decision(request, service, key, data, apply)


DEADLINE_PAGES = (
    deadlines_page,
    change_vacation,
    desk_deadlines_page,
    set_schedule,
    set_missing_orders_policy,
    change_deadline,
)


@get("/calendars/{calendar:str}", sync_to_thread=True)
def read_calendar(service: InjectedService, calendar: Key) -> Response[bytes]:
    """Return the calendar at an address."""
    key = calendar.removesuffix(_ENDING)
    content = deadlines.find_calendar(service, key) if key != calendar else None
    if content is None:
        raise page_not_found()
    return Response(content, media_type="text/calendar; charset=utf-8")


@get("/account/calendar", sync_to_thread=True)
def calendar_page(request: PageRequest, service: InjectedService) -> Template:
    """Show whether the calendar of all the reader's games has an address."""
    return _calendar_page(
        request, tokens.created_at(service, demand_account(request), FeedKind.CALENDAR), None
    )


def _calendar_page(request: PageRequest, since: str | None, game: ListedGame | None) -> Template:
    address = facts_to_show(request).get("address", "")
    answer = page(request, "calendar.html.jinja", game=game, address=address, since=since)
    return delete_cookie(request, answer)


@post("/account/calendar", sync_to_thread=True)
def change_calendar(request: PageRequest, service: InjectedService, data: Form) -> Redirect:
    """Create an address for the calendar of all games, shown once, or withdraw it."""
    account = demand_account(request)
    if data.get("do") == "withdraw":
        tokens.revoke_feed(service, account, FeedKind.CALENDAR)
        return redirect_to("/account/calendar")
    address = deadlines.create_calendar(service, account)
    return redirect_and_show(request, "/account/calendar", address=address)


@get("/games/{key:str}/calendar", sync_to_thread=True)
def game_calendar_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show whether the calendar of a game has an address."""
    account = demand_account(request)
    rights = access(service, account, key)
    rights.demand_member()
    return _calendar_page(
        request, tokens.created_at(service, account, FeedKind.CALENDAR, key), rights.game
    )


@post("/games/{key:str}/calendar", sync_to_thread=True)
def change_game_calendar(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Redirect:
    """Create an address for the calendar of a game, shown once, or withdraw it."""
    account = demand_account(request)
    rights = access(service, account, key)
    rights.demand_member()
    if data.get("do") == "withdraw":
        tokens.revoke_feed(service, account, FeedKind.CALENDAR, key)
        return redirect_to(f"/games/{key}/deadlines")
    address = deadlines.create_calendar(service, account, key)
    return redirect_and_show(request, f"/games/{key}/calendar", address=address)


CALENDAR_PAGES = (
    read_calendar,
    calendar_page,
    change_calendar,
    game_calendar_page,
    change_game_calendar,
)
