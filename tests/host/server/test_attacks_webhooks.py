"""Webhooks reach no address that a stranger could not reach: no neighbour, not the server."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

import pytest

from tests.host.server.browser import Site
from tests.host.server.games import running_game

GAME = "/games/the-mars-affair"
#: Names of this machine.
HOSTS = ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "0")


@pytest.fixture
def neighbour() -> Iterator[socket.socket]:
    """A service on this machine that is reachable from it alone."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        yield listening


def was_called(neighbour: socket.socket) -> bool:
    try:
        neighbour.accept()
    except BlockingIOError:
        return False
    return True


def test_a_webhook_to_a_neighbour_of_the_server_calls_nobody(
    site: Site, neighbour: socket.socket
) -> None:
    people = running_game(site)
    port = neighbour.getsockname()[1]
    for name, page in (("Ada", f"{GAME}/notifications"), ("Cleo", f"{GAME}/desk/notifications")):
        browser = people[name]
        hosts = HOSTS if name == "Ada" else HOSTS[:1]
        for host in hosts:
            url = f"http://{host}:{port}/latest/meta-data"
            browser.open(page).send(f"{page}/webhooks", url=url)
        hooks = re.findall(rf"{page}/webhooks/\d+/test", browser.open(page).text)
        assert len(hooks) == len(hosts)
        for hook in hooks:
            browser.open(page).send(hook)
            assert browser.status == 422
            assert "not a public address" in browser.words
    people["Cleo"].open(f"{GAME}/desk").send(f"{GAME}/desk/run", anyway="yes")
    site.work()
    site.clock.advance(hours=1)
    site.work()
    assert not was_called(neighbour)
