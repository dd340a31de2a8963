"""Who is told what happens in a game: its webhooks, its feed, and what became of the posts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games import webhooks
from horizons_host.server.games.access import Access
from horizons_host.server.injected import Form, Key, Number, Served
from horizons_host.server.pages.desk.room import desk_of
from horizons_host.server.pages.notices import changed_feed, kinds_in, told_done, told_page
from horizons_host.server.pages.rendering import Asked, demand_account
from horizons_host.server.people import feeds
from horizons_host.server.people.feeds import Kind
from horizons_host.server.service import Service
from horizons_host.store import GameStore, Notices

#: So many lines of the delivery log are shown.
_LINES = 30


@get("/games/{key:str}/desk/notices", sync_to_thread=True)
def notices_page(request: Asked, service: Served, key: Key) -> Template:
    """The webhooks of the game and its gamemaster, and the delivery log."""
    return _page(request, service, desk_of(request, service, key))


def _page(
    request: Asked,
    service: Service,
    found: Access,
    problem: HorizonsError | None = None,
    **typed: str,
) -> Template:
    key, account = found.game.key, demand_account(request)
    with service.database.game(key) as store:
        facts: dict[str, Any] = {
            "hooks": webhooks.hooks(store, None),
            "log": list(reversed(Notices(store).attempts(_LINES))),
        }
    since = feeds.since(service, account, Kind.GAME, key)
    return told_page(
        request, "notices_desk.html.jinja", found, problem, typed, feed_since=since, **facts
    )


def _done(
    request: Asked,
    service: Service,
    key: str,
    act: Callable[[GameStore], dict[str, str] | None],
    **typed: str,
) -> Template | Redirect:
    """Do something about who is told; what comes of it, or is refused, is shown there."""
    found = desk_of(request, service, key)
    return told_done(
        request,
        service,
        key,
        f"/games/{key}/desk/notices",
        act,
        lambda problem: _page(request, service, found, problem, **typed),
    )


@post("/games/{key:str}/desk/notices/webhooks", sync_to_thread=True)
def add_webhook(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Have what happens be posted somewhere; the secret is shown this once."""
    url = data.get("url", "").strip()

    def act(store: GameStore) -> dict[str, str]:
        more, account = data.get("gamemaster") == "yes", demand_account(request)
        kinds = kinds_in(data)
        way = webhooks.add(service, account, key, store, url, None, kinds, gamemaster=more)
        return {"secret": way.secret}

    return _done(request, service, key, act, url=url)


@post("/games/{key:str}/desk/notices/webhooks/{number:int}/remove", sync_to_thread=True)
def remove_webhook(
    request: Asked, service: Served, key: Key, number: Number
) -> Template | Redirect:
    """Post to a webhook no more."""
    return _done(request, service, key, lambda store: webhooks.remove(service, store, None, number))


@post("/games/{key:str}/desk/notices/webhooks/{number:int}/test", sync_to_thread=True)
def test_webhook(request: Asked, service: Served, key: Key, number: Number) -> Template | Redirect:
    """Post a test to a webhook now."""

    def act(store: GameStore) -> dict[str, str]:
        account = demand_account(request)
        return {"said": webhooks.test(service, account, store, None, number)}

    return _done(request, service, key, act)


@post("/games/{key:str}/desk/notices/feed", sync_to_thread=True)
def change_feed(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Make a new address for the feed of what everybody may know, or have it end."""
    account = demand_account(request)
    return _done(
        request, service, key, lambda _: changed_feed(service, account, Kind.GAME, key, data)
    )


HANDLERS = (
    notices_page,
    add_webhook,
    remove_webhook,
    test_webhook,
    change_feed,
)
