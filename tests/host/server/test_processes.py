"""A server of several processes: one address, one count, one shutdown."""

from __future__ import annotations

import os
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path

import httpx
import psutil
import pytest
from prometheus_client.parser import text_string_to_metric_families

from benchmarks.hosting.servers import free_port, running_server
from tests.host.helpers import refused

#: Number of requests, each on its own connection.
REQUESTS = 40


def children(process: int) -> list[int]:
    """Return the server's child processes that answer requests."""
    numbers = []
    for child in psutil.Process(process).children():
        with suppress(psutil.Error):  # a child may end at this moment
            numbers += [child.pid] if any("--socket" in word for word in child.cmdline()) else []
    return numbers


def request_count(base: str) -> int:
    """Return the server's count of answered requests for the style sheet."""
    families = text_string_to_metric_families(httpx.get(f"{base}/metrics", timeout=30).text)
    samples = next(f.samples for f in families if f.name == "horizons_requests")
    return sum(int(s.value) for s in samples if s.labels["route"].startswith("/static"))


@pytest.mark.slow
def test_several_processes_are_one_server(tmp_path: Path) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    words = ["serve", "--data", tmp_path, "--port", port, "--workers", 0, "--processes", 2]
    words += ["--log-level", "warning"]
    with running_server("horizons_host", *words, port=port) as server:
        while len(begun := children(server.pid)) < 1:
            time.sleep(0.05)
        with httpx.Client(headers={"Connection": "close"}, timeout=60) as client:
            for _ in range(REQUESTS):
                assert client.get(f"{base}/static/site.css").status_code == 200
        assert request_count(base) == REQUESTS

        os.kill(begun[0], signal.SIGKILL)
        while len(restarted := children(server.pid)) < 1 or begun[0] in restarted:
            time.sleep(0.05)
        assert httpx.get(f"{base}/healthz", timeout=60).status_code == 200
        assert request_count(base) == REQUESTS
    assert not any(map(psutil.pid_exists, restarted))


@pytest.mark.slow
def test_workers_beside_a_server_let_it_have_the_processor_first(tmp_path: Path) -> None:
    niceness = psutil.Process().nice()
    last = min(niceness + 19, 19)
    port = free_port()
    words = ["serve", "--data", tmp_path, "--port", port, "--workers", 1]
    with running_server("horizons_host", *words, "--log-level", "warning", port=port) as server:
        main = psutil.Process(server.pid)
        while not (workers := [child for child in main.children() if "worker" in child.cmdline()]):
            time.sleep(0.05)
        for _ in range(1200):  # a minute
            if workers[0].nice() == 19:
                break
            time.sleep(0.05)
        assert (main.nice(), workers[0].nice()) == (niceness, last)


@pytest.mark.parametrize("processes", [1, 2])
def test_where_another_program_listens_a_server_says_so(tmp_path: Path, processes: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        words = ["--port", other.getsockname()[1], "--workers", 0, "--processes", processes]
        output = refused("serve", "--data", tmp_path, *words)
    assert "cannot listen at 127.0.0.1, port" in output
    assert "--port" in output


def test_an_address_that_is_none_is_told(tmp_path: Path) -> None:
    assert "cannot listen at no.such.invalid" in refused(
        "serve", "--data", tmp_path, "--host", "no.such.invalid", "--workers", 0
    )
