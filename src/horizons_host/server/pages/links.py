"""Links from mails: to confirm an address, to sign in, to set a new password.

Opening one only shows a button, as programs that scan mails open links, too.
"""

from __future__ import annotations

from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.server.injected import Form, InjectedService, Key
from horizons_host.server.pages.once import delete_cookie, facts_to_show, redirect_and_show
from horizons_host.server.pages.rendering import PageRequest, local_path, page
from horizons_host.server.pages.signing_in import sign_browser_in
from horizons_host.server.people import limits, links, passwords
from horizons_host.server.people.links import LinkError, OpenedLink, Purpose
from horizons_host.server.security import cookies
from horizons_host.server.security.identity import demand_password_rate
from horizons_host.server.security.places import network_of
from horizons_host.server.service import Service


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
    limits.count_attempts(
        service,
        (f"mail to {mail.casefold()}", limits.MAILS_TO_ADDRESS),
        (f"mail asked for from {network_of(request)}", limits.MAILS_FROM_PLACE),
    )
    answer = redirect_and_show(request, "/check-mail", mail=mail[:254])
    # After the answer, whose time must not reveal whether the account exists.
    answer.background = BackgroundTask(links.send_if_known, service, mail, purpose)
    return answer


@get("/check-mail", sync_to_thread=True)
def check_mail(request: PageRequest) -> Template:
    """Confirm that a mail is on its way to the address that was entered."""
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
    return request.cookies.get(cookies.sign_up_cookie_name(service.settings), "")


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
    attempts = limits.count_attempts(
        service, (f"links from {network_of(request)}", limits.WRONG_FROM_PLACE)
    )
    link = links.open_link(service, key, kind, browser)
    limits.uncount_attempts(service, attempts)
    if link.sets_password:
        known_words = link.account.name, link.account.mail
        demand_password_rate(request)
        try:
            password_hash = passwords.hash_password(data.get("password", ""), *known_words)
        except HorizonsError as problem:
            return _link_page(request, kind, link, problem)
    account = links.use_link(service, key, kind, browser, password_hash)
    return sign_browser_in(request, service, account, local_path(to))


LINK_PAGES = (forgotten_page, send_link, check_mail, link_page, use_link)
