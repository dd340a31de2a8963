"""Invitations into a game: links that are good once, for a place in it."""

from __future__ import annotations

from datetime import timedelta

from attrs import frozen
from sqlalchemy import Connection, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_host.clock import stamp
from horizons_host.seating import mail_address, seat_of
from horizons_host.server import mails, tables
from horizons_host.server.games import directory, joining, roles, seats
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import Listed
from horizons_host.server.keys import key_hash, new_key
from horizons_host.server.people import limits
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.server.times import in_future

LASTS = timedelta(days=14)


class InvitationError(HorizonsError):
    """An invitation that cannot be made, or is not good any more."""


@frozen
class Invitation:
    """An invitation as it stands: into which game, as what, by whom."""

    id: int
    game: str
    role: str
    seat: str
    by: str
    ends_at: str


def offered(found: Access) -> list[str]:
    """As what somebody can be invited: by the roles that the rules have, and who invites."""
    if not found.is_gamemaster:
        return [directory.PLAYER]
    known = [role.name for role in found.game.terms.rules().roles]
    return [directory.PLAYER, *known, directory.GAMEMASTER]


def invite(service: Service, found: Access, role: str, seat: str = "", mail: str = "") -> str:
    """Make an invitation, and send it to an address if one is given; gives its own address.

    Raises InvitationError, and SeatError for a seat that there is not.
    """
    account, game = found.account, found.game
    known = offered(found)
    if account is None or role not in known:
        raise InvitationError(f"nobody is invited as '{role}'", f"choose one of {', '.join(known)}")
    if game.state == directory.RUNNING and role == directory.PLAYER:
        with service.database.game(game.key) as store:
            seat = seat_of(store.seats(), seat).name
        if not found.is_gamemaster and seat not in seats.free_seats(service, game.key):
            raise InvitationError("only its gamemaster gives a seat away", "ask for it")
    elif game.state != directory.OPEN and role == directory.PLAYER:
        raise InvitationError("this game is over", "begin another one")
    if mail:
        mail = mail_address(mail)
        limits.take(
            service,
            (f"mail to {mail.casefold()}", limits.MAILS_TO_ADDRESS),
            (f"mails asked for by {account.id}", limits.MAILS_BY_ACCOUNT),
        )
    key = new_key()
    address = f"{service.settings.public_url}/invitations/{key}"
    with service.database.writing() as connection:
        connection.execute(
            insert(tables.invitations).values(
                key_hash=key_hash(key),
                game=game.key,
                role=role,
                seat=seat,
                made_by=account.id,
                made_at=stamp(service.clock),
                ends_at=in_future(service.clock, LASTS),
            )
        )
        if mail:
            _send(service, connection, game, account, role, mail, address)
    return address


def _send(
    service: Service,
    connection: Connection,
    game: Listed,
    account: Account,
    role: str,
    mail: str,
    address: str,
) -> None:
    body = (
        f"{account.name} invites you to the game '{game.terms.title}' as {role}:\n\n"
        f"  {address}\n\nThe link is good once, and for {LASTS.days} days.\n"
    )
    subject = f"An invitation to '{game.terms.title}'"
    mails.put(service, connection, mail, subject, body)


def no_more_good() -> InvitationError:
    """What is told of an invitation that was used, has ended or never was."""
    return InvitationError("this invitation is not good any more", "ask for a new one")


def find(service: Service, key: str) -> Invitation:
    """The invitation of a key; looking at it does not use it up. Raises InvitationError."""
    with service.database.reading() as connection:
        return _found(service, connection, key)


def _found(service: Service, connection: Connection, key: str) -> Invitation:
    table, accounts = tables.invitations, tables.accounts
    row = connection.execute(
        select(table, accounts.c.name)
        .join(accounts, accounts.c.id == table.c.made_by)
        .where(
            table.c.key_hash == key_hash(key),
            table.c.used_by.is_(None),
            table.c.ends_at >= stamp(service.clock),
        )
    ).first()
    if row is None or not _may_invite(connection, row.game, row.made_by):
        raise no_more_good()
    return Invitation(row.id, row.game, row.role, row.seat, row.name, row.ends_at)


def _may_invite(connection: Connection, game: str, account: int) -> bool:
    """Whether somebody arranges the game still: with them go the invitations that they made."""
    return any(
        one.account == account
        and one.left_at is None
        and one.role in {directory.GAMEMASTER, directory.ORGANIZER}
        for one in directory.members_of(connection, game)
    )


def accept(service: Service, account: Account, key: str, name: str = "") -> str:
    """Take the place that an invitation is for; gives the game's key.

    Raises InvitationError, and what joining a game raises; the invitation is good then as before.
    """
    found = find(service, key)
    game = directory.find(service, found.game)
    _claim(service, found, account)
    try:
        _take_place(service, account, game, found, name)
    except HorizonsError:
        _release(service, found)
        raise
    return game.key


def _claim(service: Service, found: Invitation, account: Account) -> None:
    """Of two who accept at once one gets the place; raises InvitationError for the other."""
    table = tables.invitations
    free = (table.c.id == found.id) & table.c.used_by.is_(None)
    with service.database.writing() as connection:
        changed = connection.execute(update(table).where(free).values(used_by=account.id))
    if changed.rowcount != 1:
        raise no_more_good()


def _release(service: Service, found: Invitation) -> None:
    table = tables.invitations
    with service.database.writing() as connection:
        connection.execute(update(table).where(table.c.id == found.id).values(used_by=None))


def _take_place(
    service: Service, account: Account, game: Listed, found: Invitation, name: str
) -> None:
    if found.role == directory.PLAYER and game.state == directory.OPEN:
        joining.join(service, account, game.key, name)
    elif found.role == directory.PLAYER:
        seats.demand_new(service, account, game.key, found.seat)
        seats.take_over(service, account, game.key, found.seat)
    else:
        roles.take(service, account, game, found.role, name)
