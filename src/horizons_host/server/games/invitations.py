"""Invitations: links for one person or several to a seat or a role in a game."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from attrs import frozen
from sqlalchemy import ColumnElement, Connection, Row, Select, func, insert, select, update

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.seats.seats import mail_address, seat_of
from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory, joining, seats
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import ListedGame, Membership
from horizons_host.server.jobs import server_mails
from horizons_host.server.security import rate_limits
from horizons_host.server.security.rate_limits import Limit
from horizons_host.server.service import Service
from horizons_host.server.tables import in_future, in_past, key_hash, new_key

LIFETIME = timedelta(days=14)
#: Invitations by name that an account can make.
INVITATIONS_BY_NAME = Limit(60, timedelta(days=1))
#: Limits of an invitation's places, and of a game's valid invitations.
MAX_PLACES, MAX_PENDING = 50, 100


class InvitationError(HorizonsError):
    """An invitation that cannot be made, or is no longer valid."""


@frozen
class Invitation:
    """A valid invitation: its game, role and seat, and who made it (name and account).

    `replaces` is the account that played the seat when the invitation was made, or None; `taken`
    of `places` people have accepted it; `invited` is the person whom it is for, or "".
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
    places: int
    taken: int
    invited: str = ""

    def is_to_replace(self, holder: Membership | None) -> bool:
        """Return whether this player (None: the bot) had the seat when the invitation was made."""
        if holder is None:
            return True
        return holder.account == self.replaces and holder.joined_at <= self.made_at


def find_person(service: Service, name: str) -> Account:
    """Return the account that an invitation by name is for; raises InvitationError."""
    person = accounts.by_name(service, name)
    if person is None or person.is_guest:
        raise InvitationError(
            LocalizedText("no account '{name}'", name=name.strip()), LocalizedText("check the name")
        )
    return person


def offered_roles(rights: Access) -> list[str]:
    """List the roles that an account may invite to, by its own role and the rules' roles."""
    return _offered_to(rights.game, rights.own_memberships)


def _offered_to(game: ListedGame, memberships: Iterable[Membership]) -> list[str]:
    """List the roles that a member may invite to; a player may invite to none."""
    rights = {member.role for member in memberships if member.left_at is None}
    if directory.GAMEMASTER in rights:
        known = [role.name for role in game.terms.rules().roles]
        return [directory.PLAYER, *known, directory.GAMEMASTER]
    return [directory.PLAYER] if directory.ORGANIZER in rights else []


def create_invitation(
    service: Service,
    rights: Access,
    role: str,
    seat: str = "",
    mail: str = "",
    places: int = 1,
    person: Account | None = None,
) -> str:
    """Make an invitation, mail it to an address if one is given, and return its link.

    `places` is the number of people who may accept it. An invitation of a `person` is for their
    account alone, which finds it on its page of invitations and, on a server with mail, in an
    email. Raises InvitationError, TooManyError, and SeatError for a seat that does not exist.
    """
    account, game = rights.account, rights.game
    choices = offered_roles(rights)
    if account is None or role not in choices:
        raise InvitationError(
            LocalizedText("you can't invite anyone as '{role}'", role=role),
            LocalizedText("choose one of {names}", names=", ".join(choices)),
        )
    replaces = None
    if role == directory.PLAYER:
        seat, replaces = _offered_seat(service, rights, seat)
    _demand_places(game, places)
    mail = mail_address(mail) if mail else ""
    _count_invitation(service, account, mail, person)
    key = new_key()
    address = f"{service.settings.public_url}/invitations/{key}"
    with service.database.writing() as connection:
        if len(_pending(service, connection, game.key)) >= MAX_PENDING:
            raise InvitationError(
                LocalizedText("there are {number} pending invitations", number=MAX_PENDING),
                LocalizedText("revoke some of them"),
            )
        number = connection.execute(
            insert(tables.invitations)
            .values(
                key_hash=key_hash(key),
                game=game.key,
                role=role,
                seat=seat,
                made_by=account.id,
                made_at=stamp(service.clock),
                ends_at=in_future(service.clock, LIFETIME),
            )
            .returning(tables.invitations.c.id)
        ).scalar_one()
        if places > 1 and person is None:
            of_several = insert(tables.invitation_places)
            connection.execute(of_several.values(invitation=number, places=places))
        if replaces is not None:
            values = {"invitation": number, "account": replaces.account}
            connection.execute(insert(tables.replacements).values(**values))
        if person is not None:
            values = {"invitation": number, "account": person.id}
            connection.execute(insert(tables.personal_invitations).values(**values))
            _notify(service, connection, game, account, role, person)
        if mail:
            _send(service, connection, game, account, role, mail, address)
    return address


def _notify(
    service: Service,
    connection: Connection,
    game: ListedGame,
    account: Account,
    role: str,
    person: Account,
) -> None:
    """Mail an invitation by name, unless the person has blocked its maker."""
    blocked = tables.blocks.c
    statement = select(blocked.at).where(blocked.account == person.id, blocked.about == account.id)
    is_blocked = connection.execute(statement).first() is not None
    if service.settings.mail is None or not person.mail or not person.confirmed or is_blocked:
        return
    body = (
        f"{account.name} invites you to the game '{game.terms.title}' as {role}.\n"
        f"Accept or decline within {LIFETIME.days} days, signed in as {person.name}:\n\n"
        f"  {service.settings.public_url}/invitations\n"
    )
    subject = f"Invitation to '{game.terms.title}'"
    server_mails.queue_mail(service, connection, person.mail, subject, body)


def _offered_seat(service: Service, rights: Access, seat: str) -> tuple[str, Membership | None]:
    """Return a seat that the account may give away, and its player; raises InvitationError."""
    game = rights.game
    if game.state == directory.OPEN:
        return seat, None
    if game.state != directory.RUNNING:
        raise _no_free_seat()
    with service.database.game(game.key) as store:
        seat = seat_of(store.seats(), seat).name
    if not rights.is_gamemaster and seat not in seats.free_seats(service, game.key):
        raise InvitationError(
            LocalizedText("only the gamemaster can give a seat away"),
            LocalizedText("ask the gamemaster"),
        )
    return seat, seats.holder_within(rights.members, seat)


def _count_invitation(
    service: Service, account: Account, mail: str, person: Account | None
) -> None:
    """Count an invitation by email or by name; raises InvitationError, TooManyError."""
    if person is not None:
        if person.id == account.id:
            raise InvitationError(
                LocalizedText("you can't invite yourself"), LocalizedText("choose another person")
            )
        subject = (f"invitations by name of {account.id}", INVITATIONS_BY_NAME)
        rate_limits.count_attempts(service, subject)
    if mail:
        rate_limits.count_attempts(
            service,
            (f"mail to {mail.casefold()}", rate_limits.MAILS_TO_ADDRESS),
            (f"mails asked for by {account.id}", rate_limits.MAILS_BY_ACCOUNT),
        )


def _demand_places(game: ListedGame, places: int) -> None:
    most = 1 if game.state == directory.RUNNING else MAX_PLACES
    if not 1 <= places <= most:
        raise InvitationError(
            LocalizedText("an invitation can't be for {number} people", number=places),
            LocalizedText("choose a number from 1 to {most}", most=most),
        )


def _send(
    service: Service,
    connection: Connection,
    game: ListedGame,
    account: Account,
    role: str,
    mail: str,
    address: str,
) -> None:
    body = (
        f"{account.name} invites you to the game '{game.terms.title}' as {role}:\n\n"
        f"  {address}\n\nThe link works once and expires in {LIFETIME.days} days.\n"
    )
    subject = f"Invitation to '{game.terms.title}'"
    server_mails.queue_mail(service, connection, mail, subject, body)


def invalid_invitation() -> InvitationError:
    """Return the error for an invitation that was used, has expired or never existed."""
    return InvitationError(
        LocalizedText("this invitation is no longer valid"), LocalizedText("ask for a new one")
    )


def _no_free_seat() -> InvitationError:
    return InvitationError(
        LocalizedText("you can't take a seat: the game is over or just starting"),
        LocalizedText("try again in a moment"),
    )


def find_invitation(service: Service, key: str) -> Invitation:
    """Return the invitation of a key without using it up; raises InvitationError."""
    with service.database.reading() as connection:
        return _find_invitation_within(service, connection, _has_key(key))


def _has_key(key: str) -> ColumnElement[bool]:
    return tables.invitations.c.key_hash == key_hash(key)


def _find_invitation_within(
    service: Service, connection: Connection, condition: ColumnElement[bool]
) -> Invitation:
    row = connection.execute(_valid(service).where(condition)).first()
    if row is None:
        raise invalid_invitation()
    game = directory.find_game_within(connection, row.game)
    if row.role not in _offered_to(game, _memberships(connection, row.game, row.made_by)):
        raise invalid_invitation()
    return _invitation(row)


def _valid(service: Service) -> Select[Any]:
    """Return the statement that selects invitations that are neither expired nor used up."""
    table, accounts, replaced = tables.invitations, tables.accounts, tables.replacements
    accepted, several = tables.acceptances, tables.invitation_places
    personal, invited = tables.personal_invitations, tables.accounts.alias()
    taken = select(func.count()).where(accepted.c.invitation == table.c.id).scalar_subquery()
    return (
        select(
            table,
            accounts.c.name,
            replaced.c.account.label("replaces"),
            invited.c.name.label("invited"),
            func.coalesce(several.c.places, 1).label("places"),
            taken.label("taken"),
        )
        .join(accounts, accounts.c.id == table.c.made_by)
        .outerjoin(several, several.c.invitation == table.c.id)
        .outerjoin(replaced, replaced.c.invitation == table.c.id)
        .outerjoin(personal, personal.c.invitation == table.c.id)
        .outerjoin(invited, invited.c.id == personal.c.account)
        .where(table.c.used_by.is_(None), table.c.ends_at >= stamp(service.clock))
        .order_by(table.c.id)
    )


def _invitation(row: Row[Any]) -> Invitation:
    facts = (row.id, row.game, row.role, row.seat, row.name, row.ends_at, row.made_by, row.made_at)
    return Invitation(*facts, row.replaces, row.places, row.taken, row.invited or "")


def pending_invitations(service: Service, rights: Access) -> list[Invitation]:
    """List the game's valid invitations that an account may revoke."""
    with service.database.reading() as connection:
        pending = _pending(service, connection, rights.game.key)
    reader = rights.account.id if rights.account else None
    return [i for i in pending if rights.is_gamemaster or i.made_by == reader]


def _pending(service: Service, connection: Connection, game: str) -> list[Invitation]:
    statement = _valid(service).where(tables.invitations.c.game == game)
    return [_invitation(row) for row in connection.execute(statement)]


def revoke_invitation(service: Service, rights: Access, number: int) -> None:
    """End an invitation; an ended one is left alone. Raises InvitationError for those of others."""
    if number not in {invitation.id for invitation in pending_invitations(service, rights)}:
        raise invalid_invitation()
    table = tables.invitations
    ended = in_past(service.clock, timedelta(seconds=1))
    with service.database.writing() as connection:
        connection.execute(update(table).where(table.c.id == number).values(ends_at=ended))


def _memberships(connection: Connection, game: str, account: int) -> list[Membership]:
    """List the memberships that an account has in a game now."""
    members = directory.members_of(connection, game)
    return [member for member in members if member.account == account and member.left_at is None]


def accept_invitation(service: Service, account: Account, key: str, name: str = "") -> str:
    """Accept an invitation and return the game's key.

    Its maker's rights are checked again, in the transaction that takes the seat. Accepting it again
    changes nothing. Raises InvitationError, and what joining a game raises; then the invitation
    stays valid.
    """
    return _accept(service, account, _has_key(key), name)


def _accept(service: Service, account: Account, condition: ColumnElement[bool], name: str) -> str:
    table, accepted = tables.invitations, tables.acceptances
    with service.database.writing() as connection:
        invitation = _find_invitation_within(service, connection, condition)
        taken = select(accepted.c.account).where(accepted.c.invitation == invitation.id)
        if account.id in connection.execute(taken).scalars().all():
            return invitation.game
        values = {"invitation": invitation.id, "account": account.id, "at": stamp(service.clock)}
        connection.execute(insert(accepted).values(**values))
        if invitation.taken + 1 >= invitation.places:
            statement = update(table).where(table.c.id == invitation.id)
            connection.execute(statement.values(used_by=account.id))
        _take_place(service, connection, account, invitation, name)
    return invitation.game


def _is_for(account: Account) -> ColumnElement[bool]:
    """Return whether an invitation is for an account by name, and not from a blocked person."""
    personal, blocked = tables.personal_invitations.c, tables.blocks.c
    invited = select(personal.invitation).where(personal.account == account.id)
    strangers = select(blocked.about).where(blocked.account == account.id)
    table = tables.invitations.c
    return table.id.in_(invited) & table.made_by.not_in(strangers)


def personal_invitations(service: Service, account: Account) -> list[tuple[Invitation, ListedGame]]:
    """List the valid invitations by name of an account, with their games, oldest first."""
    with service.database.reading() as connection:
        rows = connection.execute(_valid(service).where(_is_for(account))).all()
        pairs = [
            (_invitation(row), directory.find_game_within(connection, row.game)) for row in rows
        ]
        return [
            (invitation, game)
            for invitation, game in pairs
            if game.state in {directory.OPEN, directory.RUNNING}
            and invitation.role
            in _offered_to(game, _memberships(connection, game.key, invitation.made_by))
        ]


def accept_personal_invitation(
    service: Service, account: Account, number: int, name: str = ""
) -> str:
    """Accept an invitation by name and return the game's key; raises what accepting a link does."""
    condition = (tables.invitations.c.id == number) & _is_for(account)
    return _accept(service, account, condition, name)


def decline_invitation(service: Service, account: Account, number: int) -> None:
    """End an invitation by name; one that is over or for someone else stays as it is."""
    table, ended = tables.invitations, in_past(service.clock, timedelta(seconds=1))
    condition = (table.c.id == number) & _is_for(account)
    with service.database.writing() as connection:
        connection.execute(update(table).where(condition).values(ends_at=ended))


def _take_place(
    service: Service, connection: Connection, account: Account, invitation: Invitation, name: str
) -> None:
    game = directory.find_game_within(connection, invitation.game)
    if invitation.role != directory.PLAYER:
        seats.take_role_within(service, connection, account, game, invitation.role, name)
        return
    if game.state == directory.OPEN:
        joining.join_within(service, connection, account, game, name, is_invited=True)
        return
    if game.state != directory.RUNNING:
        raise _no_free_seat()
    makers = _memberships(connection, game.key, invitation.made_by)
    by_gamemaster = any(member.role == directory.GAMEMASTER for member in makers)
    seats.take_seat_within(
        service,
        connection,
        account,
        game.key,
        invitation.seat,
        lambda holder: by_gamemaster and invitation.is_to_replace(holder),
    )
