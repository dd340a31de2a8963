"""Kill a server and its workers under load at random moments, and check the games.

    python -m benchmarks.hosting.kills [KILLS] [--postgresql] [--games 6] [--players 3]

Players submit orders and send messages, and gamemasters request turns, as fast as they are
answered, while one of two workers is killed with SIGKILL, and now and then the server; another one
is started at once. Some of the killed workers' jobs are released at once, as by `horizons serve`,
others when their lease ends. Then all processes run undisturbed until every job has ended. The
program checks that no acknowledged order, message, notification or turn is lost, duplicated or
incomplete; that each turn was run with the orders submitted; and that each game verifies.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import httpx
from attrs import define, field

from benchmarks.hosting.game_checks import (
    AcknowledgedRequests,
    Message,
    Orders,
    find_faults,
    unfinished_jobs,
)
from benchmarks.hosting.postgresql import postgresql_server
from benchmarks.hosting.servers import PopulatedServer, free_port, populate, wait_for
from horizons_core.rng import Stream
from horizons_host.server.jobs import turns
from horizons_host.server.jobs.queue import LEASE
from horizons_host.server.service import ServerDatabase, Service

WORKERS = 2
#: Every tenth kill is the server's.
SERVER_EVERY = 10
#: A kill follows at most this many acknowledged requests after the one before, and then within
#: this many seconds; on a busy machine it waits no longer than the third number.
ANSWERS, WITHIN, LONGEST = 8, 0.2, 20.0
#: Longest pauses between two requests, of players and of the gamemaster, in seconds.
PAUSE, TURN_PAUSE = 0.5, 0.3


@define
class Tally:
    """Acknowledged requests of each game, and the counts of answers."""

    games: dict[str, AcknowledgedRequests] = field(factory=dict)
    answers: Counter[str] = field(factory=Counter)
    acknowledged: asyncio.Semaphore = field(factory=lambda: asyncio.Semaphore(0))
    is_over: bool = False


class Processes:
    """The server and its workers, started by a process with all imports."""

    def __init__(self, arguments: Sequence[str], port: int) -> None:
        command = [sys.executable, "-m", "benchmarks.hosting.forking", *arguments]
        pipe = subprocess.PIPE
        self.port = port
        self._parent = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.server = self._begin("server")
        self.workers = [self._begin("worker") for _ in range(WORKERS)]

    def _ask(self, command: str) -> str:
        assert self._parent.stdin
        assert self._parent.stdout
        self._parent.stdin.write(f"{command}\n")
        return self._parent.stdout.readline()

    def _begin(self, kind: str) -> int:
        number = int(self._ask(kind))
        if kind == "server":
            wait_for(self.port, self._parent)
        return number

    def kill_worker(self, index: int, *, release_jobs: bool) -> None:
        """Kill a worker, and start another one in its place."""
        self._kill(self.workers[index], " release" if release_jobs else "")
        self.workers[index] = self._begin("worker")

    def kill_server(self) -> None:
        """Kill the server, and start another one."""
        self._kill(self.server)
        self.server = self._begin("server")

    def _kill(self, number: int, suffix: str = "") -> None:
        os.kill(number, signal.SIGKILL)
        assert self._ask(f"reap {number}{suffix}") == "gone\n"

    def end(self) -> None:
        """End all of them, with the process that started them."""
        assert self._parent.stdin
        self._parent.stdin.close()
        self._parent.wait()


class Person:
    """A client that sends requests repeatedly, with a token."""

    def __init__(self, base: str, token: str, tally: Tally, key: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.http = httpx.AsyncClient(base_url=base, headers=headers, timeout=30)
        self.tally, self.dice, self.count = tally, Stream.from_key(key), 0

    async def ask(self, path: str, data: dict[str, object]) -> httpx.Response | None:
        """Send a request; None without an acknowledgement, when it may be done or not."""
        try:
            answer = await self.http.post(path, json=data)
        except httpx.HTTPError as problem:
            self.tally.answers[type(problem).__name__] += 1
            return None
        self.tally.answers[str(answer.status_code)] += 1
        if answer.status_code >= 500:
            self.tally.answers[f"{answer.status_code}: {answer.text[:200]}"] += 1
        if not answer.is_success:
            return None
        self.tally.acknowledged.release()
        return answer

    async def repeat(self, step: Callable[[], object], pause: float) -> None:
        """Repeat a step, until the test is over."""
        while not self.tally.is_over:
            await step()  # type: ignore[misc]
            await asyncio.sleep(self.dice.random() * 2 * pause)
        await self.http.aclose()


class Player(Person):
    """Submits orders and sends messages, each with a unique text."""

    def __init__(self, base: str, token: str, tally: Tally, game: str, seat: str) -> None:
        super().__init__(base, token, tally, f"{game} {seat}")
        self.game, self.seat = game, seat
        self.others: list[str] = []

    async def step(self) -> None:
        """Submit orders, or, less often, send a message."""
        self.count += 1
        await (self._message() if self.dice.below(6) == 0 else self._orders())

    async def _orders(self) -> None:
        text = f"; set {self.count} of {self.seat}\nNAME 1 Ship{self.count}\n"
        answer = await self.ask(f"/api/v1/games/{self.game}/orders", {"text": text})
        if answer is not None:
            data = answer.json()
            orders = Orders(self.seat, data["receipt"]["turn"], data["version"], text)
            self.tally.games[self.game].orders.append(orders)

    async def _message(self) -> None:
        text = f"message {self.count} of {self.seat}"
        to = [name for name in self.others if self.dice.below(2)] or self.others[:1]
        answer = await self.ask(f"/api/v1/games/{self.game}/messages", {"text": text, "to": to})
        if answer is not None:
            self.tally.games[self.game].messages.append(Message(self.seat, text))


class Gamemaster(Person):
    """Requests turns of each game in turn."""

    def __init__(self, base: str, token: str, tally: Tally, games: Sequence[str]) -> None:
        super().__init__(base, token, tally, "the gamemaster")
        self.games = games

    async def step(self) -> None:
        """Request a turn, and record it if it was run."""
        self.count += 1
        game = self.games[self.count % len(self.games)]
        answer = await self.ask(f"/api/v1/games/{game}/turns", {"anyway": True})
        if answer is not None and answer.json()["says"].endswith("was run"):
            self.tally.games[game].turns.add(answer.json()["turn"])


async def kill_processes(processes: Processes, tally: Tally, options: argparse.Namespace) -> int:
    """Kill processes while all play, until the number or time is reached; returns the number."""
    dice, until = Stream.from_key(options.key), time.monotonic() + options.minutes * 60
    for count in range(options.kills):
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                for _ in range(dice.below(ANSWERS)):
                    await tally.acknowledged.acquire()
        await asyncio.sleep(dice.random() * WITHIN)
        if time.monotonic() > until:
            return count
        if count % SERVER_EVERY == SERVER_EVERY - 1:
            await asyncio.to_thread(processes.kill_server)
        else:
            index, keeps_lease = (
                dice.below(WORKERS),
                options.leases and dice.below(options.leases) == 0,
            )
            await asyncio.to_thread(processes.kill_worker, index, release_jobs=not keeps_lease)
        while not tally.acknowledged.locked():
            await tally.acknowledged.acquire()  # count only later answers
    return int(options.kills)


def wait_for_turns(service: Service) -> list[str]:
    """Wait until all requested turns have ended; returns jobs that have not after two leases."""
    until = time.monotonic() + 2 * LEASE.total_seconds() + 60
    while (unfinished := unfinished_jobs(service, [turns.TURN_KIND])) and time.monotonic() < until:
        time.sleep(0.5)
    return unfinished


async def play_and_kill(
    service: Service,
    population: PopulatedServer,
    processes: Processes,
    tally: Tally,
    options: argparse.Namespace,
) -> tuple[int, list[str]]:
    """Play while processes are killed; returns the kills, and the jobs that do not end."""
    base = f"http://127.0.0.1:{processes.port}"
    players = [
        Player(base, client.token, tally, client.game, client.seat) for client in population.clients
    ]
    for player in players:
        player.others = [
            other.seat for other in players if other.game == player.game and other is not player
        ]
    gamemaster = Gamemaster(base, population.token, tally, population.games)
    tasks = [asyncio.create_task(player.repeat(player.step, PAUSE)) for player in players]
    tasks.append(asyncio.create_task(gamemaster.repeat(gamemaster.step, TURN_PAUSE)))
    try:
        count = await kill_processes(processes, tally, options)
    finally:
        tally.is_over = True
    await asyncio.gather(*tasks)
    return count, await asyncio.to_thread(wait_for_turns, service)


def run(folder: Path, address: str | None, options: argparse.Namespace) -> list[str]:
    """Kill, print the results, and return all faults."""
    service = Service(ServerDatabase(folder, address))
    population = populate(service, options.games, options.players)
    tally = Tally({key: AcknowledgedRequests() for key in population.games})
    port = free_port()
    arguments = [str(folder), str(port), *([address] if address else [])]
    began = time.monotonic()
    processes = Processes(arguments, port)
    try:
        count, faults = asyncio.run(play_and_kill(service, population, processes, tally, options))
    finally:
        processes.end()
    seconds = time.monotonic() - began
    turns_run = 0
    for key in population.games:
        with service.database.game(key) as store:
            turns_run += store.latest()
            faults += [f"{key}: {fault}" for fault in find_faults(store, tally.games[key])]
    service.database.close()
    orders = sum(len(game.orders) for game in tally.games.values())
    messages = sum(len(game.messages) for game in tally.games.values())
    print(f"answers: {dict(tally.answers)}")
    print(f"{count} kills in {seconds:.0f} seconds; acknowledged: {orders} sets of orders,")
    print(f"{messages} messages; {turns_run} turns were run")
    return faults


def main() -> None:
    """Kill, and print the result; the exit status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kills", type=int, nargs="?", default=1000)
    parser.add_argument("--postgresql", action="store_true", help="not a folder's SQLite files")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--players", type=int, default=3, help="players of each game")
    parser.add_argument(
        "--leases",
        type=int,
        default=4,
        help="for one of this many killed workers, let its lease expire; 0: for none",
    )
    parser.add_argument("--key", default="kills", help="names the moments of the kills")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after this many minutes")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as place,
        postgresql_server(enabled=options.postgresql) as address,
    ):
        problems = run(Path(place) / "server", address, options)
    print("\n".join(problems) or "Nothing is lost, doubled or half, and every game verifies.")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
