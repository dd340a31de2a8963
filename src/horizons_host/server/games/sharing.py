"""Chance that all players of a game share: promised while it waits for them, revealed before it.

The server's own share is drawn once all hashes are in, and announced with them; only then do the
players reveal theirs. So neither they nor the server can choose the chance of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, frozen
from sqlalchemy import Connection, select, update

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import Listed
from horizons_host.server.games.terms import Terms
from horizons_host.server.service import Service
from horizons_host.shared_chance import (
    SharedChance,
    SharedChanceError,
    begun,
    kept,
    made_of,
    plan_of,
    require_hex,
    require_plan,
    take_in,
)


@frozen
class SharingStanding:
    """How far the players are: who has `promised`, and, once all have, what is announced to all.

    `told` is empty before that (see `SharedChance.told`); `withheld` are those whose share is
    still to come then.
    """

    promised: Sequence[str]
    told: Mapping[str, Any]
    withheld: Sequence[str]


def standing(service: Service, key: str) -> SharingStanding:
    """How far the players of a game are with their shares."""
    with service.database.reading() as connection:
        promised = _promised(connection, key)
        chance = _shares(connection, key)
    told = chance.told() if chance else {}
    return SharingStanding([name for name in promised if promised[name]], told, withheld(chance))


def withheld(chance: SharedChance | None) -> list[str]:
    """Whose shares are still to come."""
    return chance.withheld if chance else []


def shares(service: Service, key: str) -> SharedChance | None:
    """The shares of a game, once all hashes are in."""
    with service.database.reading() as connection:
        return _shares(connection, key)


def _shares(connection: Connection, key: str) -> SharedChance | None:
    table = tables.games
    found = connection.execute(select(table.c.chance).where(table.c.key == key)).scalar_one()
    return made_of(found) if found else None


def _promised(connection: Connection, key: str) -> dict[str, str]:
    """By seat, in the order of their coming, the hashes of the players' shares; "" for none."""
    table = tables.members
    wanted = (
        select(table.c.seat, table.c.promise)
        .where(table.c.game == key, table.c.role == directory.PLAYER, table.c.left_at.is_(None))
        .order_by(table.c.id)
    )
    return {row.seat: row.promise for row in connection.execute(wanted)}


def promise(service: Service, found: Access, text: str) -> None:
    """Promise one's share by its hash; with the last one the server's own is drawn.

    Raises SharedChanceError for what is no hash, and once all hashes are in.
    """
    text = text.strip().casefold()
    key, seat = found.game.key, _seat(found)
    require_hex(seat, text)
    table = tables.members
    with service.database.writing() as connection:
        if _shares(connection, key) is not None:
            raise SharedChanceError(
                LocalizedText("all hashes have arrived"), LocalizedText("reveal your share")
            )
        mine = (table.c.game == key, table.c.seat == seat, table.c.left_at.is_(None))
        connection.execute(update(table).where(*mine).values(promise=text))
        promised = _promised(connection, key)
        if len(promised) == found.game.terms.players and all(promised.values()):
            _keep(connection, key, begun(_plan(found.game.terms, list(promised)), promised))


def reveal(service: Service, found: Access, share: str) -> None:
    """Reveal one's share, once all hashes are in; raises SharedChanceError."""
    key, seat = found.game.key, _seat(found)
    with service.database.writing() as connection:
        chance = _shares(connection, key)
        if chance is None:
            raise SharedChanceError(
                LocalizedText("some hashes are missing"),
                LocalizedText("keep your share secret until then"),
            )
        take_in(chance, {seat: share.strip().casefold()})
        _keep(connection, key, chance)


def _seat(found: Access) -> str:
    if found.game.state != directory.OPEN or not found.game.terms.shared_chance:
        raise SharedChanceError(
            LocalizedText("this game doesn't accept shares"),
            LocalizedText("it has started without them"),
        )
    if found.seat is None or not found.is_(directory.PLAYER):
        raise SharedChanceError(
            LocalizedText("only players send shares"), LocalizedText("join the game first")
        )
    return found.seat


def _keep(connection: Connection, key: str, chance: SharedChance | None) -> None:
    table = tables.games
    data = {} if chance is None else kept(chance)
    connection.execute(update(table).where(table.c.key == key).values(chance=data))


def begin_anew(connection: Connection, key: str) -> None:
    """Have all promise anew, as somebody has left an open game: the set-up is another one now."""
    if _shares(connection, key) is None:
        return
    _keep(connection, key, None)
    table = tables.members
    connection.execute(update(table).where(table.c.game == key).values(promise=""))


def demand_shares(service: Service, game: Listed, *, without: bool) -> None:
    """Have a game whose chance is shared begin; raises SharedChanceError while shares are to come.

    Those who withhold theirs are left out if it is to begin `without` them. Raises OptionError if
    too few are left.
    """
    if not game.terms.shared_chance:
        return
    table, games = tables.members, tables.games
    with service.database.writing() as connection:
        promised = _promised(connection, game.key)
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
        gone = (table.c.game == game.key, table.c.seat.in_(chance.withheld))
        connection.execute(
            update(table)
            .where(*gone, table.c.left_at.is_(None))
            .values(left_at=stamp(service.clock))
        )
        # With those who are left out, so that nobody comes in their place.
        terms = evolve(game.terms, players=len(chance.shares))
        connection.execute(
            update(games)
            .where(games.c.key == game.key, games.c.state == directory.OPEN)
            .values(state=directory.STARTING, terms=terms.told())
        )


def _plan(terms: Terms, people: Sequence[str]) -> dict[str, Any]:
    return plan_of(terms.rules(), terms.options, terms.empires(people))


def _demand_enough(terms: Terms, people: Sequence[str]) -> None:
    terms.rules().info.check_players(terms.empires(people))
