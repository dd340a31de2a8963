"""A browser without scripts, for tests: follows links and sends the forms of pages."""

from __future__ import annotations

import asyncio
import atexit
import inspect
import threading
import weakref
from collections.abc import Awaitable, Callable
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import lxml.html
from attrs import evolve
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import select

from horizons_host.notifications.webhooks import Sender, WebSender
from horizons_host.server import tables
from horizons_host.server.accounts import accounts, sessions
from horizons_host.server.app import create_app, serve
from horizons_host.server.jobs.worker import run_next_job
from horizons_host.server.service import ServerDatabase, ServerSettings, Service
from tests.host.clocks import SetClock
from tests.host.server import copies

T = TypeVar("T")

PASSWORD = "correct horse battery"
#: The applications of this process, each with its site.
_apps: list[tuple[Litestar, weakref.ref[Site]]] = []


class Loop:
    """Event loop for applications; it runs in the calling thread, which is cheaper than another."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        atexit.register(self._loop.close)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function and wait for its result."""
        answer = function(*arguments)
        if not inspect.isawaitable(answer):
            return answer
        if threading.current_thread() is threading.main_thread():
            return self._loop.run_until_complete(answer)
        return asyncio.run(_waited(answer))


async def _waited(answer: Awaitable[Any]) -> Any:
    return await answer


_LOOP: Any = Loop()


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
            ServerDatabase(folder, address),
            ServerSettings(**{"public_url": url, **settings}),
            self.clock,
            posts or WebSender(),
        )

    @cached_property
    def app(self) -> Litestar:
        """The application; workers do not need one.

        It takes half a second to create, so the application of a discarded site is reused.
        """
        free = next((app for app, site in _apps if site() is None), None)
        app = free or create_app(self.service)
        if free:
            _apps[:] = [pair for pair in _apps if pair[0] is not free]
        self._serve(app)
        _apps.append((app, weakref.ref(self)))
        return app

    def _serve(self, app: Litestar) -> None:
        """Answer for this site; a stream ends after its first events, so that it can be read."""
        serve(app, self.service)
        app.state.live.close()

    def change_settings(self, **settings: Any) -> None:
        """Give the server other settings."""
        changed = evolve(self.service.settings, **settings)
        self.service = evolve(self.service, settings=changed)
        serve(self.app, self.service)

    def copied(self, make: Callable[[], T], *kind: object) -> T:
        """Do something with this site and return the result; `kind` says what it depends on.

        If it is the first action on an ordinary site, the result is copied from another site on
        which the same was done.
        """
        if not self._is_plain or self.clock() != SetClock().time or self._people():
            return make()
        answer = copies.copied(self.service.database, repr(kind), make)
        if "app" in vars(self):
            self._serve(self.app)  # the key that signs forms was copied as well
        return answer

    def _people(self) -> bool:
        return bool(self.service.database.select_rows(select(tables.accounts.c.id).limit(1)))

    def browser(self) -> Browser:
        """Return a new browser without a session."""
        return Browser(self.client())

    def client(self) -> TestClient[Any]:
        """The HTTP client, with its cookies."""
        client: TestClient[Any] = TestClient(self.app, base_url="http://games.example.org")
        client.headers["Accept-Encoding"] = "identity"
        client.blocking_portal = _LOOP  # else each request starts two threads and loops of its own
        return client

    def person(self, name: str) -> Browser:
        """Return a browser with the session of a person who has an account."""
        mail = f"{name.casefold()}@example.org"
        account = accounts.register(self.service, name, mail, PASSWORD)
        assert account is not None
        return self.signed_in(sessions.begin_session(self.service, account, "a test"))

    def signed_in(self, key: str) -> Browser:
        """Return a new browser with the session of a signed-in person."""
        browser = self.browser()
        browser.client.cookies.set("horizons", key)
        return browser

    def work(self) -> None:
        """Have a worker run all due jobs."""
        while run_next_job(self.service, "a worker"):
            pass


#: What most tests say of a new game: its gamemaster runs it, and anyone can join.
GAMEMASTERS = {"open_to": "all", "pace": "none", "plays": "no"}


class Browser:
    """Keeps cookies and the current page."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        self.status = 0
        self.text = ""
        self.path = ""

    def open(self, path: str) -> Browser:
        """Follow a link."""
        return self._shows(self.client.get(path, follow_redirects=True))

    def send(self, action: str, **fields: str) -> Browser:
        """Fill in and send the form on the page that posts to this address."""
        form = self.form(action)
        made = GAMEMASTERS if action.startswith("/games/new/") else {}
        values = {**dict(form.form_values()), **made, **fields}
        return self._shows(self.client.post(action, data=values, follow_redirects=True))

    def form(self, action: str) -> Any:
        """Return the form on the page that posts to this address."""
        page = lxml.html.fromstring(self.text)
        for form in page.forms:
            if (form.get("action") or self.path).partition("#")[0] == action:
                return form
        raise AssertionError(f"no form on {self.path} goes to {action}")

    def _shows(self, answer: Any) -> Browser:
        self.status, self.text, self.path = answer.status_code, answer.text, answer.url.path
        self.headers = answer.headers
        return self

    @property
    def key(self) -> str:
        """The browser's session key."""
        return str(self.client.cookies["horizons"])

    @property
    def words(self) -> str:
        """The visible text of the page, without tags."""
        return " ".join(lxml.html.fromstring(self.text).text_content().split())
