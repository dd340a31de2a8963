"""200 people who play 20 games at once, beside the same requests on an idle server.

    python -m benchmarks.hosting.load [--postgresql] [--minutes 10] [--games 20] [--players 10]

Everybody opens their game, reads a report, tries orders out and hands some in, with pauses; each
game's turn is asked for again and again. The server keeps its games in a folder, with one worker,
or on PostgreSQL with two; two processes answer requests. Of each kind of request the program says
the median on the idle server, the 95th percentile and the median while turns run, and their ratio,
which may be 5. It counts answers that are errors, and orders that were handed in and are not in the
store. Before, it reads what does not change (a report, a style sheet) beside plain Litestar that
serves a string of the same size, one after the other, and says how many times as long it takes.
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

from benchmarks.hosting.postgresql import running
from benchmarks.hosting.servers import Client, Populated, free_port, populate, serving
from horizons_core.rng import Stream
from horizons_host.server.database import Database
from horizons_host.server.service import Service
from horizons_host.turns import run_and_store

#: The 95th percentile under load may be so many times the median of the idle server.
BAR = 5.0
#: So many turns are run before, so that there is something to read.
TURNS_BEFORE = 3
#: Rounds of reading beside plain Litestar, and requests of each in a round.
ROUNDS, IN_A_ROUND = 15, 20
KINDS = ("game page", "report", "check", "hand in")
ORDERS = "; turn {turn}, word {word}\nNAME 1 Ship{word}\n"


@frozen
class Row:
    """One kind of request: seconds of the median alone, of median and 95th percentile of many."""

    kind: str
    alone: float
    median: float
    high: float
    count: int

    @property
    def ratio(self) -> float:
        """How many times the idle median the 95th percentile is."""
        return self.high / self.alone


@define
class Counts:
    """What was measured: seconds by kind, failures, and orders that were acknowledged."""

    seconds: dict[str, list[float]] = field(factory=lambda: defaultdict(list))
    failures: Counter[str] = field(factory=Counter)
    given: dict[tuple[str, str, int], int] = field(factory=dict)


class Player:
    """One browser of one player."""

    def __init__(self, client: Client, base: str, counts: Counts) -> None:
        self.client, self.counts = client, counts
        self.http = httpx.AsyncClient(
            base_url=base,
            cookies={"horizons": client.cookie},
            timeout=60,
            follow_redirects=True,
            verify=False,  # it is plain HTTP: to read certificates takes longer than a page
        )
        self.dice = Stream.from_key(client.game, client.seat)
        self.sign, self.turn = "", 0

    async def asked(
        self, kind: str, method: str, path: str, **more: object
    ) -> httpx.Response | None:
        """One request, measured; None if it failed."""
        began = time.perf_counter()
        try:
            answer = await self.http.request(method, path, **more)  # type: ignore[arg-type]
        except httpx.HTTPError as problem:
            self.counts.failures[f"{kind}: {type(problem).__name__}"] += 1
            return None
        self.counts.seconds[kind].append(time.perf_counter() - began)
        if answer.status_code != 200:
            self.counts.failures[f"{kind}: status {answer.status_code}"] += 1
            return None
        return answer

    async def step(self, kind: str) -> None:
        """Do one thing that players do."""
        game = f"/games/{self.client.game}"
        if kind == "game page" or not self.sign:
            page = await self.asked("game page", "GET", game)
            found = re.search(r"· turn (\d+)", page.text) if page else None
            self.turn = int(found[1]) if found else self.turn
            found = re.search(r'name="_csrf_token" value="([^"]+)"', page.text) if page else None
            self.sign = found[1] if found else ""
        if kind == "report":
            await self.asked(kind, "GET", f"{game}/turns/{self.turn}/report.html")
        elif kind != "game page":
            await self._orders(kind, f"{game}/orders")

    async def _orders(self, kind: str, path: str) -> None:
        text = ORDERS.format(turn=self.turn, word=self.dice.below(10**6))
        do = "send" if kind == "hand in" else "check"
        data = {"_csrf_token": self.sign, "orders": text, "do": do}
        page = await self.asked(kind, "POST", path, data=data)
        stored = re.search(r"Stored as version (\d+) for turn (\d+)", page.text) if page else None
        if kind == "hand in" and stored:
            key = (self.client.game, self.client.seat, int(stored[2]))
            self.counts.given[key] = max(self.counts.given.get(key, 0), int(stored[1]))

    async def play(self, until: float, pause: float) -> None:
        """Play with pauses until a time; they begin as if everybody had been at it for long."""
        await asyncio.sleep(2 * pause * (1 - math.sqrt(1 - self.dice.random())))
        while time.monotonic() < until:
            await self.step(KINDS[self.dice.weighted((4, 2, 2, 1))])
            await asyncio.sleep(self.dice.random() * 2 * pause)
        await self.http.aclose()


async def turns_asked(base: str, made: Populated, until: float, every: float) -> int:
    """Ask for a turn of each game in turn, so that always one or another is being run."""
    asked = 0
    headers = {"Authorization": f"Bearer {made.token}"}
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=60) as http:
        while time.monotonic() < until:
            for key in made.games:
                answer = await http.post(f"/api/games/{key}/turns", json={"anyway": True})
                asked += answer.status_code == 202
                await asyncio.sleep(every)
                if time.monotonic() >= until:
                    break
    return asked


async def idle(base: str, clients: Sequence[Client], times: int) -> Counts:
    """One player alone on the server, and then the next: each looks at a turn for the first time.

    Under load most reports are read so, and most orders tried out, as turns are run all the time.
    """
    counts = Counts()
    for client in clients[:times]:
        player = Player(client, base, counts)
        for kind in KINDS:
            await player.step(kind)
        await player.http.aclose()
    return counts


async def loaded(
    base: str, made: Populated, minutes: float, pause: float, every: float
) -> tuple[Counts, int]:
    """All players at once while turns run."""
    counts = Counts()
    until = time.monotonic() + minutes * 60
    players = [Player(client, base, counts).play(until, pause) for client in made.clients]
    asked, *_ = await asyncio.gather(turns_asked(base, made, until, every), *players)
    return counts, asked


def lost(service: Service, counts: Counts) -> list[tuple[str, str, int]]:
    """Orders that were acknowledged and are not there."""
    missing = []
    for (game, seat, turn), version in counts.given.items():
        with service.database.game(game) as store:
            if len(store.given(turn).get(seat, [])) < version:
                missing.append((game, seat, turn))
    return missing


def rows_of(alone: Counts, many: Counts) -> list[Row]:
    """A row for each kind of request."""
    rows = []
    for kind in KINDS:
        found = sorted(many.seconds[kind])
        high = found[int(len(found) * 0.95)]
        alone_ = statistics.median(alone.seconds[kind])
        rows.append(Row(kind, alone_, statistics.median(found), high, len(found)))
    return rows


def told(rows: Sequence[Row]) -> None:
    """Print the table."""
    print("request      idle median    median      95 %  95 % / idle   count")
    for row in rows:
        verdict = "" if row.ratio <= BAR else "  MISSED"
        print(
            f"{row.kind:12}{row.alone * 1000:11.1f} ms{row.median * 1000:7.1f} ms"
            f"{row.high * 1000:7.1f} ms{row.ratio:13.1f}{row.count:8}{verdict}"
        )


def compared(base: str, client: Client, path: str, what: str) -> None:
    """Print how many times as long a page takes that does not change as a string of its size."""
    cookies = {"horizons": client.cookie}
    with httpx.Client(base_url=base, cookies=cookies, timeout=60) as ours:
        size, port = len(ours.get(path).content), free_port()
        with (
            serving("benchmarks.hosting.plain", port, size, port=port),
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as plain,
        ):
            pairs = [(_median(ours, path), _median(plain, "/")) for _ in range(ROUNDS)]
    ratios = sorted(one / other for one, other in pairs[1:])
    middle, other = statistics.median(ratios), statistics.median(one for _, one in pairs) * 1000
    print(
        f"{what} of {size:,} bytes: {middle:.1f} times plain Litestar"
        f" ({ratios[0]:.1f} to {ratios[-1]:.1f}), which takes {other:.1f} ms"
    )


def _median(http: httpx.Client, path: str) -> float:
    seconds = []
    for _ in range(IN_A_ROUND):
        began = time.perf_counter()
        http.get(path).raise_for_status()
        seconds.append(time.perf_counter() - began)
    return statistics.median(seconds)


def measured(folder: Path, address: str | None, asked: argparse.Namespace) -> bool:
    """Measure, print what came of it, and say whether all is as it should be."""
    service = Service(Database(folder, address))
    made = populate(service, asked.games, asked.players)
    for key in made.games:
        with service.database.game(key) as store:
            for _ in range(TURNS_BEFORE):
                run_and_store(store)
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    words = ["serve", "--data", folder, "--port", port, "--workers", 2 if address else 1]
    words += ["--processes", asked.processes, "--log-level", "warning"]
    with serving("horizons_host", *words, port=port, address=address):
        first = made.clients[0]
        report = f"/games/{first.game}/turns/{TURNS_BEFORE}/report.html"
        compared(base, first, report, "a report")
        compared(base, first, "/static/site.css", "the style sheet")
        asyncio.run(
            idle(base, made.clients, 2)
        )  # whoever comes first waits for what is loaded once
        alone = asyncio.run(idle(base, made.clients[2:], 60))
        many, count = asyncio.run(loaded(base, made, asked.minutes, asked.pause, asked.every))
    rows = rows_of(alone, many)
    told(rows)
    missing = lost(service, many)
    run = sum(_latest(service, key) - TURNS_BEFORE for key in made.games)
    service.database.close()
    print(f"turns asked for: {count:,}; run: {run:,}")
    print(f"failures: {dict(many.failures) or 'none'}")
    print(f"orders handed in: {len(many.given):,} sets; lost: {missing or 'none'}")
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
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, running(wanted=asked.postgresql) as address:
        fine = measured(Path(place) / "server", address, asked)
    sys.exit(not fine)


def _latest(service: Service, key: str) -> int:
    with service.database.game(key) as store:
        return store.latest()


if __name__ == "__main__":
    main()
