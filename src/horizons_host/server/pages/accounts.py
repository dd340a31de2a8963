"""Pages on which people sign up, sign in and change the settings of their account."""

from __future__ import annotations

import json
from collections.abc import Mapping

from attrs import evolve
from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.schedules import zone_named
from horizons_host.server.accounts import accounts, leaving, links, sessions, tokens
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.links import LinkError, OpenedLink, Purpose
from horizons_host.server.administration.administrators import is_administrator
from horizons_host.server.games import invitations
from horizons_host.server.games.access import page_not_found
from horizons_host.server.pages.avatars import COLOURS, PATTERNS, checked_flag, flag_parts
from horizons_host.server.pages.forms import zone_names
from horizons_host.server.pages.rendering import (
    PageRequest,
    delete_cookie,
    demand_account,
    facts_to_show,
    local_path,
    page,
    redirect_and_show,
    redirect_to,
)
from horizons_host.server.people import blocks, moderators, profiles
from horizons_host.server.security import authentication, rate_limits
from horizons_host.server.security.authentication import demand_password_rate
from horizons_host.server.security.requests import Form, InjectedService, Key, Number, network_of
from horizons_host.server.service import Service
from horizons_host.server.tables import new_key
from horizons_host.server.zones import ZONE_SETTING

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
        open=is_open(service, entries["to"]),
        status=422 if problem else 200,
    )


def is_open(service: Service, to: str) -> bool:
    """Return whether a visitor who wants to go to `to` may sign up: with an invitation, always."""
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
    if not is_open(service, to):
        return _sign_up_page(request, service, entries, None)
    try:
        demand_password_rate(request)
        rate_limits.count_attempts(
            service, (f"sign-up from {network_of(request)}", rate_limits.MAILS_FROM_PLACE)
        )
        account = links.sign_up(
            service,
            entries["name"],
            entries["mail"],
            data.get("password", ""),
            browser,
            to,
            request.user if request.user and request.user.is_guest else None,
        )
    except HorizonsError as problem:
        return _sign_up_page(request, service, entries, problem)
    answer: Template | Response[None]
    if account is not None:
        to = _accept_invitation(service, account, to)
    if account is None:
        answer = redirect_and_show(request, "/check-mail", mail=entries["mail"])
    else:
        answer = sign_browser_in(request, service, account, to)
    answer.set_cookie(authentication.sign_up_cookie(service.settings, browser))
    return answer


def _accept_invitation(service: Service, account: Account, to: str) -> str:
    """Accept the invitation that a new account was made for; return where to go then.

    If it can't be accepted like this, its page says why.
    """
    if not to.startswith(INVITATIONS):
        return to
    try:
        key = invitations.accept_invitation(service, account, to.removeprefix(INVITATIONS))
    except HorizonsError:
        return to
    return f"/games/{key}"


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
        account = sessions.sign_in(service, login, data.get("password", ""), network_of(request))
    except HorizonsError as problem:
        return page(request, "sign_in.html.jinja", who=login, problem=problem, to=to, status=422)
    return sign_browser_in(request, service, account, to)


@post("/sign-out", sync_to_thread=True)
def sign_out(request: PageRequest, service: InjectedService) -> Redirect:
    """End this session."""
    if request.auth:
        sessions.end_session(service, request.auth)
    answer = redirect_to("/")
    answer.set_cookie(authentication.expired_session_cookie(service.settings))
    return answer


def sign_browser_in(
    request: PageRequest, service: Service, account: Account, to: str
) -> Response[None]:
    """Redirect a browser with a new session; the one it had ends."""
    if request.auth:
        sessions.end_session(service, request.auth)
    origin = authentication.origin_of(request)
    if not origin.browser:
        origin = evolve(origin, browser=new_key())
    agent = request.headers.get("user-agent", "")
    key = sessions.begin_session(service, account, agent, origin)
    answer = redirect_to(to)
    answer.set_cookie(authentication.session_cookie(service.settings, key))
    answer.set_cookie(authentication.browser_cookie(service.settings, origin.browser))
    return answer


SIGNING_IN_PAGES = (sign_up_page, sign_up, sign_in_page, sign_in, sign_out)


def _purpose(word: str) -> Purpose:
    try:
        return Purpose(word)
    except ValueError as problem:
        raise LinkError(
            LocalizedText("link not found"), LocalizedText("copy the whole link from the email")
        ) from problem


@get("/forgotten", sync_to_thread=True)
def forgotten_page(request: PageRequest, service: InjectedService) -> Template:
    """Show the form to request a link."""
    return page(request, "forgotten.html.jinja", mails=service.settings.mail is not None)


@post("/forgotten", sync_to_thread=True)
def send_link(request: PageRequest, service: InjectedService, data: Form) -> Redirect:
    """Send a link; the answer does not depend on whether the account exists."""
    mail = data.get("mail", "").strip()  # not shortened: it is counted as it is looked up
    purpose = Purpose.SIGN_IN if data.get("do") == "sign-in" else Purpose.RESET
    rate_limits.count_attempts(
        service,
        (f"mail to {mail.casefold()}", rate_limits.MAILS_TO_ADDRESS),
        (f"mail asked for from {network_of(request)}", rate_limits.MAILS_FROM_PLACE),
    )
    answer = redirect_and_show(request, "/check-mail", mail=mail[:254])
    # After the answer, whose time must not reveal whether the account exists.
    answer.background = BackgroundTask(links.send_if_known, service, mail, purpose)
    return answer


@get("/check-mail", sync_to_thread=True)
def check_mail(request: PageRequest, service: InjectedService) -> Template:
    """Confirm that an email is on its way to the address that was entered."""
    if service.settings.mail is None:
        raise page_not_found()
    answer = page(request, "check_mail.html.jinja", mail=facts_to_show(request).get("mail", ""))
    return delete_cookie(request, answer)


@get("/links/{purpose:str}/{key:str}", sync_to_thread=True)
def link_page(request: PageRequest, service: InjectedService, purpose: Key, key: Key) -> Template:
    """Show the button of a link."""
    kind = _purpose(purpose)
    return _link_page(
        request, kind, links.open_link(service, key, kind, _browser(request, service))
    )


def _browser(request: PageRequest, service: Service) -> str:
    """Return the key of a browser that was used to sign up, or ""."""
    return request.cookies.get(authentication.sign_up_cookie_name(service.settings), "")


def _link_page(
    request: PageRequest, kind: Purpose, link: OpenedLink, problem: HorizonsError | None = None
) -> Template:
    return page(
        request,
        "link.html.jinja",
        purpose=kind.value,
        sets_password=link.sets_password,
        problem=problem,
        status=422 if problem else 200,
    )


@post("/links/{purpose:str}/{key:str}", sync_to_thread=True)
def use_link(
    request: PageRequest,
    service: InjectedService,
    purpose: Key,
    key: Key,
    data: Form,
    to: FromQuery[str] = "/",
) -> Template | Response[None]:
    """Use a link up, sign the browser in, and redirect it.

    A refused password leaves the link valid.
    """
    kind, browser, password_hash = _purpose(purpose), _browser(request, service), ""
    # Counted and looked up first, so that guessing of keys costs the server little.
    attempts = rate_limits.count_attempts(
        service, (f"links from {network_of(request)}", rate_limits.WRONG_FROM_PLACE)
    )
    link = links.open_link(service, key, kind, browser)
    rate_limits.uncount_attempts(service, attempts)
    if link.sets_password:
        known_words = link.account.name, link.account.mail
        demand_password_rate(request)
        try:
            password_hash = accounts.hash_password(data.get("password", ""), *known_words)
        except HorizonsError as problem:
            return _link_page(request, kind, link, problem)
    account = links.use_link(service, key, kind, browser, password_hash)
    return sign_browser_in(request, service, account, local_path(to))


LINK_PAGES = (forgotten_page, send_link, check_mail, link_page, use_link)


@get("/account", sync_to_thread=True)
def account_page(request: PageRequest, service: InjectedService) -> Template:
    """Show the account."""
    return _account_page(request, service)


def _account_page(
    request: PageRequest, service: Service, *, problem: HorizonsError | None = None
) -> Template:
    account = demand_account(request)
    flag = account.settings.get(profiles.FLAG_SETTING, "")
    answer = page(
        request,
        "account.html.jinja",
        account=account,
        tokens=tokens.tokens_of(service, account),
        zone=account.settings.get(ZONE_SETTING, ""),
        zones=zone_names(),
        token=facts_to_show(request).get("token", ""),
        blocked=blocks.blocked_people(service, account),
        is_moderator=moderators.is_moderator(service, account),
        audience=profiles.audience_of(account.settings),
        flag=flag,
        flag_parts=flag_parts(account.name, flag),
        patterns=PATTERNS,
        colours=COLOURS,
        is_administrator=is_administrator(service, account),
        problem=problem,
        status=422 if problem else 200,
    )
    return delete_cookie(request, answer)


@post("/account/profile", sync_to_thread=True)
def change_profile(
    request: PageRequest, service: InjectedService, data: Form
) -> Template | Redirect:
    """Change who may read the profile, and the flag."""
    account = demand_account(request)
    try:
        flag = checked_flag(*(data.get(part, "") for part in ("pattern", "field", "charge")))
        profiles.change_profile(service, account, data.get("audience", ""), flag)
    except HorizonsError as problem:
        return _account_page(request, service, problem=problem)
    return redirect_to("/account#profile")


@post("/account/password", sync_to_thread=True)
def change_password(
    request: PageRequest, service: InjectedService, data: Form
) -> Template | Response[None]:
    """Change the password; all other sessions end, and on request the tokens of programs."""
    account = demand_account(request)
    password, programs = data.get("new", ""), data.get("programs") == "yes"
    try:
        accounts.demand_strong(password, account.name, account.mail)
        demand_password_rate(request)
        accounts.demand_password(service, account, data.get("old", ""))
        accounts.set_password(service, account, password, programs=programs)
    except HorizonsError as problem:
        return _account_page(request, service, problem=problem)
    return sign_browser_in(request, service, account, "/account")


@post("/account/zone", sync_to_thread=True)
def set_zone(request: PageRequest, service: InjectedService, data: Form) -> Template | Redirect:
    """Set the time zone of the account, or with an empty name that of its browsers."""
    account, zone = demand_account(request), data.get("zone", "").strip()
    try:
        accounts.change_settings(service, account, **{ZONE_SETTING: zone and zone_named(zone).key})
    except HorizonsError as problem:
        return _account_page(request, service, problem=problem)
    return redirect_to("/account")


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
    change_profile,
    change_password,
    set_zone,
    make_token,
    delete_token,
    sign_out_everywhere,
    download_data,
    delete_account,
)
