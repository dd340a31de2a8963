"""Choosing the language of the pages: for one's account, and on this device."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_host.server import languages, texts
from horizons_host.server.injected import Form, Served
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.server.people import accounts


@get("/language", sync_to_thread=True)
def language_page(request: Asked) -> Template:
    """The languages that there are."""
    return page(request, "language.html.jinja")


@post("/language", sync_to_thread=True)
def choose_language(request: Asked, service: Served, data: Form) -> Redirect:
    """Have pages be in another language from now on; one that there is not changes nothing."""
    answer, wanted = go("/"), data.get("language", "")
    if wanted in texts.LANGUAGES:
        if request.user is not None:
            accounts.change_settings(service, request.user, **{languages.SETTING: wanted})
        answer.set_cookie(languages.cookie(wanted, secure=service.settings.secure))
    return answer


HANDLERS = (language_page, choose_language)
