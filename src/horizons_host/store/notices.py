"""Who is told what happened in a game, by which way, and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from horizons_host.store import rows, telling
from horizons_host.store.notice_records import Happening, Telling, TellingAttempt, Way
from horizons_host.store.notice_tables import (
    happening_hearers,
    happenings,
    notice_mutes,
    notice_ways,
    telling_attempts,
    tellings,
)
from horizons_host.store.records import NewMail
from horizons_host.store.store import GameStore


class Notices:
    """What happened in one game, and who is told. Every method is one transaction."""

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def note(self, happening: Happening) -> bool:
        """Note that something happened, by itself; False if it was noted before."""
        with self.store.writing() as connection:
            return telling.note(connection, happening)

    def happenings(self, seat: str | None, last: int) -> list[Happening]:
        """What a seat is told, or (None) everybody may know: the last of it, the latest first."""
        with self.store.reading() as connection:
            if not telling.kept(connection):
                return []
            table = happenings.c
            if seat is None:
                wanted = select(happenings).where(table.everybody).order_by(table.number.desc())
            else:
                own = happening_hearers.c
                wanted = (
                    select(happenings, own.number.label("own"))
                    .join(happening_hearers, own.happening == table.id)
                    .where(own.seat == seat)
                    .order_by(own.number.desc())
                )
            return [_happening(row, seat) for row in connection.execute(wanted.limit(last))]

    # ways

    def ways(self) -> list[Way]:
        """The ways by which somebody is told now, in the order in which they were added."""
        with self.store.reading() as connection:
            return telling.ways(connection)

    def add(self, way: Way) -> int:
        """Add a way, for what happens from now on; give its id."""
        with self.store.writing() as connection:
            return telling.insert_way(connection, way)

    def remove(self, way: int, at: str) -> None:
        """Tell nobody anything by a way any more."""
        with self.store.writing() as connection:
            telling.remove(connection, way, at)

    def mails(self, seat: str) -> tuple[frozenset[str], Way | None]:
        """Of what a seat wants no mails though there would be some; and its own way by mail."""
        with self.store.reading() as connection:
            if not telling.kept(connection):
                return frozenset(), None
            table = notice_mutes.c
            muted = connection.execute(select(table.kind).where(table.seat == seat)).scalars()
            return frozenset(muted), _mail_way(connection, seat)

    def set_mails(self, seat: str, muted: Collection[str], kinds: Collection[str], at: str) -> None:
        """Say of what a seat wants no mails, and of which kinds it wants some besides."""
        table = notice_mutes
        with self.store.writing() as connection:
            connection.execute(delete(table).where(table.c.seat == seat))
            for kind in sorted(muted):
                connection.execute(insert(table).values(seat=seat, kind=kind))
            before = _mail_way(connection, seat)
            if before is not None:
                telling.remove(connection, before.id, at)
            if kinds:
                way = Way("mail", telling.SEAT, "", "", at, seat, sorted(kinds))
                telling.insert_way(connection, way)

    # tellings

    def due(self, time: str, latest: str) -> list[int]:
        """The ids of what is to be told by this time, the earliest first.

        What is being sent is due again when the time is over that a sender has for it; what was put
        off until later than the `latest` time that there can be was so by a clock that ran ahead.
        """
        table = tellings.c
        timely = or_(table.next_attempt <= time, table.next_attempt > latest)
        wanted = select(table.id).where(table.state.in_(("queued", "sending")), timely)
        with self.store.reading() as connection:
            if not telling.kept(connection):
                return []
            return list(connection.execute(wanted.order_by(table.id)).scalars())

    def one(self, number: int) -> Telling:
        """The telling of this id."""
        with self.store.reading() as connection:
            return _tellings(connection, tellings.c.id == number)[0]

    def begin(self, one: Telling, until: str) -> bool:
        """Put down that something is being sent, before it is; False if another does so already."""
        table = tellings.c
        same = table.state == one.state, table.attempts == one.attempts
        claimed = update(tellings).where(table.id == one.id, *same)
        values = {"state": "sending", "attempts": one.attempts + 1, "next_attempt": until}
        with self.store.writing() as connection:
            done = connection.execute(claimed.values(**values).returning(table.id))
            return done.first() is not None

    def settle(self, one: Telling, state: str, *, at: str, reply: str, next_attempt: str) -> None:
        """Put down what came of an attempt that was begun."""
        table, attempt = tellings.c, one.attempts + 1
        values = {"state": state, "reason": "" if state == "sent" else reply}
        mine = table.state == "sending", table.attempts == attempt
        chosen = update(tellings).where(table.id == one.id, *mine)
        with self.store.writing() as connection:
            connection.execute(chosen.values(next_attempt=next_attempt or at, **values))
            _log(connection, one.id, attempt, at, state, reply)

    def mail(self, one: Telling, mail: NewMail | None, at: str) -> bool:
        """Put a mail into the outbox in the place of a telling; None: there is no address.

        False if that was done before.
        """
        table = tellings.c
        chosen = update(tellings).where(table.id == one.id, table.state == "queued")
        state, reason = ("sent", "") if mail else ("failed", "no mail address is known")
        with self.store.writing() as connection:
            done = connection.execute(chosen.values(state=state, reason=reason).returning(table.id))
            if done.first() is None:
                return False
            if mail is not None:
                rows.insert_mail(connection, mail)
            _log(connection, one.id, one.attempts + 1, at, state, reason)
            return True

    def tellings(self, way: int | None = None) -> list[Telling]:
        """What was and is to be told, the earliest first: all of it, or by one way."""
        with self.store.reading() as connection:
            if not telling.kept(connection):
                return []
            where = [] if way is None else [tellings.c.way == way]
            return _tellings(connection, *where)

    def tally(self) -> dict[int, Counter[str]]:
        """How much was and is to be told by each way, by state."""
        table = tellings.c
        wanted = select(table.way, table.state, func.count()).group_by(table.way, table.state)
        found: dict[int, Counter[str]] = {}
        with self.store.reading() as connection:
            if not telling.kept(connection):
                return {}
            for way, state, count in connection.execute(wanted):
                found.setdefault(way, Counter())[state] = count
        return found

    def attempts(self, last: int) -> list[TellingAttempt]:
        """The last lines of the delivery log, the earliest first."""
        table = telling_attempts
        wanted = select(table).order_by(table.c.id.desc()).limit(last)
        with self.store.reading() as connection:
            if not telling.kept(connection):
                return []
            return [
                TellingAttempt(row.telling, row.at, row.attempt, row.outcome, row.reply)
                for row in connection.execute(wanted)
            ][::-1]


def _mail_way(connection: Connection, seat: str) -> Way | None:
    found = telling.ways(connection)
    return next((one for one in found if (one.how, one.seat) == ("mail", seat)), None)


def _happening(row: Row[Any], seat: str | None) -> Happening:
    """A happening as its reader counts it."""
    return Happening(
        row.kind,
        row.at,
        row.turn,
        row.facts,
        everybody=row.everybody,
        gamemaster=row.gamemaster,
        number=row.number if seat is None else row.own,
    )


def _tellings(connection: Connection, *where: Any) -> list[Telling]:
    found: Iterable[Row[Any]] = connection.execute(
        select(tellings).where(*where).order_by(tellings.c.id)
    ).all()
    return [_telling(connection, row) for row in found]


def _telling(connection: Connection, row: Row[Any]) -> Telling:
    table, own = notice_ways, happening_hearers.c
    way = telling.way_of(connection.execute(select(table).where(table.c.id == row.way)).one())
    happened = happenings.c.id == row.happening
    joined = happenings.outerjoin(
        happening_hearers, (own.happening == happenings.c.id) & (own.seat == way.seat)
    )
    wanted = select(happenings, own.number.label("own")).select_from(joined).where(happened)
    happening = _happening(connection.execute(wanted).one(), way.seat)
    return Telling(row.id, way, happening, row.state, row.attempts, row.next_attempt, row.reason)


def _log(
    connection: Connection, number: int, attempt: int, at: str, outcome: str, reply: str
) -> None:
    values = {"at": at, "attempt": attempt, "outcome": outcome, "reply": reply}
    connection.execute(insert(telling_attempts).values(telling=number, **values))
