"""The log of a server: one JSON object per line, without secrets.

The server itself logs neither keys nor addresses. Texts from elsewhere, such as the message of an
exception, are scrubbed before they are written.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import sys
from datetime import UTC, datetime
from typing import Any, TextIO

#: The loggers of this program; other loggers report only problems.
OURS = "horizons_host"
_MAIL = re.compile(r"[^\s@<>\"'=,;()\[\]]+@[^\s@<>\"',;()\[\]]+")
#: Keys of links, tokens and sessions have 43 letters; no other logged word is that long.
_KEY = re.compile(r"(?:hz_)?[A-Za-z0-9_-]{40,}")
_log = logging.getLogger(__name__)


def without_keys(text: str) -> str:
    """Return the text without anything that could be a key."""
    return _KEY.sub("(key)", text)


def without_secrets(text: str) -> str:
    """Return the text without email addresses, and without anything that could be a key."""
    return without_keys(_MAIL.sub("(address)", text))


class JsonLines(logging.Formatter):
    """A record as a JSON object in one line: time, level, logger, message, facts."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record; a traceback becomes a text."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.casefold(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, default=str)


def log_facts(**details: Any) -> dict[str, dict[str, Any]]:
    """Return the structured part of a log line, for the argument `extra` of a logger."""
    return {"facts": {name: value for name, value in details.items() if value is not None}}


def configure_logging(level: str, stream: TextIO | None = None) -> None:
    """Log lines of JSON of this level and above, by default to standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(OURS).setLevel(level.upper())
    logging.captureWarnings(capture=True)


def log_defect(problem: BaseException, at: str) -> str:
    """Log an unexpected exception and where it occurred, and return its number."""
    number = secrets.token_hex(4)
    _log.error("defect", extra=log_facts(number=number, at=at), exc_info=problem)
    return number
