"""Problems that visitors and players report to the server's administrators.

A report has a person's words and the page they were on, without keys. Reports are deleted after
90 days, or when their sender's account is deleted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

from attrs import frozen
from sqlalchemy import Connection, delete, func, insert, select, update

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.administration.administrators import (
    administrator_mails,
    demand_administrator_within,
)
from horizons_host.server.jobs import server_mails
from horizons_host.server.monitoring.logs import without_keys
from horizons_host.server.security import rate_limits
from horizons_host.server.security.rate_limits import Limit
from horizons_host.server.service import Service
from horizons_host.server.tables import in_past

#: Maximum number of characters of a report.
MAX_LENGTH = 2_000
#: Time after which a report is deleted.
KEPT_DAYS = 90
#: Number of reports that are stored; when that many wait, no more are accepted.
MAX_STORED = 1_000
#: Reports from one network and by one account.
_FROM_PLACE = Limit(5, timedelta(hours=1))
_BY_ACCOUNT = Limit(10, timedelta(hours=1))
_MAX_PAGE, _MAX_AGENT = 200, 200
#: A path on this site, whose parameters may be left as `{name}`.
_PATH = re.compile(r"/(?:[\w{}.-][\w{}./-]*)?")
_GAME = re.compile(r"/games/([\w-]+)")


class ProblemReportError(HorizonsError):
    """A report that cannot be sent."""


@frozen
class ProblemReport:
    """A stored report.

    Attributes:
        at: when it was sent.
        sender: the name of the account that sent it, or "".
        page: the path of the page, without keys, or "".
        game: the key of the page's game, or "".
        title: the title of this game, if there is one.
        version: the version of the server.
        browser: what the browser said it was.
        text: the sender's words.
        done_at: when it was marked as done.
    """

    id: int
    at: str
    sender: str
    page: str
    game: str
    title: str
    version: str
    browser: str
    text: str
    done_at: str | None


def page_of_request(template: str, parameters: Mapping[str, object]) -> str:
    """Return the path of a page without keys: only parameters that are no secrets are filled in."""
    names = ["turn", "number", "variant"]
    names += ["key"] if template.startswith("/games/") else []
    for name in names:
        template = template.replace(f"{{{name}}}", str(parameters.get(name, "")))
    return template


def clean_page(path: str) -> str:
    """Return the path of a page as a report has it: without a query, keys and odd characters."""
    match = _PATH.match(path[:_MAX_PAGE])
    return without_keys(match[0]) if match else ""


def report_problem(
    service: Service, sender: Account | None, place: str, page: str, browser: str, text: str
) -> None:
    """Store a report from a network; raises ProblemReportError, TooManyError.

    The administrators get an email if no other report is open.
    """
    words = without_keys(text.strip())
    if not words:
        raise ProblemReportError(
            LocalizedText("the report is empty"), LocalizedText("describe what went wrong")
        )
    if len(words) > MAX_LENGTH:
        raise ProblemReportError(
            LocalizedText("this text is too long"),
            LocalizedText("write at most {most:,} characters", most=MAX_LENGTH),
        )
    table = tables.problem_reports
    with service.database.writing() as connection:
        subjects = [(f"problem reports from {place}", _FROM_PLACE)]
        if sender is not None:
            subjects.append((f"problem reports of {sender.id}", _BY_ACCOUNT))
        rate_limits.count_attempts_within(service, connection, *subjects)
        _demand_room(connection)
        if not open_reports(connection):
            _mail_administrators(service, connection, clean_page(page))
        connection.execute(
            insert(table).values(
                at=stamp(service.clock),
                account=None if sender is None else sender.id,
                page=clean_page(page),
                version=hz.__version__,
                agent=browser[:_MAX_AGENT],
                text=words,
            )
        )


def _demand_room(connection: Connection) -> None:
    stored = connection.execute(select(func.count()).select_from(tables.problem_reports))
    if stored.scalar_one() >= MAX_STORED:
        raise ProblemReportError(
            LocalizedText("too many reports are waiting to be read"),
            LocalizedText("try again in a few days"),
        )


def _mail_administrators(service: Service, connection: Connection, page: str) -> None:
    if service.settings.mail is None:
        return
    url = service.settings.public_url
    body = (
        f"Someone has reported a problem with {f'the page {page} of ' if page else ''}{url}.\n"
        f"Read the report on\n\n  {url}/administration\n\n"
        "Further reports send no email until you have marked or deleted the open ones.\n"
    )
    for mail in administrator_mails(connection):
        server_mails.queue_mail(service, connection, mail, "A problem was reported", body)


def open_reports(connection: Connection) -> int:
    """Return the number of reports that are not done."""
    table = tables.problem_reports
    statement = select(func.count()).where(table.c.done_at.is_(None))
    return int(connection.execute(statement).scalar_one())


def problem_reports(connection: Connection) -> Sequence[ProblemReport]:
    """Return all reports: open ones first, newest first."""
    table, accounts = tables.problem_reports, tables.accounts
    statement = (
        select(table, accounts.c.name)
        .outerjoin(accounts, accounts.c.id == table.c.account)
        .order_by(table.c.done_at.is_not(None), table.c.id.desc())
    )
    rows = connection.execute(statement).all()
    games = {row.id: match[1] for row in rows if (match := _GAME.match(row.page))}
    listed = tables.games.c
    titles = {
        row.key: str(row.terms.get("title", ""))
        for row in connection.execute(
            select(listed.key, listed.terms).where(listed.key.in_(set(games.values())))
        )
    }
    return [
        ProblemReport(
            id=row.id,
            at=row.at,
            sender=row.name or "",
            page=row.page,
            game=games.get(row.id, ""),
            title=titles.get(games.get(row.id, ""), ""),
            version=row.version,
            browser=row.agent,
            text=row.text,
            done_at=row.done_at,
        )
        for row in rows
    ]


def mark_done(service: Service, by: Account | None, number: int) -> None:
    """Mark a report as done, if it is there; raises NoGameError for others than administrators."""
    table = tables.problem_reports
    with service.database.writing() as connection:
        demand_administrator_within(connection, by)
        is_open = (table.c.id == number, table.c.done_at.is_(None))
        connection.execute(update(table).where(*is_open).values(done_at=stamp(service.clock)))


def delete_report(service: Service, by: Account | None, number: int) -> None:
    """Delete a report, if it is there; raises NoGameError for others than administrators."""
    table = tables.problem_reports
    with service.database.writing() as connection:
        demand_administrator_within(connection, by)
        connection.execute(delete(table).where(table.c.id == number))


def delete_old_reports(service: Service) -> None:
    """Delete the reports whose time is over."""
    table = tables.problem_reports
    is_old = table.c.at < in_past(service.clock, timedelta(days=KEPT_DAYS))
    if service.database.select_rows(select(table.c.id).where(is_old).limit(1)):
        with service.database.writing() as connection:
            connection.execute(delete(table).where(is_old))
