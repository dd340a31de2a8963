"""Choosing the language of the pages, for the account and on this device."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_host.server import languages, texts
from horizons_host.server.injected import Form, InjectedService
from horizons_host.server.pages.rendering import PageRequest, page, redirect_to
from horizons_host.server.people import accounts


@get("/language", sync_to_thread=True)
def language_page(request: PageRequest) -> Template:
    """Show the languages."""
    return page(request, "language.html.jinja")


@post("/language", sync_to_thread=True)
def choose_language(request: PageRequest, service: InjectedService, data: Form) -> Redirect:
    """Change the language of pages from now on; an unknown language changes nothing."""
    answer, language = redirect_to("/"), data.get("language", "")
    if language in texts.LANGUAGES:
        if request.user is not None:
            accounts.change_settings(
                service, request.user, **{languages.LANGUAGE_SETTING: language}
            )
        answer.set_cookie(languages.language_cookie(language, secure=service.settings.secure))
    return answer


LANGUAGE_PAGES = (language_page, choose_language)
