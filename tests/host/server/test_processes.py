"""A server of several processes: they answer at one address, and are counted and ended together."""

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

from benchmarks.hosting.servers import free_port, serving
from tests.host.helpers import refused

#: So many requests are made, each by a connection of its own.
REQUESTS = 40


def children(process: int) -> list[int]:
    """The processes of a server that answer requests beside it."""
    numbers = []
    for one in psutil.Process(process).children():
        with suppress(psutil.Error):  # one that is just ending
            numbers += [one.pid] if any("--socket" in word for word in one.cmdline()) else []
    return numbers


def answered(base: str) -> int:
    """How many requests for the style sheet the server says that it has answered."""
    families = text_string_to_metric_families(httpx.get(f"{base}/metrics", timeout=30).text)
    samples = next(one.samples for one in families if one.name == "horizons_requests")
    return sum(int(one.value) for one in samples if one.labels["route"].startswith("/static"))


@pytest.mark.slow
def test_several_processes_are_one_server(tmp_path: Path) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    words = ["serve", "--data", tmp_path, "--port", port, "--workers", 0, "--processes", 2]
    words += ["--log-level", "warning"]
    with serving("horizons_host", *words, port=port) as server:
        while len(begun := children(server.pid)) < 1:
            time.sleep(0.05)
        with httpx.Client(headers={"Connection": "close"}, timeout=60) as client:
            for _ in range(REQUESTS):
                assert client.get(f"{base}/static/site.css").status_code == 200
        assert answered(base) == REQUESTS

        os.kill(begun[0], signal.SIGKILL)
        while len(again := children(server.pid)) < 1 or begun[0] in again:
            time.sleep(0.05)
        assert httpx.get(f"{base}/healthz", timeout=60).status_code == 200
        assert answered(base) == REQUESTS
    assert not any(map(psutil.pid_exists, again))


@pytest.mark.slow
def test_workers_beside_a_server_let_it_have_the_processor_first(tmp_path: Path) -> None:
    own = psutil.Process().nice()
    last = min(own + 19, 19)
    port = free_port()
    words = ["serve", "--data", tmp_path, "--port", port, "--workers", 1]
    with serving("horizons_host", *words, "--log-level", "warning", port=port) as server:
        here = psutil.Process(server.pid)
        while not (found := [one for one in here.children() if "worker" in one.cmdline()]):
            time.sleep(0.05)
        for _ in range(1200):  # a minute: it says so when it has begun
            if found[0].nice() == 19:
                break
            time.sleep(0.05)
        assert (here.nice(), found[0].nice()) == (own, last)


@pytest.mark.parametrize("processes", [1, 2])
def test_where_another_program_listens_a_server_says_so(tmp_path: Path, processes: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        words = ["--port", other.getsockname()[1], "--workers", 0, "--processes", processes]
        said = refused("serve", "--data", tmp_path, *words)
    assert "cannot listen at 127.0.0.1, port" in said
    assert "--port" in said


def test_an_address_that_is_none_is_told(tmp_path: Path) -> None:
    assert "cannot listen at no.such.invalid" in refused(
        "serve", "--data", tmp_path, "--host", "no.such.invalid", "--workers", 0
    )
