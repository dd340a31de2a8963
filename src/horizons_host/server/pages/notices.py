"""Notification settings of a seat: mails, webhooks and its feed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.arrangements import set_password
from horizons_host.notifications import ways
from horizons_host.notifications.feeds import CONTENT_TYPE, feed
from horizons_host.notifications.words import KINDS
from horizons_host.server.games import mailing, webhooks
from horizons_host.server.games.access import Access, access, nothing_here
from horizons_host.server.injected import Form, Key, Number, Served
from horizons_host.server.pages.once import forget, go_and_show, shown_once
from horizons_host.server.pages.rendering import Asked, demand_account, go, page
from horizons_host.server.people import feeds
from horizons_host.server.people.accounts import Account
from horizons_host.server.people.feeds import Kind
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: Prefix of the form fields for kinds of events.
_KIND = "kind-"


def kinds_in(data: Mapping[str, str]) -> list[str]:
    """Return the kinds of events that were selected in a form."""
    return [name.removeprefix(_KIND) for name in data if name.startswith(_KIND)]


def feed_address(service: Service, key: str, token: str) -> str:
    """Return the address of a feed."""
    return f"{service.settings.public_url}/games/{key}/feeds/{token}"


def told_page(
    request: Asked,
    template: str,
    rights: Access,
    problem: HorizonsError | None,
    typed: Mapping[str, Any],
    **facts: Any,
) -> Template:
    """Render a page of webhooks and feeds, with facts shown once and rejected entries."""
    empty = dict.fromkeys(("url", "secret", "feed", "said"), "")
    answer = page(
        request,
        template,
        game=rights.game,
        access=rights,
        all_kinds=KINDS,
        problem=problem,
        status=422 if problem else 200,
        **{**empty, **facts, **shown_once(request), **typed},
    )
    return forget(request, answer)


def told_done(
    request: Asked,
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
    return go_and_show(request, path, **(facts or {}))


def changed_feed(
    service: Service, account: Account, kind: Kind, key: str, data: Mapping[str, str]
) -> dict[str, str] | None:
    """Return the new address of a feed, or None if the form withdraws it."""
    if data.get("do") != "make":
        feeds.withdraw(service, account, kind, key)
        return None
    return {"feed": feed_address(service, key, feeds.make(service, account, kind, key))}


@get("/games/{key:str}/notifications", sync_to_thread=True)
def notices_page(request: Asked, service: Served, key: Key) -> Template:
    """Show the notification settings of the reader's seat."""
    return _page(request, service, _player(request, service, key))


def _player(request: Asked, service: Service, key: str) -> Access:
    rights = access(service, request.user, key)
    rights.demand_seat()
    return rights


def _page(
    request: Asked,
    service: Service,
    rights: Access,
    problem: HorizonsError | None = None,
    **typed: str,
) -> Template:
    seat = rights.demand_seat()
    account = demand_account(request)
    with service.database.game(rights.game.key) as store:
        mail_address, has_password = mailing.arranged(store, seat)
        facts: dict[str, Any] = {
            "mails": ways.seat_mails(store, seat),
            "hooks": webhooks.hooks(store, seat),
            "goes_to": mail_address,
            "has_password": has_password,
        }
    return told_page(
        request,
        "notices.html.jinja",
        rights,
        problem,
        typed,
        seat=seat,
        kinds={kind: KINDS[kind] for kind in mailing.CHOICES},
        reads_mails=service.settings.reads_mails,
        own_address=mailing.address_of(service, account.id),
        **facts,
    )


def _apply(
    request: Asked,
    service: Service,
    key: str,
    change: Callable[[GameStore, str], dict[str, str] | None],
    **typed: str,
) -> Template | Redirect:
    """Apply a change of a seat's notifications, and show its result or error on the page."""
    rights = _player(request, service, key)
    seat = rights.demand_seat()
    return told_done(
        request,
        service,
        key,
        f"/games/{key}/notifications",
        lambda store: change(store, seat),
        lambda problem: _page(request, service, rights, problem, **typed),
    )


@post("/games/{key:str}/notifications/mails", sync_to_thread=True)
def choose_mails(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Set the mail notifications in this game."""

    def act(store: GameStore, seat: str) -> None:
        ways.set_mails(store, seat, kinds_in(data), service.clock)

    return _apply(request, service, key, act)


@post("/games/{key:str}/notifications/address", sync_to_thread=True)
def choose_address(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Send the mails of this game to the player's address, or nowhere."""
    account = demand_account(request)

    def act(store: GameStore, seat: str) -> None:
        mailing.redirect(service, store, account, seat, on=data.get("do") == "on")

    return _apply(request, service, key, act)


@post("/games/{key:str}/notifications/password", sync_to_thread=True)
def choose_password(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Require a password for orders by mail, or (without one) accept their address."""

    def act(store: GameStore, seat: str) -> None:
        set_password(store, seat, data.get("password", "") or None, service.clock, seat)

    return _apply(request, service, key, act)


@post("/games/{key:str}/notifications/webhooks", sync_to_thread=True)
def add_webhook(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Add a webhook for the seat's notifications; its secret is shown once."""
    url, account = data.get("url", "").strip(), demand_account(request)

    def act(store: GameStore, seat: str) -> dict[str, str]:
        way = webhooks.add(service, account, key, store, url, seat, kinds_in(data))
        return {"secret": way.secret}

    return _apply(request, service, key, act, url=url)


@post("/games/{key:str}/notifications/webhooks/{number:int}/remove", sync_to_thread=True)
def remove_webhook(
    request: Asked, service: Served, key: Key, number: Number
) -> Template | Redirect:
    """Remove a webhook of the seat."""

    def act(store: GameStore, seat: str) -> None:
        webhooks.remove(service, store, seat, number)

    return _apply(request, service, key, act)


@post("/games/{key:str}/notifications/webhooks/{number:int}/test", sync_to_thread=True)
def test_webhook(request: Asked, service: Served, key: Key, number: Number) -> Template | Redirect:
    """Post a test to a webhook of the seat."""
    account = demand_account(request)

    def act(store: GameStore, seat: str) -> dict[str, str]:
        return {"said": webhooks.test(service, account, store, seat, number)}

    return _apply(request, service, key, act)


@post("/games/{key:str}/notifications/feed", sync_to_thread=True)
def change_feed(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Create a new address for the seat's feed, shown once, or withdraw it."""
    account = demand_account(request)

    def act(_store: GameStore, _seat: str) -> dict[str, str] | None:
        return changed_feed(service, account, Kind.SEAT, key, data)

    return _apply(request, service, key, act)


@get("/games/{key:str}/feeds/{token:str}", sync_to_thread=True)
def read_feed(service: Served, key: Key, token: Key) -> Response[bytes]:
    """Return the feed of a seat or game by its secret address; raises NoGameError."""
    seat = _seat_of_feed(service, key, token)
    with service.database.game(key) as store:
        link = f"{service.settings.public_url}/games/{key}"
        data = feed(store, feed_address(service, key, token), link, seat)
    return Response(data, media_type=CONTENT_TYPE)


def _seat_of_feed(service: Service, key: str, token: str) -> str | None:
    """Return the seat whose feed has this token, or None for the game's feed.

    Raises NoGameError unless the token belongs to this game, and its maker still has the seat, or
    is still the gamemaster.
    """
    for kind in (Kind.SEAT, Kind.GAME):
        feed = feeds.find(service, kind, token)
        if feed is None or feed.game != key:
            continue
        rights = access(service, feed.account, key)
        if kind is Kind.SEAT:
            return rights.demand_seat()
        rights.demand_member()
        rights.demand_gamemaster()
        return None
    raise nothing_here()


@post("/account/notifications", sync_to_thread=True)
def choose(request: Asked, service: Served, data: Form) -> Redirect:
    """Set the mail notifications in all games."""
    mailing.choose(service, demand_account(request), kinds_in(data))
    return go("/account")


HANDLERS = (
    notices_page,
    choose_mails,
    choose_address,
    choose_password,
    add_webhook,
    remove_webhook,
    test_webhook,
    change_feed,
    read_feed,
    choose,
)
