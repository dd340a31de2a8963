"""The latest turn of each game whose report a player has opened on the game's pages."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import insert, select, update

from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.service import Service


def read_turns(service: Service, account: Account) -> Mapping[str, int]:
    """Return the latest turn that an account has read in each game."""
    table = tables.read_turns.c
    statement = select(table.game, table.turn).where(table.account == account.id)
    return {row.game: row.turn for row in service.database.select_rows(statement)}


def note_read(service: Service, account: Account | None, game: str, turn: int) -> None:
    """Note that an account has read the report of a turn; an earlier turn changes nothing."""
    if account is None or read_turns(service, account).get(game, -1) >= turn:
        return
    table = tables.read_turns
    conditions = (table.c.account == account.id, table.c.game == game)
    with service.database.writing() as connection:
        before = connection.execute(select(table.c.turn).where(*conditions)).scalar()
        if before is None:
            values = {"account": account.id, "game": game, "turn": turn}
            connection.execute(insert(table).values(**values))
        else:
            connection.execute(update(table).where(*conditions).values(turn=max(before, turn)))
