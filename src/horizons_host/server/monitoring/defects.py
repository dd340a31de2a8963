"""A mistake of the program, logged with a number by which whoever met it can tell of it."""

from __future__ import annotations

import logging
import secrets

from horizons_host.server.monitoring.logs import facts

_log = logging.getLogger(__name__)


def logged(problem: BaseException, at: str) -> str:
    """Log an exception that nobody foresaw, and where it was met; gives its number."""
    number = secrets.token_hex(4)
    _log.error("defect", extra=facts(number=number, at=at), exc_info=problem)
    return number
