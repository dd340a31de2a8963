"""The service: a server's database, settings, clock and webhook sender."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, Executable, Row

from horizons_host.clock import Clock, now
from horizons_host.mail.settings import MailSettings
from horizons_host.notifications.push import PushSettings
from horizons_host.notifications.webhooks import Sender, WebSender
from horizons_host.server.tables import TABLES
from horizons_host.store import GameStore
from horizons_host.store.database import report_damage
from horizons_host.store.hosting import GameLocation
from horizons_host.store.locations import open_games


class ServerDatabase:
    """The server's tables, and the stores of its games by their keys.

    They are stored in the folder, or on the PostgreSQL server at `address`; the folder then holds
    only other files. Raises GameStoreError if the database cannot be used.
    """

    def __init__(self, folder: Path, address: str | None = None) -> None:
        self.folder = folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.games = open_games(address or folder, folder)
        self._tables = self.games.server_tables(TABLES)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Begin a read transaction on the server's tables."""
        with report_damage(self._tables.name), self._tables.reading() as connection:
            yield connection

    def select_rows(self, statement: Executable, **parameters: Any) -> Sequence[Row[Any]]:
        """Return the rows that one statement selects from the server's tables."""
        with report_damage(self._tables.name):
            return self._tables.look(statement, parameters)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a write transaction; what it has read cannot change before it ends."""
        with report_damage(self._tables.name), self._tables.writing() as connection:
            yield connection

    def lock(self) -> AbstractContextManager[None]:
        """Lock the folder against other servers; raises GameStoreError if one is running."""
        return self.games.lock()

    def location(self, key: str) -> GameLocation:
        """Return the location of a game, which may not exist yet."""
        return self.games.location(key)

    def game(self, key: str) -> GameStore:
        """Open the store of a started game; raises GameStoreError."""
        return self.games.open(key)

    def close(self) -> None:
        """Close all connections."""
        self.games.close()


@frozen
class ServerSettings:
    """Settings of a server.

    Attributes:
        public_url: its public address, without a slash at the end.
        sign_up: whether visitors may create accounts.
        mail: how emails are sent and received; None for no email.
        push: how push notifications are sent to browsers; None for none.
        metrics_token: the token that a program must send to read the metrics; without one only
            programs on this machine may.
    """

    public_url: str = "http://127.0.0.1:8000"
    sign_up: bool = True
    mail: MailSettings | None = None
    push: PushSettings | None = None
    metrics_token: str = ""

    @property
    def confirms(self) -> bool:
        """True if an account must confirm its email address by a link in an email."""
        return self.mail is not None

    @property
    def reads_mails(self) -> bool:
        """True if players may send orders and answers by email."""
        return self.mail is not None and bool(self.mail.read)

    @property
    def secure(self) -> bool:
        """True if the public address uses HTTPS, so that cookies may require it."""
        return self.public_url.startswith("https://")


@frozen
class Service:
    """A server's database, settings, clock, and sender of posts to webhooks and push services."""

    database: ServerDatabase
    settings: ServerSettings = ServerSettings()
    clock: Clock = now
    webhook_sender: Sender = WebSender()
