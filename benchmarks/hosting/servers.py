"""A server in separate processes, with accounts and running games."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import httpx
from argon2 import PasswordHasher
from attrs import frozen

from horizons_host.seats import passwords
from horizons_host.server.accounts import accounts, sessions, tokens
from horizons_host.server.games import directory, joining
from horizons_host.server.games.terms import Terms
from horizons_host.server.service import Service

VARIANT = "event_horizon"


@frozen
class Client:
    """A player: the game's key, the seat, a browser's cookie, a program's token."""

    game: str
    seat: str
    cookie: str
    token: str


@frozen
class PopulatedServer:
    """The games' keys, their players, and a token of their gamemaster."""

    games: Sequence[str]
    clients: Sequence[Client]
    token: str


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def populate(service: Service, games: int, players: int) -> PopulatedServer:
    """Create accounts and games; all players are signed in, with cheap password hashes."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    passwords.hasher = lambda: quick  # hashing is not measured
    gamemaster = accounts.register(service, "Cleo", "cleo@example.org", "benchmarks of the server")
    assert gamemaster is not None
    keys, clients = [], []
    for number in range(games):
        terms = Terms(f"Game {number}", VARIANT, players=players, options={"turn_limit": 100_000})
        key = directory.announce(service, gamemaster, terms).key
        keys.append(key)
        for index in range(players):
            name = f"P{number}x{index}"
            account = accounts.register(
                service, name, f"{name}@example.org", "benchmarks of the server"
            )
            assert account is not None
            joining.join(service, account, key, name)
            cookie = sessions.begin_session(service, account, "benchmark")
            clients.append(
                Client(key, name, cookie, tokens.create_token(service, account, "benchmark"))
            )
        joining.start(service, key)
    return PopulatedServer(keys, clients, tokens.create_token(service, gamemaster, "benchmark"))


@contextmanager
def running_server(
    module: str, *arguments: object, port: int, address: str | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a module with arguments as a server in a separate process; yields once it answers.

    `address` is that of its database, passed so that other users cannot see it.
    """
    command = [sys.executable, "-m", module, *map(str, arguments)]
    settings = {} if address is None else {"HORIZONS_DATABASE": address}
    process = subprocess.Popen(command, env={**os.environ, **settings})
    try:
        wait_for(port, process)
        yield process
    finally:
        process.terminate()
        process.wait()


def wait_for(port: int, process: subprocess.Popen[bytes], seconds: float = 60) -> None:
    """Wait until a server answers; raises RuntimeError if it ends, or takes longer."""
    until = time.monotonic() + seconds
    with httpx.Client() as client:
        while time.monotonic() < until:
            if process.poll() is not None:
                raise RuntimeError(f"the server ended with status {process.returncode}")
            try:
                if client.get(f"http://127.0.0.1:{port}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.1)
    raise RuntimeError(f"the server did not answer for {seconds:g} seconds")
