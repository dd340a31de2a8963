"""Records to rows and back: what is done inside one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from horizons_host.databases.engines import read_once
from horizons_host.store import between, order_marks, schema
from horizons_host.store.behalf import insert_behalf
from horizons_host.store.columns import DamagedValueError
from horizons_host.store.errors import GameStoreError, taken
from horizons_host.store.game_policy import game_policy
from horizons_host.store.records import (
    Ending,
    GivenOrders,
    Joining,
    NewMail,
    NewTurn,
    Plate,
    Policy,
    Postponement,
    Seat,
    SetUp,
    packed,
)
from horizons_host.store.undoing import counting


def fill(
    connection: Connection, plate: Plate, made: SetUp, seated: Iterable[Seat], start: NewTurn
) -> None:
    """Put a game into empty tables as it begins."""
    connection.execute(
        insert(schema.game).values(
            name=plate.name,
            variant=plate.variant,
            mods=[_mod(name, plate) for name in plate.mods],
            options=dict(plate.options),
            seeded=plate.seeded,
            created_at=plate.created_at,
        )
    )
    connection.execute(
        insert(schema.set_ups).values(
            made=made.made, options=dict(made.options), shares=dict(made.shares)
        )
    )
    for seat in seated:
        insert_seat(connection, seat)
    insert_turn(connection, start)


def insert_seat(connection: Connection, seat: Seat) -> None:
    """Add a seat behind those that are there."""
    table = schema.seats
    position = connection.execute(select(func.count()).select_from(table)).scalar_one()
    row = {"name": seat.name, "bot": seat.bot, "password_hash": seat.password_hash}
    connection.execute(insert(table).values(position=position, **row))
    address = {"seat": seat.name, "address": seat.address, "redirect": seat.redirect}
    connection.execute(insert(schema.addresses).values(**address))
    if seat.role:
        connection.execute(insert(schema.roles).values(seat=seat.name, role=seat.role))


def expect(connection: Connection, turn: int) -> None:
    """Raises TurnTakenError unless the latest turn is this one, GameStoreError after the end."""
    found = latest(connection)
    if found != turn:
        raise taken(turn + 1, found)
    if ending(connection) is not None:
        raise GameStoreError("the gamemaster has ended the game", "start a new one")


@read_once
def latest(connection: Connection) -> int:
    """The number of the last turn that was run."""
    found = connection.execute(select(func.max(schema.turns.c.turn))).scalar_one()
    if found is None:
        raise DamagedValueError("it holds no turn")
    return int(found)


@read_once
def first(connection: Connection) -> int:
    """The number of the turn that the game began with: 0, or that of a game from elsewhere."""
    return int(connection.execute(select(func.min(schema.turns.c.turn))).scalar_one())


@read_once
def ending(connection: Connection) -> Ending | None:
    """How the gamemaster ended the game, if so."""
    if not schema.has(connection, schema.endings):
        return None
    row = connection.execute(select(schema.endings)).first()
    if row is None:
        return None
    return Ending(row.turn, row.reason, tuple(row.winners), row.ended_at)


def insert_ending(connection: Connection, new: Ending) -> None:
    """Note down that the game has ended."""
    connection.execute(
        schema.endings.insert().values(
            turn=new.turn, reason=new.reason, winners=list(new.winners), ended_at=new.ended_at
        )
    )


def delete_ending(connection: Connection) -> None:
    """Have the game not be over, and withdraw the mails that wait to say that it is."""
    outbox = schema.outbox
    waits = outbox.c.state.in_(("queued", "held", "failed"))
    withdrawn = {"state": "withdrawn", "reason": "the game was reopened"}
    connection.execute(delete(schema.endings))
    connection.execute(update(outbox).where(outbox.c.kind == "summary", waits).values(**withdrawn))


def not_before(connection: Connection, turn: int) -> int | None:
    """The turn to which the end was put off after this one; None if it was not."""
    return max((until for _, until in put_off(connection, turn, {})), default=None)


def put_off(
    connection: Connection, turn: int, order: Mapping[tuple[str, int], tuple[int, int]]
) -> list[tuple[int, int]]:
    """To which turns the end was put off after this one, each with the attempt that was to come."""
    return [
        (order.get((between.PUT_OFF, row.id), (0, 1))[1], row.not_before)
        for row in _postponements(connection, turn)
    ]


@read_once
def _postponements(connection: Connection, turn: int) -> Sequence[Row[Any]]:
    if not schema.has(connection, schema.postponements):
        return []
    table = schema.postponements
    wanted = select(table).where(table.c.turn == turn).order_by(table.c.id)
    return connection.execute(wanted).all()


def insert_postponement(connection: Connection, new: Postponement) -> None:
    """Note down that the end was put off."""
    added = connection.execute(
        insert(schema.postponements)
        .values(turn=new.turn, not_before=new.not_before, decided_at=new.decided_at)
        .returning(schema.postponements.c.id)
    )
    between.done(connection, new.turn, between.PUT_OFF, added.scalar_one())


@read_once
def plate(connection: Connection) -> Plate:
    """What never changes of the game."""
    row = connection.execute(select(schema.game)).one()
    return Plate(
        row.name,
        row.variant,
        tuple(mod if isinstance(mod, str) else mod["name"] for mod in row.mods),
        row.options,
        row.seeded,
        row.created_at,
        {mod["name"]: mod["toml"] for mod in row.mods if not isinstance(mod, str)},
    )


def set_up(connection: Connection) -> SetUp | None:
    """How the game was made; None in a file from before that was kept."""
    if not schema.has(connection, schema.set_ups):
        return None
    row = connection.execute(select(schema.set_ups)).first()
    return None if row is None else SetUp(row.made, row.options, row.shares)


def _mod(name: str, plate: Plate) -> str | dict[str, str]:
    """A mod as it is kept: its name, with its text if it is data."""
    text = plate.data_mods.get(name)
    return name if text is None else {"name": name, "toml": text}


@read_once
def seats(connection: Connection) -> tuple[Seat, ...]:
    """The seats in the game's order."""
    known = {}
    if schema.has(connection, schema.addresses):
        known = {row.seat: row for row in connection.execute(select(schema.addresses))}
    roles, since = {}, {}
    if schema.has(connection, schema.roles):
        roles = {row.seat: row.role for row in connection.execute(select(schema.roles))}
        joined = select(schema.joinings.c.seat, schema.joinings.c.turn)
        since = {row.seat: row.turn for row in connection.execute(joined)}
    if schema.has(connection, schema.arrivals):
        since |= {row.seat: row.turn for row in connection.execute(select(schema.arrivals))}
    arranged = {}
    if schema.has(connection, schema.arrangements):
        arranged = {row.seat: row for row in connection.execute(select(schema.arrangements))}
    without = game_policy(connection, latest(connection))
    rows = connection.execute(select(schema.seats).order_by(schema.seats.c.position))
    return tuple(
        evolve(
            _seat(row, known.get(row.name)),
            role=roles.get(row.name, ""),
            since=since.get(row.name, 0),
            **_arranged(arranged.get(row.name), without(row.name)),
        )
        for row in rows
    )


def _arranged(row: Row[Any] | None, without: Policy) -> dict[str, Any]:
    if row is None:
        return {"policy": without}
    own = Policy(row.policy, row.standing_orders, row.bot, row.until_turn)
    policy = own if row.policy else without
    return {"new_password": row.password_hash, "person": row.person, "policy": policy}


def arrange(connection: Connection, seat: Seat) -> None:
    """Put down what the gamemaster arranged for a seat, in the place of what held before."""
    table = schema.arrangements
    own = Policy("") if seat.policy.of_game else seat.policy
    connection.execute(delete(table).where(table.c.seat == seat.name))
    connection.execute(
        insert(table).values(
            seat=seat.name,
            person=seat.person,
            password_hash=seat.new_password,
            policy=own.kind,
            standing_orders=own.text,
            bot=own.bot,
            until_turn=own.until,
        )
    )


def _seat(row: Row[Any], at: Row[Any] | None) -> Seat:
    address, redirect = (at.address, at.redirect) if at is not None else ("", None)
    return Seat(row.name, row.bot, row.password_hash, address, redirect)


def joined(connection: Connection, turn: int) -> tuple[str, ...]:
    """Who joined after a turn, in their order."""
    return tuple(row.seat for row in joinings(connection, turn))


def arrived(connection: Connection, turn: int) -> tuple[str, ...]:
    """The players whom a turn brought into the game."""
    if not schema.has(connection, schema.arrivals):
        return ()
    table = schema.arrivals
    wanted = select(table.c.seat).where(table.c.turn == turn).order_by(table.c.seat)
    return tuple(connection.execute(wanted).scalars())


@read_once
def joinings(connection: Connection, turn: int) -> list[Row[Any]]:
    """The rows of those who joined after a turn, in their order."""
    if not schema.has(connection, schema.joinings):
        return []
    table = schema.joinings
    wanted = select(table).where(table.c.turn == turn).order_by(table.c.id)
    return list(connection.execute(wanted))


def insert_joining(connection: Connection, new: Joining) -> None:
    """Note down that somebody joined the game."""
    added = connection.execute(
        insert(schema.joinings)
        .values(
            turn=new.turn,
            seat=new.seat,
            options=dict(new.options),
            state=packed(new.state),
            digest=new.digest,
            joined_at=new.joined_at,
        )
        .returning(schema.joinings.c.id)
    )
    between.done(connection, new.turn, between.JOINED, added.scalar_one())


@read_once
def latest_orders(connection: Connection, turn: int) -> Mapping[str, GivenOrders]:
    """By seat, what was handed in last for a turn."""
    table = schema.orders
    newest = select(func.max(table.c.id)).where(counting(connection, turn)).group_by(table.c.seat)
    rows = connection.execute(select(table).where(table.c.id.in_(newest)))
    final = order_marks.finals(connection, turn)
    return {row.seat: given(row, final=final(row.id)) for row in rows}


@read_once
def versions(connection: Connection, turn: int) -> Mapping[str, int]:
    """By seat, how many order texts were handed in for a turn."""
    table = schema.orders.c
    wanted = select(table.seat, func.count()).where(counting(connection, turn))
    return {row[0]: row[1] for row in connection.execute(wanted.group_by(table.seat))}


def given(row: Row[Any], *, final: bool) -> GivenOrders:
    """The orders in a row."""
    return GivenOrders(
        turn=row.turn,
        seat=row.seat,
        text=row.text,
        submitted_at=row.submitted_at,
        source=row.source,
        diagnostics=tuple(row.diagnostics),
        id=row.id,
        final=final,
    )


def instead(connection: Connection, ids: Iterable[int]) -> dict[int, str]:
    """Of those among these orders that took the place of a person's own, what they are."""
    if not schema.has(connection, schema.written):
        return {}
    table = schema.written
    wanted = select(table).where(table.c.orders.in_(list(ids)), table.c.instead != "")
    return {row.orders: row.instead for row in connection.execute(wanted)}


def insert_orders(connection: Connection, orders: GivenOrders) -> GivenOrders:
    """Add orders; they come back with their id."""
    added = connection.execute(
        insert(schema.orders)
        .values(
            turn=orders.turn,
            seat=orders.seat,
            text=orders.text,
            submitted_at=orders.submitted_at,
            source=orders.source,
            diagnostics=list(orders.diagnostics),
        )
        .returning(schema.orders.c.id)
    )
    number = added.scalar_one()
    if orders.behalf is not None:
        insert_behalf(connection, number, orders.behalf)
    if not orders.final:
        order_marks.mark(connection, number, orders.turn, orders.submitted_at, final=False)
    return evolve(orders, id=number)


def insert_turn(connection: Connection, new: NewTurn) -> None:
    """Add a turn with its reports and the orders that the program wrote for it."""
    used = dict(new.used)
    for orders in new.written:
        used[orders.seat] = insert_orders(connection, orders).id
        row = {"orders": used[orders.seat], "instead": new.instead.get(orders.seat, "")}
        connection.execute(insert(schema.written).values(**row))
    connection.execute(
        insert(schema.turns).values(
            turn=new.turn,
            state=packed(new.state),
            digest=new.digest,
            events=packed(new.events),
            events_digest=new.events_digest,
            orders=used,
            orders_digest=new.orders_digest,
            turn_key=new.turn_key,
            versions=dict(new.versions),
            run_at=new.run_at,
        )
    )
    for seat in new.arrived:
        insert_seat(connection, Seat(seat))
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
    """Add somebody's report of a turn."""
    row = {"turn": turn, "empire": empire, "document": packed(document)}
    connection.execute(insert(schema.reports).values(**row))


def insert_mail(connection: Connection, mail: NewMail) -> None:
    """Put a mail into the outbox."""
    connection.execute(
        insert(schema.outbox).values(
            kind=mail.kind,
            seat=mail.seat,
            turn=mail.turn,
            recipient=mail.recipient,
            subject=mail.subject,
            body=mail.body,
            in_reply_to=mail.in_reply_to,
            thread=mail.thread,
            created_at=mail.created_at,
            state="queued",
            attempts=0,
            next_attempt=mail.created_at,
            reason="",
        )
    )
