"""A mail server for `benchmarks.kills`: logs every mail before it acknowledges it.

    python -m benchmarks.kill_server LOG

Prints its port. Each line of the log is the Message-ID of a mail and its recipient.
"""

from __future__ import annotations

import socket
import sys
import threading
from email import message_from_bytes
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Handler:
    """Logs each mail in a file."""

    def __init__(self, log: Path) -> None:
        self.log = log

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Accept a mail."""
        name = message_from_bytes(bytes(envelope.content or b""))["Message-ID"]
        with self.log.open("a") as stream:
            stream.write(f"{name} {envelope.rcpt_tos[0]}\n")
        return "250 OK"


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    """Serve until the process is ended."""
    port = free_port()
    Controller(Handler(Path(sys.argv[1])), hostname="127.0.0.1", port=port).start()
    print(port, flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
