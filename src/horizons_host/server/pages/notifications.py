"""Pages with the notification settings of a seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.notifications.texts import CONTENT_TYPE, KINDS, feed
from horizons_host.seats.changes import set_password
from horizons_host.server import texts
from horizons_host.server.accounts import tokens
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.tokens import FeedKind
from horizons_host.server.games import notifications
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.games.notification_log import deliveries_of
from horizons_host.server.games.notifications import (
    EMAIL,
    PRESETS,
    PUSH,
    Channel,
    WebhookStatus,
    channels_of,
)
from horizons_host.server.pages.rendering import (
    PageRequest,
    delete_cookie,
    demand_account,
    facts_to_show,
    page,
    page_access,
    redirect_and_show,
)
from horizons_host.server.security.requests import Form, InjectedService, Key, Number
from horizons_host.server.service import Service
from horizons_host.store import GameStore


def kinds_in(data: Mapping[str, str], group: str = "kind") -> list[str]:
    """Return the kinds of events that were selected in a form, in a group of fields."""
    prefix = f"{group}-"
    return [name.removeprefix(prefix) for name in data if name.startswith(prefix)]


def choices_in(service: Service, data: Mapping[str, str]) -> dict[Channel, list[str]]:
    """Return the kinds of events for each channel of the server, by a form or its preset."""
    preset = PRESETS.get(data.get("preset", ""))
    return {
        channel: list(preset[channel]) if preset else kinds_in(data, channel.setting)
        for channel in channels_of(service)
    }


def shown_channels(
    service: Service, chosen: Callable[[Channel], Collection[str]]
) -> list[dict[str, Any]]:
    """Return the channels of the server with their names and chosen kinds, for a form."""
    names = {EMAIL: texts.gettext("Email"), PUSH: texts.gettext("Push")}
    return [
        {"setting": channel.setting, "name": names[channel], "chosen": chosen(channel)}
        for channel in channels_of(service)
    ]


#: The kinds of events that can be chosen, with their descriptions.
CHOICE_WORDS = {kind: KINDS[kind] for kind in notifications.CHOICES}


def feed_address(service: Service, key: str, token: str) -> str:
    """Return the address of a feed."""
    return f"{service.settings.public_url}/games/{key}/feeds/{token}"


def render_notifications(
    request: PageRequest,
    template: str,
    rights: Access,
    problem: HorizonsError | None,
    typed: Mapping[str, Any],
    **facts: Any,
) -> Template:
    """Render a page of webhooks and feeds, with facts shown once and rejected entries."""
    empty = dict.fromkeys(("url", "secret", "feed", "test_result"), "")
    answer = page(
        request,
        template,
        game=rights.game,
        access=rights,
        all_kinds=KINDS,
        problem=problem,
        status=422 if problem else 200,
        **{**empty, **facts, **facts_to_show(request), **typed},
    )
    return delete_cookie(request, answer)


def apply_and_show(
    request: PageRequest,
    service: Service,
    key: str,
    path: str,
    change: Callable[[GameStore], dict[str, str] | None],
    error_page: Callable[[HorizonsError], Template],
) -> Template | Redirect:
    """Apply a change to a game and show its result, or its error, on a page."""
    try:
        with service.database.game(key) as store:
            facts = change(store)
    except HorizonsError as problem:
        return error_page(problem)
    return redirect_and_show(request, path, **(facts or {}))


def changed_feed(
    service: Service, account: Account, kind: FeedKind, key: str, data: Mapping[str, str]
) -> dict[str, str] | None:
    """Return the new address of a feed, or None if the form withdraws it."""
    if data.get("do") != "make":
        tokens.revoke_feed(service, account, kind, key)
        return None
    return {"feed": feed_address(service, key, tokens.create_feed(service, account, kind, key))}


@get("/games/{key:str}/notifications", sync_to_thread=True)
def notifications_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the notification settings of the reader's seat."""
    return _notifications_page(request, service, _seat_rights(request, service, key))


def _seat_rights(request: PageRequest, service: Service, key: str) -> Access:
    rights = page_access(request, service, key)
    rights.demand_seat()
    return rights


def _notifications_page(
    request: PageRequest,
    service: Service,
    rights: Access,
    problem: HorizonsError | None = None,
    **typed: str,
) -> Template:
    seat = rights.demand_seat()
    account = demand_account(request)
    feed_since = tokens.created_at(service, account, FeedKind.SEAT, rights.game.key)
    with service.database.game(rights.game.key) as store:
        mail_address, has_password = notifications.mail_settings(store, seat)
        hooks = notifications.webhook_statuses(store, seat)
        channels = shown_channels(
            service, lambda channel: notifications.seat_kinds(store, seat, channel)
        )
        facts: dict[str, Any] = {
            "channels": channels,
            "columns": [*channels, *_other_columns(hooks, has_feed=feed_since is not None)],
            "hooks": hooks,
            "mail_address": mail_address,
            "has_password": has_password,
        }
    return render_notifications(
        request,
        "notices.html.jinja",
        rights,
        problem,
        typed,
        seat=seat,
        kinds=CHOICE_WORDS,
        deliveries=deliveries_of(service, account.id, rights.game.key),
        reads_mails=service.settings.reads_mails,
        own_address=notifications.address_of(service, account.id),
        feed_since=feed_since,
        **facts,
    )


def _other_columns(hooks: Iterable[WebhookStatus], *, has_feed: bool) -> list[dict[str, Any]]:
    """Return the columns of webhooks and of the feed, which have forms of their own."""
    posted = [hook.subscription.kinds or CHOICE_WORDS for hook in hooks]
    columns = [
        (texts.gettext("Webhook"), {kind for kinds in posted for kind in kinds}),
        (texts.gettext("Feed"), set(CHOICE_WORDS if has_feed else ())),
    ]
    return [{"setting": "", "name": name, "chosen": kinds} for name, kinds in columns if kinds]


def _change_notifications(
    request: PageRequest,
    service: Service,
    key: str,
    change: Callable[[GameStore, str], dict[str, str] | None],
    **typed: str,
) -> Template | Redirect:
    """Apply a change of a seat's notifications, and show its result or error on the page."""
    rights = _seat_rights(request, service, key)
    seat = rights.demand_seat()
    return apply_and_show(
        request,
        service,
        key,
        f"/games/{key}/notifications",
        lambda store: change(store, seat),
        lambda problem: _notifications_page(request, service, rights, problem, **typed),
    )


@post("/games/{key:str}/notifications/kinds", sync_to_thread=True)
def choose_kinds(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Set the emails and push notifications about this game."""

    def act(store: GameStore, seat: str) -> None:
        for channel, kinds in choices_in(service, data).items():
            channel.apply(store, seat, kinds, service.clock)

    return _change_notifications(request, service, key, act)


@post("/games/{key:str}/notifications/address", sync_to_thread=True)
def choose_address(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Send the emails of this game to the player's address, or nowhere."""
    account = demand_account(request)

    def act(store: GameStore, seat: str) -> None:
        notifications.set_mail_delivery(service, store, account, seat, on=data.get("do") == "on")

    return _change_notifications(request, service, key, act)


@post("/games/{key:str}/notifications/password", sync_to_thread=True)
def choose_password(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Require a password for orders by email, or (without one) accept their address."""

    def act(store: GameStore, seat: str) -> None:
        set_password(store, seat, data.get("password", "") or None, service.clock, seat)

    return _change_notifications(request, service, key, act)


@post("/games/{key:str}/notifications/webhooks", sync_to_thread=True)
def add_webhook(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Add a webhook for the seat's notifications; its secret is shown once."""
    url, account = data.get("url", "").strip(), demand_account(request)

    def act(store: GameStore, seat: str) -> dict[str, str]:
        subscription = notifications.register_webhook(
            service, account, key, store, url, seat, kinds_in(data)
        )
        return {"secret": subscription.secret}

    return _change_notifications(request, service, key, act, url=url)


@post("/games/{key:str}/notifications/webhooks/{number:int}/remove", sync_to_thread=True)
def remove_webhook(
    request: PageRequest, service: InjectedService, key: Key, number: Number
) -> Template | Redirect:
    """Remove a webhook of the seat."""

    def act(store: GameStore, seat: str) -> None:
        notifications.remove_own_webhook(service, store, seat, number)

    return _change_notifications(request, service, key, act)


@post("/games/{key:str}/notifications/webhooks/{number:int}/test", sync_to_thread=True)
def test_webhook(
    request: PageRequest, service: InjectedService, key: Key, number: Number
) -> Template | Redirect:
    """Post a test to a webhook of the seat."""
    account = demand_account(request)

    def act(store: GameStore, seat: str) -> dict[str, str]:
        return {"test_result": notifications.test_webhook(service, account, store, seat, number)}

    return _change_notifications(request, service, key, act)


@post("/games/{key:str}/notifications/feed", sync_to_thread=True)
def change_feed(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Create a new address for the seat's feed, shown once, or withdraw it."""
    account = demand_account(request)

    def act(_store: GameStore, _seat: str) -> dict[str, str] | None:
        return changed_feed(service, account, FeedKind.SEAT, key, data)

    return _change_notifications(request, service, key, act)


@get("/games/{key:str}/feeds/{token:str}", sync_to_thread=True)
def read_feed(service: InjectedService, key: Key, token: Key) -> Response[bytes]:
    """Return the feed of a seat or game by its secret address; raises NoGameError."""
    seat = _feed_seat(service, key, token)
    with service.database.game(key) as store:
        link = f"{service.settings.public_url}/games/{key}"
        data = feed(store, feed_address(service, key, token), link, seat)
    return Response(data, media_type=CONTENT_TYPE)


def _feed_seat(service: Service, key: str, token: str) -> str | None:
    """Return the seat whose feed has this token, or None for the game's feed.

    Raises NoGameError unless the token belongs to this game, and its maker still has the seat, or
    is still the gamemaster.
    """
    for kind in (FeedKind.SEAT, FeedKind.GAME):
        feed = tokens.find_feed(service, kind, token)
        if feed is None or feed.game != key:
            continue
        rights = access(service, feed.account, key)
        if kind is FeedKind.SEAT:
            return rights.demand_seat()
        rights.demand_member()
        rights.demand_gamemaster()
        return None
    raise page_not_found()


NOTIFICATION_PAGES = (
    notifications_page,
    choose_kinds,
    choose_address,
    choose_password,
    add_webhook,
    remove_webhook,
    test_webhook,
    change_feed,
    read_feed,
)
