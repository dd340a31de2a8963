"""When turns are run: what everybody in a game reads of it, one's own vacation, the desk for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from litestar import get, post
from litestar.response import Redirect, Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.deadlines.outlook import Outlook, outlook
from horizons_host.deadlines.rules import rule_from
from horizons_host.deadlines.vacations import announce_vacation, end_vacation
from horizons_host.deadlines.zones import moment, zone_named
from horizons_host.desk.audit import entries
from horizons_host.order_texts import OrderText, decoded
from horizons_host.server import texts
from horizons_host.server.games import deadlines
from horizons_host.server.games.access import Access, access, nothing_here
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.jobs import deadlines as jobs
from horizons_host.server.pages.desk.room import desk_of, text_of
from horizons_host.server.pages.fields import rule_fields, rule_parts, whole
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.server.people import feeds
from horizons_host.server.people.feeds import Kind
from horizons_host.server.service import Service
from horizons_host.store import GameStore

SOURCE = "standing orders"
#: What of the audit tells of deadlines, and so many of its entries are shown.
_TELLING, _ENTRIES = ("deadline", "missing", "turn", "undo"), 50
_UTC = ZoneInfo("UTC")


@get("/games/{key:str}/deadlines", sync_to_thread=True)
def deadlines_page(request: Asked, service: Served, key: Key) -> Template:
    """What will happen when, who is waited for, and what was decided."""
    return _shown(request, service, _member(request, service, key))


def _member(request: Asked, service: Service, key: str) -> Access:
    """Somebody who is in a running game, or was; raises NoGameError for others."""
    found = access(service, request.user, key)
    found.demand_member()
    return found


def _shown(
    request: Asked,
    service: Service,
    found: Access,
    problem: HorizonsError | None = None,
    given: Mapping[str, str] | None = None,
) -> Template:
    key = found.game.key
    with service.database.game(key) as store:
        told = told_of(store, service)
    since = None if request.user is None else feeds.since(service, request.user, Kind.CALENDAR, key)
    return page(
        request,
        "deadlines.html.jinja",
        game=found.game,
        access=found,
        given=given or {},
        calendar_since=since,
        problem=problem,
        status=422 if problem else 200,
        **told,
    )


def told_of(store: GameStore, service: Service) -> dict[str, Any]:
    """What pages show of a game's deadlines."""
    found = outlook(store, service.clock)
    zone = zone_named(found.zone)
    audit = [one for one in entries(store, public=True) if one.action in _TELLING]
    return {
        "outlook": found,
        "deadline": _times(found.deadline, zone),
        "rule": rule_from(found.rule).words if found.rule else [],
        "away": deadlines.away(store, service.clock),
        "audit": [
            (texts.moment(moment(one.at), zone.key), one) for one in reversed(audit[-_ENTRIES:])
        ],
    }


def _times(time: datetime | None, zone: ZoneInfo) -> dict[str, str] | None:
    """A time by the game's clocks, in UTC, and for programs."""
    if time is None:
        return None
    return {
        "here": texts.moment(time, zone.key),
        "utc": texts.moment(time, _UTC.key),
        "iso": time.isoformat(),
    }


@post("/games/{key:str}/vacation", sync_to_thread=True)
def vacation(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Say that one is away, or that one is not after all."""
    found = _member(request, service, key)
    seat, reason = found.demand_seat(), data.get("reason", "")

    def act(store: GameStore) -> None:
        if data.get("do") == "end":
            end_vacation(store, seat, reason=reason, clock=service.clock, by=seat)
        else:
            days = "..".join(filter(None, (data.get("first", ""), data.get("last", ""))))
            announce_vacation(store, seat, days, reason=reason, clock=service.clock, by=seat)

    try:
        deadlines.apply(service, key, act)
    except HorizonsError as problem:
        return _shown(request, service, found, problem, data)
    return go(f"/games/{key}/deadlines")


# the gamemaster's desk


@get("/games/{key:str}/desk/deadlines", sync_to_thread=True)
def desk_page(request: Asked, service: Served, key: Key) -> Template:
    """The desk for deadlines."""
    return _desk(request, service, desk_of(request, service, key))


def _desk(
    request: Asked,
    service: Service,
    found: Access,
    problem: HorizonsError | None = None,
    given: Mapping[str, str] | None = None,
) -> Template:
    key = found.game.key
    with service.database.game(key) as store:
        told = told_of(store, service)
        plate, seats = store.plate(), store.seats()
    known: Outlook = told["outlook"]
    return page(
        request,
        "deadlines_desk.html.jinja",
        game=found.game,
        access=found,
        seats=[seat.name for seat in seats if not seat.role and not seat.bot],
        bots=sorted(hz.load_variant(plate.variant, plate.mods, plate.data_mods).bots),
        job=jobs.of_game(service, key),
        given={**rule_fields(known.rule), **(given or {})},
        problem=problem,
        status=422 if problem else 200,
        **told,
    )


def _decided(
    request: Asked, service: Service, key: str, data: Mapping[str, str], act: Callable[[], None]
) -> Template | Redirect:
    """Decide something, and show the desk; what is refused is told there."""
    found = desk_of(request, service, key)
    try:
        act()
    except HorizonsError as problem:
        return _desk(request, service, found, problem, data)
    return go(f"/games/{key}/desk/deadlines")


@post("/games/{key:str}/desk/deadlines/rule", sync_to_thread=True)
def set_rule(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Set the rule."""

    def act() -> None:
        deadlines.set_rule(service, key, rule_parts(data), data.get("reason", ""))

    return _decided(request, service, key, data, act)


@post("/games/{key:str}/desk/deadlines/missing", sync_to_thread=True)
def set_missing(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Say what is done about missing orders."""

    def act() -> None:
        kind = data.get("kind", "")
        deadlines.set_missing(
            service,
            key,
            kind,
            seat=data.get("seat", ""),
            text=_standing(data) if kind == "standing" else None,
            bot=data.get("bot", ""),
            turns=whole(data, "turns", 1),
            reason=data.get("reason", ""),
        )

    return _decided(request, service, key, data, act)


def _standing(data: Mapping[str, str]) -> OrderText:
    text, note = decoded(text_of(data.get("orders", "")).encode(), SOURCE)
    return OrderText(text, SOURCE, note)


@post("/games/{key:str}/desk/deadlines/{act:str}", sync_to_thread=True)
def decide(request: Asked, service: Served, key: Key, act: Key, data: Form) -> Template | Redirect:
    """Decide something on the deadline of the coming turn."""
    desk_of(request, service, key)
    if act not in deadlines.ACTS:
        raise nothing_here()

    def done() -> None:
        deadlines.decide(
            service,
            key,
            act,
            reason=data.get("reason", ""),
            to=data.get("to", "").strip(),
            hours=whole(data, "hours"),
        )

    return _decided(request, service, key, data, done)


HANDLERS = (deadlines_page, vacation, desk_page, set_rule, set_missing, decide)
