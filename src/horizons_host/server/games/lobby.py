"""Open games that anyone may join, as cards of the lobby, and the filters on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen
from sqlalchemy import select

from horizons_host.deadlines.rules import Rule, rule_from
from horizons_host.seats.handover import Reliability
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory, players
from horizons_host.server.games.directory import GAMEMASTER, ORGANIZER, PLAYER, ListedGame
from horizons_host.server.schedule_words import PACES, pace_of
from horizons_host.server.service import Service

#: The numbers of free seats that a visitor can ask for.
FREE_SEATS = (1, 2, 3)


@frozen
class LobbyFilter:
    """Choices of a visitor who looks for a game; "" and 0 for anything.

    Attributes:
        variant: the name of the game's variant.
        pace: a class of paces.
        seats: the least number of free seats.
    """

    variant: str = ""
    pace: str = ""
    seats: int = 0

    def __bool__(self) -> bool:
        return self != LobbyFilter()

    def fits(self, entry: OpenGame) -> bool:
        """Return whether a game is among those looked for."""
        return (
            self.variant in {"", entry.game.terms.variant}
            and self.pace in {"", entry.pace}
            and entry.free >= self.seats
        )


@frozen
class OpenGame:
    """An open game in the lobby.

    Attributes:
        game: the game.
        rule: its schedule; None if the gamemaster runs the turns.
        pace: the class of its pace.
        joined: the number of players who have joined.
        host: the name of its organizer or gamemaster.
        is_member: whether the visitor is in it.
        may_join: whether the visitor is as reliable as the game asks.
    """

    game: ListedGame
    rule: Rule | None
    pace: str
    joined: int
    host: str
    is_member: bool
    may_join: bool

    @property
    def free(self) -> int:
        """The number of free seats."""
        return max(self.game.terms.players - self.joined, 0)


def lobby_filter(variant: str, pace: str, seats: str) -> LobbyFilter:
    """Return the filter of a visitor's choices; an unknown choice looks for anything."""
    return LobbyFilter(
        variant,
        pace if pace in PACES else "",
        int(seats) if seats in map(str, FREE_SEATS) else 0,
    )


def open_games(service: Service, account: Account | None) -> Sequence[OpenGame]:
    """List the open games that anyone may join: those with free seats first, newest first."""
    games = [g for g in directory.games_in_state(service, directory.OPEN) if g.terms.listed]
    members = _members(service, [game.key for game in games])
    record = None
    if account is not None:
        record = players.account_reliability(service, [account.id])[account.id]
    entries = [_entry(service, game, members.get(game.key, ()), account, record) for game in games]
    return sorted(entries, key=lambda entry: entry.free == 0)


def _entry(
    service: Service,
    game: ListedGame,
    members: Sequence[tuple[int, str, str]],
    account: Account | None,
    record: Reliability | None,
) -> OpenGame:
    rule = rule_from(game.terms.deadlines) if game.terms.deadlines else None
    return OpenGame(
        game,
        rule,
        pace_of(rule, service.clock()),
        sum(role == PLAYER for _, role, _ in members),
        next((name for _, role, name in members if role in {ORGANIZER, GAMEMASTER}), ""),
        account is not None and any(number == account.id for number, _, _ in members),
        record is None or players.is_reliable(record, game.terms.reliability),
    )


def _members(service: Service, keys: Sequence[str]) -> Mapping[str, Sequence[tuple[int, str, str]]]:
    """Return account, role and name of each present member of these games."""
    table, accounts = tables.members, tables.accounts
    statement = (
        select(table.c.game, table.c.account, table.c.role, accounts.c.name)
        .join(accounts, accounts.c.id == table.c.account)
        .where(table.c.game.in_(keys), table.c.left_at.is_(None))
        .order_by(table.c.id)
    )
    found: dict[str, list[tuple[int, str, str]]] = {}
    for row in service.database.select_rows(statement):
        found.setdefault(row.game, []).append((row.account, row.role, row.name))
    return found
