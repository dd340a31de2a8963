"""API calls for notifications: emails, push notifications, and webhooks of a seat or a game."""

from __future__ import annotations

from attrs import define, field
from litestar import delete, get, post, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import RequestBody

from horizons_host.notifications import delivery
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.api.calling import ApiRequest, access_of, caller
from horizons_host.server.api.desk import desk_of
from horizons_host.server.games import notifications
from horizons_host.server.games.notification_log import deliveries_of
from horizons_host.server.games.notifications import CHANNELS, EMAIL, PUSH, WebhookStatus
from horizons_host.server.security.requests import InjectedService, Key, Number
from horizons_host.server.service import Service
from horizons_host.store import GameStore
from horizons_host.store.notifications import GAMEMASTER


@define
class EmailSettingsRequest:
    """The kinds of events to be mailed about, in all games; `choices` lists the valid ones.

    `pushes` are those of push notifications; null leaves them unchanged.
    """

    mails: list[str] = field(factory=list)
    pushes: list[str] | None = None


@define
class EmailSettings:
    """The kinds of events that you are mailed about, and those that can be chosen.

    `pushes` are those of push notifications.
    """

    mails: list[str]
    choices: list[str]
    pushes: list[str] = field(factory=list)


@define
class DeliverySummary:
    """A notification that was sent to you, or is to be sent.

    `channel` is "mail", "push" or "webhook", `recipient` the address, browser or host that it goes
    to. `state` is "waiting", "sending", "accepted", "refused", "dropped" (not sent, because there
    was no more need) or "delayed" (it is tried again); `reply` the reason or answer.
    """

    at: str
    channel: str
    recipient: str
    game: str
    kind: str
    state: str
    reply: str


@define
class WebhookSummary:
    """A webhook: the host it posts to, and the number of its notifications by state.

    Without `kinds` it posts all events. With `gamemaster` it also posts those that only the
    gamemaster may see.
    """

    number: int
    host: str
    kinds: list[str]
    gamemaster: bool
    since: str
    deliveries: dict[str, int]


@define
class WebhookRequest:
    """The address that events are posted to, and their kinds (empty: all).

    `gamemaster`, for a webhook of the game, adds the events that only the gamemaster may see.
    """

    url: str = ""
    kinds: list[str] = field(factory=list)
    gamemaster: bool = False


@define
class NewWebhook:
    """A new webhook, and the secret that signs its posts, which is shown only once."""

    number: int
    secret: str


@define
class WebhookTest:
    """The answer of a webhook's server to a test."""

    response: str


@define
class NotificationSettings:
    """The notification settings of your seat in a game.

    Emails about `mails` go to `address` ("": nowhere). `password`: whether emailed orders need one.
    `pushes` are the kinds of push notifications.
    """

    seat: str
    mails: list[str]
    choices: list[str]
    address: str
    password: bool
    webhooks: list[WebhookSummary]
    pushes: list[str] = field(factory=list)


@define
class NotificationSettingsRequest:
    """Changes of the notification settings; null leaves a setting unchanged.

    `by_mail` says whether emails of the game go to the address of your account, or nowhere.
    """

    mails: list[str] | None = None
    by_mail: bool | None = None
    pushes: list[str] | None = None


@get("/notifications", sync_to_thread=True)
def get_email_settings(request: ApiRequest) -> EmailSettings:
    """Return your default notifications for the games you join."""
    return _email_settings(caller(request))


def _email_settings(account: Account) -> EmailSettings:
    mails, pushes = (notifications.chosen_kinds(account, channel) for channel in CHANNELS)
    return EmailSettings(mails, list(notifications.CHOICES), pushes)


@put("/notifications", sync_to_thread=True)
def set_email_settings(
    request: ApiRequest, service: InjectedService, data: RequestBody[EmailSettingsRequest]
) -> EmailSettings:
    """Set your notifications, in all your games and later ones."""
    account = caller(request)
    mails = notifications.set_kinds(service, account, EMAIL, data.mails)
    pushes = notifications.chosen_kinds(account, PUSH)
    if data.pushes is not None:
        pushes = notifications.set_kinds(service, account, PUSH, data.pushes)
    return EmailSettings(mails, list(notifications.CHOICES), pushes)


@get("/notifications/deliveries", sync_to_thread=True)
def list_deliveries(request: ApiRequest, service: InjectedService) -> list[DeliverySummary]:
    """List your latest notifications, latest first, and whether they were delivered."""
    return [
        DeliverySummary(
            *(entry.at, entry.channel, entry.recipient, entry.game),
            *(entry.kind, entry.state, entry.reply),
        )
        for entry in deliveries_of(service, caller(request).id)
    ]


@get("/games/{key:str}/notifications", sync_to_thread=True)
def get_notification_settings(
    request: ApiRequest, service: InjectedService, key: Key
) -> NotificationSettings:
    """Return the notification settings of your seat."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        return _notification_settings(store, seat)


def _notification_settings(store: GameStore, seat: str) -> NotificationSettings:
    address, has_password = notifications.mail_settings(store, seat)
    return NotificationSettings(
        seat,
        delivery.seat_mails(store, seat),
        list(notifications.CHOICES),
        address,
        has_password,
        _webhook_summaries(store, seat),
        delivery.seat_pushes(store, seat),
    )


@put("/games/{key:str}/notifications", sync_to_thread=True)
def set_notification_settings(
    request: ApiRequest,
    service: InjectedService,
    key: Key,
    data: RequestBody[NotificationSettingsRequest],
) -> NotificationSettings:
    """Set your notifications in this game, and whether emails go to your address."""
    seat = access_of(request, service, key).demand_seat()
    kinds = {
        channel: notifications.checked_kinds(chosen)  # before any change
        for channel, chosen in ((EMAIL, data.mails), (PUSH, data.pushes))
        if chosen is not None
    }
    with service.database.game(key) as store:
        if data.by_mail is not None:
            notifications.set_mail_delivery(service, store, caller(request), seat, on=data.by_mail)
        for channel, chosen in kinds.items():
            channel.apply(store, seat, chosen, service.clock)
        return _notification_settings(store, seat)


def _webhook_summaries(store: GameStore, seat: str | None) -> list[WebhookSummary]:
    return [_webhook_summary(hook) for hook in notifications.webhook_statuses(store, seat)]


def _webhook_summary(hook: WebhookStatus) -> WebhookSummary:
    subscription = hook.subscription
    return WebhookSummary(
        subscription.id,
        hook.host,
        list(subscription.kinds),
        subscription.scope == GAMEMASTER,
        subscription.added_at,
        dict(hook.deliveries),
    )


def _add_webhook(
    service: Service, account: Account, key: str, seat: str | None, new: WebhookRequest
) -> NewWebhook:
    with service.database.game(key) as store:
        subscription = notifications.register_webhook(
            service,
            account,
            key,
            store,
            new.url.strip(),
            seat,
            new.kinds,
            gamemaster=new.gamemaster,
        )
    return NewWebhook(subscription.id, subscription.secret)


def _remove_webhook(
    service: Service, key: str, seat: str | None, number: int
) -> list[WebhookSummary]:
    with service.database.game(key) as store:
        notifications.remove_own_webhook(service, store, seat, number)
        return _webhook_summaries(store, seat)


def _test_webhook(
    service: Service, account: Account, key: str, seat: str | None, number: int
) -> WebhookTest:
    with service.database.game(key) as store:
        return WebhookTest(notifications.test_webhook(service, account, store, seat, number))


@post("/games/{key:str}/notifications/webhooks", sync_to_thread=True)
def add_seat_webhook(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[WebhookRequest]
) -> NewWebhook:
    """Add a webhook for the notifications of your seat."""
    seat = access_of(request, service, key).demand_seat()
    return _add_webhook(service, caller(request), key, seat, data)


@delete(
    "/games/{key:str}/notifications/webhooks/{number:int}", sync_to_thread=True, status_code=200
)
def remove_seat_webhook(
    request: ApiRequest, service: InjectedService, key: Key, number: Number
) -> list[WebhookSummary]:
    """Remove a webhook of your seat and return those that are left."""
    return _remove_webhook(service, key, access_of(request, service, key).demand_seat(), number)


@post(
    "/games/{key:str}/notifications/webhooks/{number:int}/test",
    sync_to_thread=True,
    status_code=200,
)
def test_seat_webhook(
    request: ApiRequest, service: InjectedService, key: Key, number: Number
) -> WebhookTest:
    """Post a test to a webhook of your seat."""
    seat = access_of(request, service, key).demand_seat()
    return _test_webhook(service, caller(request), key, seat, number)


@get("/games/{key:str}/webhooks", sync_to_thread=True)
def list_webhooks(request: ApiRequest, service: InjectedService, key: Key) -> list[WebhookSummary]:
    """List the webhooks of the game and its gamemaster, as gamemaster."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return _webhook_summaries(store, None)


@post("/games/{key:str}/webhooks", sync_to_thread=True)
def add_webhook(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[WebhookRequest]
) -> NewWebhook:
    """Add a webhook for public events of the game, as gamemaster."""
    desk_of(request, service, key)
    return _add_webhook(service, caller(request), key, None, data)


@delete("/games/{key:str}/webhooks/{number:int}", sync_to_thread=True, status_code=200)
def remove_webhook(
    request: ApiRequest, service: InjectedService, key: Key, number: Number
) -> list[WebhookSummary]:
    """Remove a webhook of the game and return those that are left."""
    desk_of(request, service, key)
    return _remove_webhook(service, key, None, number)


@post("/games/{key:str}/webhooks/{number:int}/test", sync_to_thread=True, status_code=200)
def test_webhook(
    request: ApiRequest, service: InjectedService, key: Key, number: Number
) -> WebhookTest:
    """Post a test to a webhook of the game."""
    desk_of(request, service, key)
    return _test_webhook(service, caller(request), key, None, number)


NOTIFICATION_CALLS: tuple[HTTPRouteHandler, ...] = (
    get_email_settings,
    set_email_settings,
    list_deliveries,
    get_notification_settings,
    set_notification_settings,
    add_seat_webhook,
    remove_seat_webhook,
    test_seat_webhook,
    list_webhooks,
    add_webhook,
    remove_webhook,
    test_webhook,
)
