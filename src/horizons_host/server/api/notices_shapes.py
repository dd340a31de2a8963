"""What the calls about being told take and answer."""

from __future__ import annotations

from attrs import define, field


@define
class EmailSettingsRequest:
    """The kinds of happenings about which one wants mails, in all games; `choices` are there."""

    mails: list[str] = field(factory=list)


@define
class EmailSettings:
    """The kinds of happenings about which one gets mails, and those that can be chosen."""

    mails: list[str]
    choices: list[str]


@define
class WebhookSummary:
    """A webhook: the host that it leads to, and how much was told by it, by state.

    Without `kinds` it is for all that happens. `gamemaster` says that it is told what is the
    gamemaster's besides.
    """

    number: int
    host: str
    kinds: list[str]
    gamemaster: bool
    since: str
    told: dict[str, int]


@define
class WebhookRequest:
    """Where what happens is to be posted, and of which kinds (none: all).

    `gamemaster`, of a webhook of the game: what is the gamemaster's, too.
    """

    url: str = ""
    kinds: list[str] = field(factory=list)
    gamemaster: bool = False


@define
class NewWebhook:
    """A new webhook, and the secret that its posts are signed with, which is not told again."""

    number: int
    secret: str


@define
class WebhookTest:
    """What the server of a webhook answered to a test."""

    said: str


@define
class NotificationSettings:
    """What one's seat in a game is told, and how.

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
    """What is to change of that; what is null stays as it is.

    `by_mail` says whether mails of the game go to the address of one's account, or nowhere.
    """

    mails: list[str] | None = None
    by_mail: bool | None = None
