"""Warming up of a server: it loads the rules of games and excludes them from garbage collection.

Rules are some hundred thousand objects that are never freed. Python's garbage collector would
look through all of them every few seconds, delaying every page by a fifth of a second.
"""

from __future__ import annotations

import gc
import logging
import threading

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.server.games import directory
from horizons_host.server.service import Service

_log = logging.getLogger(__name__)
#: Thresholds of the garbage collector's three generations.
_NEW, _OLDER, _OLD = 20_000, 10, 10


def warm_up(service: Service) -> None:
    """Load the rules before anyone waits for them: first those of running games, then all.

    The home page, which visitors see first, lists all installed variants.
    """
    for game in directory.games_in_state(service, directory.RUNNING):
        try:
            game.terms.rules()
        except HorizonsError as problem:
            _log.warning("the rules of %s cannot be read: %s", game.key, problem)
    hz.variants()
    freeze_objects()


def freeze_objects() -> None:
    """Exclude all existing objects from garbage collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW, _OLDER, _OLD)


def start_warm_up(service: Service) -> threading.Thread:
    """Warm up in a thread of its own, which is started: the server answers meanwhile."""
    thread = threading.Thread(target=_warm_up_safely, args=(service,), name="warming", daemon=True)
    thread.start()
    return thread


def _warm_up_safely(service: Service) -> None:
    try:
        warm_up(service)
    except HorizonsError as problem:  # the database is down: pages report that themselves
        _log.warning("the rules of the games were not read: %s", problem)
