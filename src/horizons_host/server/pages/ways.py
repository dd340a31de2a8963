"""Navigation within a game: the pages that a member may open."""

from __future__ import annotations

from attrs import frozen

from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import ENDED, RUNNING
from horizons_host.server.texts import gettext

#: Pages that belong to a link and do not lie below its path.
_RELATED = {"/turns": ("/replay", "/charts", "/diary"), "/orders": ("/battle",)}


@frozen
class NavigationLink:
    """A link of a game's navigation; `is_current` on its page, and on the related pages."""

    path: str
    text: str
    is_current: bool


def navigation_links(rights: Access, path: str) -> list[NavigationLink]:
    """Return the links to the pages of a game that the reader may open."""
    start = f"/games/{rights.game.key}"
    started = rights.game.state in {RUNNING, ENDED}
    seated = rights.seat is not None and started
    pages = [("", gettext("Overview"), True)]
    pages.append(("/orders", gettext("Orders"), seated and rights.game.state == RUNNING))
    pages.append(("/turns", gettext("Reports"), seated))
    pages.append(("/messages", gettext("Messages"), seated))
    pages.append(("/deadlines", gettext("Deadlines"), bool(rights.own_memberships) and started))
    pages.append(("/archive", gettext("Archive"), rights.game.state == ENDED))
    pages.append(("/desk", gettext("Desk"), rights.is_gamemaster and started))
    rest = path.removeprefix(start)
    return [
        NavigationLink(start + to, text, _is_current(rest, to))
        for to, text, visible in pages
        if visible
    ]


def _is_current(rest: str, to: str) -> bool:
    folders = (to, *_RELATED.get(to, ())) if to else ()
    return rest == to or any(rest == folder or rest.startswith(f"{folder}/") for folder in folders)
