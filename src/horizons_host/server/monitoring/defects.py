"""Program errors, logged with a number that a user can report."""

from __future__ import annotations

import logging
import secrets

from horizons_host.server.monitoring.logs import log_facts

_log = logging.getLogger(__name__)


def log_defect(problem: BaseException, at: str) -> str:
    """Log an unexpected exception and where it occurred, and return its number."""
    number = secrets.token_hex(4)
    _log.error("defect", extra=log_facts(number=number, at=at), exc_info=problem)
    return number
