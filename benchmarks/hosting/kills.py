"""Kill a server and its workers under load at random moments, and look at what is left.

    python -m benchmarks.hosting.kills [KILLS] [--postgresql] [--games 6] [--players 3]

Players hand in orders and send messages, gamemasters ask for turns, as fast as they are answered,
while SIGKILL falls on one of two workers, and now and then on the server; another one is begun at
once. Some of the killed workers' jobs are given back at once, as `horizons serve` does it, others
are free when their lease is over. Then all go on in peace until every job has ended, and of each
game it is looked at that no order, message, notice or turn that was acknowledged is lost, and none
is doubled or half; that each turn was run with the orders that were in; and that it verifies.
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

from benchmarks.hosting.aftermath import Acknowledged, Message, Orders, faults, left_over
from benchmarks.hosting.postgresql import running
from benchmarks.hosting.servers import Populated, free_port, populate, wait_for
from horizons_core.rng import Stream
from horizons_host.server.database import Database
from horizons_host.server.jobs import turns
from horizons_host.server.jobs.queue import LEASE
from horizons_host.server.service import Service

WORKERS = 2
#: One kill in so many is the server's.
SERVER_EVERY = 10
#: A kill comes after so many acknowledged requests since the one before, at most, and then within
#: so many seconds; if the machine is busy with other things it does not wait longer than that.
ANSWERS, WITHIN, LONGEST = 8, 0.2, 20.0
#: Somebody waits so many seconds between two requests, at most, and so does who asks for turns.
PAUSE, TURN_PAUSE = 0.5, 0.3


@define
class Told:
    """What was acknowledged in each game, and how the requests went."""

    games: dict[str, Acknowledged] = field(factory=dict)
    answers: Counter[str] = field(factory=Counter)
    acknowledged: asyncio.Semaphore = field(factory=lambda: asyncio.Semaphore(0))
    over: bool = False


class Processes:
    """The server and its workers, begun by a process that has all imported."""

    def __init__(self, arguments: Sequence[str], port: int) -> None:
        command = [sys.executable, "-m", "benchmarks.hosting.nursery", *arguments]
        pipe = subprocess.PIPE
        self.port = port
        self._nursery = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.server = self._begin("server")
        self.workers = [self._begin("worker") for _ in range(WORKERS)]

    def _ask(self, words: str) -> str:
        assert self._nursery.stdin
        assert self._nursery.stdout
        self._nursery.stdin.write(f"{words}\n")
        return self._nursery.stdout.readline()

    def _begin(self, what: str) -> int:
        number = int(self._ask(what))
        if what == "server":
            wait_for(self.port, self._nursery)
        return number

    def kill_worker(self, place: int, *, give_back: bool) -> None:
        """Kill a worker, and begin another one in its place."""
        self._kill(self.workers[place], " and give back" if give_back else "")
        self.workers[place] = self._begin("worker")

    def kill_server(self) -> None:
        """Kill the server, and begin another one."""
        self._kill(self.server)
        self.server = self._begin("server")

    def _kill(self, number: int, then: str = "") -> None:
        os.kill(number, signal.SIGKILL)
        assert self._ask(f"bury {number}{then}") == "gone\n"

    def end(self) -> None:
        """End all of them, with the one that has begun them."""
        assert self._nursery.stdin
        self._nursery.stdin.close()
        self._nursery.wait()


class Person:
    """Somebody who asks for something again and again, with a token."""

    def __init__(self, base: str, token: str, told: Told, key: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.http = httpx.AsyncClient(base_url=base, headers=headers, timeout=30)
        self.told, self.dice, self.count = told, Stream.from_key(key), 0

    async def ask(self, path: str, wanted: dict[str, object]) -> httpx.Response | None:
        """One request; None if nothing was acknowledged: then it may be done, or not."""
        try:
            answer = await self.http.post(path, json=wanted)
        except httpx.HTTPError as problem:
            self.told.answers[type(problem).__name__] += 1
            return None
        self.told.answers[str(answer.status_code)] += 1
        if answer.status_code >= 500:
            self.told.answers[f"{answer.status_code}: {answer.text[:200]}"] += 1
        if not answer.is_success:
            return None
        self.told.acknowledged.release()
        return answer

    async def go_on(self, one: Callable[[], object], pause: float) -> None:
        """Do one thing after the other, until it is over."""
        while not self.told.over:
            await one()  # type: ignore[misc]
            await asyncio.sleep(self.dice.random() * 2 * pause)
        await self.http.aclose()


class Player(Person):
    """Hands in orders and sends messages, each with a text of its own."""

    def __init__(self, base: str, token: str, told: Told, game: str, seat: str) -> None:
        super().__init__(base, token, told, f"{game} {seat}")
        self.game, self.seat = game, seat
        self.others: list[str] = []

    async def step(self) -> None:
        """Hand in orders, or, less often, send a message."""
        self.count += 1
        await (self._message() if self.dice.below(6) == 0 else self._orders())

    async def _orders(self) -> None:
        text = f"; set {self.count} of {self.seat}\nNAME 1 Ship{self.count}\n"
        answer = await self.ask(f"/api/games/{self.game}/orders", {"text": text})
        if answer is not None:
            found = answer.json()
            one = Orders(self.seat, found["receipt"]["turn"], found["version"], text)
            self.told.games[self.game].orders.append(one)

    async def _message(self) -> None:
        text = f"message {self.count} of {self.seat}"
        to = [name for name in self.others if self.dice.below(2)] or self.others[:1]
        answer = await self.ask(f"/api/games/{self.game}/messages", {"text": text, "to": to})
        if answer is not None:
            self.told.games[self.game].messages.append(Message(self.seat, text))


class Gamemaster(Person):
    """Asks for turns, of one game after the other."""

    def __init__(self, base: str, token: str, told: Told, games: Sequence[str]) -> None:
        super().__init__(base, token, told, "the gamemaster")
        self.games = games

    async def step(self) -> None:
        """Ask for a turn; what is said of one that was run holds from then on."""
        self.count += 1
        game = self.games[self.count % len(self.games)]
        answer = await self.ask(f"/api/games/{game}/turns", {"anyway": True})
        if answer is not None and answer.json()["says"].endswith("was run"):
            self.told.games[game].turns.add(answer.json()["turn"])


async def killed(processes: Processes, told: Told, asked: argparse.Namespace) -> int:
    """Kill as often as was asked while all play, or until the time is over; says how often."""
    dice, until = Stream.from_key(asked.key), time.monotonic() + asked.minutes * 60
    for count in range(asked.kills):
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                for _ in range(dice.below(ANSWERS)):
                    await told.acknowledged.acquire()
        await asyncio.sleep(dice.random() * WITHIN)
        if time.monotonic() > until:
            return count
        if count % SERVER_EVERY == SERVER_EVERY - 1:
            await asyncio.to_thread(processes.kill_server)
        else:
            place, left = dice.below(WORKERS), asked.leases and dice.below(asked.leases) == 0
            await asyncio.to_thread(processes.kill_worker, place, give_back=not left)
        while not told.acknowledged.locked():
            await told.acknowledged.acquire()  # only what is answered from now on counts
    return int(asked.kills)


def ended(service: Service) -> list[str]:
    """Wait until all turns that were asked for have ended; what has not in two leases' time."""
    until = time.monotonic() + 2 * LEASE.total_seconds() + 60
    while (found := left_over(service, [turns.KIND])) and time.monotonic() < until:
        time.sleep(0.5)
    return found


async def played(
    service: Service, made: Populated, processes: Processes, told: Told, asked: argparse.Namespace
) -> tuple[int, list[str]]:
    """All play while processes are killed; how many were, and the jobs that do not end."""
    base = f"http://127.0.0.1:{processes.port}"
    players = [Player(base, one.token, told, one.game, one.seat) for one in made.clients]
    for one in players:
        one.others = [
            other.seat for other in players if other.game == one.game and other is not one
        ]
    gamemaster = Gamemaster(base, made.token, told, made.games)
    tasks = [asyncio.create_task(one.go_on(one.step, PAUSE)) for one in players]
    tasks.append(asyncio.create_task(gamemaster.go_on(gamemaster.step, TURN_PAUSE)))
    try:
        count = await killed(processes, told, asked)
    finally:
        told.over = True
    await asyncio.gather(*tasks)
    return count, await asyncio.to_thread(ended, service)


def run(folder: Path, address: str | None, asked: argparse.Namespace) -> list[str]:
    """Kill, and say what is wrong; prints what came of it."""
    service = Service(Database(folder, address))
    made = populate(service, asked.games, asked.players)
    told = Told({key: Acknowledged() for key in made.games})
    port = free_port()
    arguments = [str(folder), str(port), *([address] if address else [])]
    began = time.monotonic()
    processes = Processes(arguments, port)
    try:
        count, wrong = asyncio.run(played(service, made, processes, told, asked))
    finally:
        processes.end()
    seconds = time.monotonic() - began
    run_ = 0
    for key in made.games:
        with service.database.game(key) as store:
            run_ += store.latest()
            wrong += [f"{key}: {fault}" for fault in faults(store, told.games[key])]
    service.database.close()
    orders = sum(len(one.orders) for one in told.games.values())
    messages = sum(len(one.messages) for one in told.games.values())
    print(f"answers: {dict(told.answers)}")
    print(f"{count} kills in {seconds:.0f} seconds; acknowledged: {orders} sets of orders,")
    print(f"{messages} messages; {run_} turns were run")
    return wrong


def main() -> None:
    """Kill, and print how it ended; the exit status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kills", type=int, nargs="?", default=1000)
    parser.add_argument("--postgresql", action="store_true", help="not a folder's SQLite files")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--players", type=int, default=3, help="players of each game")
    parser.add_argument(
        "--leases",
        type=int,
        default=4,
        help="of so many killed workers one's job waits until its lease is over; 0: none",
    )
    parser.add_argument("--key", default="kills", help="names the moments of the kills")
    parser.add_argument("--minutes", type=float, default=1e6, help="stop after so many")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, running(wanted=asked.postgresql) as address:
        wrong = run(Path(place) / "server", address, asked)
    print("\n".join(wrong) or "Nothing is lost, doubled or half, and every game verifies.")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
