"""Making an account, signing in and out."""

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
    """The form for a new account."""
    return _sign_up(request, service, {"to": local(to)}, None)


def _sign_up(
    request: Asked, service: Service, given: Mapping[str, str], problem: HorizonsError | None
) -> Template:
    return page(
        request,
        "sign_up.html.jinja",
        given=given,
        problem=problem,
        open=_is_open(service, given["to"]),
        status=422 if problem else 200,
    )


def _is_open(service: Service, to: str) -> bool:
    """Whether an account may be made by whoever wants to go there: by who is invited, always."""
    if service.settings.sign_up:
        return True
    try:
        invitations.find(service, to.removeprefix(INVITATIONS))
    except invitations.InvitationError:
        return False
    return to.startswith(INVITATIONS)


@post("/sign-up", sync_to_thread=True)
def sign_up(request: Asked, service: Served, data: Form) -> Template | Redirect | Response[None]:
    """Make an account; a stranger learns which names there are, and nothing of addresses."""
    given = {name: data.get(name, "") for name in ("name", "mail")}
    to = given["to"] = local(data.get("to", "/"))
    browser = new_key()
    if not _is_open(service, to):
        return _sign_up(request, service, given, None)
    try:
        demand_password_rate(request)
        limits.take(service, (f"sign-up from {place(request)}", limits.MAILS_FROM_PLACE))
        made = signing_up.sign_up(
            service, given["name"], given["mail"], data.get("password", ""), browser, to
        )
    except HorizonsError as problem:
        return _sign_up(request, service, given, problem)
    answer: Template | Response[None]
    if made is None:
        answer = go_and_show(request, "/check-mail", mail=given["mail"])
    else:
        answer = signed_in(request, service, made, to)
    answer.set_cookie(cookies.signed_up(service.settings, browser))
    return answer


@get("/sign-in", sync_to_thread=True)
def sign_in_page(request: Asked, to: FromQuery[str] = "/") -> Template:
    """The form to sign in with."""
    return page(request, "sign_in.html.jinja", who="", problem=None, to=local(to))


@post("/sign-in", sync_to_thread=True)
def sign_in(request: Asked, service: Served, data: Form) -> Template | Response[None]:
    """Sign a browser in: always with a new key, whatever cookie it came with."""
    who, to = data.get("who", ""), local(data.get("to", "/"))
    try:
        demand_password_rate(request)
        account = signing_in.sign_in(service, who, data.get("password", ""), place(request))
    except HorizonsError as problem:
        return page(request, "sign_in.html.jinja", who=who, problem=problem, to=to, status=422)
    return signed_in(request, service, account, to)


@post("/sign-out", sync_to_thread=True)
def sign_out(request: Asked, service: Served) -> Redirect:
    """Sign this browser out."""
    if request.auth:
        sessions.end(service, request.auth)
    answer = go("/")
    answer.set_cookie(cookies.signed_out(service.settings))
    return answer


def signed_in(request: Asked, service: Service, account: Account, to: str) -> Response[None]:
    """Send a browser on with a new key; the one that it came with is good no more."""
    if request.auth:
        sessions.end(service, request.auth)
    key = sessions.begin(service, account, request.headers.get("user-agent", ""))
    answer = go(to)
    answer.set_cookie(cookies.signed_in(service.settings, key))
    return answer


HANDLERS = (sign_up_page, sign_up, sign_in_page, sign_in, sign_out)
