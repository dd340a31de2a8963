"""Pages of moderators, and those on which people read and appeal what concerns them."""

from __future__ import annotations

from collections.abc import Callable

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.clock import stamp
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.pages.forms import number_in
from horizons_host.server.pages.rendering import PageRequest, demand_account, page, redirect_to
from horizons_host.server.people import complaints, measures, moderators
from horizons_host.server.security.authentication import MEASURES_PATH
from horizons_host.server.security.requests import Form, InjectedService, Number
from horizons_host.server.service import Service

_PATH = "/moderation"


@get("/account/measures", sync_to_thread=True)
def measures_page(request: PageRequest, service: InjectedService) -> Template:
    """Show what moderators decided about the reader."""
    return _measures_page(request, service, demand_account(request), None)


def _measures_page(
    request: PageRequest, service: Service, account: Account, problem: HorizonsError | None
) -> Template:
    return page(
        request,
        "measures.html.jinja",
        measures=measures.measures_of(service, account),
        now=stamp(service.clock),
        most=measures.MAX_APPEAL,
        problem=problem,
        status=422 if problem else 200,
    )


@post("/account/measures/{number:int}/appeal", sync_to_thread=True)
def appeal(
    request: PageRequest, service: InjectedService, number: Number, data: Form
) -> Template | Redirect:
    """Appeal against a measure."""
    account = demand_account(request)
    try:
        measures.appeal(service, account, number, data.get("text", ""))
    except HorizonsError as problem:
        return _measures_page(request, service, account, problem)
    return redirect_to(MEASURES_PATH)


@get(_PATH, sync_to_thread=True)
def moderation_page(request: PageRequest, service: InjectedService) -> Template:
    """Show open complaints, measures, appeals and the log to a moderator."""
    return _moderation_page(request, service, None)


def _moderation_page(
    request: PageRequest, service: Service, problem: HorizonsError | None
) -> Template:
    time = stamp(service.clock)
    with service.database.reading() as connection:
        moderator = moderators.demand_moderator_within(connection, request.user)
        facts = {
            "complaints": complaints.open_complaints(connection, moderator),
            "measures": measures.open_measures(connection, time),
            "log": moderators.log_entries(connection),
        }
    return page(
        request,
        "moderation.html.jinja",
        name=request.query_params.get("name", ""),
        max_days=measures.MAX_DAYS,
        max_reason=measures.MAX_REASON,
        now=time,
        problem=problem,
        status=422 if problem else 200,
        **facts,
    )


def _act(request: PageRequest, service: Service, change: Callable[[], None]) -> Template | Redirect:
    """Apply a change, which checks that its maker is a moderator; show an error on the page."""
    try:
        change()
    except moderators.ModerationError as problem:
        return _moderation_page(request, service, problem)
    return redirect_to(_PATH)


@post("/moderation/measures", sync_to_thread=True)
def take_measure(request: PageRequest, service: InjectedService, data: Form) -> Template | Redirect:
    """Warn, mute or ban a person."""

    def change() -> None:
        kind, reason = data.get("kind", ""), data.get("reason", "")
        days = number_in(data, "days")
        measures.take_measure(service, request.user, data.get("name", ""), kind, reason, days)

    return _act(request, service, change)


@post("/moderation/measures/{number:int}/lift", sync_to_thread=True)
def lift_measure(
    request: PageRequest, service: InjectedService, number: Number
) -> Template | Redirect:
    """End a measure."""
    return _act(request, service, lambda: measures.lift_measure(service, request.user, number))


@post("/moderation/measures/{number:int}/answer", sync_to_thread=True)
def answer_appeal(
    request: PageRequest, service: InjectedService, number: Number, data: Form
) -> Template | Redirect:
    """Answer an appeal."""

    def change() -> None:
        lifts, words = data.get("do") == "lift", data.get("text", "")
        measures.answer_appeal(service, request.user, number, words, lifts=lifts)

    return _act(request, service, change)


@post("/moderation/complaints/{number:int}/close", sync_to_thread=True)
def close_complaint(
    request: PageRequest, service: InjectedService, number: Number, data: Form
) -> Template | Redirect:
    """Close a complaint."""

    def change() -> None:
        complaints.close_complaint(service, request.user, number, data.get("decision", ""))

    return _act(request, service, change)


MODERATION_PAGES = (
    measures_page,
    appeal,
    moderation_page,
    take_measure,
    lift_measure,
    answer_appeal,
    close_complaint,
)
