"""The rows of a game, its seats, turns and orders, within one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve
from sqlalchemy import Connection, FromClause, Row, Select, delete, func, insert, select, update

from horizons_host.store import history, schema, submissions
from horizons_host.store.columns import (
    DamagedValueError,
    insert_record,
    packed_in_order,
    read_record,
    select_all,
)
from horizons_host.store.database import GameStoreError, read_once, turn_taken
from horizons_host.store.records import (
    GameEnding,
    GameInfo,
    Joining,
    NewMail,
    NewTurn,
    Policy,
    Postponement,
    SeatRecord,
    SetUp,
)

# Statements that are executed often; to build one takes longer than to execute it.
_LATEST = select(func.max(schema.turns.c.turn))


def fill(
    connection: Connection,
    info: GameInfo,
    set_up_record: SetUp,
    seated: Iterable[SeatRecord],
    start: NewTurn,
) -> None:
    """Insert the data of a new game into empty tables."""
    mods = [_mod(name, info) for name in info.mods]
    insert_record(connection, schema.game, info, mods=mods)
    insert_record(connection, schema.set_ups, set_up_record)
    for seat in seated:
        insert_seat(connection, seat)
    insert_turn(connection, start)


def insert_seat(connection: Connection, seat: SeatRecord) -> None:
    """Add a seat after the existing ones."""
    table = schema.seats
    position = connection.execute(select(func.count()).select_from(table)).scalar_one()
    insert_record(connection, table, seat, position=position)
    insert_record(connection, schema.addresses, seat, seat=seat.name)
    if seat.role:
        insert_record(connection, schema.roles, seat, seat=seat.name)


def expect(connection: Connection, turn: int) -> None:
    """Raise TurnTakenError unless this is the latest turn, GameStoreError after the end."""
    current = latest(connection)
    if current != turn:
        raise turn_taken(turn + 1, current)
    if ending(connection) is not None:
        raise GameStoreError("the gamemaster has ended the game", "start a new one")


@read_once
def latest(connection: Connection) -> int:
    """Return the number of the last turn that was run."""
    number = connection.execute(_LATEST).scalar_one()
    if number is None:
        raise DamagedValueError("it holds no turn")
    return int(number)


@read_once
def first(connection: Connection) -> int:
    """Return the number of the first turn: 0, or that of an imported game."""
    return int(connection.execute(select(func.min(schema.turns.c.turn))).scalar_one())


@read_once
def ending(connection: Connection) -> GameEnding | None:
    """Return the gamemaster's ending of the game, or None."""
    row = connection.execute(select_all(schema.endings)).first()
    if row is None:
        return None
    return read_record(GameEnding, schema.endings, row, winners=tuple(row.winners))


def delete_ending(connection: Connection) -> None:
    """Undo the end of the game, and withdraw the queued emails about it."""
    connection.execute(delete(schema.endings))
    summaries = schema.outbox.c.kind == "summary"
    history.withdraw_mails(connection, "the game was reopened", summaries)


def not_before(connection: Connection, turn: int) -> int | None:
    """Return the turn to which the end was postponed after this one, or None."""
    return max((until for _, until in end_postponements(connection, turn, {})), default=None)


def end_postponements(
    connection: Connection, turn: int, order: Mapping[tuple[str, int], tuple[int, int]]
) -> list[tuple[int, int]]:
    """List the turns to which the end was postponed after this one, each with the next attempt."""
    return [
        (order.get((history.PUT_OFF, row.id), (0, 1))[1], row.not_before)
        for row in _postponements(connection, turn)
    ]


@read_once
def _postponements(connection: Connection, turn: int) -> Sequence[Row[Any]]:
    table = schema.postponements
    statement = select(table).where(table.c.turn == turn).order_by(table.c.id)
    return connection.execute(statement).all()


def insert_postponement(connection: Connection, new: Postponement) -> None:
    """Store that the end was postponed."""
    number = insert_record(connection, schema.postponements, new)
    history.record_change(connection, new.turn, history.PUT_OFF, number)


@read_once
def game_info(connection: Connection) -> GameInfo:
    """Return the immutable facts about the game."""
    row = connection.execute(select_all(schema.game)).one()
    mods = tuple(mod if isinstance(mod, str) else mod["name"] for mod in row.mods)
    texts = {mod["name"]: mod["toml"] for mod in row.mods if not isinstance(mod, str)}
    return read_record(GameInfo, schema.game, row, mods=mods, data_mods=texts)


def set_up(connection: Connection) -> SetUp | None:
    """Return the game's set-up; None if it was made before that was stored."""
    row = connection.execute(select_all(schema.set_ups)).first()
    return None if row is None else read_record(SetUp, schema.set_ups, row)


def _mod(name: str, info: GameInfo) -> str | dict[str, str]:
    """Return a mod as stored: its name, with its text if it is data."""
    text = info.data_mods.get(name)
    return name if text is None else {"name": name, "toml": text}


def _seats_with_settings() -> Select[Any]:
    """Return the statement that reads all about the seats; other tables have a row of some."""
    table, settings = schema.seats, schema.arrangements.c
    joined: FromClause = table
    for other in (schema.addresses, schema.roles, schema.joinings, schema.arrivals):
        joined = joined.outerjoin(other, other.c.seat == table.c.name)
    return (
        select(
            table,
            schema.addresses.c.address,
            schema.addresses.c.redirect,
            schema.roles.c.role,
            func.coalesce(schema.arrivals.c.turn, schema.joinings.c.turn).label("since"),
            settings.seat.label("arranged"),
            settings.person,
            settings.password_hash.label("new_password"),
            settings.policy,
            settings.standing_orders,
            settings.bot.label("policy_bot"),
            settings.until_turn,
        )
        .select_from(joined.outerjoin(schema.arrangements, settings.seat == table.c.name))
        .order_by(table.c.position)
    )


_SEATS = _seats_with_settings()


@read_once
def seats(connection: Connection) -> tuple[SeatRecord, ...]:
    """Return the seats in the game's order."""
    policy_of = submissions.game_policy(connection, latest(connection))
    return tuple(_seat(row, policy_of(row.name)) for row in connection.execute(_SEATS))


def arrange(connection: Connection, seat: SeatRecord) -> None:
    """Store the gamemaster's settings of a seat, replacing the earlier ones."""
    table = schema.arrangements
    policy = Policy("") if seat.policy.of_game else seat.policy
    connection.execute(delete(table).where(table.c.seat == seat.name))
    connection.execute(
        insert(table).values(
            seat=seat.name,
            person=seat.person,
            password_hash=seat.new_password,
            policy=policy.kind,
            standing_orders=policy.text,
            bot=policy.bot,
            until_turn=policy.until,
        )
    )


def _seat(row: Row[Any], default: Policy) -> SeatRecord:
    """Return a seat with the gamemaster's settings; `default` is the game's policy for it."""
    seat = SeatRecord(
        row.name,
        row.bot,
        row.password_hash,
        row.address or "",
        row.redirect,
        role=row.role or "",
        since=row.since or 0,
        policy=default,
    )
    if row.arranged is None:
        return seat
    policy = Policy(row.policy, row.standing_orders, row.policy_bot, row.until_turn)
    return evolve(
        seat,
        new_password=row.new_password,
        person=row.person,
        policy=policy if row.policy else default,
    )


def joined(connection: Connection, turn: int) -> tuple[str, ...]:
    """List the seats that joined after a turn, in order."""
    return tuple(row.seat for row in joinings(connection, turn))


def arrived(connection: Connection, turn: int) -> tuple[str, ...]:
    """List the players that joined by a turn."""
    table = schema.arrivals
    statement = select(table.c.seat).where(table.c.turn == turn).order_by(table.c.seat)
    return tuple(connection.execute(statement).scalars())


@read_once
def joinings(connection: Connection, turn: int) -> list[Row[Any]]:
    """List the rows of the seats that joined after a turn, in order."""
    table = schema.joinings
    statement = select(table).where(table.c.turn == turn).order_by(table.c.id)
    return list(connection.execute(statement))


def insert_joining(connection: Connection, new: Joining) -> None:
    """Store that a seat joined the game."""
    number = insert_record(connection, schema.joinings, new)
    history.record_change(connection, new.turn, history.JOINED, number)


def insert_turn(connection: Connection, new: NewTurn) -> None:
    """Store a turn with its reports and the orders that the program wrote for it."""
    used = dict(new.used)
    for orders in new.written:
        used[orders.seat] = submissions.insert_orders(connection, orders).id
        row = {"orders": used[orders.seat], "instead": new.instead.get(orders.seat, "")}
        connection.execute(insert(schema.written).values(**row))
    insert_record(connection, schema.turns, new, orders=used)
    for seat in new.arrived:
        insert_seat(connection, SeatRecord(seat))
        connection.execute(insert(schema.arrivals).values(seat=seat, turn=new.turn))
    for empire, document in new.reports.items():
        insert_report(connection, new.turn, empire, document)
    for seat in new.moved:
        table = schema.addresses
        connection.execute(update(table).where(table.c.seat == seat).values(redirect=None))
    for seat in new.relocked:
        table = schema.arrangements
        connection.execute(update(table).where(table.c.seat == seat).values(password_hash=None))
    for mail in new.mails:
        insert_mail(connection, mail)


def insert_report(
    connection: Connection, turn: int, empire: str, document: Mapping[str, Any]
) -> None:
    """Store an empire's report of a turn."""
    row = {"turn": turn, "empire": empire, "document": packed_in_order(document)}
    connection.execute(insert(schema.reports).values(**row))


def insert_mail(connection: Connection, mail: NewMail) -> None:
    """Put an email into the outbox."""
    more = {"state": "queued", "attempts": 0, "next_attempt": mail.created_at, "reason": ""}
    insert_record(connection, schema.outbox, mail, **more)
