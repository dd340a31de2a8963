"""Deadlines of an account's games as a calendar at a secret address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from horizons_core.errors import HorizonsError
from horizons_host.deadlines.calendar import calendar, events
from horizons_host.server.games import directory
from horizons_host.server.games.directory import ListedGame
from horizons_host.server.people import feeds
from horizons_host.server.people.accounts import Account
from horizons_host.server.people.feeds import FeedKind
from horizons_host.server.service import Service

if TYPE_CHECKING:
    from icalendar import Event


def create_calendar(service: Service, account: Account, game: str = "") -> str:
    """Create the address of a calendar, replacing the earlier one; it is shown only once."""
    key = feeds.create_feed(service, account, FeedKind.CALENDAR, game)
    return f"{service.settings.public_url}/calendars/{key}.ics"


def find_calendar(service: Service, key: str) -> bytes | None:
    """Return the calendar at the address with a key, or None.

    Games that its owner has left are not in it.
    """
    feed = feeds.find_feed(service, FeedKind.CALENDAR, key)
    if feed is None:
        return None
    games = [game for game in _games_of(service, feed.account) if feed.game in {"", game.key}]
    if feed.game and not games:
        return None
    title = f"{games[0].terms.title}: deadlines" if feed.game else "Horizons: deadlines"
    return calendar(title, (event for game in games for event in _deadline_events(service, game)))


def _games_of(service: Service, account: Account) -> list[ListedGame]:
    """List the games of an account, each once."""
    games = {game.key: game for game, _ in directory.of_account(service, account)}
    return [games[key] for key in sorted(games)]


def _deadline_events(service: Service, game: ListedGame) -> Iterator[Event]:
    if game.state != directory.RUNNING:
        return
    try:
        with service.database.game(game.key) as store:
            yield from list(events(store, game.terms.title))
    except HorizonsError:
        return  # a game that cannot be read must not hide the deadlines of the others
