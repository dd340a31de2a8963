"""The journal of sent mails: a file next to the game's, which restoring a copy does not reset."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from attrs import define, field

from horizons_host.files import PRIVATE
from horizons_host.store import GameStoreError, OutgoingMail

#: The name of the file in a game's folder.
JOURNAL = "sent-mails.jsonl"


@define
class Journal:
    """The mails of a game that a server has taken, by Message-ID, with their contents.

    An incomplete line, as after a crash, does not count.
    """

    file: Path
    _sent: dict[str, dict[str, Any]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Read the file; raises GameStoreError."""
        try:
            lines = self.file.read_bytes().splitlines() if self.file.exists() else []
        except OSError as problem:
            raise _unusable(self.file, problem) from problem
        entries = [entry for entry in map(_entry, lines) if entry is not None]
        self._sent = {entry["message_id"]: entry for entry in entries}

    def has(self, message_id: str | None) -> bool:
        """Tell whether a server has taken this mail."""
        return message_id in self._sent

    def sent_otherwise(self, mail: OutgoingMail, content: str) -> bool:
        """Tell whether another report of the same turn was sent to the same seat."""
        outgoing = mail.mail
        return outgoing.kind == "report" and any(
            (entry["kind"], entry["turn"], entry["seat"])
            == (outgoing.kind, outgoing.turn, outgoing.seat)
            and entry["content"] != content
            for entry in self._sent.values()
        )

    def open(self) -> None:
        """Make sure that the journal can be written; raises GameStoreError."""
        self._append(b"")

    def add(self, mail: OutgoingMail, content: str, time: str) -> None:
        """Record a mail that a server has taken; raises GameStoreError."""
        outgoing = mail.mail
        entry: dict[str, Any] = {
            "message_id": mail.message_id or "",
            "content": content,
            "kind": outgoing.kind,
            "turn": outgoing.turn,
            "seat": outgoing.seat,
            "to": outgoing.recipient,
            "at": time,
        }
        # The leading line end closes a line that a crash left incomplete.
        self._append(b"\n" + json.dumps(entry).encode() + b"\n")
        self._sent[entry["message_id"]] = entry

    def _append(self, data: bytes) -> None:
        try:
            with open(self.file, "ab", buffering=0, opener=_private) as stream:
                stream.write(data)
                os.fsync(stream.fileno())
        except OSError as problem:
            raise _unusable(self.file, problem) from problem


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, PRIVATE)


def _entry(line: bytes) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    parts = {"message_id", "content", "kind", "turn", "seat"}
    return entry if isinstance(entry, dict) and parts <= entry.keys() else None


def _unusable(file: Path, problem: OSError) -> GameStoreError:
    return GameStoreError(
        f"'{file}' cannot be read or written: {problem.strerror}",
        "fix this first; without it, mails might be sent twice",
    )
