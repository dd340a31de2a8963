"""People whom an account has blocked.

A block keeps their messages away in the games that show who plays which seat, and gives a warning
before one joins a new game with them. In games that hide their players it does neither, because it
would tell who they are; there, single senders can be blocked. The blocked person is not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import delete, insert, select

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.messages import reading
from horizons_host.messages.posting import MessageError
from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory
from horizons_host.server.games.access import page_not_found
from horizons_host.server.games.directory import ListedGame, Membership
from horizons_host.server.games.terms import FROM_START
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: Maximum number of people whom an account can block.
MAX_BLOCKED = 500


class BlockError(HorizonsError):
    """A person who cannot be blocked."""


class BlockedPlayersError(HorizonsError):
    """A warning: people whom the account has blocked have joined the game."""


def block(service: Service, account: Account, person: Account) -> None:
    """Block a person; doing it again changes nothing. Raises BlockError."""
    table = tables.blocks
    if person.id == account.id:
        raise BlockError(LocalizedText("you can't block yourself"))
    with service.database.writing() as connection:
        blocked = select(table.c.about).where(table.c.account == account.id)
        known = connection.execute(blocked).scalars().all()
        if person.id not in known:
            if len(known) >= MAX_BLOCKED:
                raise BlockError(
                    LocalizedText("you have blocked {number} people", number=MAX_BLOCKED),
                    LocalizedText("unblock some of them"),
                )
            values = {"account": account.id, "about": person.id, "at": stamp(service.clock)}
            connection.execute(insert(table).values(**values))
    for game, own_seat, other_seat in _shared_seats(service, account, person):
        with service.database.game(game) as store:
            reading.block(store, own_seat, other_seat, service.clock)


def unblock(service: Service, account: Account, person: Account) -> None:
    """Unblock a person; nothing changes if they were not blocked."""
    table = tables.blocks
    conditions = (table.c.account == account.id, table.c.about == person.id)
    with service.database.writing() as connection:
        removed = connection.execute(delete(table).where(*conditions)).rowcount
    for game, own_seat, other_seat in _shared_seats(service, account, person) if removed else ():
        with service.database.game(game) as store:
            try:
                reading.unblock(store, own_seat, other_seat)
            except MessageError:
                continue  # the seat was unblocked on the game's own page


def blocked_people(service: Service, account: Account) -> Sequence[str]:
    """List the names of the people whom an account has blocked."""
    table, people = tables.blocks.c, tables.accounts.c
    statement = (
        select(people.name)
        .join(tables.blocks, people.id == table.about)
        .where(table.account == account.id, people.left_at.is_(None))
        .order_by(people.folded_name)
    )
    return [row.name for row in service.database.select_rows(statement)]


def shown_blocks(service: Service, account: Account | None, game: ListedGame) -> set[int]:
    """Return the numbers of blocked people, if the game shows who plays which seat."""
    if account is None or game.terms.names != FROM_START:
        return set()
    return blocked_accounts(service, account)


def blocked_accounts(service: Service, account: Account) -> set[int]:
    """Return the numbers of the people whom an account has blocked."""
    table = tables.blocks.c
    rows = service.database.select_rows(select(table.about).where(table.account == account.id))
    return {row.about for row in rows}


def has_blocked(service: Service, account: Account, person: Account) -> bool:
    """Return whether an account has blocked a person."""
    return person.id in blocked_accounts(service, account)


def find_blocked(service: Service, account: Account, name: str) -> Account:
    """Return a blocked person by name, even if their profile is hidden; raises NoGameError."""
    person = accounts.by_name(service, name)
    if person is None or not has_blocked(service, account, person):
        raise page_not_found()
    return person


def _shared_seats(
    service: Service, account: Account, person: Account
) -> list[tuple[str, str, str]]:
    """List the running games with seats of both whose players are shown, with these seats."""

    def seats(owner: Account) -> dict[str, str]:
        return {
            game.key: member.seat
            for game, member in directory.games_of(service, owner)
            if member.seat and game.state == directory.RUNNING and game.terms.names == FROM_START
        }

    account_seats, person_seats = seats(account), seats(person)
    return [
        (key, seat, person_seats[key]) for key, seat in account_seats.items() if key in person_seats
    ]


def apply_blocks(
    service: Service, game: ListedGame, store: GameStore, members: Iterable[Membership]
) -> None:
    """Apply the blocks among the members of a running game, after one of them took a seat."""
    seats = {member.account: member.seat for member in members if member.seat}
    if game.terms.names != FROM_START:
        return
    table = tables.blocks.c
    statement = select(table.account, table.about).where(
        table.account.in_(seats), table.about.in_(seats)
    )
    for row in service.database.select_rows(statement):
        reading.block(store, seats[row.account], seats[row.about], service.clock)


def blocked_players(
    service: Service, account: Account, game: ListedGame, members: Iterable[Membership]
) -> list[str]:
    """Return the names of blocked people in an open game that shows its players."""
    blocked = shown_blocks(service, account, game) if game.state == directory.OPEN else set()
    present = (member for member in members if member.left_at is None)
    return list(dict.fromkeys(member.name for member in present if member.account in blocked))


def warn_of_blocked(service: Service, account: Account, key: str) -> None:
    """Raise BlockedPlayersError if blocked people have joined an open game that shows them."""
    game, members = directory.find_with_members(service, key)
    names = blocked_players(service, account, game, members)
    if names:
        raise BlockedPlayersError(
            LocalizedText("you have blocked {names}, who is in this game", names=", ".join(names)),
            LocalizedText("confirm that you want to join anyway"),
        )
