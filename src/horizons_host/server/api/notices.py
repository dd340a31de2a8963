"""The calls about being told: by mails, and by the webhooks of one's seat or of a game."""

from __future__ import annotations

from litestar import delete, get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import RequestBody

from horizons_host.notifications import ways
from horizons_host.server.api.calling import Called, access_of, caller
from horizons_host.server.api.desk import desk_of
from horizons_host.server.api.notices_shapes import (
    EmailSettings,
    EmailSettingsRequest,
    NewWebhook,
    NotificationSettings,
    NotificationSettingsRequest,
    WebhookRequest,
    WebhookSummary,
    WebhookTest,
)
from horizons_host.server.games import mailing, webhooks
from horizons_host.server.games.webhooks import Hook
from horizons_host.server.injected import Key, Number, Served
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import GameStore, telling


@get("/notifications", sync_to_thread=True)
def own_mails(request: Called) -> EmailSettings:
    """About what one gets mails in games that one takes a seat in."""
    return _mails(caller(request))


def _mails(account: Account) -> EmailSettings:
    return EmailSettings(mailing.wanted(account), list(mailing.CHOICES))


@put("/notifications", sync_to_thread=True)
def choose_mails(
    request: Called, service: Served, data: RequestBody[EmailSettingsRequest]
) -> EmailSettings:
    """Say about what one wants mails, in all one's games and later ones."""
    chosen = mailing.choose(service, caller(request), data.mails)
    return EmailSettings(chosen, list(mailing.CHOICES))


@get("/games/{key:str}/notifications", sync_to_thread=True)
def own_notices(request: Called, service: Served, key: Key) -> NotificationSettings:
    """What one's seat is told, and how."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        return _notices(store, seat)


def _notices(store: GameStore, seat: str) -> NotificationSettings:
    address, has_password = mailing.arranged(store, seat)
    return NotificationSettings(
        seat,
        ways.mails_of(store, seat),
        list(mailing.CHOICES),
        address,
        has_password,
        _lines(store, seat),
    )


@put("/games/{key:str}/notifications", sync_to_thread=True)
def change_notices(
    request: Called, service: Served, key: Key, data: RequestBody[NotificationSettingsRequest]
) -> NotificationSettings:
    """Say about what one wants mails in this game, and whether they go to one's address."""
    seat = access_of(request, service, key).demand_seat()
    kinds = None if data.mails is None else mailing.checked(data.mails)  # or nothing is changed
    with service.database.game(key) as store:
        if data.by_mail is not None:
            mailing.redirect(service, store, caller(request), seat, on=data.by_mail)
        if kinds is not None:
            ways.set_mails(store, seat, kinds, service.clock)
        return _notices(store, seat)


def _lines(store: GameStore, seat: str | None) -> list[WebhookSummary]:
    return [_line(hook) for hook in webhooks.hooks(store, seat)]


def _line(hook: Hook) -> WebhookSummary:
    way = hook.way
    return WebhookSummary(
        way.id,
        hook.host,
        list(way.kinds),
        way.scope == telling.GAMEMASTER,
        way.added_at,
        dict(hook.told),
    )


def _add(
    service: Service, account: Account, key: str, seat: str | None, wanted: WebhookRequest
) -> NewWebhook:
    with service.database.game(key) as store:
        way = webhooks.add(
            service,
            account,
            key,
            store,
            wanted.url.strip(),
            seat,
            wanted.kinds,
            gamemaster=wanted.gamemaster,
        )
    return NewWebhook(way.id, way.secret)


def _remove(service: Service, key: str, seat: str | None, number: int) -> list[WebhookSummary]:
    with service.database.game(key) as store:
        webhooks.remove(service, store, seat, number)
        return _lines(store, seat)


def _test(
    service: Service, account: Account, key: str, seat: str | None, number: int
) -> WebhookTest:
    with service.database.game(key) as store:
        return WebhookTest(webhooks.test(service, account, store, seat, number))


@post("/games/{key:str}/notifications/webhooks", sync_to_thread=True)
def add_own(
    request: Called, service: Served, key: Key, data: RequestBody[WebhookRequest]
) -> NewWebhook:
    """Have what one's seat is told be posted somewhere."""
    seat = access_of(request, service, key).demand_seat()
    return _add(service, caller(request), key, seat, data)


@delete(
    "/games/{key:str}/notifications/webhooks/{number:int}", sync_to_thread=True, status_code=200
)
def remove_own(request: Called, service: Served, key: Key, number: Number) -> list[WebhookSummary]:
    """Post to a webhook of one's seat no more; gives those that are left."""
    return _remove(service, key, access_of(request, service, key).demand_seat(), number)


@post(
    "/games/{key:str}/notifications/webhooks/{number:int}/test",
    sync_to_thread=True,
    status_code=200,
)
def test_own(request: Called, service: Served, key: Key, number: Number) -> WebhookTest:
    """Post a test to a webhook of one's seat now."""
    seat = access_of(request, service, key).demand_seat()
    return _test(service, caller(request), key, seat, number)


@get("/games/{key:str}/webhooks", sync_to_thread=True)
def hooks(request: Called, service: Served, key: Key) -> list[WebhookSummary]:
    """The webhooks of the game and of its gamemaster, for the gamemaster."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return _lines(store, None)


@post("/games/{key:str}/webhooks", sync_to_thread=True)
def add(
    request: Called, service: Served, key: Key, data: RequestBody[WebhookRequest]
) -> NewWebhook:
    """Have what everybody may know be posted somewhere, as the gamemaster."""
    desk_of(request, service, key)
    return _add(service, caller(request), key, None, data)


@delete("/games/{key:str}/webhooks/{number:int}", sync_to_thread=True, status_code=200)
def remove(request: Called, service: Served, key: Key, number: Number) -> list[WebhookSummary]:
    """Post to a webhook of the game no more; gives those that are left."""
    desk_of(request, service, key)
    return _remove(service, key, None, number)


@post("/games/{key:str}/webhooks/{number:int}/test", sync_to_thread=True, status_code=200)
def test_game(request: Called, service: Served, key: Key, number: Number) -> WebhookTest:
    """Post a test to a webhook of the game now."""
    desk_of(request, service, key)
    return _test(service, caller(request), key, None, number)


HANDLERS: tuple[HTTPRouteHandler, ...] = (
    own_mails,
    choose_mails,
    own_notices,
    change_notices,
    add_own,
    remove_own,
    test_own,
    hooks,
    add,
    remove,
    test_game,
)
