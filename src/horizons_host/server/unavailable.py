"""A database that cannot be used just now: what people are told of it, and what the log is."""

from __future__ import annotations

import logging

from horizons_core.errors import HorizonsError
from horizons_host.databases.errors import LostGameError, UnavailableError

_log = logging.getLogger(__name__)
#: What is nobody's fault who asks: answered with status 503.
UNAVAILABLE = (UnavailableError, LostGameError)
STATUS = 503
_HINT = (
    "try again in a moment, and look first whether what you did is stored; if it stays so, tell"
    " whoever runs the server"
)


def publicly(problem: UnavailableError | LostGameError) -> HorizonsError:
    """The same without where the database is, which the log has alone."""
    _log.warning("the database cannot be used: %s", problem.message)
    return HorizonsError(problem.public, _HINT)
