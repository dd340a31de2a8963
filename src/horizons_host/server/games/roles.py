"""Members of a game without an empire: gamemasters, spectators, and other roles of its rules."""

from __future__ import annotations

from sqlalchemy import Connection

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_host.arrangements import hand_over
from horizons_host.clock import stamp
from horizons_host.joining import join_game
from horizons_host.seating import one_seat
from horizons_host.server.games import directory, mailing
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import ListedGame, Membership
from horizons_host.server.people.accounts import Account
from horizons_host.server.service import Service
from horizons_host.store import GameStore


class RoleError(HorizonsError):
    """A role that an account cannot have in a game."""


def watch(service: Service, account: Account, rights: Access, name: str) -> None:
    """Follow a public game as a spectator; raises RoleError."""
    with service.database.writing() as connection:
        game = directory.find_game_within(connection, rights.game.key)
        if not game.terms.listed or not game.terms.spectators:
            raise RoleError(
                LocalizedText("spectators need an invitation to this game"),
                LocalizedText("ask the gamemaster"),
            )
        take_role_within(service, connection, account, game, directory.SPECTATOR, name)


def take_role_within(
    service: Service,
    connection: Connection,
    account: Account,
    game: ListedGame,
    role: str,
    name: str,
) -> None:
    """Join a game without an empire, under a name of the account's choice.

    Raises RoleError for a player, for a role that the account already has, and after the game's
    end, and what `Variant.join` raises for a name.
    """
    if game.state not in {directory.OPEN, directory.RUNNING}:
        raise RoleError(
            LocalizedText("this game is over or just starting"),
            LocalizedText("try again in a moment"),
        )
    seat = "" if role == directory.GAMEMASTER else " ".join(name.split()) or account.name
    members = directory.members_of(connection, game.key)
    _demand_not_member(members, account, game, role)
    if seat and game.state == directory.OPEN:
        _demand_name(members, game, seat)
    elif seat:
        with service.database.game(game.key) as store:
            _add_seat(service, store, account, members, role, seat)
    directory.insert_member(connection, game.key, account.id, role, seat, stamp(service.clock))


def _demand_not_member(
    members: list[Membership], account: Account, game: ListedGame, role: str
) -> None:
    for member in members:
        present = member.account == account.id and member.left_at is None
        if present and member.role in {directory.PLAYER, role}:
            raise RoleError(
                LocalizedText("you are already in '{title}'", title=game.terms.title),
                LocalizedText("open the game page"),
            )


def _demand_name(members: list[Membership], game: ListedGame, seat: str) -> None:
    game.terms.rules().info.check_names([seat])
    if any(folded(member.seat) == folded(seat) for member in members if member.left_at is None):
        raise RoleError(
            LocalizedText("someone already uses the name '{name}' in this game", name=seat),
            LocalizedText("choose another name"),
        )


def _add_seat(
    service: Service,
    store: GameStore,
    account: Account,
    members: list[Membership],
    role: str,
    seat: str,
) -> None:
    """Add a seat to a running game's store, or reuse the one that the account has left."""
    address = mailing.address_of(service, account.id) or None
    known = any(member.name == seat and member.role == role for member in store.seats())
    used_by_others = any(member.seat == seat and member.account != account.id for member in members)
    if known and not used_by_others:
        hand_over(store, seat, "who was there before", None, address, service.clock)
    else:
        join_game(store, one_seat(seat, role, None, address), {}, service.clock)
    mailing.apply_settings(service, store, account.id, seat)
