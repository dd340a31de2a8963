"""A server ends within its grace period, whatever its requests do."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys

#: A server with one page that keeps a thread busy forever, and short grace periods.
PROGRAM = """
from litestar import Litestar, get
from horizons_host.server import processes

processes.SHUTDOWN_SECONDS, processes.REQUEST_GRACE_SECONDS = 0.3, 0

@get("/", sync_to_thread=True)
def stuck() -> str:
    print("stuck", flush=True)
    while True:
        pass

sockets = processes.listen("127.0.0.1", 0)
sockets[0].listen()
print(sockets[0].getsockname()[1], flush=True)
processes.run(Litestar([stuck]), sockets)
"""


def test_a_server_ends_though_a_request_is_stuck() -> None:
    command = [sys.executable, "-c", PROGRAM]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            port = int(process.stdout.readline())
            with socket.create_connection(("127.0.0.1", port)) as request:
                request.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert process.stdout.readline() == "stuck\n"
                process.send_signal(signal.SIGTERM)
                assert process.wait(60) in {0, 1}
        finally:
            process.kill()
