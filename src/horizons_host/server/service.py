"""The service: database, settings, clock and webhook sender of a server."""

from __future__ import annotations

from attrs import frozen

from horizons_host.clock import Clock, now
from horizons_host.mail.settings import MailSettings
from horizons_host.notifications.webhooks import Sender, WebSender
from horizons_host.server.database import ServerDatabase


@frozen
class ServerSettings:
    """Settings of a server.

    Attributes:
        public_url: its public address, without a slash at the end.
        sign_up: whether visitors may create accounts.
        mail: how mails are sent; None for no mail.
        metrics_token: the token that a program must send to read the metrics; without one only
            programs on this machine may.
    """

    public_url: str = "http://127.0.0.1:8000"
    sign_up: bool = True
    mail: MailSettings | None = None
    metrics_token: str = ""

    @property
    def confirms(self) -> bool:
        """True if an account must confirm its mail address by a link in a mail."""
        return self.mail is not None

    @property
    def reads_mails(self) -> bool:
        """True if players may send orders and answers by mail."""
        return self.mail is not None and bool(self.mail.read)

    @property
    def secure(self) -> bool:
        """True if the server is reached by HTTPS alone, so that cookies may require it."""
        return self.public_url.startswith("https://")


@frozen
class Service:
    """A server's database, settings, clock, and sender of webhook posts."""

    database: ServerDatabase
    settings: ServerSettings = ServerSettings()
    clock: Clock = now
    posts: Sender = WebSender()
