"""Profiles of people, and ladders: who may read them, and what they may tell.

A profile tells nothing about a running game unless everybody may know who plays its seats. It
counts all finished games whose archive is open, but names only those whose players may be known
and which its reader may see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from attrs import frozen
from sqlalchemy import Row, select

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.seats.handover import Reliability
from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory, players
from horizons_host.server.games.access import page_not_found
from horizons_host.server.games.directory import ListedGame
from horizons_host.server.games.terms import FROM_START, NEVER
from horizons_host.server.people.ratings import LEAST_GAMES, Rating, rating_from_row, ratings_of
from horizons_host.server.people.results import NO_PLACE
from horizons_host.server.service import Service
from horizons_host.server.tables import in_past

#: Who may read a profile, and finds the person on ladders.
AUDIENCES = EVERYONE, SIGNED_IN, NOBODY = ("everyone", "signed-in", "nobody")
#: Settings of an account.
AUDIENCE_SETTING, FLAG_SETTING = "profile", "flag"
#: Days over which reliability is counted; None for all days.
SPANS = (30, 90, None)
#: Number of games on a profile, and of people on a ladder.
_MAX_GAMES, _MAX_PEOPLE = 50, 200


class ProfileError(HorizonsError):
    """A setting that no profile has."""


@frozen
class FinishedGame:
    """A finished game on a profile: the seat and its place of so many empires; 0 for no result."""

    game: ListedGame
    seat: str
    place: int
    empires: int


@frozen
class CurrentGame:
    """A running game on a profile, whose players everybody may know."""

    game: ListedGame
    seat: str


@frozen
class Profile:
    """A person as a reader may know them.

    Attributes:
        account: the person.
        reliability: due and given turns by the number of days (None: all) over which they count.
        ratings: ratings by variant, also those that are not shown yet.
        played: number of finished games with other people.
        won: number of those in which the person has the first place.
        finished: the finished games that the reader may know, latest first.
        running: the running games that the reader may know.
    """

    account: Account
    reliability: Mapping[int | None, Reliability]
    ratings: Mapping[str, Rating]
    played: int
    won: int
    finished: Sequence[FinishedGame]
    running: Sequence[CurrentGame]

    @property
    def unnamed(self) -> int:
        """Number of finished games that the reader may not know, or that are too many."""
        return self.played - len(self.finished)


def audience_of(settings: Mapping[str, Any]) -> str:
    """Return who may read the profile of an account with these settings."""
    return str(settings.get(AUDIENCE_SETTING, SIGNED_IN))


def may_read(settings: Mapping[str, Any], reader: Account | None) -> bool:
    """Return whether a stranger may read the profile of an account with these settings.

    A guest counts as someone who isn't signed in.
    """
    audience = audience_of(settings)
    is_signed_in = reader is not None and not reader.is_guest
    return audience == EVERYONE or (audience == SIGNED_IN and is_signed_in)


def change_profile(service: Service, account: Account, audience: str, flag: str) -> None:
    """Change who may read a profile, and its flag; raises ProfileError for unknown audiences."""
    if audience not in AUDIENCES:
        raise ProfileError(
            LocalizedText("a profile can't be shown to '{name}'", name=audience),
            LocalizedText("known: {names}", names=", ".join(AUDIENCES)),
        )
    changes = {AUDIENCE_SETTING: audience, FLAG_SETTING: flag}
    accounts.change_settings(service, account, **changes)


def find_person(service: Service, name: str, reader: Account | None) -> Account:
    """Return the account of a profile; raises NoGameError if there is none, or it is hidden."""
    account = accounts.by_name(service, name)
    if account is None or account.is_guest:
        raise page_not_found()
    is_own = reader is not None and reader.id == account.id
    if not is_own and not may_read(account.settings, reader):
        raise page_not_found()
    return account


def profile_of(service: Service, name: str, reader: Account | None) -> Profile:
    """Return a profile; raises NoGameError for missing people and hidden profiles alike."""
    account = find_person(service, name, reader)
    places = _results_of(service, account)
    known = _games_known_to(service, reader)
    finished = [
        FinishedGame(game, row.seat, row.place, row.empires)
        for game, row in ((directory.game_from_row(row), row) for row in places)
        if game.terms.names != NEVER and (game.terms.listed or game.key in known)
    ]
    return Profile(
        account,
        {days: _reliability(service, account, days) for days in SPANS},
        ratings_of(service, account.id),
        len(places),
        sum(row.place == 1 for row in places),
        finished[:_MAX_GAMES],
        _running_games(service, account, known),
    )


def _results_of(service: Service, account: Account) -> Sequence[Row[Any]]:
    results = tables.results.c
    statement = (
        select(tables.games, results.seat, results.place, results.empires)
        .join(tables.results, results.game == tables.games.c.key)
        .where(results.account == account.id, results.place != NO_PLACE)
        .order_by(results.at.desc(), results.game)
    )
    return service.database.select_rows(statement)


def _games_known_to(service: Service, reader: Account | None) -> set[str]:
    if reader is None:
        return set()
    return {game.key for game, _ in directory.games_of(service, reader)}


def _running_games(service: Service, account: Account, known: set[str]) -> list[CurrentGame]:
    return [
        CurrentGame(game, member.seat)
        for game, member in directory.games_of(service, account)
        if game.state == directory.RUNNING
        and member.role == directory.PLAYER
        and game.terms.is_between_people
        and game.terms.names == FROM_START
        and (game.terms.listed or game.key in known)
    ]


def _reliability(service: Service, account: Account, days: int | None) -> Reliability:
    since = "" if days is None else in_past(service.clock, timedelta(days=days))[:10]
    figures = players.account_reliability(service, [account.id], since=since, shown=True)
    return figures[account.id]


@frozen
class LadderPlace:
    """A person on a ladder: the position, shared by equals, the name, flag and rating."""

    position: int
    name: str
    flag: str
    rating: Rating


def ladder(service: Service, variant: str, reader: Account | None) -> list[LadderPlace]:
    """Return the people of a variant with enough games who show themselves, best first.

    They are ordered by the lower end of their rating's interval.
    """
    table, people = tables.ratings.c, tables.accounts.c
    statement = (
        select(tables.ratings, people.name, people.settings)
        .join(tables.accounts, people.id == table.account)
        .where(table.variant == variant, table.games >= LEAST_GAMES, people.left_at.is_(None))
    )
    rows = [
        (rating_from_row(row), row.name, row.settings)
        for row in service.database.select_rows(statement)
        if may_read(row.settings, reader) or (reader is not None and reader.id == row.account)
    ]
    rows.sort(key=lambda row: (-row[0].low, row[1]))
    lows = [rating.low for rating, _, _ in rows]
    return [
        LadderPlace(lows.index(rating.low) + 1, name, settings.get(FLAG_SETTING, ""), rating)
        for rating, name, settings in rows[:_MAX_PEOPLE]
    ]


def rated_variants(service: Service) -> list[str]:
    """List the variants in which somebody is rated."""
    statement = select(tables.ratings.c.variant).distinct().order_by(tables.ratings.c.variant)
    return [row.variant for row in service.database.select_rows(statement)]
