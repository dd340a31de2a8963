"""Traces of browsers and networks, from which gamemasters get hints of shared accounts.

The server stores no address and no browser: only hashes with a key that is drawn each week, so that
traces of different weeks cannot be compared. Traces and keys are deleted after some weeks.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from itertools import combinations

from attrs import frozen
from sqlalchemy import Connection, insert, select

from horizons_core.localized_text import LocalizedText
from horizons_host.server import tables
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import PLAYER
from horizons_host.server.service import Service

#: Number of weeks for which traces are kept, the present one included.
KEPT_WEEKS = 4
#: Number of common games from which players who are always together are worth a hint.
_ALWAYS_TOGETHER = 3
_KEY = "trace key "
_BROWSER, _NETWORK = "browser", "network"


@frozen
class Origin:
    """The origin of a request: the cookie that identifies the browser ("": none), the network."""

    browser: str
    network: str


@frozen
class Hint:
    """A hint that two players of a game may be one person, or know each other well."""

    names: tuple[str, str]
    reasons: Sequence[LocalizedText]


def note_within(service: Service, connection: Connection, account: int, origin: Origin) -> None:
    """Note from where an account is used this week."""
    period, table = _week(service, 0), tables.traces
    key = _weekly_key(service, connection, period)
    for kind, value in ((_BROWSER, origin.browser), (_NETWORK, origin.network)):
        values = {
            "account": account,
            "period": period,
            "kind": kind,
            "hash": hmac.digest(key.encode(), f"{kind} {value}".encode(), "sha256").hex(),
        }
        same = [table.c[name] == part for name, part in values.items()]
        if value and connection.execute(select(table.c.account).where(*same)).first() is None:
            connection.execute(insert(table).values(**values))


def _week(service: Service, before: int) -> str:
    year, week, _ = (service.clock() - timedelta(weeks=before)).isocalendar()
    return f"{year}-{week:02}"


def _weekly_key(service: Service, connection: Connection, period: str) -> str:
    """Return the key of a week; a new one ends those that are too old, with their traces."""
    facts, name = tables.server_facts, f"{_KEY}{period}"
    key = connection.execute(select(facts.c.value).where(facts.c.name == name)).scalar()
    if key is None:
        key = secrets.token_hex(32)
        connection.execute(insert(facts).values(name=name, value=key))
        oldest = _week(service, KEPT_WEEKS - 1)
        connection.execute(tables.traces.delete().where(tables.traces.c.period < oldest))
        too_old = (facts.c.name.startswith(_KEY), facts.c.name < f"{_KEY}{oldest}")
        connection.execute(facts.delete().where(*too_old))
    return str(key)


def hints(service: Service, rights: Access) -> list[Hint]:
    """Return hints about the players of a game, for its gamemaster."""
    rights.demand_gamemaster()
    players = {m.account: m.name for m in rights.members if m.role == PLAYER}
    traces = _traces(service, players)
    games = _games(service, players)
    hints = []
    for first, second in combinations(players, 2):
        reasons = [
            words for kind, words in _REASONS.items() if traces[first, kind] & traces[second, kind]
        ]
        if games[first] == games[second] and len(games[first]) >= _ALWAYS_TOGETHER:
            reasons.append(LocalizedText("they only ever play together"))
        if reasons:
            hints.append(Hint((players[first], players[second]), reasons))
    return hints


_REASONS: Mapping[str, LocalizedText] = {
    _BROWSER: LocalizedText("they used the same browser"),
    _NETWORK: LocalizedText("they used the same network address"),
}


def _traces(
    service: Service, accounts: Collection[int]
) -> dict[tuple[int, str], set[tuple[str, str]]]:
    table = tables.traces.c
    recent = table.period >= _week(service, KEPT_WEEKS - 1)
    statement = select(tables.traces).where(table.account.in_(accounts), recent)
    traces: dict[tuple[int, str], set[tuple[str, str]]] = {
        (account, kind): set() for account in accounts for kind in _REASONS
    }
    for row in service.database.select_rows(statement):
        traces[row.account, row.kind].add((row.period, row.hash))
    return traces


def _games(service: Service, accounts: Collection[int]) -> dict[int, set[str]]:
    """Return the games with other people in which each of these accounts has turns."""
    table = tables.attendance_days.c
    statement = select(table.account, table.game).where(table.account.in_(accounts)).distinct()
    games: dict[int, set[str]] = {account: set() for account in accounts}
    for row in service.database.select_rows(statement):
        games[row.account].add(row.game)
    return games
