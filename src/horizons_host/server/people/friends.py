"""Friends, people whom an account follows, and new games with the people of a finished one.

Only the account itself sees whom it follows. A friend's page and games are shown no more than to
anyone else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve, frozen
from sqlalchemy import delete, insert, select

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.leaving import SCHEDULE
from horizons_host.server.games import deadlines, directory, invitations, joining
from horizons_host.server.games.access import Access, access
from horizons_host.server.games.terms import MAX_TITLE_LENGTH
from horizons_host.server.people.blocks import blocked_accounts
from horizons_host.server.people.profiles import FLAG_SETTING
from horizons_host.server.people.results import are_players_shown
from horizons_host.server.service import Service

#: Maximum number of friends of an account.
MAX_FRIENDS = 500


class FriendsError(HorizonsError):
    """A person who cannot be a friend, or a game that cannot be played again."""


@frozen
class Friend:
    """A friend by name, with the flag."""

    name: str
    flag: str


def add_friend(service: Service, account: Account, name: str) -> None:
    """Follow a person; doing it again changes nothing. Raises FriendsError."""
    person = accounts.by_name(service, name)
    if person is None or person.is_guest or person.id == account.id:
        raise FriendsError(
            LocalizedText("no other account '{name}'", name=name), LocalizedText("check the name")
        )
    table = tables.friends
    with service.database.writing() as connection:
        listed = select(table.c.about).where(table.c.account == account.id)
        known = connection.execute(listed).scalars().all()
        if len(known) >= MAX_FRIENDS and person.id not in known:
            raise FriendsError(
                LocalizedText("you have {number} friends", number=MAX_FRIENDS),
                LocalizedText("remove some of them"),
            )
        if person.id not in known:
            values = {"account": account.id, "about": person.id, "at": stamp(service.clock)}
            connection.execute(insert(table).values(**values))


def remove_friend(service: Service, account: Account, name: str) -> None:
    """Follow a person no longer; nothing changes for other people."""
    person, table = accounts.by_name(service, name), tables.friends
    if person is not None:
        conditions = (table.c.account == account.id, table.c.about == person.id)
        with service.database.writing() as connection:
            connection.execute(delete(table).where(*conditions))


def friends_of(service: Service, account: Account) -> Sequence[Friend]:
    """List an account's friends by name."""
    table, people = tables.friends.c, tables.accounts.c
    statement = (
        select(people.name, people.settings)
        .join(tables.friends, people.id == table.about)
        .where(table.account == account.id, people.left_at.is_(None))
        .order_by(people.folded_name)
    )
    rows = service.database.select_rows(statement)
    return [Friend(row.name, row.settings.get(FLAG_SETTING, "")) for row in rows]


def is_friend(service: Service, account: Account, person: Account) -> bool:
    """Return whether an account follows a person."""
    table = tables.friends.c
    conditions = (table.account == account.id, table.about == person.id)
    return bool(service.database.select_rows(select(table.at).where(*conditions)))


def may_play_again(service: Service, rights: Access) -> bool:
    """Return whether a member of a finished game may begin another one with the same people."""
    game = rights.game
    return (
        game.state == directory.ENDED
        and bool(rights.own_memberships)
        and game.terms.is_between_people
        and are_players_shown(service, game)
    )


def play_again(service: Service, rights: Access) -> str:
    """Announce a game with the settings of a finished one, invite its people, return its key.

    The account has its role in the new game: it runs it as gamemaster, or plays and organizes it,
    with a weekly schedule if the old game had none. Everyone else who is still in the game as a
    player is invited by name, except people whom the account has blocked. Raises FriendsError, and
    what announcing a game raises.
    """
    account, game = rights.account, rights.game
    if account is None or not may_play_again(service, rights):
        raise FriendsError(
            LocalizedText("this game can't be played again with the same people"),
            LocalizedText("it must be over, and show its players"),
        )
    plays = not rights.is_gamemaster
    terms = evolve(game.terms, title=_next_title(game.terms.title))
    if plays and not terms.deadlines:
        terms = evolve(terms, deadlines=deadlines.announced_schedule(service, SCHEDULE))
    key = directory.announce(service, account, terms, plays=plays).key
    if plays:
        joining.join(service, account, key, rights.seat or account.name)
    new, blocked = access(service, account, key), blocked_accounts(service, account)
    for member in rights.members:
        if member.role == directory.PLAYER and member.account not in {account.id, *blocked}:
            person = accounts.by_id(service, member.account)
            if person is not None:
                invitations.create_invitation(service, new, directory.PLAYER, person=person)
    return key


def _next_title(title: str) -> str:
    """Return the title with the next number: `Mars` is followed by `Mars 2`."""
    match = re.fullmatch(r"(.*) (\d{1,4})", title)
    stem, number = (match[1], int(match[2]) + 1) if match else (title, 2)
    suffix = f" {number}"
    return f"{stem[: MAX_TITLE_LENGTH - len(suffix)]}{suffix}"
