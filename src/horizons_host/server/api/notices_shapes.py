"""Request and response shapes of the API calls for notifications."""

from __future__ import annotations

from attrs import define, field


@define
class EmailSettingsRequest:
    """The kinds of events to be mailed about, in all games; `choices` lists the valid ones."""

    mails: list[str] = field(factory=list)


@define
class EmailSettings:
    """The kinds of events that you are mailed about, and those that can be chosen."""

    mails: list[str]
    choices: list[str]


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
    told: dict[str, int]


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

    said: str


@define
class NotificationSettings:
    """The notification settings of your seat in a game.

    Mails about `mails` go to `address` ("": nowhere). `password`: whether orders by mail need one.
    """

    seat: str
    mails: list[str]
    choices: list[str]
    address: str
    password: bool
    webhooks: list[WebhookSummary]


@define
class NotificationSettingsRequest:
    """Changes of the notification settings; null leaves a setting unchanged.

    `by_mail` says whether mails of the game go to the address of your account, or nowhere.
    """

    mails: list[str] | None = None
    by_mail: bool | None = None
