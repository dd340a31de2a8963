"""Invitations into a game: links that are good once, for a place in it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from attrs import frozen
from sqlalchemy import Connection, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.seating import mail_address, seat_of
from horizons_host.server import mails, tables
from horizons_host.server.games import directory, joining, roles, seats
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import Listed, Member
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
    """An invitation as it stands: into which game, as what, by whom (name and account).

    `replaces` is the account that played the seat when the invitation was made, if one did.
    """

    id: int
    game: str
    role: str
    seat: str
    by: str
    ends_at: str
    made_by: int
    made_at: str
    replaces: int | None

    def is_to_replace(self, holder: Member | None) -> bool:
        """Whether a player of the seat, or (None) its bot, had it when the invitation was made."""
        if holder is None:
            return True
        return holder.account == self.replaces and holder.joined_at <= self.made_at


def offered(found: Access) -> list[str]:
    """As what somebody can be invited: by the roles that the rules have, and who invites."""
    return _offered(found.game, found.own)


def _offered(game: Listed, own: Iterable[Member]) -> list[str]:
    """As what the holder of these places in a game may invite; a player may invite to nothing."""
    rights = {member.role for member in own if member.left_at is None}
    if directory.GAMEMASTER in rights:
        known = [role.name for role in game.terms.rules().roles]
        return [directory.PLAYER, *known, directory.GAMEMASTER]
    return [directory.PLAYER] if directory.ORGANIZER in rights else []


def invite(service: Service, found: Access, role: str, seat: str = "", mail: str = "") -> str:
    """Make an invitation, and send it to an address if one is given; gives its own address.

    Raises InvitationError, and SeatError for a seat that there is not.
    """
    account, game = found.account, found.game
    known = offered(found)
    if account is None or role not in known:
        raise InvitationError(
            LocalizedText("you can't invite anyone as '{role}'", role=role),
            LocalizedText("choose one of {names}", names=", ".join(known)),
        )
    replaces = None
    if game.state == directory.RUNNING and role == directory.PLAYER:
        with service.database.game(game.key) as store:
            seat = seat_of(store.seats(), seat).name
        if not found.is_gamemaster and seat not in seats.free_seats(service, game.key):
            raise InvitationError(
                LocalizedText("only the gamemaster can give a seat away"),
                LocalizedText("ask the gamemaster"),
            )
        replaces = seats.holder_within(found.present, seat)
    elif game.state != directory.OPEN and role == directory.PLAYER:
        raise _is_over()
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
        number = connection.execute(
            insert(tables.invitations)
            .values(
                key_hash=key_hash(key),
                game=game.key,
                role=role,
                seat=seat,
                made_by=account.id,
                made_at=stamp(service.clock),
                ends_at=in_future(service.clock, LASTS),
            )
            .returning(tables.invitations.c.id)
        ).scalar_one()
        if replaces is not None:
            values = {"invitation": number, "account": replaces.account}
            connection.execute(insert(tables.replacements).values(**values))
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
        f"  {address}\n\nThe link works once and expires in {LASTS.days} days.\n"
    )
    subject = f"Invitation to '{game.terms.title}'"
    mails.put(service, connection, mail, subject, body)


def no_more_good() -> InvitationError:
    """What is told of an invitation that was used, has ended or never was."""
    return InvitationError(
        LocalizedText("this invitation is no longer valid"), LocalizedText("request a new one")
    )


def _is_over() -> InvitationError:
    return InvitationError(
        LocalizedText("you can't take a seat: the game is over or just starting"),
        LocalizedText("try again in a moment"),
    )


def find(service: Service, key: str) -> Invitation:
    """The invitation of a key; looking at it does not use it up. Raises InvitationError."""
    with service.database.reading() as connection:
        return _found(service, connection, key)


def _found(service: Service, connection: Connection, key: str) -> Invitation:
    table, accounts, replaced = tables.invitations, tables.accounts, tables.replacements
    row = connection.execute(
        select(table, accounts.c.name, replaced.c.account.label("replaces"))
        .join(accounts, accounts.c.id == table.c.made_by)
        .outerjoin(replaced, replaced.c.invitation == table.c.id)
        .where(
            table.c.key_hash == key_hash(key),
            table.c.used_by.is_(None),
            table.c.ends_at >= stamp(service.clock),
        )
    ).first()
    if row is None:
        raise no_more_good()
    game = directory.find_within(connection, row.game)
    if row.role not in _offered(game, _places(connection, row.game, row.made_by)):
        raise no_more_good()
    facts = (row.id, row.game, row.role, row.seat, row.name, row.ends_at)
    return Invitation(*facts, row.made_by, row.made_at, row.replaces)


def _places(connection: Connection, game: str, account: int) -> list[Member]:
    """The places that somebody has in a game now."""
    members = directory.members_of(connection, game)
    return [one for one in members if one.account == account and one.left_at is None]


def accept(service: Service, account: Account, key: str, name: str = "") -> str:
    """Take the place that an invitation is for; gives the game's key.

    What its maker may do is looked at again, in the transaction in which the place is taken.
    Raises InvitationError, and what joining a game raises; the invitation is good then as before.
    """
    table = tables.invitations
    with service.database.writing() as connection:
        found = _found(service, connection, key)
        used = update(table).where(table.c.id == found.id).values(used_by=account.id)
        connection.execute(used)
        _take_place(service, connection, account, found, name)
    return found.game


def _take_place(
    service: Service, connection: Connection, account: Account, found: Invitation, name: str
) -> None:
    game = directory.find_within(connection, found.game)
    if found.role != directory.PLAYER:
        roles.take_within(service, connection, account, game, found.role, name)
        return
    if game.state == directory.OPEN:
        joining.join_within(service, connection, account, game, name)
        return
    if game.state != directory.RUNNING:
        raise _is_over()
    makers = _places(connection, game.key, found.made_by)
    by_gamemaster = any(one.role == directory.GAMEMASTER for one in makers)
    seats.take_within(
        service,
        connection,
        account,
        game.key,
        found.seat,
        lambda holder: by_gamemaster and found.is_to_replace(holder),
    )
