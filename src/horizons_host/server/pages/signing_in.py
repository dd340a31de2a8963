"""Signing up, signing in and signing out."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import Response, get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games import invitations
from horizons_host.server.injected import Form, InjectedService
from horizons_host.server.keys import new_key
from horizons_host.server.pages.once import redirect_and_show
from horizons_host.server.pages.rendering import PageRequest, local_path, page, redirect_to
from horizons_host.server.people import limits, sessions, signing_in, signing_up
from horizons_host.server.people.accounts import Account
from horizons_host.server.security import cookies
from horizons_host.server.security.identity import demand_password_rate
from horizons_host.server.security.places import network_of
from horizons_host.server.service import Service

INVITATIONS = "/invitations/"


@get("/sign-up", sync_to_thread=True)
def sign_up_page(
    request: PageRequest, service: InjectedService, to: FromQuery[str] = "/"
) -> Template:
    """Show the form for a new account."""
    return _sign_up_page(request, service, {"to": local_path(to)}, None)


def _sign_up_page(
    request: PageRequest,
    service: Service,
    entries: Mapping[str, str],
    problem: HorizonsError | None,
) -> Template:
    return page(
        request,
        "sign_up.html.jinja",
        entries=entries,
        problem=problem,
        open=_is_open(service, entries["to"]),
        status=422 if problem else 200,
    )


def _is_open(service: Service, to: str) -> bool:
    """Tell whether a visitor who wants to go to `to` may sign up: with an invitation, always."""
    if service.settings.sign_up:
        return True
    try:
        invitations.find_invitation(service, to.removeprefix(INVITATIONS))
    except invitations.InvitationError:
        return False
    return to.startswith(INVITATIONS)


@post("/sign-up", sync_to_thread=True)
def sign_up(
    request: PageRequest, service: InjectedService, data: Form
) -> Template | Redirect | Response[None]:
    """Create an account; a visitor may learn which names exist, and nothing about addresses."""
    entries = {name: data.get(name, "") for name in ("name", "mail")}
    to = entries["to"] = local_path(data.get("to", "/"))
    browser = new_key()
    if not _is_open(service, to):
        return _sign_up_page(request, service, entries, None)
    try:
        demand_password_rate(request)
        limits.count_attempts(
            service, (f"sign-up from {network_of(request)}", limits.MAILS_FROM_PLACE)
        )
        account = signing_up.sign_up(
            service, entries["name"], entries["mail"], data.get("password", ""), browser, to
        )
    except HorizonsError as problem:
        return _sign_up_page(request, service, entries, problem)
    answer: Template | Response[None]
    if account is None:
        answer = redirect_and_show(request, "/check-mail", mail=entries["mail"])
    else:
        answer = sign_browser_in(request, service, account, to)
    answer.set_cookie(cookies.sign_up_cookie(service.settings, browser))
    return answer


@get("/sign-in", sync_to_thread=True)
def sign_in_page(request: PageRequest, to: FromQuery[str] = "/") -> Template:
    """Show the form to sign in."""
    return page(request, "sign_in.html.jinja", who="", problem=None, to=local_path(to))


@post("/sign-in", sync_to_thread=True)
def sign_in(
    request: PageRequest, service: InjectedService, data: Form
) -> Template | Response[None]:
    """Sign in, always with a new session key, whatever cookie the browser sent."""
    login, to = data.get("who", ""), local_path(data.get("to", "/"))
    try:
        demand_password_rate(request)
        account = signing_in.sign_in(service, login, data.get("password", ""), network_of(request))
    except HorizonsError as problem:
        return page(request, "sign_in.html.jinja", who=login, problem=problem, to=to, status=422)
    return sign_browser_in(request, service, account, to)


@post("/sign-out", sync_to_thread=True)
def sign_out(request: PageRequest, service: InjectedService) -> Redirect:
    """End this session."""
    if request.auth:
        sessions.end_session(service, request.auth)
    answer = redirect_to("/")
    answer.set_cookie(cookies.expired_session_cookie(service.settings))
    return answer


def sign_browser_in(
    request: PageRequest, service: Service, account: Account, to: str
) -> Response[None]:
    """Redirect a browser with a new session; the one it had ends."""
    if request.auth:
        sessions.end_session(service, request.auth)
    key = sessions.begin_session(service, account, request.headers.get("user-agent", ""))
    answer = redirect_to(to)
    answer.set_cookie(cookies.session_cookie(service.settings, key))
    return answer


SIGNING_IN_PAGES = (sign_up_page, sign_up, sign_in_page, sign_in, sign_out)
