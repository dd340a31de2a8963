"""Changes of the seats of a running game by its gamemaster."""

from __future__ import annotations

from attrs import evolve
from sqlalchemy import Connection, insert, select, update

from horizons_host.store import history, messages, notifications, rows, schema
from horizons_host.store.game_database import GameDatabase, GameSection
from horizons_host.store.message_records import GameEvent
from horizons_host.store.records import AS_THE_GAME, AuditEntry, Policy, SeatRecord


class SeatingPlan(GameSection[GameDatabase]):
    """The seats in a game's file, and who plays them.

    Every method is one transaction, which also stores the audit `entry`.
    """

    def set_password(self, seat: str, password_hash: str, entry: AuditEntry | None = None) -> None:
        """Set the password hash of a seat; "" for none."""
        with self.writing() as connection:
            current = _seat(connection, seat)
            rows.arrange(connection, evolve(current, new_password=password_hash))
            history.insert_entry(connection, entry)

    def set_policy(self, seat: str, policy: Policy, entry: AuditEntry | None = None) -> None:
        """Set a seat's missing-orders policy."""
        with self.writing() as connection:
            rows.arrange(connection, evolve(_seat(connection, seat), policy=policy))
            history.insert_entry(connection, entry)

    def set_bot(self, seat: str, bot: str | None, entry: AuditEntry | None = None) -> None:
        """Let a bot play a seat; None: a player."""
        with self.writing() as connection:
            _set_bot(connection, seat, bot)
            history.insert_entry(connection, entry)

    def hand_over(
        self,
        seat: str,
        person: str,
        password_hash: str,
        address: str,
        entry: AuditEntry | None = None,
        bot: str | None = None,
    ) -> None:
        """Give a seat to another player; none of the former player's settings remain.

        A `bot` plays it, if one is named. Queued emails go to the new player's address; without one
        they are withdrawn.
        """
        with self.writing() as connection:
            new_seat = evolve(_seat(connection, seat), person=person, policy=AS_THE_GAME)
            rows.arrange(connection, evolve(new_seat, new_password=password_hash))
            _set_bot(connection, seat, bot)
            redirect(connection, seat, address)
            history.insert_entry(connection, entry)
            messages.invalidate_copies(connection, seat)
            notifications.remove_subscriptions(connection, seat, entry.at if entry else "")
            if entry is not None:
                facts = {"seat": seat}
                event = GameEvent("seat", entry.at, entry.turn, facts, to_all=True)
                notifications.record_event(connection, event)

    def redirect(self, seat: str, address: str | None, entry: AuditEntry | None = None) -> None:
        """Set the email address of a seat, also for queued emails.

        None: the game's own address again; "": none.
        """
        with self.writing() as connection:
            redirect(connection, seat, address)
            history.insert_entry(connection, entry)


def redirect(connection: Connection, seat: str, address: str | None) -> None:
    """Set the email address of a seat, and redirect its queued emails to it."""
    table, outbox = schema.addresses, schema.outbox
    if connection.execute(select(table).where(table.c.seat == seat)).first() is None:
        connection.execute(insert(table).values(seat=seat, address="", redirect=address))
    else:
        connection.execute(update(table).where(table.c.seat == seat).values(redirect=address))
    waiting = update(outbox).where(outbox.c.seat == seat, outbox.c.state.in_(("queued", "held")))
    if address:
        connection.execute(waiting.values(recipient=address))
    elif address is not None:
        reason = "the seat has no address any more"
        connection.execute(waiting.values(state="withdrawn", reason=reason, body=None))


def _seat(connection: Connection, seat: str) -> SeatRecord:
    return next(listed for listed in rows.seats(connection) if listed.name == seat)


def _set_bot(connection: Connection, seat: str, bot: str | None) -> None:
    table = schema.seats
    connection.execute(update(table).where(table.c.name == seat).values(bot=bot))
