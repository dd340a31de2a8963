"""Parsing of an email in a process of its own, which may crash without harm."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress

from attrs import astuple

from horizons_host.mail.bodies import MailText, mail_texts

_SECONDS = 60
_BYTES = 1_000_000_000


class UnreadableMailError(Exception):
    """An email whose parsing crashed the process, or took too long."""


def guarded_texts(data: bytes) -> list[MailText]:
    """Return the texts of an email, as `mail_texts` does; raises UnreadableMailError."""
    command = [sys.executable, "-m", "horizons_host.mail.guarded"]
    try:
        process = subprocess.run(  # noqa: S603 - our own program, and nothing of the email's in it
            command, input=data, capture_output=True, timeout=_SECONDS, check=True
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as problem:
        raise UnreadableMailError("the process that parsed it crashed") from problem
    return [MailText(*fields) for fields in json.loads(process.stdout)]


def _limit() -> None:
    """Limit the memory and time of this process, if the system supports it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))


def main() -> None:
    """Read an email from standard input and write its texts to standard output."""
    _limit()
    texts = mail_texts(sys.stdin.buffer.read())
    sys.stdout.write(json.dumps([astuple(body) for body in texts]))


if __name__ == "__main__":
    main()
