"""Rendering of pages from templates with common variables and navigation."""

from __future__ import annotations

import hmac
import json
import logging
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, partial
from typing import Any
from urllib.parse import quote

import jinja2
from attrs import frozen
from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.response.base import ASGIResponse
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND
from markupsafe import Markup

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.report.jinja_support import ReleasingTemplate
from horizons_host.server import texts
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.diary import text_mark
from horizons_host.server.administration import newcomers
from horizons_host.server.administration.problem_reports import page_of_request
from horizons_host.server.games.access import Access, access
from horizons_host.server.games.directory import ENDED, PLAYER, RUNNING
from horizons_host.server.games.lessons import progress
from horizons_host.server.games.watching import is_in_audience
from horizons_host.server.live.versions import ShownGame, shown_game
from horizons_host.server.pages import artwork
from horizons_host.server.pages.avatars import avatar
from horizons_host.server.pages.battle_calculator import has_battle_form
from horizons_host.server.pages.static_files import static_path
from horizons_host.server.people.profiles import may_read
from horizons_host.server.security.responses import UNAVAILABLE, UNAVAILABLE_STATUS, public_error
from horizons_host.server.service import Service
from horizons_host.server.texts import gettext
from horizons_host.server.zones import reader_zone

_log = logging.getLogger(__name__)
#: Pages that belong to a link and do not lie below its path.
_RELATED = {
    "/turns": ("/replay", "/charts", "/diary"),
    "/orders": ("/battle",),
    "/watch": ("/perspectives",),
}

#: Name of the version that a page shows, in the state of its request.
_SHOWN = "shown game"
#: Number of polls (one every 2 s) before a page gives up on a running turn.
_MAX_POLLS = 60
PageRequest = Request[Account | None, str, Any]

#: The longest time after which a page reloads itself.
_LONGEST_REFRESH = 86_400
COOKIE_NAME = "once"
#: The cookie of a page that a link on another site leads to.
ARRIVAL_COOKIE = "arrival"
#: Lifetime of the cookie in seconds, if the browser does not follow the redirect.
_LIFETIME = 60
#: Longest value of a fact; a cookie has room for 4,000 characters.
_MAX_FACT_LENGTH = 1_000


@frozen
class NavigationLink:
    """A link of a game's navigation; `is_current` on its page, and on the related pages."""

    path: str
    text: str
    is_current: bool


def navigation_links(rights: Access, path: str) -> list[NavigationLink]:
    """Return the links to the pages of a game that the reader may open."""
    start = f"/games/{rights.game.key}"
    started = rights.game.state in {RUNNING, ENDED}
    seated = rights.seat is not None and started
    pages = [("", gettext("Game"), seated)]
    pages.append(("/overview" if seated else "", gettext("Overview"), True))
    pages.append(("/orders", gettext("Orders"), seated and rights.game.state == RUNNING))
    pages.append(("/turns", gettext("Reports"), seated))
    pages.append(("/messages", gettext("Messages"), seated))
    watches = started and is_in_audience(rights) and not rights.has_role(PLAYER)
    pages.append(("/watch", gettext("Watch"), watches))
    pages.append(("/deadlines", gettext("Deadlines"), bool(rights.own_memberships) and started))
    pages.append(("/archive", gettext("Archive"), rights.game.state == ENDED))
    pages.append(("/desk", gettext("Desk"), rights.is_gamemaster and started))
    rest = path.removeprefix(start)
    return [
        NavigationLink(start + to, text, _is_current(rest, to))
        for to, text, visible in pages
        if visible
    ]


def _is_current(rest: str, to: str) -> bool:
    folders = (to, *_RELATED.get(to, ())) if to else ()
    return rest == to or any(rest == folder or rest.startswith(f"{folder}/") for folder in folders)


class SignInRequiredError(Exception):
    """A page that requires a session; the browser is redirected to sign in."""


def demand_account(request: PageRequest) -> Account:
    """Return the signed-in account; raises SignInRequiredError."""
    if request.user is None:
        raise SignInRequiredError
    return request.user


class RenderedPage(Template):
    """A template that is rendered when it is created.

    Litestar renders templates in its event loop, which blocks all other requests meanwhile. A
    handler creates its page in a thread instead.
    """

    def __init__(
        self, request: PageRequest, name: str, context: Mapping[str, Any], status_code: int
    ) -> None:
        super().__init__(
            name, context=dict(context), status_code=status_code, media_type=MediaType.HTML
        )
        text = engine().get_template(name).render(**self.create_template_context(request))
        self.content = text.encode(self.encoding)

    def to_asgi_response(self, *arguments: Any, **options: Any) -> ASGIResponse:
        """Return the response with the rendered text."""
        return Response.to_asgi_response(self, *arguments, **options)


@cache
def engine() -> JinjaTemplateEngine:
    """Return the template engine; undefined variables are errors."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("horizons_host.server", "templates"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.template_class = ReleasingTemplate
    environment.filters.update(local_time=texts.time_element, moment=texts.time_in_zone)
    environment.filters.update(near_time=partial(texts.time_element, short=True))
    environment.filters.update(translate=texts.translate, translate_plain=texts.translate_plain)
    environment.globals.update(
        has_battle_form=has_battle_form,
        language=texts.language,
        may_read_profile=may_read,
        reader_zone=reader_zone,
        note_mark=text_mark,
        static=static_path,
        avatar=avatar,
        emblem=artwork.emblem,
        title_of=artwork.title_of,
        languages=texts.LANGUAGES,
        strip=artwork.strip,
        version=hz.__version__,
    )
    environment.policies["ext.i18n.trimmed"] = True
    # The extension adds this method at run time.
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        texts.gettext, texts.ngettext, newstyle=True
    )
    environment.globals["_"] = _translate
    return JinjaTemplateEngine.from_environment(environment)


def _translate(message: str, **parts: Any) -> Markup:
    """Translate the text of `_` like the extension does, but faster: it runs 70 times per page."""
    if parts:
        return Markup(texts.gettext(message)) % parts  # noqa: S704 - it is the template's own
    return _translate_plain(texts.language(), message)


@lru_cache(10_000)
def _translate_plain(language: str, message: str) -> Markup:
    with texts.in_language(language):
        return Markup(texts.gettext(message)) % {}  # noqa: S704 - it is the template's own


def page_access(request: PageRequest, service: Service, key: str) -> Access:
    """Return the reader's access to a game, and note the version that its page is going to show.

    Called before the page's content is read. Raises NoGameError.
    """
    rights = access(service, request.user, key)
    if request.method == "GET":
        note_shown_game(request, shown_game(service, rights))
    return rights


def note_shown_game(request: PageRequest, shown: ShownGame | None) -> None:
    """Note which version of a game a page is going to show."""
    request.scope["state"][_SHOWN] = shown


def page(request: PageRequest, template: str, *, status: int = 200, **parts: Any) -> Template:
    """Render a page; a `problem` is shown without locations on the server."""
    problem = parts.get("problem")
    if isinstance(problem, HorizonsError):
        parts = {**parts, "problem": public_error(problem)}
        status = UNAVAILABLE_STATUS if isinstance(problem, UNAVAILABLE) else status
    path, rights = request.url.path, parts.get("access")
    navigation, lesson = [], None
    if isinstance(rights, Access):
        navigation = navigation_links(rights, path)
        lesson = progress(request.app.state.service, rights)
    context: dict[str, Any] = {
        "shown": request.scope["state"].get(_SHOWN) if isinstance(rights, Access) else None,
        "me": request.user,
        "takes_guests": request.app.state.service.settings.sign_up,
        "sends_mail": request.app.state.service.settings.mail is not None,
        "sends_push": request.app.state.service.settings.push is not None,
        "path": path,
        "shown_page": "" if status == HTTP_404_NOT_FOUND else _page_without_keys(request),
        "navigation": navigation,
        "lesson": lesson,
    }
    context |= {"polls": _poll_count(request), "most_polls": _MAX_POLLS, **parts}
    answer = RenderedPage(request, template, context, status)
    if status == HTTP_200_OK and request.method == "GET" and request.user is None:
        _count_arrival(request, answer)
    return answer


def _page_without_keys(request: PageRequest) -> str:
    template = str(request.scope.get("path_template", ""))
    return page_of_request(template, request.scope.get("path_params", {}))


def _count_arrival(request: PageRequest, answer: Template) -> None:
    """Count a visitor who comes from outside; the page is shown even if that fails."""
    passed_on = ARRIVAL_COOKIE in request.cookies
    if passed_on:
        answer.set_cookie(key=ARRIVAL_COOKIE, max_age=0, path=quote(request.url.path))
    if newcomers.is_arrival(request.headers, passed_on=passed_on):
        try:
            newcomers.count_arrival(request.app.state.service)
        except HorizonsError as problem:
            _log.warning("an arrival was not counted: %s", problem)


def _poll_count(request: PageRequest) -> int:
    """Return the number of times that a lesson's page has polled for the turn."""
    text = request.query_params.get("looked", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def refresh_seconds(minutes: Iterable[int]) -> int:
    """Return after how long a browser without scripts reloads a page with deadlines (0: never).

    That is when the first deadline has passed, and every minute from then on.
    """
    waits = [60 * (left + 1) + 30 if left >= 0 else 60 for left in minutes]
    return min(*waits, _LONGEST_REFRESH) if waits else 0


def redirect_to(path: str) -> Redirect:
    """Redirect a browser to another page, with GET."""
    return Redirect(path, status_code=303)


def local_path(path: str) -> str:
    """Return the path if it is on this site, else the home page."""
    is_local = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_local else "/"


def redirect_and_show(request: PageRequest, path: str, **facts: str) -> Redirect:
    """Redirect a browser to a page that shows these facts once."""
    if not facts:
        return redirect_to(path)
    carried = json.dumps({name: fact[:_MAX_FACT_LENGTH] for name, fact in facts.items()}).encode()
    value = f"{urlsafe_b64encode(carried).decode()}.{_signature(request, path, carried)}"
    answer = redirect_to(path)
    answer.set_cookie(_facts_cookie(request, path, value, _LIFETIME))
    return answer


def facts_to_show(request: PageRequest) -> dict[str, str]:
    """Return the facts to show now; none if the cookie belongs to another page or account."""
    carried, _, signature = request.cookies.get(COOKIE_NAME, "").partition(".")
    try:
        data = urlsafe_b64decode(carried)
    except ValueError:
        return {}
    if not hmac.compare_digest(signature, _signature(request, request.url.path, data)):
        return {}
    return dict(json.loads(data))


def delete_cookie(request: PageRequest, answer: Template) -> Template:
    """Delete the cookie of this page."""
    if COOKIE_NAME in request.cookies:
        answer.set_cookie(_facts_cookie(request, request.url.path, "", 0))
    return answer


def _signature(request: PageRequest, path: str, data: bytes) -> str:
    account = "" if request.user is None else str(request.user.id)
    secret: str = request.app.state.forms.secret
    signed = b"\0".join([b"shown once", path.encode(), account.encode(), data])
    return hmac.digest(secret.encode(), signed, "sha256").hex()


def _facts_cookie(request: PageRequest, path: str, value: str, lasts: int) -> Cookie:
    return Cookie(
        key=COOKIE_NAME,
        value=value,
        max_age=lasts,
        path=path,
        secure=request.app.state.service.settings.secure,
        httponly=True,
        samesite="strict",
    )
