"""Program errors, logged with a number that a user can report."""

from __future__ import annotations

import logging
import secrets

from horizons_host.server.monitoring.logs import facts

_log = logging.getLogger(__name__)


def logged(problem: BaseException, at: str) -> str:
    """Log an unexpected exception and where it occurred, and return its number."""
    number = secrets.token_hex(4)
    _log.error("defect", extra=facts(number=number, at=at), exc_info=problem)
    return number
