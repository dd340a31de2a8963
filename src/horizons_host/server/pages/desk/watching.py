"""The page of the desk with the rule for watching."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games.access import Access
from horizons_host.server.games.watch_rules import EVERYONE, WatchRule, watch_rule_from
from horizons_host.server.games.watching import change_rule, describe_rule
from horizons_host.server.pages.forms import desk_of, number_in
from horizons_host.server.pages.rendering import PageRequest, page, redirect_to
from horizons_host.server.security.requests import Form, InjectedService, Key


def watch_rule_in(data: Mapping[str, str]) -> WatchRule:
    """Read the rule for watching from a form; raises HorizonsError, WatchRuleError."""
    has_delay = data.get("delay", "").strip() != ""
    return watch_rule_from(
        {
            "audience": data.get("audience", EVERYONE),
            "delay": number_in(data, "delay") if has_delay else None,
            "embeds": data.get("embeds") == "yes",
        }
    )


@get("/games/{key:str}/desk/watching", sync_to_thread=True)
def watching_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show who can watch the game, and the form to restrict that."""
    return _page(request, desk_of(request, service, key))


def _page(request: PageRequest, rights: Access, problem: HorizonsError | None = None) -> Template:
    rule = rights.game.terms.watch_rule
    return page(
        request,
        "desk_watching.html.jinja",
        game=rights.game,
        access=rights,
        rule=rule,
        description=describe_rule(rule),
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/watching", sync_to_thread=True)
def restrict_watching(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Restrict watching; everyone can read that in the audit log."""
    rights = desk_of(request, service, key)
    try:
        change_rule(service, rights, watch_rule_in(data))
    except HorizonsError as problem:
        return _page(request, rights, problem)
    return redirect_to(f"/games/{key}/desk/watching")


DESK_WATCHING_PAGES = (watching_page, restrict_watching)
