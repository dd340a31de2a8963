"""The games of an account as its home page shows them, and the reliability of players.

Reliability is the share of due turns for which a player gave orders, over all games with other
people. The server's tables hold the figures, so that no page opens many stores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from attrs import evolve, field, frozen
from sqlalchemy import Connection, func, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.state import FINAL, quick_facts
from horizons_host.games.player_news import PlayerNews, latest_news
from horizons_host.messages.reading import unread_of
from horizons_host.seats.handover import Reliability, due_turns
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory, waiting_room
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import PLAYER, ListedGame, Membership
from horizons_host.server.games.read_turns import read_turns
from horizons_host.server.games.terms import FROM_START
from horizons_host.server.service import Service
from horizons_host.server.tables import in_past
from horizons_host.store import Attendance, GameStore, TurnAttendance

#: Number of games whose state the page shows; it only names the others.
_MAX_OPENED = 20
#: A player with fewer turns due is a newcomer, of whom no game asks reliability.
NEWCOMER_TURNS = 5
#: Time for which the home page shows that an account has lost a seat.
_LEFT_SHOWN = timedelta(days=14)
#: Number of decisions that a game's card shows.
_MAX_NEWS = 2
_NO_DEADLINE = datetime.max.replace(tzinfo=UTC)
#: Length of the day in a stamp.
_DAY = len("2026-03-01")
#: Number of due turns below which nothing is said of a player, and shares of turns with orders.
_FEW_TURNS = 10
_RARELY, _SOMETIMES = 0.95, 0.8


@frozen
class SeatPlayer:
    """The player of a seat, since when, and their reliability in all their games.

    `settings` are those of the player's account.
    """

    name: str
    since: str
    record: Reliability
    settings: Mapping[str, Any] = field(factory=dict)


def count_turns(service: Service, key: str, store: GameStore) -> None:
    """Recount the figures of everyone who plays or played in a game."""
    turns, table = Attendance(store).turns(), tables.members
    with service.database.writing() as connection:
        statement = select(table).where(table.c.game == key, table.c.role == PLAYER)
        days: Counter[tuple[int, str]] = Counter()
        given: Counter[tuple[int, str]] = Counter()
        for row in connection.execute(statement).all():
            due = [
                turn
                for turn in due_turns(turns, row.seat)
                if _was_member(turn, row.joined_at, row.left_at)
            ]
            submitted = [turn for turn in due if row.seat in turn.submitted]
            connection.execute(
                update(table).where(table.c.id == row.id).values(given=len(submitted), due=len(due))
            )
            days.update((row.account, turn.run_at[:_DAY]) for turn in due)
            given.update((row.account, turn.run_at[:_DAY]) for turn in submitted)
        game = directory.find_game_within(connection, key)
        if game.terms.is_between_people:
            shown = game.terms.names == FROM_START or _has_results(connection, key)
            figures = {day: (count, given[day], int(shown)) for day, count in days.items()}
            _store_days(connection, key, figures)


def _has_results(connection: Connection, key: str) -> bool:
    statement = select(tables.results.c.game).where(tables.results.c.game == key).limit(1)
    return connection.execute(statement).first() is not None


def _store_days(
    connection: Connection, key: str, figures: Mapping[tuple[int, str], tuple[int, int, int]]
) -> None:
    """Store due turns, given turns and whether they are shown, by account and day."""
    table = tables.attendance_days
    rows = connection.execute(select(table).where(table.c.game == key)).all()
    stored = {(row.account, row.day): (row.due, row.given, row.shown) for row in rows}
    for (account, day), counts in stored.items():
        if counts != figures.get((account, day)):
            same = (table.c.account == account, table.c.game == key, table.c.day == day)
            connection.execute(table.delete().where(*same))
    changed = [
        {"account": account, "game": key, "day": day, "due": due, "given": given, "shown": shown}
        for (account, day), (due, given, shown) in figures.items()
        if stored.get((account, day)) != (due, given, shown)
    ]
    if changed:
        connection.execute(insert(table), changed)


def _was_member(turn: TurnAttendance, joined: str, left: str | None) -> bool:
    return joined <= turn.run_at and (left is None or turn.run_at < left)


def account_reliability(
    service: Service, accounts: Collection[int], *, since: str = "", shown: bool = False
) -> Mapping[int, Reliability]:
    """Return each account's figures over all its games with other people.

    `since` is the first day to count ("" for all), and `shown` counts only the turns of games whose
    players anyone may know.
    """
    table = tables.attendance_days.c
    statement = (
        select(
            table.account,
            func.sum(table.given).label("given"),
            func.sum(table.due).label("due"),
        )
        .where(table.account.in_(accounts), table.day >= since, table.shown >= int(shown))
        .group_by(table.account)
    )
    rows = service.database.select_rows(statement)
    figures = {row.account: Reliability(int(row.given), int(row.due)) for row in rows}
    return {number: figures.get(number, Reliability()) for number in accounts}


def reliability_words(record: Reliability) -> LocalizedText:
    """Describe figures so roughly that they tell nobody whose they are."""
    if record.due < _FEW_TURNS:
        return LocalizedText("new here")
    share = record.submitted / record.due
    if share >= _RARELY:
        return LocalizedText("rarely misses a turn")
    if share >= _SOMETIMES:
        return LocalizedText("sometimes misses a turn")
    return LocalizedText("often misses turns")


def reliability_within(connection: Connection, account: int) -> Reliability:
    """Return an account's figures over all its games with others, within a transaction."""
    table = tables.attendance_days.c
    statement = select(func.sum(table.given), func.sum(table.due)).where(table.account == account)
    given, due = connection.execute(statement).one()
    return Reliability(int(given or 0), int(due or 0))


def is_reliable(record: Reliability, percent: int) -> bool:
    """Return whether a player's figures reach a percentage; those of newcomers always do."""
    return record.due < NEWCOMER_TURNS or 100 * record.submitted >= percent * record.due


def turns_outside_lessons(service: Service, account: Account) -> int:
    """Return the number of turns with orders of an account in games that are no lessons."""
    return sum(
        given
        for game, given in directory.turns_with_orders(service, account)
        if not game.terms.lesson
    )


def players_by_seat(service: Service, rights: Access) -> Mapping[str, SeatPlayer]:
    """Return the player of each seat in a game."""
    return seat_players(rights, member_reliability(service, rights))


def member_reliability(service: Service, rights: Access) -> Mapping[int, Reliability]:
    """Return the figures of each account present in a game."""
    return account_reliability(service, {member.account for member in rights.members})


def seat_players(rights: Access, records: Mapping[int, Reliability]) -> Mapping[str, SeatPlayer]:
    """Return the player of each seat, given the figures of the accounts present."""
    return {
        member.seat: SeatPlayer(
            member.name, member.joined_at, records[member.account], member.settings
        )
        for member in rights.members
        if member.seat
    }


@frozen
class AccountGameStatus:
    """The state of a running game for one of its members.

    Attributes:
        turn: the latest turn that was run.
        orders: the state of the account's orders for the coming turn; empty if it gives none.
        deadline: the deadline of that turn, in the game's `zone`; None without one.
        minutes: time until the deadline; negative once it has passed.
        paused: whether deadlines are paused.
        unread: number of unread messages.
        needed: whether the turn needs the account's orders.
        title: the title of the coming turn in the game's own words; "" if it has none.
        has_new_report: whether the account has a seat and hasn't opened the latest turn's report.
        waits_for: the seats whose orders are awaited besides.
        news: decisions about the coming turn that concern the account's seat, the latest first.
    """

    turn: int
    orders: str = ""
    deadline: datetime | None = None
    zone: str = "UTC"
    minutes: int = 0
    paused: bool = False
    unread: int = 0
    needed: bool = True
    title: str = ""
    has_new_report: bool = False
    waits_for: tuple[str, ...] = ()
    news: tuple[PlayerNews, ...] = ()


@frozen
class AccountGame:
    """A game of an account, its membership, and the state of the game if that is known.

    `joined` is the number of players in an open game, and `is_ready` whether the account is ready.
    """

    game: ListedGame
    member: Membership
    status: AccountGameStatus | None = None
    joined: int = 0
    is_ready: bool = False

    @property
    def wants_orders(self) -> bool:
        """True if the account still has to submit final orders."""
        status = self.status
        return status is not None and status.needed and status.orders not in {"", FINAL}

    @property
    def wants_ready(self) -> bool:
        """True if all players of an open game are there, and the account is one and not ready."""
        is_full = self.joined >= self.game.terms.players
        is_open = self.game.state == directory.OPEN
        return is_open and self.member.role == PLAYER and is_full and not self.is_ready

    @property
    def has_news(self) -> bool:
        """True if there is a report or message that the account hasn't read."""
        return self.status is not None and (self.status.unread > 0 or self.status.has_new_report)

    @property
    def needs_attention(self) -> bool:
        """True if the game needs the account's attention."""
        return self.wants_orders or self.wants_ready or self.has_news


def account_games(service: Service, account: Account) -> list[AccountGame]:
    """List an account's games: those that need it by deadline, then the others, ended ones last."""
    memberships: dict[str, tuple[ListedGame, Membership]] = {}
    for game, member in directory.games_of(service, account):
        # A player who is also the organizer is listed with the seat.
        if member.seat or game.key not in memberships:
            memberships[game.key] = (game, member)
    games: list[AccountGame] = []
    read = read_turns(service, account) if memberships else {}
    waiting = [key for key, (game, _) in memberships.items() if game.state == directory.OPEN]
    joined = directory.player_counts(service, waiting) if waiting else {}
    ready = waiting_room.ready_accounts(service, waiting) if waiting else {}
    opened = 0
    for game, member in memberships.values():
        running = game.state == directory.RUNNING
        status = _status(service, game, member) if running and opened < _MAX_OPENED else None
        opened += running
        if status and member.seat and status.turn > read.get(game.key, 0):
            status = evolve(status, has_new_report=True)
        is_ready = member.account in ready.get(game.key, ())
        games.append(AccountGame(game, member, status, joined.get(game.key, 0), is_ready))
    return sorted(games, key=_sort_key)


@frozen
class LeftSeat:
    """A seat that an account played until a short while ago, and the title of its running game."""

    title: str
    seat: str
    left_at: str


def left_seats(service: Service, account: Account) -> list[LeftSeat]:
    """List the seats in running games that an account has left or lost in the last weeks.

    Games that it is still in are left out.
    """
    members, games = tables.members.c, tables.games
    statement = (
        select(games, members.seat, members.left_at)
        .join(games, games.c.key == members.game)
        .where(members.account == account.id, games.c.state == directory.RUNNING)
        .order_by(members.id)
    )
    rows = service.database.select_rows(statement)
    present = {row.key for row in rows if row.left_at is None}
    since = in_past(service.clock, _LEFT_SHOWN)
    return [
        LeftSeat(str(row.terms.get("title", "")), row.seat, row.left_at)
        for row in rows
        if row.key not in present and row.seat and row.left_at > since
    ]


def _sort_key(game: AccountGame) -> tuple[bool, bool, datetime]:
    due = game.status.deadline if game.status else None
    return (
        game.game.state in {directory.ENDED, directory.WITHDRAWN},
        not game.needs_attention,
        due or _NO_DEADLINE,
    )


def _status(service: Service, game: ListedGame, member: Membership) -> AccountGameStatus | None:
    """Return the state of a game; None if it cannot be read."""
    try:
        with service.database.game(game.key) as store:
            facts = quick_facts(store)
            unread = unread_of(store, member.seat) if member.seat else 0
            news = latest_news(store, member.seat) if member.seat else []
    except HorizonsError:
        return None
    course = facts.course
    own = [place for place in facts.places if place.seat == member.seat and place.is_person]
    deadline = None if course.paused or course.rule is None else course.deadline
    remaining = deadline - service.clock() if deadline else None
    return AccountGameStatus(
        turn=facts.turn - 1,
        orders="" if course.paused else "".join(place.state for place in own),
        deadline=deadline,
        zone=course.rule.schedule.zone.key if course.rule else "UTC",
        minutes=int(remaining.total_seconds() // 60) if remaining else 0,
        paused=course.paused is not None,
        unread=unread,
        needed=any(place.needed for place in own),
        title=facts.coming.title,
        waits_for=tuple(
            place.seat
            for place in facts.places
            if place.is_person and place.needed and place.state != FINAL and place not in own
        ),
        news=tuple(news[:_MAX_NEWS]),
    )
