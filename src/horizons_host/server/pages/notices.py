"""What one is told: by mail, by webhooks of one's own seat, by its feed."""

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

#: Fields of kinds of happenings begin so.
_KIND = "kind-"


def kinds_in(data: Mapping[str, str]) -> list[str]:
    """The kinds of happenings that were chosen in a form."""
    return [name.removeprefix(_KIND) for name in data if name.startswith(_KIND)]


def feed_address(service: Service, key: str, token: str) -> str:
    """Where a feed is read."""
    return f"{service.settings.public_url}/games/{key}/feeds/{token}"


def told_page(
    request: Asked,
    template: str,
    found: Access,
    problem: HorizonsError | None,
    typed: Mapping[str, Any],
    **facts: Any,
) -> Template:
    """A page with webhooks and feeds, what is shown there once, and what was typed and refused."""
    empty = dict.fromkeys(("url", "secret", "feed", "said"), "")
    answer = page(
        request,
        template,
        game=found.game,
        access=found,
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
    act: Callable[[GameStore], dict[str, str] | None],
    refused: Callable[[HorizonsError], Template],
) -> Template | Redirect:
    """Do something in a game; what comes of it is shown on a page, or why it was refused."""
    try:
        with service.database.game(key) as store:
            shown = act(store)
    except HorizonsError as problem:
        return refused(problem)
    return go_and_show(request, path, **(shown or {}))


def changed_feed(
    service: Service, account: Account, kind: Kind, key: str, data: Mapping[str, str]
) -> dict[str, str] | None:
    """The new address of a feed, or None where a form has it end."""
    if data.get("do") != "make":
        feeds.withdraw(service, account, kind, key)
        return None
    return {"feed": feed_address(service, key, feeds.make(service, account, kind, key))}


@get("/games/{key:str}/notices", sync_to_thread=True)
def notices_page(request: Asked, service: Served, key: Key) -> Template:
    """What one's seat is told, and how."""
    return _page(request, service, _found(request, service, key))


def _found(request: Asked, service: Service, key: str) -> Access:
    found = access(service, request.user, key)
    found.demand_seat()
    return found


def _page(
    request: Asked,
    service: Service,
    found: Access,
    problem: HorizonsError | None = None,
    **typed: str,
) -> Template:
    seat = found.demand_seat()
    account = demand_account(request)
    with service.database.game(found.game.key) as store:
        goes_to, has_password = mailing.arranged(store, seat)
        facts: dict[str, Any] = {
            "mails": ways.mails_of(store, seat),
            "hooks": webhooks.hooks(store, seat),
            "goes_to": goes_to,
            "has_password": has_password,
        }
    return told_page(
        request,
        "notices.html.jinja",
        found,
        problem,
        typed,
        seat=seat,
        kinds={kind: KINDS[kind] for kind in mailing.CHOICES},
        reads_mails=service.settings.reads_mails,
        own_address=mailing.address_of(service, account.id),
        **facts,
    )


def _done(
    request: Asked,
    service: Service,
    key: str,
    act: Callable[[GameStore, str], dict[str, str] | None],
    **typed: str,
) -> Template | Redirect:
    """Do something about what a seat is told; what comes of it, or is refused, is shown there."""
    found = _found(request, service, key)
    seat = found.demand_seat()
    return told_done(
        request,
        service,
        key,
        f"/games/{key}/notices",
        lambda store: act(store, seat),
        lambda problem: _page(request, service, found, problem, **typed),
    )


@post("/games/{key:str}/notices/mails", sync_to_thread=True)
def choose_mails(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Say about what one wants mails in this game."""

    def act(store: GameStore, seat: str) -> None:
        ways.set_mails(store, seat, kinds_in(data), service.clock)

    return _done(request, service, key, act)


@post("/games/{key:str}/notices/address", sync_to_thread=True)
def choose_address(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Have the mails of this game go to one's address, or nowhere."""
    account = demand_account(request)

    def act(store: GameStore, seat: str) -> None:
        mailing.redirect(service, store, account, seat, on=data.get("do") == "on")

    return _done(request, service, key, act)


@post("/games/{key:str}/notices/password", sync_to_thread=True)
def choose_password(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Have orders by mail count with a password alone, or (without one) by their address."""

    def act(store: GameStore, seat: str) -> None:
        set_password(store, seat, data.get("password", "") or None, service.clock, seat)

    return _done(request, service, key, act)


@post("/games/{key:str}/notices/webhooks", sync_to_thread=True)
def add_webhook(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Have what one's seat is told be posted somewhere; its secret is shown this once."""
    url, account = data.get("url", "").strip(), demand_account(request)

    def act(store: GameStore, seat: str) -> dict[str, str]:
        way = webhooks.add(service, account, key, store, url, seat, kinds_in(data))
        return {"secret": way.secret}

    return _done(request, service, key, act, url=url)


@post("/games/{key:str}/notices/webhooks/{number:int}/remove", sync_to_thread=True)
def remove_webhook(
    request: Asked, service: Served, key: Key, number: Number
) -> Template | Redirect:
    """Post to a webhook of one's seat no more."""

    def act(store: GameStore, seat: str) -> None:
        webhooks.remove(service, store, seat, number)

    return _done(request, service, key, act)


@post("/games/{key:str}/notices/webhooks/{number:int}/test", sync_to_thread=True)
def test_webhook(request: Asked, service: Served, key: Key, number: Number) -> Template | Redirect:
    """Post a test to a webhook of one's seat now."""
    account = demand_account(request)

    def act(store: GameStore, seat: str) -> dict[str, str]:
        return {"said": webhooks.test(service, account, store, seat, number)}

    return _done(request, service, key, act)


@post("/games/{key:str}/notices/feed", sync_to_thread=True)
def change_feed(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Make a new address for the feed of one's seat, shown this once; or have it end."""
    account = demand_account(request)

    def act(_store: GameStore, _seat: str) -> dict[str, str] | None:
        return changed_feed(service, account, Kind.SEAT, key, data)

    return _done(request, service, key, act)


@get("/games/{key:str}/feeds/{token:str}", sync_to_thread=True)
def read_feed(service: Served, key: Key, token: Key) -> Response[bytes]:
    """The feed of a seat, or of a game, by its secret address; raises NoGameError for no such."""
    seat = _fed(service, key, token)
    with service.database.game(key) as store:
        link = f"{service.settings.public_url}/games/{key}"
        data = feed(store, feed_address(service, key, token), link, seat)
    return Response(data, media_type=CONTENT_TYPE)


def _fed(service: Service, key: str, token: str) -> str | None:
    """Whose feed has this in its address: a seat's, or (None) the game's.

    Raises NoGameError unless the address is one of this game, and was made by somebody who has the
    seat, or is the gamemaster, still.
    """
    for kind in (Kind.SEAT, Kind.GAME):
        found = feeds.find(service, kind, token)
        if found is None or found.game != key:
            continue
        own = access(service, found.account, key)
        if kind is Kind.SEAT:
            return own.demand_seat()
        own.demand_member()
        own.demand_gamemaster()
        return None
    raise nothing_here()


@post("/account/notices", sync_to_thread=True)
def choose(request: Asked, service: Served, data: Form) -> Redirect:
    """Say about what one wants mails in all games."""
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
