"""Verifiable dice: a random seed that all players of a game contribute to.

Players commit to their shares while the game is open. The server's share is drawn once all hashes
are in, and announced with them; only then do players reveal their shares, so neither they nor the
server can choose the seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, frozen
from sqlalchemy import Connection, select, update

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.games.shared_seed import (
    SharedChance,
    SharedChanceError,
    add_shares,
    from_dict,
    new_shares,
    plan_of,
    require_hex,
    require_plan,
    to_dict,
)
from horizons_host.server import tables
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import ListedGame
from horizons_host.server.games.terms import Terms
from horizons_host.server.service import Service


@frozen
class SharingStatus:
    """The state of the shares: who has committed, and once all have, the announcement.

    `announcement` is empty before that (see `SharedChance.to_dict`); `withheld` are the
    players whose share is then still missing.
    """

    committed: Sequence[str]
    announcement: Mapping[str, Any]
    withheld: Sequence[str]


def sharing_status(service: Service, key: str) -> SharingStatus:
    """Return the state of the players' shares."""
    with service.database.reading() as connection:
        commitments = _commitments(connection, key)
        chance = _shares(connection, key)
    announcement = chance.to_dict() if chance else {}
    return SharingStatus(
        [name for name in commitments if commitments[name]], announcement, withheld(chance)
    )


def withheld(chance: SharedChance | None) -> list[str]:
    """List the players whose shares are missing."""
    return chance.withheld if chance else []


def shares(service: Service, key: str) -> SharedChance | None:
    """Return the shares of a game, or None until all hashes are in."""
    with service.database.reading() as connection:
        return _shares(connection, key)


def _shares(connection: Connection, key: str) -> SharedChance | None:
    table = tables.games
    stored = connection.execute(select(table.c.chance).where(table.c.key == key)).scalar_one()
    return from_dict(stored) if stored else None


def _commitments(connection: Connection, key: str) -> dict[str, str]:
    """Return the hash of each player's share by seat, in the order they joined; "" for none."""
    table = tables.members
    statement = (
        select(table.c.seat, table.c.promise)
        .where(table.c.game == key, table.c.role == directory.PLAYER, table.c.left_at.is_(None))
        .order_by(table.c.id)
    )
    return {row.seat: row.promise for row in connection.execute(statement)}


def commit_share(service: Service, rights: Access, text: str) -> None:
    """Commit to a player's share by its hash; the last commitment draws the server's share.

    Raises SharedChanceError for an invalid hash, and once all hashes are in.
    """
    text = text.strip().casefold()
    key, seat = rights.game.key, _seat(rights)
    require_hex(seat, text)
    table = tables.members
    with service.database.writing() as connection:
        if _shares(connection, key) is not None:
            raise SharedChanceError(
                LocalizedText("all hashes have arrived"), LocalizedText("reveal your share")
            )
        membership = (table.c.game == key, table.c.seat == seat, table.c.left_at.is_(None))
        connection.execute(update(table).where(*membership).values(promise=text))
        promised = _commitments(connection, key)
        if len(promised) == rights.game.terms.players and all(promised.values()):
            _store(connection, key, new_shares(_plan(rights.game.terms, list(promised)), promised))


def reveal_share(service: Service, rights: Access, share: str) -> None:
    """Reveal a player's share, once all hashes are in; raises SharedChanceError."""
    key, seat = rights.game.key, _seat(rights)
    with service.database.writing() as connection:
        chance = _shares(connection, key)
        if chance is None:
            raise SharedChanceError(
                LocalizedText("some hashes are missing"),
                LocalizedText("keep your share secret until then"),
            )
        add_shares(chance, {seat: share.strip().casefold()})
        _store(connection, key, chance)


def _seat(rights: Access) -> str:
    if rights.game.state != directory.OPEN or not rights.game.terms.shared_chance:
        raise SharedChanceError(
            LocalizedText("this game doesn't accept shares"),
            LocalizedText("it has started without them"),
        )
    if rights.seat is None or not rights.has_role(directory.PLAYER):
        raise SharedChanceError(
            LocalizedText("only players send shares"), LocalizedText("join the game first")
        )
    return rights.seat


def _store(connection: Connection, key: str, chance: SharedChance | None) -> None:
    table = tables.games
    data = {} if chance is None else to_dict(chance)
    connection.execute(update(table).where(table.c.key == key).values(chance=data))


def discard_commitments(connection: Connection, key: str) -> None:
    """Discard all commitments after a player left an open game, as the set-up has changed."""
    if _shares(connection, key) is None:
        return
    _store(connection, key, None)
    table = tables.members
    connection.execute(update(table).where(table.c.game == key).values(promise=""))


def demand_shares(service: Service, game: ListedGame, *, without: bool) -> None:
    """Start a game with verifiable dice; raises SharedChanceError while shares are missing.

    `without` removes the players who withhold theirs. Raises OptionError if too few
    players remain.
    """
    if not game.terms.shared_chance:
        return
    table, games = tables.members, tables.games
    with service.database.writing() as connection:
        promised = _commitments(connection, game.key)
        chance = _shares(connection, game.key)
        if chance is None:
            names = ", ".join(name for name in promised if not promised[name])
            raise SharedChanceError(
                LocalizedText("hashes are missing from: {names}", names=names),
                LocalizedText("wait until they have arrived"),
            )
        require_plan(chance, _plan(game.terms, list(promised)))
        if chance.withheld and (not without or not chance.shares):
            raise SharedChanceError(
                LocalizedText("shares are missing from: {names}", names=", ".join(chance.withheld)),
                LocalizedText("wait for them, or start the game without these players"),
            )
        _demand_enough(game.terms, [name for name in promised if name in chance.shares])
        withholding = (table.c.game == game.key, table.c.seat.in_(chance.withheld))
        connection.execute(
            update(table)
            .where(*withholding, table.c.left_at.is_(None))
            .values(left_at=stamp(service.clock))
        )
        # The game gets smaller with them, so that no one joins in their place.
        terms = evolve(game.terms, players=len(chance.shares))
        connection.execute(
            update(games)
            .where(games.c.key == game.key, games.c.state == directory.OPEN)
            .values(state=directory.STARTING, terms=terms.to_dict())
        )


def _plan(terms: Terms, people: Sequence[str]) -> dict[str, Any]:
    return plan_of(terms.rules(), terms.options, terms.empires(people))


def _demand_enough(terms: Terms, people: Sequence[str]) -> None:
    terms.rules().info.check_players(terms.empires(people))
