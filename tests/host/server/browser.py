"""A browser without scripts, for tests: follows links and sends the forms that stand in pages."""

from __future__ import annotations

import asyncio
import atexit
import inspect
import threading
import weakref
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import lxml.html
from attrs import define, field
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import select

from horizons_host.notifications.webhooks import Sender, WebSender
from horizons_host.server import tables
from horizons_host.server.app import create_app, serve
from horizons_host.server.database import Database
from horizons_host.server.jobs.worker import work_once
from horizons_host.server.people import accounts, sessions
from horizons_host.server.service import Service, Settings
from tests.host.server import copies

T = TypeVar("T")

PASSWORD = "correct horse battery"
#: The applications of this process, each with the site that it is of.
_made: list[tuple[Litestar, weakref.ref[Site]]] = []


class Loop:
    """Where applications answer: a loop in the thread that asks, which costs less than another."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        atexit.register(self._loop.close)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function, and wait for what it gives."""
        answer = function(*arguments)
        if not inspect.isawaitable(answer):
            return answer
        if threading.current_thread() is threading.main_thread():
            return self._loop.run_until_complete(answer)
        return asyncio.run(_waited(answer))


async def _waited(answer: Awaitable[Any]) -> Any:
    return await answer


_LOOP: Any = Loop()


@define
class SetClock:
    """A clock that goes only when it is told to."""

    time: datetime = field(factory=lambda: datetime(2026, 3, 1, 12, tzinfo=UTC))

    def __call__(self) -> datetime:
        """The time that was set."""
        return self.time

    def advance(self, **parts: float) -> None:
        """Let time pass."""
        self.time += timedelta(**parts)


class Site:
    """A server under test: its service, and a browser for each person."""

    def __init__(
        self,
        folder: Path,
        address: str | None = None,
        posts: Sender | None = None,
        clock: Any = None,
        **settings: Any,
    ) -> None:
        if address is None:
            copies.begin(folder)
        self.clock = clock or SetClock()
        self._is_plain = not (address or clock or settings)
        url = "http://games.example.org"
        self.service = Service(
            Database(folder, address),
            Settings(**{"public_url": url, **settings}),
            self.clock,
            posts or WebSender(),
        )

    @cached_property
    def app(self) -> Litestar:
        """The application; what workers do needs none.

        To make one takes half a second: that of a site that is no more is taken over.
        """
        free = next((app for app, site in _made if site() is None), None)
        app = free or create_app(self.service)
        if free:
            _made[:] = [one for one in _made if one[0] is not free]
            serve(free, self.service)
        _made.append((app, weakref.ref(self)))
        return app

    def copied(self, make: Callable[[], T], *kind: object) -> T:
        """Do something with this site, and give what comes of it; the kind says on what it depends.

        Where this is the first thing that is done, and the site is as most are, it is copied from
        another one with which the same was done.
        """
        if not self._is_plain or self.clock() != SetClock().time or self._people():
            return make()
        answer = copies.copied(self.service.database, repr(kind), make)
        if "app" in vars(self):
            serve(self.app, self.service)  # what forms are signed with was copied as well
        return answer

    def _people(self) -> bool:
        return bool(self.service.database.look(select(tables.accounts.c.id).limit(1)))

    def browser(self) -> Browser:
        """A new browser, with nobody signed in."""
        return Browser(self.client())

    def client(self) -> TestClient[Any]:
        """What asks the application, and keeps cookies."""
        client: TestClient[Any] = TestClient(self.app, base_url="http://games.example.org")
        client.headers["Accept-Encoding"] = "identity"
        client.blocking_portal = _LOOP  # else each request has two threads and loops of its own
        return client

    def person(self, name: str) -> Browser:
        """A browser of somebody who has an account, and is signed in."""
        mail = f"{name.casefold()}@example.org"
        account = accounts.register(self.service, name, mail, PASSWORD)
        assert account is not None
        return self.signed_in(sessions.begin(self.service, account, "a test"))

    def signed_in(self, key: str) -> Browser:
        """A new browser with the key of somebody who is signed in."""
        browser = self.browser()
        browser.client.cookies.set("horizons", key)
        return browser

    def work(self) -> None:
        """Have a worker do all jobs that are due."""
        while work_once(self.service, "a worker"):
            pass


class Browser:
    """Keeps cookies and the page that it shows."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        self.status = 0
        self.text = ""
        self.path = ""

    def open(self, path: str) -> Browser:
        """Follow a link."""
        return self._shows(self.client.get(path, follow_redirects=True))

    def send(self, action: str, **fields: str) -> Browser:
        """Fill in and send the form on the page that goes to this address."""
        form = self.form(action)
        values = {**dict(form.form_values()), **fields}
        return self._shows(self.client.post(action, data=values, follow_redirects=True))

    def form(self, action: str) -> Any:
        """The form on the page that goes to this address."""
        page = lxml.html.fromstring(self.text)
        for form in page.forms:
            if (form.get("action") or self.path) == action:
                return form
        raise AssertionError(f"no form on {self.path} goes to {action}")

    def _shows(self, answer: Any) -> Browser:
        self.status, self.text, self.path = answer.status_code, answer.text, answer.url.path
        self.headers = answer.headers
        return self

    @property
    def key(self) -> str:
        """What says to the server whose browser it is."""
        return str(self.client.cookies["horizons"])

    @property
    def words(self) -> str:
        """What a person reads on the page, without its tags."""
        return " ".join(lxml.html.fromstring(self.text).text_content().split())
