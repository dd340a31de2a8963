"""Calendars of deadlines for calendar programs, at secret addresses."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.response import Redirect, Template

from horizons_host.server.games import calendars
from horizons_host.server.games.access import access, page_not_found
from horizons_host.server.games.directory import ListedGame
from horizons_host.server.injected import Form, InjectedService, Key
from horizons_host.server.pages.once import delete_cookie, facts_to_show, redirect_and_show
from horizons_host.server.pages.rendering import PageRequest, demand_account, page, redirect_to
from horizons_host.server.people import feeds
from horizons_host.server.people.feeds import FeedKind

_ENDING = ".ics"


@get("/calendars/{calendar:str}", sync_to_thread=True)
def read_calendar(service: InjectedService, calendar: Key) -> Response[bytes]:
    """Return the calendar at an address."""
    key = calendar.removesuffix(_ENDING)
    content = calendars.find_calendar(service, key) if key != calendar else None
    if content is None:
        raise page_not_found()
    return Response(content, media_type="text/calendar; charset=utf-8")


@get("/account/calendar", sync_to_thread=True)
def calendar_page(request: PageRequest, service: InjectedService) -> Template:
    """Show whether the calendar of all the reader's games has an address."""
    return _calendar_page(
        request, feeds.created_at(service, demand_account(request), FeedKind.CALENDAR), None
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
        feeds.revoke_feed(service, account, FeedKind.CALENDAR)
        return redirect_to("/account/calendar")
    address = calendars.create_calendar(service, account)
    return redirect_and_show(request, "/account/calendar", address=address)


@get("/games/{key:str}/calendar", sync_to_thread=True)
def game_calendar_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show whether the calendar of a game has an address."""
    account = demand_account(request)
    rights = access(service, account, key)
    rights.demand_member()
    return _calendar_page(
        request, feeds.created_at(service, account, FeedKind.CALENDAR, key), rights.game
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
        feeds.revoke_feed(service, account, FeedKind.CALENDAR, key)
        return redirect_to(f"/games/{key}/deadlines")
    address = calendars.create_calendar(service, account, key)
    return redirect_and_show(request, f"/games/{key}/calendar", address=address)


CALENDAR_PAGES = (
    read_calendar,
    calendar_page,
    change_calendar,
    game_calendar_page,
    change_game_calendar,
)
