"""Drives the system's Firefox, the second engine in which pages are tested, over WebDriver BiDi.

    python -m tests.browser.firefox

prints its path, and ends with status 1 if none is installed. Firefox speaks the protocol itself.
Playwright drives builds of its own, and of others only the newest: Firefox ESR lacks commands that
it sends to every page.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from attrs import define, field

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

_PROGRAMS = ("firefox-esr", "firefox")
#: Longer than any step takes on a busy machine.
_PATIENCE_SECONDS = 120.0
_POLL_SECONDS = 0.05
#: Pages do not scroll away under a click.
_SETTINGS = 'user_pref("ui.prefersReducedMotion", 1);\n'
#: Whether an element, which is scrolled into view, is hit by a click on its middle.
_CAN_BE_HIT = """element => {
    element.scrollIntoView({block: "nearest"});
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return element.contains(document.elementFromPoint(x, y));
}"""
#: The middle of an element, if it is at the same spot in two frames.
_MIDDLE = """async element => {
    const middle = () => {
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
    };
    const before = middle();
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return before.join() === middle().join() && before;
}"""


def executable() -> str | None:
    """Return the path of the program, or None."""
    return next((path for name in _PROGRAMS if (path := shutil.which(name))), None)


def absence() -> str:
    """Return the message for a missing Firefox, or ""."""
    if executable():
        return ""
    return "there is no Firefox (install firefox-esr from the system's packages)"


class ProtocolError(Exception):
    """A command that Firefox refused, or a script that failed."""


@define
class Firefox:
    """A running Firefox; `wrong` collects script errors, policy violations and failed requests."""

    socket: ClientConnection
    wrong: list[str] = field(factory=list)
    _sent: int = 0

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result; raises ProtocolError."""
        self._sent += 1
        message = {"id": self._sent, "method": method, "params": parameters}
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.recv(_PATIENCE_SECONDS))
            if answer["type"] == "event":
                self._note(answer["method"], answer["params"])
            elif answer["id"] == self._sent:
                if answer["type"] == "error":
                    raise ProtocolError(f"{method}: {answer['message']}")
                result: dict[str, Any] = answer["result"]
                return result

    def _note(self, event: str, facts: dict[str, Any]) -> None:
        if event == "log.entryAdded" and facts["level"] in {"error", "warn"}:
            self.wrong.append(f"{facts['type']} {facts['level']}: {facts['text']}")
        if event == "network.responseCompleted" and facts["response"]["status"] >= 400:
            self.wrong.append(f"{facts['response']['url']}: {facts['response']['status']}")

    @contextmanager
    def opened(self, url: str, width: int, height: int) -> Iterator[Tab]:
        """Open a page with cookies of its own, in a window of this size, and close it."""
        context = self.send("browser.createUserContext")["userContext"]
        name = self.send("browsingContext.create", type="tab", userContext=context)["context"]
        size = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=name, viewport=size)
        tab = Tab(self, name, "touch" if width < height else "mouse")
        tab.go(url)
        yield tab
        self.send("browser.removeUserContext", userContext=context)


@define
class Tab:
    """A page, which is used by a mouse or by touch; elements are named by CSS selectors."""

    firefox: Firefox
    name: str
    pointer: str

    def go(self, url: str) -> None:
        """Load an address, absolute or a path of the same site."""
        if not urlsplit(url).scheme:
            url = str(self.get("location.origin")) + url
        self.firefox.send("browsingContext.navigate", context=self.name, url=url, wait="complete")

    def get(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, or of its promise; raises ProtocolError."""
        answer = self.firefox.send(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then(JSON.stringify)",
            target={"context": self.name},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise ProtocolError(answer["exceptionDetails"]["text"])
        text = answer["result"].get("value")
        return None if text is None else json.loads(text)

    def wait(self, expression: str, seconds: float = _PATIENCE_SECONDS) -> Any:
        """Wait until an expression is true, also while pages change, and return its value.

        Raises AssertionError after some time.
        """
        until = time.monotonic() + seconds
        while True:
            try:
                value = self.get(expression)
            except ProtocolError:  # the page has been left
                value = None
            if value:
                return value
            assert time.monotonic() < until, f"never true: {expression}"
            time.sleep(_POLL_SECONDS)

    def click(self, selector: str) -> None:
        """Click on the middle of the first such element, once nothing lies above it."""
        self.wait(f"({_CAN_BE_HIT})(document.querySelector({json.dumps(selector)}))")
        self.click_at(*self.middle(selector))

    def middle(self, selector: str) -> tuple[int, int]:
        """Return the middle of the first such element, once it stands still."""
        x, y = self.wait(f"({_MIDDLE})(document.querySelector({json.dumps(selector)}))")
        return x, y

    def click_at(self, x: int, y: int) -> None:
        """Click at a spot of the window, in pixels."""
        pointer = {
            "type": "pointer",
            "id": self.pointer,
            "parameters": {"pointerType": self.pointer},
            "actions": [
                {"type": "pointerMove", "x": x, "y": y},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerUp", "button": 0},
            ],
        }
        self.firefox.send("input.performActions", context=self.name, actions=[pointer])

    def press(self, keys: str) -> None:
        """Press keys, one after the other."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keys", "actions": actions}
        self.firefox.send("input.performActions", context=self.name, actions=[source])


@contextmanager
def launch() -> Iterator[Firefox]:
    """A headless Firefox; raises RuntimeError if none is installed."""
    from websockets.sync.client import connect

    program = executable()
    if program is None:
        raise RuntimeError(absence())
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Path(folder, "user.js").write_text(_SETTINGS)
        command = [program, "--headless", "--no-remote", "--remote-debugging-port=0"]
        process = subprocess.Popen(
            [*command, "--profile", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            with connect(_address(Path(folder), process), max_size=None) as socket:
                firefox = Firefox(socket)
                firefox.send("session.new", capabilities={})
                events = ["log.entryAdded", "network.responseCompleted"]
                firefox.send("session.subscribe", events=events)
                yield firefox
        finally:
            process.terminate()
            process.wait()


def _address(profile: Path, process: subprocess.Popen[bytes]) -> str:
    """Return the address at which Firefox listens, which it writes into its profile."""
    file = profile / "WebDriverBiDiServer.json"
    until = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError(f"Firefox ended with status {process.returncode}")
        try:
            server = json.loads(file.read_text())
        except (OSError, ValueError):  # it is not written yet
            time.sleep(_POLL_SECONDS)
        else:
            return f"ws://{server['ws_host']}:{server['ws_port']}/session"
    raise RuntimeError("Firefox did not start")


if __name__ == "__main__":
    sys.stdout.write(f"{executable() or absence()}\n")
    sys.exit(executable() is None)
