"""What a server does before people come: it reads the rules of games, and puts them aside.

Rules bring some hundred thousand objects that never go away. Python's collector of garbage would
look through all of them every few seconds, and every page would wait for a fifth of a second.
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
#: The collector looks at new objects after so many, and at older ones after so many such looks.
_NEW, _OLDER, _OLD = 20_000, 10, 10


def warm_up(service: Service) -> None:
    """Read the rules, so that nobody waits for that: of the games that are played, and then all.

    The first page, which strangers come to, names all that are installed.
    """
    for game in directory.in_state(service, directory.RUNNING):
        try:
            game.terms.rules()
        except HorizonsError as problem:
            _log.warning("the rules of %s cannot be read: %s", game.key, problem)
    hz.variants()
    put_aside()


def put_aside() -> None:
    """Have the collector of garbage leave alone what is there now."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW, _OLDER, _OLD)


def warm_up_beside(service: Service) -> threading.Thread:
    """The same in a thread of its own, which is begun: the server answers meanwhile."""
    thread = threading.Thread(target=_warm_up, args=(service,), name="warming", daemon=True)
    thread.start()
    return thread


def _warm_up(service: Service) -> None:
    try:
        warm_up(service)
    except HorizonsError as problem:  # the database is away: whoever asks for a page is told so
        _log.warning("the rules of the games were not read: %s", problem)
