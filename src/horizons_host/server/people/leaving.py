"""Export of an account's data, and its deletion."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, update

from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.games import parting
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service


def account_data(service: Service, account: Account) -> dict[str, Any]:
    """Return all data of an account in the server's own tables, without keys and hashes."""
    with service.database.reading() as connection:

        def rows(table: Any, *columns: str) -> list[dict[str, Any]]:
            statement = select(*(table.c[name] for name in columns))
            result = connection.execute(statement.where(table.c.account == account.id))
            return [dict(row) for row in result.mappings()]

        return {
            "account": {
                "name": account.name,
                "mail": account.mail,
                "made_at": account.made_at,
                "settings": dict(account.settings),
            },
            "browsers": rows(tables.sessions, "agent", "made_at", "seen_at", "ends_at"),
            "tokens": rows(tables.tokens, "name", "made_at", "seen_at"),
            "feeds": rows(tables.feeds, "kind", "game", "made_at"),
            "diary": rows(tables.notes, "game", "turn", "text", "opened_at", "written_at"),
            "games": rows(tables.members, "game", "role", "seat", "joined_at", "left_at"),
        }


def delete_account(service: Service, account: Account) -> None:
    """Delete an account. Games keep the seat's name and orders, without the person."""
    parting.leave_all_games(service, account)
    time = stamp(service.clock)
    with service.database.writing() as connection:
        owned_tables = (
            *(tables.sessions, tables.tokens, tables.links, tables.feeds, tables.notes),
            tables.sign_ups,
        )
        for table in owned_tables:
            connection.execute(table.delete().where(table.c.account == account.id))
        connection.execute(
            update(tables.members)
            .where(tables.members.c.account == account.id, tables.members.c.left_at.is_(None))
            .values(left_at=time)
        )
        connection.execute(
            update(tables.mails)
            .where(tables.mails.c.recipient == account.mail)
            .values(recipient="", body="", state="failed", reason="the account was deleted")
        )
        connection.execute(
            update(tables.accounts)
            .where(tables.accounts.c.id == account.id)
            .values(
                name="deleted account",
                folded_name=f"left {account.id}",
                mail="",
                folded_mail=None,
                password_hash=None,
                settings={},
                left_at=time,
            )
        )
