"""The ways within a game: the pages that are somebody's there, for the head of each of them."""

from __future__ import annotations

from attrs import frozen

from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import ENDED, RUNNING
from horizons_host.server.texts import gettext

#: Pages behind one of the ways that do not lie below it.
_BEHIND = {"/turns": ("/replay", "/charts", "/diary"), "/orders": ("/battle",)}


@frozen
class Way:
    """A link in a game's head; `here` on the page that it leads to, and on those behind it."""

    path: str
    words: str
    here: bool


def ways_of(found: Access, path: str) -> list[Way]:
    """The pages of a game that somebody may open, by what they are in it."""
    start = f"/games/{found.game.key}"
    begun = found.game.state in {RUNNING, ENDED}
    seated = found.seat is not None and begun
    wanted = [("", gettext("Overview"), True)]
    wanted.append(("/orders", gettext("Orders"), seated and found.game.state == RUNNING))
    wanted.append(("/turns", gettext("Reports"), seated))
    wanted.append(("/press", gettext("Messages"), seated))
    wanted.append(("/deadlines", gettext("Deadlines"), bool(found.own) and begun))
    wanted.append(("/archive", gettext("Archive"), found.game.state == ENDED))
    wanted.append(("/desk", gettext("Desk"), found.is_gamemaster and begun))
    rest = path.removeprefix(start)
    return [Way(start + to, words, _is_here(rest, to)) for to, words, shown in wanted if shown]


def _is_here(rest: str, to: str) -> bool:
    folders = (to, *_BEHIND.get(to, ())) if to else ()
    return rest == to or any(rest == one or rest.startswith(f"{one}/") for one in folders)
