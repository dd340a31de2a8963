"""Pages of the reader's account."""

from __future__ import annotations

import json

from litestar import Response, get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.notifications.words import KINDS
from horizons_host.server.games import mailing
from horizons_host.server.injected import Form, Number, Served
from horizons_host.server.pages.once import forget, go_and_show, shown_once
from horizons_host.server.pages.rendering import Asked, demand_account, go, page
from horizons_host.server.pages.signing_in import signed_in
from horizons_host.server.people import accounts, leaving, passwords, sessions, tokens
from horizons_host.server.security.identity import demand_password_rate
from horizons_host.server.service import Service


@get("/account", sync_to_thread=True)
def account_page(request: Asked, service: Served) -> Template:
    """Show the account."""
    return _account(request, service)


def _account(request: Asked, service: Service, *, problem: HorizonsError | None = None) -> Template:
    account = demand_account(request)
    answer = page(
        request,
        "account.html.jinja",
        account=account,
        tokens=tokens.of(service, account),
        token=shown_once(request).get("token", ""),
        mail_kinds={kind: KINDS[kind] for kind in mailing.CHOICES},
        mails=mailing.wanted(account) if service.settings.mail else None,
        problem=problem,
        status=422 if problem else 200,
    )
    return forget(request, answer)


@post("/account/password", sync_to_thread=True)
def change_password(request: Asked, service: Served, data: Form) -> Template | Response[None]:
    """Change the password; all other sessions end, and on request the tokens of programs."""
    account = demand_account(request)
    password, programs = data.get("new", ""), data.get("programs") == "yes"
    try:
        passwords.demand_good(password, account.name, account.mail)
        demand_password_rate(request)
        accounts.demand_password(service, account, data.get("old", ""))
        accounts.set_password(service, account, password, programs=programs)
    except HorizonsError as problem:
        return _account(request, service, problem=problem)
    return signed_in(request, service, account, "/account")


@post("/account/tokens", sync_to_thread=True)
def make_token(request: Asked, service: Served, data: Form) -> Template | Redirect:
    """Create an API token, and show it once."""
    account = demand_account(request)
    try:
        key = tokens.make(service, account, data.get("name", ""))
    except HorizonsError as problem:
        return _account(request, service, problem=problem)
    return go_and_show(request, "/account", token=key)


@post("/account/tokens/{number:int}/delete", sync_to_thread=True)
def delete_token(request: Asked, service: Served, number: Number) -> Redirect:
    """Delete an API token."""
    tokens.delete(service, demand_account(request), number)
    return go("/account")


@post("/account/sign-out-everywhere", sync_to_thread=True)
def sign_out_everywhere(request: Asked, service: Served) -> Redirect:
    """End all sessions of the account, including this one."""
    sessions.end_all(service, demand_account(request))
    return go("/sign-in")


@get("/account/data", sync_to_thread=True)
def data_page(request: Asked, service: Served) -> Response[bytes]:
    """Download all data of the account in the server's tables."""
    data = leaving.known_of(service, demand_account(request))
    return Response(
        json.dumps(data, indent=1, ensure_ascii=False).encode(),
        media_type="application/json",
        headers={
            "Content-Disposition": 'attachment; filename="horizons-account.json"',
        },
    )


@post("/account/delete", sync_to_thread=True)
def delete_account(request: Asked, service: Served, data: Form) -> Template | Redirect:
    """Delete the account, if the password is right."""
    account = demand_account(request)
    try:
        demand_password_rate(request)
        accounts.demand_password(service, account, data.get("password", ""))
    except HorizonsError as problem:
        return _account(request, service, problem=problem)
    leaving.delete(service, account)
    return go("/")


HANDLERS = (
    account_page,
    change_password,
    make_token,
    delete_token,
    sign_out_everywhere,
    data_page,
    delete_account,
)
