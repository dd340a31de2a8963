"""Counts of newcomers by week, and of the steps that they have reached.

Arrivals are counted by week, without storing who came. Everything else is read from accounts and
memberships, which the server has anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta

from attrs import evolve, frozen
from sqlalchemy import Connection, Row, select

from horizons_host.server import tables
from horizons_host.server.games.directory import ENDED, PLAYER
from horizons_host.server.monitoring import counters
from horizons_host.server.service import Service

#: Number of weeks that are shown.
_WEEKS_SHOWN = 12
#: Number of weeks for which arrivals are kept.
WEEKS_KEPT = 104
_ARRIVALS = "arrivals "
_WEEK = timedelta(weeks=1)
#: Headers of a request for a page that a browser prefetches, not a person opens.
_PURPOSES = ("purpose", "sec-purpose")


@frozen
class NewcomerWeek:
    """Newcomers of a week, and how many of its accounts have got how far until now.

    Attributes:
        monday: the first day of the week (UTC).
        arrivals: pages opened from outside the site, without an account.
        accounts: accounts created in this week.
        learners: of these, those who have given orders in a lesson.
        first_orders: those whose orders came for at least one turn of a game that is no lesson.
        second_turns: those whose orders came for at least two such turns.
        finished: those who have given orders in such a game and played it to its end.
    """

    monday: date
    arrivals: int = 0
    accounts: int = 0
    learners: int = 0
    first_orders: int = 0
    second_turns: int = 0
    finished: int = 0


def is_arrival(headers: Mapping[str, str], *, passed_on: bool) -> bool:
    """Return whether these headers are of a browser that opens a page from outside this site.

    Browsers say how a page was opened. They say of a reload what they said of the opening, but ask
    for a fresh copy then. Most programs that read pages say nothing. A browser that came by a link
    on another site was `passed_on` by a page of this site.
    """
    if headers.get("sec-fetch-dest") != "document" or any(name in headers for name in _PURPOSES):
        return False
    outside = headers.get("sec-fetch-site") == "none" and "cache-control" not in headers
    return outside or passed_on


def count_arrival(service: Service) -> None:
    """Count an arrival in this week."""
    counters.increment(service, f"{_ARRIVALS}{_monday(service.clock().date())}")


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def newcomer_weeks(service: Service, connection: Connection) -> Sequence[NewcomerWeek]:
    """Return the newcomers of the latest weeks, this week first, back to one that had any."""
    this_week = _monday(service.clock().date())
    mondays = [this_week - number * _WEEK for number in range(_WEEKS_SHOWN)]
    weeks = {monday: NewcomerWeek(monday) for monday in mondays}
    for monday, count in _arrivals(connection):
        if monday in weeks:
            weeks[monday] = evolve(weeks[monday], arrivals=count)
    accounts, since = tables.accounts.c, f"{mondays[-1]}"
    made = {
        row.id: _monday(datetime.fromisoformat(row.made_at).date())
        for row in connection.execute(
            select(accounts.id, accounts.made_at).where(
                accounts.made_at >= since, accounts.id.not_in(select(tables.guests.c.account))
            )
        )
    }
    games: dict[int, list[Row[tuple[object, ...]]]] = {number: [] for number in made}
    for row in _memberships(connection, since):
        if row.account in games:
            games[row.account].append(row)
    for number, monday in made.items():
        if monday in weeks:
            weeks[monday] = _with_account(weeks[monday], games[number])
    while len(mondays) > 1 and weeks[mondays[-1]] == NewcomerWeek(mondays[-1]):
        mondays.pop()
    return [weeks[monday] for monday in mondays]


def _arrivals(connection: Connection) -> Iterable[tuple[date, int]]:
    table = tables.counters.c
    ours = table.name.startswith(_ARRIVALS, autoescape=True)
    for row in connection.execute(select(table.name, table.value).where(ours)):
        yield date.fromisoformat(row.name.removeprefix(_ARRIVALS)), row.value


def _memberships(connection: Connection, since: str) -> Iterable[Row[tuple[object, ...]]]:
    members, games, accounts = tables.members.c, tables.games, tables.accounts
    return connection.execute(
        select(members.account, members.given, members.left_at, games.c.state, games.c.terms)
        .join(games, games.c.key == members.game)
        .join(accounts, accounts.c.id == members.account)
        .where(accounts.c.made_at >= since, members.role == PLAYER, members.given > 0)
    )


def _with_account(week: NewcomerWeek, games: Sequence[Row[tuple[object, ...]]]) -> NewcomerWeek:
    lessons = [game for game in games if game.terms.get("lesson")]
    real_games = [game for game in games if not game.terms.get("lesson")]
    turns = sum(game.given for game in real_games)
    ended = any(game.state == ENDED and game.left_at is None for game in real_games)
    return evolve(
        week,
        accounts=week.accounts + 1,
        learners=week.learners + bool(lessons),
        first_orders=week.first_orders + (turns > 0),
        second_turns=week.second_turns + (turns > 1),
        finished=week.finished + ended,
    )


def delete_old_arrivals(service: Service) -> None:
    """Delete the counts of weeks whose time is over."""
    table = tables.counters
    oldest = f"{_ARRIVALS}{_monday(service.clock().date()) - WEEKS_KEPT * _WEEK}"
    is_old = (table.c.name.startswith(_ARRIVALS, autoescape=True), table.c.name < oldest)
    if service.database.select_rows(select(table.c.name).where(*is_old).limit(1)):
        with service.database.writing() as connection:
            connection.execute(table.delete().where(*is_old))
