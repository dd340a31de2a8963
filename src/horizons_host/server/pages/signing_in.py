"""Signing up, signing in and signing out."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import Response, get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games import invitations
from horizons_host.server.injected import Form, Served
from horizons_host.server.keys import new_key
from horizons_host.server.pages.once import go_and_show
from horizons_host.server.pages.rendering import Asked, go, local, page
from horizons_host.server.people import limits, sessions, signing_in, signing_up
from horizons_host.server.people.accounts import Account
from horizons_host.server.security import cookies
from horizons_host.server.security.identity import demand_password_rate
from horizons_host.server.security.places import place
from horizons_host.server.service import Service

INVITATIONS = "/invitations/"


@get("/sign-up", sync_to_thread=True)
def sign_up_page(request: Asked, service: Served, to: FromQuery[str] = "/") -> Template:
    """Show the form for a new account."""
    return _sign_up(request, service, {"to": local(to)}, None)


def _sign_up(
    request: Asked, service: Service, entries: Mapping[str, str], problem: HorizonsError | None
) -> Template:
    return page(
        request,
        "sign_up.html.jinja",
        given=entries,
        problem=problem,
        open=_is_open(service, entries["to"]),
        status=422 if problem else 200,
    )


def _is_open(service: Service, to: str) -> bool:
    """Tell whether a visitor who wants to go to `to` may sign up: with an invitation, always."""
    if service.settings.sign_up:
        return True
    try:
        invitations.find(service, to.removeprefix(INVITATIONS))
    except invitations.InvitationError:
        return False
    return to.startswith(INVITATIONS)


@post("/sign-up", sync_to_thread=True)
def sign_up(request: Asked, service: Served, data: Form) -> Template | Redirect | Response[None]:
    """Create an account; a visitor may learn which names exist, and nothing about addresses."""
    entries = {name: data.get(name, "") for name in ("name", "mail")}
    to = entries["to"] = local(data.get("to", "/"))
    browser = new_key()
    if not _is_open(service, to):
        return _sign_up(request, service, entries, None)
    try:
        demand_password_rate(request)
        limits.take(service, (f"sign-up from {place(request)}", limits.MAILS_FROM_PLACE))
        account = signing_up.sign_up(
            service, entries["name"], entries["mail"], data.get("password", ""), browser, to
        )
    except HorizonsError as problem:
        return _sign_up(request, service, entries, problem)
    answer: Template | Response[None]
    if account is None:
        answer = go_and_show(request, "/check-mail", mail=entries["mail"])
    else:
        answer = signed_in(request, service, account, to)
    answer.set_cookie(cookies.signed_up(service.settings, browser))
    return answer


@get("/sign-in", sync_to_thread=True)
def sign_in_page(request: Asked, to: FromQuery[str] = "/") -> Template:
    """Show the form to sign in."""
    return page(request, "sign_in.html.jinja", who="", problem=None, to=local(to))


@post("/sign-in", sync_to_thread=True)
def sign_in(request: Asked, service: Served, data: Form) -> Template | Response[None]:
    """Sign in, always with a new session key, whatever cookie the browser sent."""
    login, to = data.get("who", ""), local(data.get("to", "/"))
    try:
        demand_password_rate(request)
        account = signing_in.sign_in(service, login, data.get("password", ""), place(request))
    except HorizonsError as problem:
        return page(request, "sign_in.html.jinja", who=login, problem=problem, to=to, status=422)
    return signed_in(request, service, account, to)


@post("/sign-out", sync_to_thread=True)
def sign_out(request: Asked, service: Served) -> Redirect:
    """End this session."""
    if request.auth:
        sessions.end(service, request.auth)
    answer = go("/")
    answer.set_cookie(cookies.signed_out(service.settings))
    return answer


def signed_in(request: Asked, service: Service, account: Account, to: str) -> Response[None]:
    """Redirect a browser with a new session; the one it had ends."""
    if request.auth:
        sessions.end(service, request.auth)
    key = sessions.begin(service, account, request.headers.get("user-agent", ""))
    answer = go(to)
    answer.set_cookie(cookies.signed_in(service.settings, key))
    return answer


HANDLERS = (sign_up_page, sign_up, sign_in_page, sign_in, sign_out)
