"""Pages of the reader's account."""

from __future__ import annotations

import json

from litestar import Response, get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.notifications.words import KINDS
from horizons_host.server.games import mailing
from horizons_host.server.injected import Form, InjectedService, Number
from horizons_host.server.pages.once import delete_cookie, facts_to_show, redirect_and_show
from horizons_host.server.pages.rendering import PageRequest, demand_account, page, redirect_to
from horizons_host.server.pages.signing_in import sign_browser_in
from horizons_host.server.people import accounts, leaving, passwords, sessions, tokens
from horizons_host.server.security.identity import demand_password_rate
from horizons_host.server.service import Service


@get("/account", sync_to_thread=True)
def account_page(request: PageRequest, service: InjectedService) -> Template:
    """Show the account."""
    return _account_page(request, service)


def _account_page(
    request: PageRequest, service: Service, *, problem: HorizonsError | None = None
) -> Template:
    account = demand_account(request)
    answer = page(
        request,
        "account.html.jinja",
        account=account,
        tokens=tokens.tokens_of(service, account),
        token=facts_to_show(request).get("token", ""),
        mail_kinds={kind: KINDS[kind] for kind in mailing.CHOICES},
        mails=mailing.mail_kinds(account) if service.settings.mail else None,
        problem=problem,
        status=422 if problem else 200,
    )
    return delete_cookie(request, answer)


@post("/account/password", sync_to_thread=True)
def change_password(
    request: PageRequest, service: InjectedService, data: Form
) -> Template | Response[None]:
    """Change the password; all other sessions end, and on request the tokens of programs."""
    account = demand_account(request)
    password, programs = data.get("new", ""), data.get("programs") == "yes"
    try:
        passwords.demand_strong(password, account.name, account.mail)
        demand_password_rate(request)
        accounts.demand_password(service, account, data.get("old", ""))
        accounts.set_password(service, account, password, programs=programs)
    except HorizonsError as problem:
        return _account_page(request, service, problem=problem)
    return sign_browser_in(request, service, account, "/account")


@post("/account/tokens", sync_to_thread=True)
def make_token(request: PageRequest, service: InjectedService, data: Form) -> Template | Redirect:
    """Create an API token, and show it once."""
    account = demand_account(request)
    try:
        key = tokens.create_token(service, account, data.get("name", ""))
    except HorizonsError as problem:
        return _account_page(request, service, problem=problem)
    return redirect_and_show(request, "/account", token=key)


@post("/account/tokens/{number:int}/delete", sync_to_thread=True)
def delete_token(request: PageRequest, service: InjectedService, number: Number) -> Redirect:
    """Delete an API token."""
    tokens.delete_token(service, demand_account(request), number)
    return redirect_to("/account")


@post("/account/sign-out-everywhere", sync_to_thread=True)
def sign_out_everywhere(request: PageRequest, service: InjectedService) -> Redirect:
    """End all sessions of the account, including this one."""
    sessions.end_all_sessions(service, demand_account(request))
    return redirect_to("/sign-in")


@get("/account/data", sync_to_thread=True)
def download_data(request: PageRequest, service: InjectedService) -> Response[bytes]:
    """Download all data of the account in the server's tables."""
    data = leaving.account_data(service, demand_account(request))
    return Response(
        json.dumps(data, indent=1, ensure_ascii=False).encode(),
        media_type="application/json",
        headers={
            "Content-Disposition": 'attachment; filename="horizons-account.json"',
        },
    )


@post("/account/delete", sync_to_thread=True)
def delete_account(
    request: PageRequest, service: InjectedService, data: Form
) -> Template | Redirect:
    """Delete the account, if the password is right."""
    account = demand_account(request)
    try:
        demand_password_rate(request)
        accounts.demand_password(service, account, data.get("password", ""))
    except HorizonsError as problem:
        return _account_page(request, service, problem=problem)
    leaving.delete_account(service, account)
    return redirect_to("/")


ACCOUNT_PAGES = (
    account_page,
    change_password,
    make_token,
    delete_token,
    sign_out_everywhere,
    download_data,
    delete_account,
)
