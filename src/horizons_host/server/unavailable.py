"""Public versions of errors: without locations on the server, which only the log contains."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.databases.errors import LostGameError, UnavailableError

_log = logging.getLogger(__name__)
#: Database errors, which are not the reader's fault: status 503.
UNAVAILABLE = (UnavailableError, LostGameError)
STATUS = 503
_HINT = (
    "wait a moment and check whether your change was saved before you try again; if it keeps"
    " happening, tell the administrator"
)
#: Absolute paths, in quotes or up to the next blank, and database addresses.
_LOCATIONS = re.compile(
    r"'(?P<quoted>/[^'\"]+)'|(?<![\w/.:])(?P<bare>/[^\s'\",;:]+)|postgresql[+\w]*://[^\s'\"]+"
)
_REPLACEMENT = "a place on the server"


def public_error(problem: HorizonsError) -> HorizonsError:
    """Return the error without the locations it names; then the log has it in full."""
    if isinstance(problem, UNAVAILABLE):
        _log.warning("the database cannot be used: %s", problem.message)
        return HorizonsError(problem.public, _HINT)
    message, hint = without_locations(problem.message), without_locations(problem.hint)
    if (message, hint) == (problem.message, problem.hint):
        return problem
    _log.warning("not told in full: %s (%s)", problem.message, problem.hint)
    return HorizonsError(message, hint)


def without_locations(text: str) -> str:
    """Return the text without paths of this machine's files and addresses of its databases."""
    if "/" not in text:
        return text
    if isinstance(text, LocalizedText):
        return text.with_words(without_locations)
    return _LOCATIONS.sub(_public_path, text)


def _public_path(match: re.Match[str]) -> str:
    path = match["quoted"] or match["bare"]
    return match[0] if path and not _is_local_path(path) else _REPLACEMENT


def _is_local_path(path: str) -> bool:
    """Tell whether a path begins in a folder of this machine, unlike the paths of pages."""
    top = path.split("/")[1]
    return top != "" and Path("/", top).is_dir()
