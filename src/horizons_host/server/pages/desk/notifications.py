"""The game's webhooks and feed at the gamemaster's desk, and their delivery log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.server.accounts import tokens
from horizons_host.server.accounts.tokens import FeedKind
from horizons_host.server.games import notifications
from horizons_host.server.games.access import Access
from horizons_host.server.pages.forms import desk_of
from horizons_host.server.pages.notifications import (
    apply_and_show,
    changed_feed,
    kinds_in,
    render_notifications,
)
from horizons_host.server.pages.rendering import PageRequest, demand_account
from horizons_host.server.security.requests import Form, InjectedService, Key, Number
from horizons_host.server.service import Service
from horizons_host.store import GameStore, Notifications

#: Number of lines of the delivery log.
_LINES = 30


@get("/games/{key:str}/desk/notifications", sync_to_thread=True)
def desk_notifications_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the webhooks of the game and its gamemaster, and the delivery log."""
    return _page(request, service, desk_of(request, service, key))


def _page(
    request: PageRequest,
    service: Service,
    rights: Access,
    problem: HorizonsError | None = None,
    **typed: str,
) -> Template:
    key, account = rights.game.key, demand_account(request)
    with service.database.game(key) as store:
        facts: dict[str, Any] = {
            "hooks": notifications.webhook_statuses(store, None),
            "log": list(reversed(Notifications(store).attempts(_LINES))),
        }
    since = tokens.created_at(service, account, FeedKind.GAME, key)
    return render_notifications(
        request, "notices_desk.html.jinja", rights, problem, typed, feed_since=since, **facts
    )


def _apply(
    request: PageRequest,
    service: Service,
    key: str,
    act: Callable[[GameStore], dict[str, str] | None],
    **typed: str,
) -> Template | Redirect:
    """Apply a change of the notifications, and show its result or error on the page."""
    rights = desk_of(request, service, key)
    return apply_and_show(
        request,
        service,
        key,
        f"/games/{key}/desk/notifications",
        act,
        lambda problem: _page(request, service, rights, problem, **typed),
    )


@post("/games/{key:str}/desk/notifications/webhooks", sync_to_thread=True)
def add_game_webhook(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Add a webhook; its secret is shown once."""
    url = data.get("url", "").strip()

    def act(store: GameStore) -> dict[str, str]:
        more, account = data.get("gamemaster") == "yes", demand_account(request)
        kinds = kinds_in(data)
        subscription = notifications.register_webhook(
            service, account, key, store, url, None, kinds, gamemaster=more
        )
        return {"secret": subscription.secret}

    return _apply(request, service, key, act, url=url)


@post("/games/{key:str}/desk/notifications/webhooks/{number:int}/remove", sync_to_thread=True)
def remove_game_webhook(
    request: PageRequest, service: InjectedService, key: Key, number: Number
) -> Template | Redirect:
    """Remove a webhook."""
    return _apply(
        request,
        service,
        key,
        lambda store: notifications.remove_own_webhook(service, store, None, number),
    )


@post("/games/{key:str}/desk/notifications/webhooks/{number:int}/test", sync_to_thread=True)
def test_game_webhook(
    request: PageRequest, service: InjectedService, key: Key, number: Number
) -> Template | Redirect:
    """Post a test to a webhook."""

    def act(store: GameStore) -> dict[str, str]:
        account = demand_account(request)
        return {"test_result": notifications.test_webhook(service, account, store, None, number)}

    return _apply(request, service, key, act)


@post("/games/{key:str}/desk/notifications/feed", sync_to_thread=True)
def change_game_feed(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Create a new address for the feed of public events, or withdraw it."""
    account = demand_account(request)
    return _apply(
        request, service, key, lambda _: changed_feed(service, account, FeedKind.GAME, key, data)
    )


DESK_NOTIFICATION_PAGES = (
    desk_notifications_page,
    add_game_webhook,
    remove_game_webhook,
    test_game_webhook,
    change_game_feed,
)
