"""Calendars of deadlines for people's own programs, at addresses that only they know."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.response import Redirect, Template

from horizons_host.server.games import calendars
from horizons_host.server.games.access import access, nothing_here
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.pages.rendering import Asked, demand_account, go, page
from horizons_host.server.people import feeds
from horizons_host.server.people.feeds import Kind

_ENDING = ".ics"


@get("/calendars/{calendar:str}", sync_to_thread=True)
def calendar(service: Served, calendar: Key) -> Response[bytes]:
    """The calendar at an address."""
    key = calendar.removesuffix(_ENDING)
    found = calendars.find(service, key) if key != calendar else None
    if found is None:
        raise nothing_here()
    return Response(found, media_type="text/calendar; charset=utf-8")


@get("/account/calendar", sync_to_thread=True)
def own_page(request: Asked, service: Served) -> Template:
    """Whether there is an address for the deadlines of all one's games."""
    since = feeds.since(service, demand_account(request), Kind.CALENDAR)
    return page(request, "calendar.html.jinja", game=None, address="", since=since)


@post("/account/calendar", sync_to_thread=True)
def own_calendar(request: Asked, service: Served, data: Form) -> Template | Redirect:
    """Make an address for the deadlines of all one's games, shown this once; or withdraw it."""
    account = demand_account(request)
    if data.get("do") == "withdraw":
        feeds.withdraw(service, account, Kind.CALENDAR)
        return go("/account/calendar")
    address = calendars.address(service, account)
    return page(request, "calendar.html.jinja", game=None, address=address, since=None)


@post("/games/{key:str}/calendar", sync_to_thread=True)
def game_calendar(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """The same for the deadlines of one game."""
    account = demand_account(request)
    found = access(service, account, key)
    found.demand_member()
    if data.get("do") == "withdraw":
        feeds.withdraw(service, account, Kind.CALENDAR, key)
        return go(f"/games/{key}/deadlines")
    address = calendars.address(service, account, key)
    return page(request, "calendar.html.jinja", game=found.game, address=address, since=None)


HANDLERS = (calendar, own_page, own_calendar, game_calendar)
