"""Choosing the language of the pages: for one's account, and on this device."""

from __future__ import annotations

from litestar import post
from litestar.response import Redirect

from horizons_host.server import languages, texts
from horizons_host.server.injected import Form, Served
from horizons_host.server.pages.rendering import Asked, go, local
from horizons_host.server.people import accounts


@post("/language", sync_to_thread=True)
def choose_language(request: Asked, service: Served, data: Form) -> Redirect:
    """Have pages be in another language from now on; one that there is not changes nothing."""
    answer, wanted = go(local(data.get("to", "/"))), data.get("language", "")
    if wanted in texts.LANGUAGES:
        if request.user is not None:
            chosen = {languages.SETTING: wanted}
            accounts.change_settings(service, request.user, **chosen)
        answer.set_cookie(languages.cookie(wanted, secure=service.settings.secure))
    return answer


HANDLERS = (choose_language,)
