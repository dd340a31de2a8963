"""Browsers that get push notifications, and the key that signs these.

A browser belongs to the session in which it asked for notifications, and gets none after that: a
person who signs out, or changes the password, is not shown notifications in the other browsers.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from attrs import frozen
from sqlalchemy import ColumnElement, Row, func, insert, or_, select

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.notifications.push import (
    PushTarget,
    checked_target,
    new_signing_key,
)
from horizons_host.notifications.texts import SubscriptionError
from horizons_host.server import tables, texts
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.service import Service
from horizons_host.server.tables import in_past, key_hash

#: Maximum number of browsers of an account that get push notifications.
MAX_DEVICES = 10
#: How long a page counts as used after the last input.
_IN_USE = timedelta(minutes=2)
#: The server fact with the private key that signs its messages.
_SIGNING_KEY = "push key"
#: Browsers and systems by the words that tell them in `User-Agent`; the first that occurs counts.
_BROWSERS = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome")),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


@frozen
class Device:
    """A browser that gets push notifications.

    `session` is the hash of its session's key; `language` that of its pages.
    """

    id: int
    account: int
    session: str
    name: str
    language: str
    target: PushTarget
    made_at: str


def signing_key(service: Service) -> str:
    """Return the private key that signs messages: made once for a server."""
    table = tables.server_facts
    query = select(table.c.value).where(table.c.name == _SIGNING_KEY)
    rows = service.database.select_rows(query)
    if rows:
        return str(rows[0].value)
    with service.database.writing() as connection:
        key = connection.execute(query).scalar()
        if key is None:
            key = new_signing_key()
            connection.execute(insert(table).values(name=_SIGNING_KEY, value=key))
    return str(key)


def add_device(
    service: Service, account: Account, session_key: str, agent: str, target: PushTarget
) -> Device:
    """Send push notifications to the browser of a session, in place of its earlier subscription.

    `agent` is how the browser names itself. Raises SubscriptionError for an address that is not
    that of a push service, for invalid keys, and for too many browsers.
    """
    settings = service.settings.push
    if settings is None:
        raise SubscriptionError(
            LocalizedText("this server sends no push notifications"),
            LocalizedText("choose another kind of notification"),
        )
    target, session = checked_target(target, settings), key_hash(session_key)
    table, name = tables.devices, device_name(agent)
    values = {
        "account": account.id,
        "session": session,
        "name": name,
        "language": texts.language(),
        "endpoint": target.endpoint,
        "endpoint_hash": key_hash(target.endpoint),
        "public_key": target.public_key,
        "auth": target.auth,
        "made_at": stamp(service.clock),
    }
    with service.database.writing() as connection:
        same = table.c.endpoint_hash == values["endpoint_hash"]
        earlier = or_(same, table.c.session == session, _has_ended(service))
        connection.execute(table.delete().where(earlier))
        total = select(func.count()).select_from(table).where(table.c.account == account.id)
        if connection.execute(total).scalar_one() >= MAX_DEVICES:
            raise SubscriptionError(
                LocalizedText(
                    "{number} browsers already get your push notifications, the maximum",
                    number=MAX_DEVICES,
                ),
                LocalizedText("remove one first"),
            )
        row = connection.execute(insert(table).values(**values).returning(table)).one()
    return _device(row)


def device_name(agent: str) -> str:
    """Return the name of a browser and its system, such as `Firefox on Android`."""
    browser = next((name for word, name in _BROWSERS if word in agent), "")
    system = next((name for word, name in _SYSTEMS if word in agent), "")
    return " on ".join(filter(None, (browser, system))) or "browser"


def devices_of(service: Service, account: int) -> list[Device]:
    """List the browsers of an account that get push notifications, oldest first.

    Those whose session has ended are left out.
    """
    return [_device(row) for row in _rows(service, tables.devices.c.account == account)]


def device(service: Service, number: int) -> Device | None:
    """Return a browser; None if it gets no push notifications any more."""
    rows = _rows(service, tables.devices.c.id == number)
    return _device(rows[0]) if rows else None


def device_of_session(service: Service, session_key: str) -> Device | None:
    """Return the browser of a session; None if it gets no push notifications."""
    rows = _rows(service, tables.devices.c.session == key_hash(session_key))
    return _device(rows[0]) if rows else None


def _rows(service: Service, condition: Any) -> Sequence[Row[Any]]:
    table, sessions, accounts = tables.devices, tables.sessions.c, tables.accounts.c
    statement = (
        select(table)
        .join(tables.sessions, sessions.key_hash == table.c.session)
        .join(tables.accounts, accounts.id == table.c.account)
        .where(
            sessions.account == table.c.account,
            sessions.ends_at >= stamp(service.clock),
            accounts.left_at.is_(None),
            condition,
        )
        .order_by(table.c.id)
    )
    return service.database.select_rows(statement)


def remove_device(service: Service, account: int, number: int) -> None:
    """Send no more push notifications to a browser of an account."""
    table = tables.devices
    with service.database.writing() as connection:
        connection.execute(table.delete().where(table.c.id == number, table.c.account == account))


def remove_ended(service: Service) -> None:
    """Forget the browsers whose sessions have ended."""
    table, ended = tables.devices, _has_ended(service)
    if service.database.select_rows(select(table.c.id).where(ended).limit(1)):
        with service.database.writing() as connection:
            connection.execute(table.delete().where(ended))


def _has_ended(service: Service) -> ColumnElement[bool]:
    sessions = tables.sessions.c
    lasting = select(sessions.key_hash).where(sessions.ends_at >= stamp(service.clock))
    return tables.devices.c.session.not_in(lasting)


def _device(row: Row[Any]) -> Device:
    target = PushTarget(row.endpoint, row.public_key, row.auth)
    return Device(row.id, row.account, row.session, row.name, row.language, target, row.made_at)


def note_visit(service: Service, account: Account, game: str) -> None:
    """Note that the account is using the page of a game, seen on a browser with notifications."""
    table = tables.visits
    over = table.c.seen_at < in_past(service.clock, _IN_USE)
    same = (table.c.account == account.id) & (table.c.game == game)
    with service.database.writing() as connection:
        connection.execute(table.delete().where(same | over))
        visit = {"account": account.id, "game": game, "seen_at": stamp(service.clock)}
        connection.execute(insert(table).values(**visit))


def is_visiting(service: Service, account: int, game: str) -> bool:
    """Return whether the account used the page of a game just now."""
    table = tables.visits.c
    since, now = in_past(service.clock, _IN_USE), stamp(service.clock)
    visit = select(table.account).where(
        table.account == account,
        table.game == game,
        table.seen_at >= since,
        table.seen_at <= now,
    )
    return bool(service.database.select_rows(visit))
