"""What every part of the server works with."""

from __future__ import annotations

from attrs import frozen

from horizons_host.clock import Clock, now
from horizons_host.mail.settings import Settings as MailSettings
from horizons_host.notifications.webhooks import Sender, WebSender
from horizons_host.server.database import Database


@frozen
class Settings:
    """How a server is run.

    Attributes:
        public_url: where people reach it, without a slash at the end.
        sign_up: whether strangers may make accounts.
        mail: how mails are sent; None if none are.
        metrics_token: what a program shows that asks for the figures of the server; without one
            they are for programs on this machine alone.
    """

    public_url: str = "http://127.0.0.1:8000"
    sign_up: bool = True
    mail: MailSettings | None = None
    metrics_token: str = ""

    @property
    def confirms(self) -> bool:
        """Whether an account counts once its mail address was confirmed by a link in a mail."""
        return self.mail is not None

    @property
    def reads_mails(self) -> bool:
        """Whether people may send orders and answers by mail."""
        return self.mail is not None and bool(self.mail.read)

    @property
    def secure(self) -> bool:
        """Whether people reach it by HTTPS alone, so that cookies may demand it."""
        return self.public_url.startswith("https://")


@frozen
class Service:
    """A server's database, settings and clock, and who posts to webhooks for it."""

    database: Database
    settings: Settings = Settings()
    clock: Clock = now
    posts: Sender = WebSender()
