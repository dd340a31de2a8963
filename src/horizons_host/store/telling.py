"""What happened, noted in the transaction in which it happens, and who is to be told.

A seat counts what it is told by itself, and so do those who are told what everybody may know:
nothing that they are shown depends on what is told to others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from horizons_host.store import rows, schema
from horizons_host.store.notice_records import Happening, Way
from horizons_host.store.notice_tables import (
    feeds,
    happening_hearers,
    happenings,
    notice_mutes,
    notice_ways,
    tellings,
)

#: Whose a way is.
SEAT, GAME, GAMEMASTER = "seat", "game", "gamemaster"


def kept(connection: Connection) -> bool:
    """Whether the file has tables for this: an older one gets them when it is written."""
    return schema.has(connection, happenings)


def note(connection: Connection, new: Happening) -> bool:
    """Note that something happened, with what is to be told of it; False if it was noted before."""
    table = happenings
    if new.key is not None:
        known = select(table.c.id).where(table.c.key == new.key)
        if connection.execute(known).first() is not None:
            return False
    added = connection.execute(
        insert(table)
        .values(
            number=_next(connection, table.c.number) if new.everybody else 0,
            kind=new.kind,
            at=new.at,
            turn=new.turn,
            everybody=new.everybody,
            gamemaster=new.gamemaster,
            facts=dict(new.facts),
            key=new.key,
        )
        .returning(table.c.id)
    )
    number = int(added.scalar_one())
    hearers = _hearers(connection, new)
    for seat in hearers:
        own = happening_hearers.c
        values = {"seat": seat, "number": _next(connection, own.number, own.seat == seat)}
        connection.execute(insert(happening_hearers).values(happening=number, **values))
    for way in ways(connection):
        if _is_for(way, new, hearers):
            _queue(connection, way, number, new.at)
    return True


def _next(connection: Connection, column: Any, *where: Any) -> int:
    last = connection.execute(select(func.max(column)).where(*where)).scalar()
    return int(last or 0) + 1


def _hearers(connection: Connection, new: Happening) -> list[str]:
    return [seat.name for seat in rows.seats(connection) if new.everybody or seat.name in new.seats]


def _is_for(way: Way, new: Happening, hearers: Sequence[str]) -> bool:
    if way.kinds and new.kind not in way.kinds:
        return False
    if way.scope == SEAT:
        return way.seat in hearers
    return new.everybody or (way.scope == GAMEMASTER and new.gamemaster)


def _queue(connection: Connection, way: Way, happening: int, at: str) -> None:
    values = {"state": "queued", "attempts": 0, "next_attempt": at, "reason": ""}
    connection.execute(insert(tellings).values(way=way.id, happening=happening, **values))


def ways(connection: Connection) -> list[Way]:
    """The ways by which somebody is told now, in the order in which they were added."""
    if not kept(connection):
        return []
    table = notice_ways
    standing = select(table).where(table.c.removed_at.is_(None)).order_by(table.c.id)
    return [way_of(row) for row in connection.execute(standing)]


def way_of(row: Row[Any]) -> Way:
    """The way in a row."""
    return Way(**{name: getattr(row, name) for name in Way.__annotations__})


def insert_way(connection: Connection, way: Way) -> int:
    """Add a way, for what happens from now on; give its id."""
    values = {name: getattr(way, name) for name in Way.__annotations__ if name != "id"}
    added = insert(notice_ways).values(**{**values, "kinds": list(way.kinds)})
    return int(connection.execute(added.returning(notice_ways.c.id)).scalar_one())


def remove(connection: Connection, way: int, at: str) -> None:
    """Tell nobody anything by a way any more; its address and secret are forgotten."""
    table, waits = notice_ways.c, tellings.c
    gone = update(notice_ways).where(table.id == way)
    connection.execute(gone.values(removed_at=at, address="", secret=""))
    left = update(tellings).where(waits.way == way, waits.state.in_(("queued", "sending")))
    connection.execute(left.values(state="failed", reason="this way was removed"))


def wants_mail(connection: Connection, seat: str | None, kind: str) -> bool:
    """Whether a seat wants the mails that there are about a kind of happening."""
    if not kept(connection):
        return True
    table = notice_mutes.c
    muted = select(table.seat).where(table.seat == seat, table.kind == kind)
    return connection.execute(muted).first() is None


def change_hands(connection: Connection, seat: str, at: str) -> None:
    """Have a seat's earlier player be told nothing any more, by no way."""
    for way in ways(connection):
        if way.scope == SEAT and way.seat == seat:
            remove(connection, way.id, at)
    for table in (feeds, notice_mutes):
        connection.execute(table.delete().where(table.c.seat == seat))
