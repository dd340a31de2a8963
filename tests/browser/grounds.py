"""A server in a process of its own; this process creates its people and games."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import define, field
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from benchmarks.hosting.servers import free_port, wait_for
from horizons_host.clock import now
from horizons_host.notifications.push import PushSettings
from horizons_host.server.accounts import accounts, sessions
from tests.host.server.browser import Site

#: Longer than any step takes on a busy machine.
PATIENCE_MS = 180_000
expect.set_options(timeout=PATIENCE_MS)
SIZES = {"a phone": (390, 844), "a tablet": (820, 1180), "a screen": (1440, 900)}


@define
class Grounds:
    """A server, its address, and the Chromium for its visitors (None: they bring their own).

    `wrong` collects script errors, policy violations and failed requests.
    """

    site: Site
    url: str
    chromium: Browser | None
    start: Callable[[], subprocess.Popen[bytes]]
    process: subprocess.Popen[bytes]
    wrong: list[str] = field(factory=list)
    _contexts: list[BrowserContext] = field(factory=list)

    def stranger(self, size: str = "a screen", **more: Any) -> Page:
        """Open a new browser without a session that knows the server's address."""
        assert self.chromium
        width, height = SIZES[size]
        touch = {"has_touch": True, "is_mobile": True} if size == "a phone" else {}
        context = self.chromium.new_context(
            **{
                "base_url": self.url,
                "viewport": {"width": width, "height": height},
                "locale": "en-GB",
                "reduced_motion": "reduce",  # else a page scrolls away under the click
                **touch,
                **more,
            }
        )
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.wrong.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._hear(page, message))
        return page

    def person(self, name: str, size: str = "a screen", **more: Any) -> Page:
        """Open a new browser with the session of a person who has an account."""
        page = self.stranger(size, **more)
        account = accounts.by_name(self.site.service, name)
        assert account is not None, name
        key = sessions.begin_session(self.site.service, account, "a browser")
        page.context.add_cookies([{"name": "horizons", "value": key, "url": self.url}])
        return page

    def stop(self) -> None:
        """Stop the server, as an administrator does."""
        self.process.terminate()
        self.process.wait()

    def restart(self) -> None:
        """Start the server that was stopped."""
        self.process = self.start()

    def _hear(self, page: Page, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.wrong.append(f"{page.url}: {message.text}")

    def calm(self) -> None:
        """Close all browsers; fails if one of them had an error."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        wrong, self.wrong = self.wrong, []
        assert wrong == []


@contextmanager
def grounds(
    folder: Path,
    chromium: Browser | None = None,
    workers: int = 0,
    *,
    database: str | None = None,
    processes: int = 1,
    push: PushSettings | None = None,
) -> Iterator[Grounds]:
    """A server on an empty folder or database; without workers, `site.work()` runs its jobs."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    site = Site(folder, database, clock=now, public_url=url, push=push)
    command = [sys.executable, "-m", "horizons_host", "serve", "--data", str(folder)]
    command += ["--port", str(port), "--workers", str(workers), "--log-level", "error"]
    command += ["--processes", str(processes)]
    if push is not None:
        command += ["--push-contact", push.contact, *(f"--push-host={h}" for h in push.hosts)]
    address = {"HORIZONS_DATABASE": database} if database else {}

    def start() -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, env={**os.environ, **address}
        )
        started.append(process)
        wait_for(port, process, seconds=240)
        return process

    started: list[subprocess.Popen[bytes]] = []
    try:
        yield Grounds(site, url, chromium, start, start())
    finally:
        for process in started:
            process.terminate()
            process.wait()
        site.service.database.close()
