"""1,000 idle streams of facts: memory, processor time, and how soon all are told of a turn.

    python -m benchmarks --only streams

A process answers 1,000 accounts, each with a stream that reports on one public game and on its own
games. Turns of that game are run by another process. Streams are read by this one.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from benchmarks.hosting.servers import free_port, populate, running_server
from horizons_host.games.turns import run_and_store
from horizons_host.server.accounts import accounts, sessions
from horizons_host.server.service import ServerDatabase, Service

#: Streams, idle seconds that are measured, and turns that are told.
STREAMS, SECONDS, TURNS = 1_000, 60.0, 5
#: The most: memory of a stream, share of a processor, and seconds until the last reader is told.
MOST_KIB, MOST_SHARE, MOST_SECONDS = 30.0, 3.0, 1.0


class Reader:
    """A client of a stream, which notes when it was told of a turn."""

    def __init__(self) -> None:
        self.told = asyncio.Event()
        self.at = 0.0

    async def read(self, port: int, key: str, cookie: str, greeted: asyncio.Semaphore) -> None:
        """Read a stream until it ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        request = f"GET /events?game={key} HTTP/1.1\r\nHost: localhost\r\n"
        writer.write(f"{request}Cookie: horizons={cookie}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if b'"heartbeat"' in line:
                    greeted.release()
                if b'"turn-run"' in line:
                    self.at = time.perf_counter()
                    self.told.set()
        finally:
            writer.close()


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure the streams of one process."""
    count, seconds, turns = (100, 5.0, 2) if quick else (STREAMS, SECONDS, TURNS)
    with tempfile.TemporaryDirectory() as folder:
        service = Service(ServerDatabase(Path(folder)))
        key = populate(service, 1, 2).games[0]
        cookies = [_cookie(service, number) for number in range(count)]
        port = free_port()
        words = ("serve", "--data", folder, "--port", port, "--workers", 0, "--log-level", "error")
        with running_server("horizons_host", *words, port=port) as server:
            process = psutil.Process(server.pid)
            measured = asyncio.run(_measure(service, process, port, key, cookies, seconds, turns))
        service.database.close()
    memory, share, delays = measured
    note = f"{count:,} streams in one process"
    return [
        _row("memory of a stream", [memory], "KiB", MOST_KIB, note),
        _row("processor while idle", [share], "% of one", MOST_SHARE, note),
        _row("until all are told", delays, "s", MOST_SECONDS, f"{note}, {turns} turns"),
    ]


def _row(name: str, values: Sequence[float], unit: str, bar: float, note: str) -> dict[str, Any]:
    return {
        "name": f"streams: {name}",
        "value": statistics.median(values),
        "low": min(values),
        "high": max(values),
        "unit": unit,
        "bar": bar,
        "better": "at most",
        "note": note,
    }


def _cookie(service: Service, number: int) -> str:
    name = f"Reader{number}"
    account = accounts.register(service, name, f"{name}@example.org", "benchmarks of the server")
    assert account is not None
    return sessions.begin_session(service, account, "benchmark")


async def _measure(
    service: Service,
    process: psutil.Process,
    port: int,
    key: str,
    cookies: Sequence[str],
    seconds: float,
    turns: int,
) -> tuple[float, float, list[float]]:
    """Return KiB of a stream, percent of a processor, and the seconds until all were told."""
    greeted = asyncio.Semaphore(0)
    first = Reader()  # so that what all streams share is there before they are counted
    tasks = [asyncio.create_task(first.read(port, key, cookies[0], greeted))]
    await greeted.acquire()
    await asyncio.sleep(5)  # the rules of the games are loaded
    before = process.memory_full_info().uss
    readers = [first]
    for cookie in cookies[1:]:
        readers.append(Reader())
        tasks.append(asyncio.create_task(readers[-1].read(port, key, cookie, greeted)))
        await greeted.acquire()
    memory = (process.memory_full_info().uss - before) / 1024 / (len(cookies) - 1)
    used = sum(process.cpu_times()[:2])
    await asyncio.sleep(seconds)
    share = 100 * (sum(process.cpu_times()[:2]) - used) / seconds
    delays = [await _tell(service, key, readers) for _ in range(turns)]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return memory, share, delays


async def _tell(service: Service, key: str, readers: Sequence[Reader]) -> float:
    """Run a turn and return how long after it was stored the last reader was told."""
    for reader in readers:
        reader.told.clear()

    def run() -> float:
        with service.database.game(key) as store:
            run_and_store(store)
        return time.perf_counter()

    stored = await asyncio.to_thread(run)
    await asyncio.gather(*(reader.told.wait() for reader in readers))
    return max(reader.at for reader in readers) - stored
