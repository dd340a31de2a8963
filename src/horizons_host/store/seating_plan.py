"""What the gamemaster arranges for the seats of a game that is under way."""

from __future__ import annotations

from attrs import evolve
from sqlalchemy import Connection, insert, select, update

from horizons_host.store import auditing, pressing, rows, schema, telling
from horizons_host.store.auditing import AuditEntry
from horizons_host.store.notice_records import Happening
from horizons_host.store.records import AS_THE_GAME, Policy, Seat
from horizons_host.store.store import GameStore


class SeatingPlan:
    """Who plays which seat of one game's file.

    Every method is one transaction, in which the act is noted down by its `entry`.
    """

    def __init__(self, store: GameStore) -> None:
        self.store = store

    def set_password(self, seat: str, password_hash: str, entry: AuditEntry | None = None) -> None:
        """Have this hash of a password hold for a seat from now on; "" for none."""
        with self.store.writing() as connection:
            found = _found(connection, seat)
            rows.arrange(connection, evolve(found, new_password=password_hash))
            auditing.note(connection, entry)

    def set_policy(self, seat: str, policy: Policy, entry: AuditEntry | None = None) -> None:
        """Say what is done when a seat's orders are missing."""
        with self.store.writing() as connection:
            rows.arrange(connection, evolve(_found(connection, seat), policy=policy))
            auditing.note(connection, entry)

    def set_bot(self, seat: str, bot: str | None, entry: AuditEntry | None = None) -> None:
        """Have a seat be played by a bot from now on; None: by a person."""
        with self.store.writing() as connection:
            _set_bot(connection, seat, bot)
            auditing.note(connection, entry)

    def hand_over(
        self,
        seat: str,
        person: str,
        password_hash: str,
        address: str,
        entry: AuditEntry | None = None,
        bot: str | None = None,
    ) -> None:
        """Give a seat to another person; nothing of what held for the one before holds on.

        A `bot` plays it, if one is named. Mails that wait go to the new person's address; without
        one they are not sent.
        """
        with self.store.writing() as connection:
            found = evolve(_found(connection, seat), person=person, policy=AS_THE_GAME)
            rows.arrange(connection, evolve(found, new_password=password_hash))
            _set_bot(connection, seat, bot)
            redirect(connection, seat, address)
            auditing.note(connection, entry)
            pressing.change_hands(connection, seat)
            telling.change_hands(connection, seat, entry.at if entry else "")
            if entry is not None:
                facts = {"seat": seat}
                happened = Happening("seat", entry.at, entry.turn, facts, everybody=True)
                telling.note(connection, happened)

    def redirect(self, seat: str, address: str | None, entry: AuditEntry | None = None) -> None:
        """Have a seat's mails go to this address from now on, those that wait included.

        None: to the game's own again; "": nowhere.
        """
        with self.store.writing() as connection:
            redirect(connection, seat, address)
            auditing.note(connection, entry)


def redirect(connection: Connection, seat: str, address: str | None) -> None:
    """Note where a seat's mails go, and have those that wait go there."""
    table, outbox = schema.addresses, schema.outbox
    if connection.execute(select(table).where(table.c.seat == seat)).first() is None:
        connection.execute(insert(table).values(seat=seat, address="", redirect=address))
    else:
        connection.execute(update(table).where(table.c.seat == seat).values(redirect=address))
    waiting = update(outbox).where(outbox.c.seat == seat, outbox.c.state.in_(("queued", "held")))
    if address:
        connection.execute(waiting.values(recipient=address))
    elif address is not None:
        why = "the seat has no address any more"
        connection.execute(waiting.values(state="withdrawn", reason=why, body=None))


def _found(connection: Connection, seat: str) -> Seat:
    return next(one for one in rows.seats(connection) if one.name == seat)


def _set_bot(connection: Connection, seat: str, bot: str | None) -> None:
    table = schema.seats
    connection.execute(update(table).where(table.c.name == seat).values(bot=bot))
