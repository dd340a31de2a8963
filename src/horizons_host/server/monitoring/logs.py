"""The log of a server: one JSON object a line, without what nobody may read in it.

What is logged says on purpose neither keys nor addresses. A text that comes from elsewhere, such as
the message of an exception, is looked through once more before it is written.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

#: The loggers of this program; of others only problems are told.
OURS = "horizons_host"
_MAIL = re.compile(r"[^\s@<>\"'=,;()\[\]]+@[^\s@<>\"',;()\[\]]+")
#: Keys of links, tokens and sessions have 43 letters; nothing else that is told has so many.
_KEY = re.compile(r"(?:hz_)?[A-Za-z0-9_-]{40,}")


def scrubbed(text: str) -> str:
    """The text without mail addresses, and without anything that could be a key."""
    return _KEY.sub("(key)", _MAIL.sub("(address)", text))


class JsonLines(logging.Formatter):
    """A record as a JSON object in one line: time, level, logger, message, facts."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; a traceback stands in it as a text."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.casefold(),
            "logger": record.name,
            "message": scrubbed(record.getMessage()),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = scrubbed(self.formatException(record.exc_info))
        return json.dumps(line, default=str)


def facts(**told: Any) -> dict[str, dict[str, Any]]:
    """What a line says beside its message, for the argument `extra` of a logger."""
    return {"facts": {name: value for name, value in told.items() if value is not None}}


def configure(level: str, stream: TextIO | None = None) -> None:
    """Have this process log lines of JSON, of this level and above; by default to its errors."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(OURS).setLevel(level.upper())
    logging.captureWarnings(capture=True)
