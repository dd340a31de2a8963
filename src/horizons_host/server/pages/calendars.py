"""Calendars of deadlines for calendar programs, at secret addresses."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.response import Redirect, Template

from horizons_host.server.games import calendars
from horizons_host.server.games.access import access, nothing_here
from horizons_host.server.games.directory import Listed
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.pages.once import forget, go_and_show, shown_once
from horizons_host.server.pages.rendering import Asked, demand_account, go, page
from horizons_host.server.people import feeds
from horizons_host.server.people.feeds import Kind

_ENDING = ".ics"


@get("/calendars/{calendar:str}", sync_to_thread=True)
def calendar(service: Served, calendar: Key) -> Response[bytes]:
    """Return the calendar at an address."""
    key = calendar.removesuffix(_ENDING)
    content = calendars.find(service, key) if key != calendar else None
    if content is None:
        raise nothing_here()
    return Response(content, media_type="text/calendar; charset=utf-8")


@get("/account/calendar", sync_to_thread=True)
def own_page(request: Asked, service: Served) -> Template:
    """Show whether the calendar of all the reader's games has an address."""
    return _page(request, feeds.since(service, demand_account(request), Kind.CALENDAR), None)


def _page(request: Asked, since: str | None, game: Listed | None) -> Template:
    address = shown_once(request).get("address", "")
    answer = page(request, "calendar.html.jinja", game=game, address=address, since=since)
    return forget(request, answer)


@post("/account/calendar", sync_to_thread=True)
def own_calendar(request: Asked, service: Served, data: Form) -> Redirect:
    """Create an address for the calendar of all games, shown once, or withdraw it."""
    account = demand_account(request)
    if data.get("do") == "withdraw":
        feeds.withdraw(service, account, Kind.CALENDAR)
        return go("/account/calendar")
    address = calendars.address(service, account)
    return go_and_show(request, "/account/calendar", address=address)


@get("/games/{key:str}/calendar", sync_to_thread=True)
def game_page(request: Asked, service: Served, key: Key) -> Template:
    """Show whether the calendar of a game has an address."""
    account = demand_account(request)
    rights = access(service, account, key)
    rights.demand_member()
    return _page(request, feeds.since(service, account, Kind.CALENDAR, key), rights.game)


@post("/games/{key:str}/calendar", sync_to_thread=True)
def game_calendar(request: Asked, service: Served, key: Key, data: Form) -> Redirect:
    """Create an address for the calendar of a game, shown once, or withdraw it."""
    account = demand_account(request)
    rights = access(service, account, key)
    rights.demand_member()
    if data.get("do") == "withdraw":
        feeds.withdraw(service, account, Kind.CALENDAR, key)
        return go(f"/games/{key}/deadlines")
    address = calendars.address(service, account, key)
    return go_and_show(request, f"/games/{key}/calendar", address=address)


HANDLERS = (calendar, own_page, own_calendar, game_page, game_calendar)
