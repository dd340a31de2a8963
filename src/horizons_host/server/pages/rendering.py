"""Rendering of pages from templates, with the variables that every page needs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import jinja2
from litestar import MediaType, Request, Response
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Redirect, Template
from litestar.response.base import ASGIResponse
from markupsafe import Markup

from horizons_core.errors import HorizonsError
from horizons_core.report.jinja_support import ReleasingTemplate
from horizons_host.clock import local_time
from horizons_host.server import faces, texts
from horizons_host.server.battle_forms import has_battle_form
from horizons_host.server.games.access import Access
from horizons_host.server.games.lessons import progress
from horizons_host.server.pages.static import static_path
from horizons_host.server.pages.ways import navigation_links
from horizons_host.server.people.accounts import Account
from horizons_host.server.people.diary import text_mark
from horizons_host.server.unavailable import STATUS, UNAVAILABLE, public_error

#: Number of polls (one every 2 s) before a page gives up on a running turn.
_MOST_POLLS = 60
PageRequest = Request[Account | None, str, Any]


class SignInRequiredError(Exception):
    """A page that requires a session; the browser is redirected to sign in."""


def demand_account(request: PageRequest) -> Account:
    """Return the signed-in account; raises StrangerError."""
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
    environment.filters.update(local_time=local_time, moment=texts.time_in_zone_named)
    environment.filters.update(translate=texts.translate, translate_plain=texts.translate_plain)
    environment.globals.update(
        has_battle_form=has_battle_form,
        language=texts.language,
        note_mark=text_mark,
        static=static_path,
        emblem=faces.emblem,
        title_of=faces.title_of,
        languages=texts.LANGUAGES,
        strip=faces.strip,
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


def page(request: PageRequest, template: str, *, status: int = 200, **parts: Any) -> Template:
    """Render a page; a `problem` is shown without locations on the server."""
    problem = parts.get("problem")
    if isinstance(problem, HorizonsError):
        parts = {**parts, "problem": public_error(problem)}
        status = STATUS if isinstance(problem, UNAVAILABLE) else status
    path, rights = request.url.path, parts.get("access")
    navigation, lesson = [], None
    if isinstance(rights, Access):
        navigation = navigation_links(rights, path)
        lesson = progress(request.app.state.service, rights, path)
    context: dict[str, Any] = {
        "me": request.user,
        "path": path,
        "navigation": navigation,
        "lesson": lesson,
    }
    context |= {"polls": _poll_count(request), "most_polls": _MOST_POLLS, **parts}
    return RenderedPage(request, template, context, status)


def _poll_count(request: PageRequest) -> int:
    """Return the number of times that a lesson's page has polled for the turn."""
    text = request.query_params.get("looked", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def redirect_to(path: str) -> Redirect:
    """Redirect a browser to another page, with GET."""
    return Redirect(path, status_code=303)


def local_path(path: str) -> str:
    """Return the path if it is on this site, else the home page."""
    is_local = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if is_local else "/"
