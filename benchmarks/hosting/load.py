"""200 players of 20 games at once, compared with the same requests on an idle server.

    python -m benchmarks.hosting.load [--postgresql] [--minutes 10] [--games 20] [--players 10]

Players open their game, read a report, check orders and submit some, with pauses; each game's turn
is requested repeatedly. Each browser has a stream of facts, and fetches its game page after a turn.
The server keeps its games in a folder, with one worker, or on PostgreSQL with two; two processes
answer requests. For each kind of request the program prints the median on the idle server, the 95th
percentile and the median while turns run, and their ratio, which may be 5. It counts errors, and
acknowledged orders that are missing from the store. Before, it compares static resources (a report,
a style sheet) with plain Litestar that serves a string of the same size, one request after the
other, and prints the ratio of times.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import re
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import httpx
from attrs import define, field, frozen

from benchmarks.hosting.postgresql import postgresql_server
from benchmarks.hosting.servers import Client, PopulatedServer, free_port, populate, running_server
from horizons_core.rng import Stream
from horizons_host.games.turns import run_and_store
from horizons_host.server.service import ServerDatabase, Service

#: Limit of the 95th percentile under load, as a multiple of the median of the idle server.
BAR = 5.0
#: Turns to run before, so that there are reports to read.
TURNS_BEFORE = 3
#: Rounds of the comparison with plain Litestar, and requests of each in a round.
ROUNDS, IN_A_ROUND = 15, 20
KINDS = ("game page", "report", "check", "hand in")
ORDERS = "; turn {turn}, word {word}\nNAME 1 Ship{word}\n"


@frozen
class Row:
    """Seconds of a kind of request: idle median, and median and 95th percentile of many."""

    kind: str
    alone: float
    median: float
    high: float
    count: int

    @property
    def ratio(self) -> float:
        """The 95th percentile as a multiple of the idle median."""
        return self.high / self.alone


@define
class Counts:
    """Measurements: seconds by kind, failures, acknowledged versions of orders, turns told."""

    seconds: dict[str, list[float]] = field(factory=lambda: defaultdict(list))
    failures: Counter[str] = field(factory=Counter)
    versions: dict[tuple[str, str, int], int] = field(factory=dict)
    told: int = 0


class Player:
    """The browser of one player."""

    def __init__(self, client: Client, base: str, counts: Counts) -> None:
        self.client, self.counts = client, counts
        self.http = httpx.AsyncClient(
            base_url=base,
            cookies={"horizons": client.cookie},
            timeout=60,
            follow_redirects=True,
            verify=False,  # plain HTTP: reading certificates takes longer than a page
        )
        self.dice = Stream.from_key(client.game, client.seat)
        self.sign, self.turn = "", 0

    async def request(
        self, kind: str, method: str, path: str, **settings: object
    ) -> httpx.Response | None:
        """Send a request and measure it; None if it failed."""
        began = time.perf_counter()
        try:
            answer = await self.http.request(method, path, **settings)  # type: ignore[arg-type]
        except httpx.HTTPError as problem:
            self.counts.failures[f"{kind}: {type(problem).__name__}"] += 1
            return None
        self.counts.seconds[kind].append(time.perf_counter() - began)
        if answer.status_code != 200:
            self.counts.failures[f"{kind}: status {answer.status_code}"] += 1
            return None
        return answer

    async def step(self, kind: str) -> None:
        """Do one action of a player."""
        game = f"/games/{self.client.game}"
        if kind == "game page" or not self.sign:
            page = await self.request("game page", "GET", game)
            match = re.search(r'<body[^>]* data-turn="(\d+)"', page.text) if page else None
            self.turn = int(match[1]) if match else self.turn
            match = re.search(r'name="_csrf_token" value="([^"]+)"', page.text) if page else None
            self.sign = match[1] if match else ""
        if kind == "report":
            await self.request(kind, "GET", f"{game}/turns/{self.turn}/report.html")
        elif kind != "game page":
            await self._orders(kind, f"{game}/orders")

    async def _orders(self, kind: str, path: str) -> None:
        text = ORDERS.format(turn=self.turn, word=self.dice.below(10**6))
        do = "send" if kind == "hand in" else "check"
        data = {"_csrf_token": self.sign, "orders": text, "do": do}
        page = await self.request(kind, "POST", path, data=data)
        stored = re.search(r"Saved as version (\d+) for turn (\d+)", page.text) if page else None
        if kind == "hand in" and stored:
            key = (self.client.game, self.client.seat, int(stored[2]))
            self.counts.versions[key] = max(self.counts.versions.get(key, 0), int(stored[1]))

    async def play(self, until: float, pause: float) -> None:
        """Play with pauses until a time; starts are spread as after a long time of play."""
        await asyncio.sleep(2 * pause * (1 - math.sqrt(1 - self.dice.random())))
        follows = asyncio.create_task(self.follow())
        while time.monotonic() < until:
            await self.step(KINDS[self.dice.weighted((4, 2, 2, 1))])
            await asyncio.sleep(self.dice.random() * 2 * pause)
        follows.cancel()
        await asyncio.gather(follows, return_exceptions=True)
        await self.http.aclose()

    async def follow(self) -> None:
        """Read a stream of facts, and fetch the game page after each turn, as a browser does."""
        async with self.http.stream("GET", "/events", timeout=None) as answer:
            if answer.status_code != 200:
                self.counts.failures[f"stream: status {answer.status_code}"] += 1
            async for line in answer.aiter_lines():
                if '"turn-run"' in line and self.client.game in line:
                    await asyncio.sleep(0.05 + self.dice.random() * 0.45)
                    await self.step("game page")
                    self.counts.told += 1


async def turns_asked(base: str, population: PopulatedServer, until: float, every: float) -> int:
    """Request turns of the games one after the other, so that some turn is always being run."""
    requested = 0
    headers = {"Authorization": f"Bearer {population.token}"}
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=60) as http:
        while time.monotonic() < until:
            for key in population.games:
                answer = await http.post(f"/api/v1/games/{key}/turns", json={"anyway": True})
                requested += answer.status_code == 202
                await asyncio.sleep(every)
                if time.monotonic() >= until:
                    break
    return requested


async def idle(base: str, clients: Sequence[Client], times: int) -> Counts:
    """Let one player after the other use the server alone, each with a turn not seen before.

    Under load most reports and order checks are of this kind, because turns are run all the time.
    """
    counts = Counts()
    for client in clients[:times]:
        player = Player(client, base, counts)
        for kind in KINDS:
            await player.step(kind)
        await player.http.aclose()
    return counts


async def loaded(
    base: str, population: PopulatedServer, minutes: float, pause: float, every: float
) -> tuple[Counts, int]:
    """Let all players play at once while turns run."""
    counts = Counts()
    until = time.monotonic() + minutes * 60
    players = [Player(client, base, counts).play(until, pause) for client in population.clients]
    requested, *_ = await asyncio.gather(turns_asked(base, population, until, every), *players)
    return counts, requested


def lost(service: Service, counts: Counts) -> list[tuple[str, str, int]]:
    """Return acknowledged orders that are missing."""
    missing = []
    for (game, seat, turn), version in counts.versions.items():
        with service.database.game(game) as store:
            if store.versions(turn).get(seat, 0) < version:
                missing.append((game, seat, turn))
    return missing


def rows_of(idle_counts: Counts, loaded_counts: Counts) -> list[Row]:
    """Return a row for each kind of request."""
    rows = []
    for kind in KINDS:
        times = sorted(loaded_counts.seconds[kind])
        high = times[int(len(times) * 0.95)]
        idle_median = statistics.median(idle_counts.seconds[kind])
        rows.append(Row(kind, idle_median, statistics.median(times), high, len(times)))
    return rows


def print_table(rows: Sequence[Row]) -> None:
    """Print the table."""
    print("request      idle median    median      95 %  95 % / idle   count")
    for row in rows:
        verdict = "" if row.ratio <= BAR else "  MISSED"
        print(
            f"{row.kind:12}{row.alone * 1000:11.1f} ms{row.median * 1000:7.1f} ms"
            f"{row.high * 1000:7.1f} ms{row.ratio:13.1f}{row.count:8}{verdict}"
        )


def print_comparison(base: str, client: Client, path: str, title: str) -> None:
    """Print the time of a static page relative to a string of its size."""
    cookies = {"horizons": client.cookie}
    with httpx.Client(base_url=base, cookies=cookies, timeout=60) as ours:
        size, port = len(ours.get(path).content), free_port()
        with (
            running_server("benchmarks.hosting.plain", port, size, port=port),
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as plain,
        ):
            pairs = [(_median(ours, path), _median(plain, "/")) for _ in range(ROUNDS)]
    ratios = sorted(our_time / plain_time for our_time, plain_time in pairs[1:])
    middle, other = (
        statistics.median(ratios),
        statistics.median(seconds_ for _, seconds_ in pairs) * 1000,
    )
    print(
        f"{title} of {size:,} bytes: {middle:.1f} times plain Litestar"
        f" ({ratios[0]:.1f} to {ratios[-1]:.1f}), which takes {other:.1f} ms"
    )


def _median(http: httpx.Client, path: str) -> float:
    seconds = []
    for _ in range(IN_A_ROUND):
        began = time.perf_counter()
        http.get(path).raise_for_status()
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds)


def measured(folder: Path, address: str | None, options: argparse.Namespace) -> bool:
    """Measure, print the results, and return whether all is as it should be."""
    service = Service(ServerDatabase(folder, address))
    population = populate(service, options.games, options.players)
    for key in population.games:
        with service.database.game(key) as store:
            for _ in range(TURNS_BEFORE):
                run_and_store(store)
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    arguments = ["serve", "--data", folder, "--port", port, "--workers", 2 if address else 1]
    arguments += ["--processes", options.processes, "--log-level", "warning"]
    with running_server("horizons_host", *arguments, port=port, address=address):
        first = population.clients[0]
        report = f"/games/{first.game}/turns/{TURNS_BEFORE}/report.html"
        print_comparison(base, first, report, "a report")
        print_comparison(base, first, "/static/site.css", "the style sheet")
        asyncio.run(idle(base, population.clients, 2))  # the first requests wait for lazy loading
        alone = asyncio.run(idle(base, population.clients[2:], 60))
        many, count = asyncio.run(
            loaded(base, population, options.minutes, options.pause, options.every)
        )
    rows = rows_of(alone, many)
    print_table(rows)
    missing = lost(service, many)
    turns_run = sum(_latest(service, key) - TURNS_BEFORE for key in population.games)
    service.database.close()
    print(f"turns asked for: {count:,}; run: {turns_run:,}; told to a player: {many.told:,}")
    print(f"failures: {dict(many.failures) or 'none'}")
    print(f"orders handed in: {len(many.versions):,} sets; lost: {missing or 'none'}")
    return not (missing or many.failures) and all(row.ratio <= BAR for row in rows)


def main() -> None:
    """Measure; the exit status is 1 if a bar is missed, an answer an error or an order lost."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--postgresql", action="store_true", help="with two workers")
    parser.add_argument("--processes", type=int, default=2, help="those that answer requests")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, default=10)
    parser.add_argument(
        "--pause", type=float, default=8, help="seconds between two requests of one"
    )
    parser.add_argument("--every", type=float, default=1.5, help="seconds between two turns")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as place,
        postgresql_server(enabled=options.postgresql) as address,
    ):
        passed = measured(Path(place) / "server", address, options)
    sys.exit(not passed)


def _latest(service: Service, key: str) -> int:
    with service.database.game(key) as store:
        return store.latest()


if __name__ == "__main__":
    main()
