"""How pages are made: from templates, with who is signed in and what every page shows."""

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
from horizons_core.report.written_once import WrittenOnce
from horizons_host.clock import local_time
from horizons_host.server import faces, texts
from horizons_host.server.battle_forms import has_battle_form
from horizons_host.server.games.access import Access
from horizons_host.server.games.lessons import progress
from horizons_host.server.pages.static import address_of
from horizons_host.server.pages.ways import ways_of
from horizons_host.server.people.accounts import Account
from horizons_host.server.people.diary import mark_of
from horizons_host.server.unavailable import STATUS, UNAVAILABLE, publicly

#: So often a page asks anew, every other second, for a turn that is being run.
_MOST_LOOKS = 60
Asked = Request[Account | None, str, Any]


class StrangerError(Exception):
    """A page that one must be signed in for; the browser is sent to sign in."""


def demand_account(request: Asked) -> Account:
    """Who is signed in; raises StrangerError."""
    if request.user is None:
        raise StrangerError
    return request.user


class Page(Template):
    """A page that is written where it is asked for.

    Litestar writes templates where it answers, in its one loop of events, and no other request is
    read or answered meanwhile. A handler that asks for a page does so in a thread.
    """

    def __init__(
        self, request: Asked, name: str, context: Mapping[str, Any], status_code: int
    ) -> None:
        super().__init__(
            name, context=dict(context), status_code=status_code, media_type=MediaType.HTML
        )
        written = engine().get_template(name).render(**self.create_template_context(request))
        self.content = written.encode(self.encoding)

    def to_asgi_response(self, *given: Any, **more: Any) -> ASGIResponse:
        """The answer, as Litestar makes it of what is written."""
        return Response.to_asgi_response(self, *given, **more)


@cache
def engine() -> JinjaTemplateEngine:
    """The templates of the pages; what is undefined in one is an error."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("horizons_host.server", "templates"),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.template_class = WrittenOnce
    environment.filters.update(local_time=local_time, moment=texts.moment)
    environment.filters.update(translate=texts.translate, translate_plain=texts.translate_plain)
    environment.globals.update(
        has_battle_form=has_battle_form,
        language=texts.language,
        note_mark=mark_of,
        static=address_of,
        emblem=faces.emblem,
        title_of=faces.title_of,
        languages=texts.LANGUAGES,
        strip=faces.strip,
    )
    environment.policies["ext.i18n.trimmed"] = True
    # What the extension brings is told to no type checker.
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        texts.gettext, texts.ngettext, newstyle=True
    )
    environment.globals["_"] = _said
    return JinjaTemplateEngine.from_environment(environment)


def _said(message: str, **parts: Any) -> Markup:
    """What `_` says in a template: as the extension does it, and quicker, some 70 times a page."""
    if parts:
        return Markup(texts.gettext(message)) % parts  # noqa: S704 - it is the template's own
    return _plainly_said(texts.language(), message)


@lru_cache(10_000)
def _plainly_said(language: str, message: str) -> Markup:
    with texts.spoken(language):
        return Markup(texts.gettext(message)) % {}  # noqa: S704 - it is the template's own


def page(request: Asked, template: str, *, status: int = 200, **parts: Any) -> Template:
    """A page; a `problem` is told without where things lie on the server."""
    problem = parts.get("problem")
    if isinstance(problem, HorizonsError):
        parts = {**parts, "problem": publicly(problem)}
        status = STATUS if isinstance(problem, UNAVAILABLE) else status
    path, found = request.url.path, parts.get("access")
    ways, lesson = [], None
    if isinstance(found, Access):
        ways = ways_of(found, path)
        lesson = progress(request.app.state.service, found, path)
    context: dict[str, Any] = {"me": request.user, "path": path, "ways": ways, "lesson": lesson}
    context |= {"looked": _looks(request), "most_looks": _MOST_LOOKS, **parts}
    return Page(request, template, context, status)


def _looks(request: Asked) -> int:
    """How often the page of a lesson has looked by itself whether the turn was run."""
    said = request.query_params.get("looked", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 4 else 0


def go(path: str) -> Redirect:
    """Send a browser on to another page, with GET."""
    return Redirect(path, status_code=303)


def local(path: str) -> str:
    """The path, if it is one of this site; else the first page."""
    fine = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if fine else "/"
