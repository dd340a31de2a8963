"""Perspectives on a game: a player's reports, public information, or, for gamemasters, everything.

A page of a perspective shows what its reports contain, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from urllib.parse import quote

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_host.files import file_stem
from horizons_host.reports.files import REPORTS, turn_name
from horizons_host.reports.sources import (
    ComputedReports,
    ReportSource,
    ReportsUntil,
    full_report,
    public_report,
)
from horizons_host.reports.standings import (
    MAX_REPORTS,
    Standing,
    compare_players,
    standing_after,
)
from horizons_host.reports.summaries import TurnSummary, turn_summaries
from horizons_host.server.games.access import Access, page_not_found
from horizons_host.server.games.directory import RUNNING, ListedGame, games_in_state
from horizons_host.server.games.watch_rules import EVERYONE
from horizons_host.server.games.watching import (
    demand_watcher,
    has_open_archive,
    is_in_audience,
    last_turn_shown,
)
from horizons_host.server.pages.reports import rules_of, small_map
from horizons_host.server.service import Service
from horizons_host.server.texts import gettext
from horizons_host.store import GameStore

#: Perspectives that are not a seat's. No seat has such a name.
PUBLIC, EVERYTHING = "*public", "*"


@frozen
class Perspective:
    """The reports that a page shows.

    Attributes:
        name: the name of a seat, `PUBLIC` or `EVERYTHING`.
        base_path: the beginning of the paths of its pages.
        reports: its reports.
        is_own: whether they are the reader's own.
        archive: the path of the game's archive, if that has the reports; else "".
        has_battles: whether there are pages with its battles.
    """

    name: str
    base_path: str
    reports: ReportSource
    is_own: bool = False
    archive: str = ""
    has_battles: bool = True

    @property
    def is_seat(self) -> bool:
        """True if a player or another person has these reports."""
        return self.name not in {PUBLIC, EVERYTHING}

    def report_path(self, turn: int) -> str:
        """Return the path of the page with the report of a turn; "" if there is none."""
        if self.is_own:
            return f"{self.base_path}/turns/{turn}"
        if not self.archive:
            return ""
        return f"{self.archive}/{REPORTS}/{turn_name(turn)}/{quote(file_stem(self.name))}.html"


def own_perspective(rights: Access, store: GameStore) -> Perspective:
    """Return the perspective of the reader's seat; raises NoSeatError, NoGameError."""
    return Perspective(rights.demand_seat(), f"/games/{rights.game.key}", store, is_own=True)


def perspective_of(rights: Access, store: GameStore, name: str) -> Perspective:
    """Return a perspective by its name; raises NoGameError if the reader may not have it."""
    key = rights.game.key
    base_path = f"/games/{key}/perspectives/{quote(name, safe='*')}"
    if name == PUBLIC:
        demand_watcher(rights, store)
        return Perspective(name, base_path, ComputedReports(store, public_report))
    if name == EVERYTHING:
        rights.demand_gamemaster()
        return Perspective(name, base_path, ComputedReports(store, full_report))
    if name not in seats_shown(rights, store):
        raise page_not_found()
    archive = f"/games/{key}/archive" if has_open_archive(rights, store) else ""
    reports = ReportsUntil(store, last_turn_shown(rights, store))
    return Perspective(name, base_path, reports, archive=archive)


def seats_shown(rights: Access, store: GameStore) -> list[str]:
    """List the seats whose reports a watcher may read, as far as they are shown.

    The reports of umpires and spectators are shown once the archive is open.
    """
    opened = has_open_archive(rights, store)
    reports = ReportsUntil(store, last_turn_shown(rights, store))
    return [
        seat.name
        for seat in store.seats()
        if (opened or not seat.role) and reports.turns_reported(seat.name)
    ]


def first_perspective(rights: Access, store: GameStore) -> Perspective:
    """Return the perspective that a watcher sees first; raises NoGameError for others.

    It is that of the first seat that is still in the game.
    """
    demand_watcher(rights, store)
    if rights.is_gamemaster:
        return perspective_of(rights, store, EVERYTHING)
    reports = ReportsUntil(store, last_turn_shown(rights, store))
    seats = seats_shown(rights, store)
    seat = max(seats, key=lambda seat: reports.turns_reported(seat)[-1], default=PUBLIC)
    return perspective_of(rights, store, seat)


def embedded_path(key: str, seat: str) -> str:
    """Return the path of the replay of a seat, for frames."""
    return f"/embed/{key}/{quote(seat, safe='')}/replay"


@frozen
class PerspectiveLink:
    """A link to a perspective."""

    name: str
    text: str
    path: str


def perspective_links(rights: Access, store: GameStore) -> Iterator[PerspectiveLink]:
    """Yield links to all perspectives of a game that the reader may have."""
    base_path = f"/games/{rights.game.key}/perspectives"
    if rights.is_gamemaster:
        yield PerspectiveLink(EVERYTHING, gettext("Everything"), f"{base_path}/*/replay")
    if is_in_audience(rights) or has_open_archive(rights, store):
        yield PerspectiveLink(PUBLIC, gettext("Public"), f"{base_path}/*public/replay")
    for seat in seats_shown(rights, store):
        yield PerspectiveLink(seat, seat, f"{base_path}/{quote(seat, safe='')}/replay")


@frozen
class WatchedGame:
    """A game that everyone can watch, its latest turn, and the turn of its picture, if any."""

    game: ListedGame
    turn: int
    picture: int | None


def games_to_watch(service: Service, most: int) -> list[WatchedGame]:
    """List running games that everyone can watch, newest first."""
    listed = [
        game
        for game in games_in_state(service, RUNNING)
        if game.terms.listed and game.terms.watch_rule.audience == EVERYONE
    ]
    watched = []
    for game in listed[:most]:
        with suppress(HorizonsError), service.database.game(game.key) as store:
            watched.append(_watched_game(game, store))
    return watched


def _watched_game(game: ListedGame, store: GameStore) -> WatchedGame:
    with store.read_transaction():
        perspective = first_perspective(Access(game, None, ()), store)
        turn = max(perspective.reports.turns_reported(perspective.name))
        drawing = small_map(perspective.reports, turn, perspective.name)
        return WatchedGame(game, store.latest(), turn if drawing else None)


@frozen
class Comparison:
    """All players by turn, as far as a watcher may compare them, and the names of the empires."""

    turns: Sequence[TurnSummary]
    empires: Sequence[str]


def comparison(rights: Access, store: GameStore, most: int = MAX_REPORTS) -> Comparison:
    """Compare all players by their own reports if these are shown, else by public information.

    At most `most` reports are read, or one for each seat.
    """
    variant, seats = rules_of(store), seats_shown(rights, store)
    empire_seats = [seat.name for seat in store.seats() if seat.name in seats and not seat.role]
    if empire_seats:
        reports: ReportSource = ReportsUntil(store, last_turn_shown(rights, store))
        turns = compare_players(reports, empire_seats, variant, most)
        last = reports.report(turns[-1].turn, _reporter(reports, empire_seats, turns[-1].turn))
    else:
        reports = ComputedReports(store, public_report)
        turns = turn_summaries(reports, PUBLIC, variant, most)
        last = reports.report(turns[-1].turn, PUBLIC)
    return Comparison(turns, [empire["name"] for empire in last["empires"]])


def _reporter(reports: ReportSource, seats: Sequence[str], turn: int) -> str:
    return next(seat for seat in seats if turn in reports.turns_reported(seat))


def standing(rights: Access, store: GameStore) -> Standing:
    """Return the standing after the last turn that a watcher may compare."""
    compared = comparison(rights, store, most=1)
    return standing_after(compared.turns[-1], rules_of(store).highlights.measures, compared.empires)
