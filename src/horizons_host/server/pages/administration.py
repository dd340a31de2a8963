"""The page for reporting a problem, and the page of the server's administrators."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template
from sqlalchemy import Connection, Table, func, select

from horizons_core.errors import HorizonsError
from horizons_host.server import tables
from horizons_host.server.administration import newcomers, problem_reports
from horizons_host.server.administration.administrators import demand_administrator_within
from horizons_host.server.games import directory
from horizons_host.server.jobs import queue
from horizons_host.server.monitoring import counters
from horizons_host.server.pages.rendering import (
    PageRequest,
    delete_cookie,
    demand_account,
    facts_to_show,
    page,
    redirect_and_show,
    redirect_to,
)
from horizons_host.server.security.requests import Form, InjectedService, Number, network_of

_PROBLEM_PATH, _ADMINISTRATION_PATH = "/problem", "/administration"


@get(_PROBLEM_PATH, sync_to_thread=True)
def problem_page(request: PageRequest, on: FromQuery[str] = "") -> Template:
    """Show the form for reporting a problem with a page, or thanks for a report."""
    sent = facts_to_show(request)
    answer = _problem_page(request, sent.get("page", on), is_sent=bool(sent))
    return delete_cookie(request, answer)


def _problem_page(
    request: PageRequest,
    path: str,
    *,
    text: str = "",
    is_sent: bool = False,
    problem: HorizonsError | None = None,
) -> Template:
    return page(
        request,
        "report_problem.html.jinja",
        on=problem_reports.clean_page(path),
        browser=_browser(request),
        text=text,
        is_sent=is_sent,
        problem=problem,
        most=problem_reports.MAX_LENGTH,
        days=problem_reports.KEPT_DAYS,
        status=422 if problem else 200,
    )


def _browser(request: PageRequest) -> str:
    return request.headers.get("user-agent", "")


@post(_PROBLEM_PATH, sync_to_thread=True)
def send_problem_report(
    request: PageRequest, service: InjectedService, data: Form
) -> Template | Redirect:
    """Send a report to the server's administrators."""
    path, text = data.get("on", ""), data.get("text", "")
    sender = request.user if data.get("named") == "yes" else None
    try:
        problem_reports.report_problem(
            service, sender, network_of(request), path, _browser(request), text
        )
    except HorizonsError as problem:
        return _problem_page(request, path, text=text, problem=problem)
    return redirect_and_show(request, _PROBLEM_PATH, page=problem_reports.clean_page(path))


@get(_ADMINISTRATION_PATH, sync_to_thread=True)
def administration_page(request: PageRequest, service: InjectedService) -> Template:
    """Show the state of the server, its newcomers by week and the problem reports."""
    account = demand_account(request)
    with service.database.reading() as connection:
        demand_administrator_within(connection, account)
        return page(
            request,
            "administration.html.jinja",
            games=_count_by_state(connection, tables.games),
            jobs=_count_by_state(connection, tables.jobs),
            states=(directory.RUNNING, directory.OPEN),
            failed=queue.FAILED,
            turns=counters.counter_value(connection, counters.TURNS),
            unsent=sum(counters.waiting_totals(connection).values()),
            weeks=newcomers.newcomer_weeks(service, connection),
            weeks_kept=newcomers.WEEKS_KEPT,
            reports=problem_reports.problem_reports(connection),
            days=problem_reports.KEPT_DAYS,
        )


def _count_by_state(connection: Connection, table: Table) -> Mapping[str, int]:
    """Return the number of rows in each state."""
    counts = select(table.c.state, func.count()).group_by(table.c.state)
    return {row.state: row[1] for row in connection.execute(counts)}


@post("/administration/problems/{number:int}/done", sync_to_thread=True)
def mark_report_done(request: PageRequest, service: InjectedService, number: Number) -> Redirect:
    """Mark a problem report as done."""
    problem_reports.mark_done(service, demand_account(request), number)
    return redirect_to(f"{_ADMINISTRATION_PATH}#problems")


@post("/administration/problems/{number:int}/delete", sync_to_thread=True)
def delete_report(request: PageRequest, service: InjectedService, number: Number) -> Redirect:
    """Delete a problem report."""
    problem_reports.delete_report(service, demand_account(request), number)
    return redirect_to(f"{_ADMINISTRATION_PATH}#problems")


ADMINISTRATION_PAGES = (
    problem_page,
    send_problem_report,
    administration_page,
    mark_report_done,
    delete_report,
)
