"""The gamemaster's messages: announcements, replies, reported messages, and the rule."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.press import moderation, reading, rules
from horizons_host.press.posting import Draft, send
from horizons_host.server.games.access import Access
from horizons_host.server.injected import Form, InjectedService, Key, Number
from horizons_host.server.jobs import delivering
from horizons_host.server.pages.desk.room import desk_of
from horizons_host.server.pages.press import draft_in, rule_in
from horizons_host.server.pages.rendering import PageRequest, page, redirect_to
from horizons_host.server.service import Service


@get("/games/{key:str}/desk/messages", sync_to_thread=True)
def desk_messages_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the gamemaster's messages, and the forms to write and to set the rule."""
    return _desk_messages_page(request, service, desk_of(request, service, key))


def _desk_messages_page(
    request: PageRequest,
    service: Service,
    rights: Access,
    problem: HorizonsError | None = None,
    entries: Mapping[str, str] | None = None,
) -> Template:
    with service.database.game(rights.game.key) as store:
        messages = list(reversed(reading.gamemaster_messages(store)))
        reports = list(reversed(moderation.reports(store)))
        rule = rules.rule_of(store)
        seats = store.seats()
    return page(
        request,
        "press_desk.html.jinja",
        game=rights.game,
        access=rights,
        messages=messages,
        reports=reports,
        rule=rule,
        rule_sentences=rules.sentences(rule),
        seats=seats,
        entries=entries or {},
        chosen=draft_in(entries or {}, None),
        problem=problem,
        status=422 if problem else 200,
    )


@post("/games/{key:str}/desk/messages", sync_to_thread=True)
def send_as_gamemaster(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Send an announcement to all, or a message to seats."""
    return _send_as_gamemaster(request, service, key, draft_in(data, None), data)


@post("/games/{key:str}/desk/messages/{number:int}/answer", sync_to_thread=True)
def reply_as_gamemaster(
    request: PageRequest, service: InjectedService, key: Key, number: Number, data: Form
) -> Template | Redirect:
    """Reply to a message to the gamemaster."""
    return _send_as_gamemaster(
        request, service, key, Draft(None, data.get("text", ""), answers=number), data
    )


def _send_as_gamemaster(
    request: PageRequest, service: Service, key: str, draft: Draft, data: Mapping[str, str]
) -> Template | Redirect:
    rights = desk_of(request, service, key)
    try:
        with service.database.game(key) as store:
            send(store, draft, service.clock)
    except HorizonsError as problem:
        return _desk_messages_page(request, service, rights, problem, data)
    delivering.wake_delivery(service, key)
    return redirect_to(f"/games/{key}/desk/messages")


@post("/games/{key:str}/desk/messages/rule", sync_to_thread=True)
def change_message_rule(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Change the rule for messages; all players are notified."""
    rights = desk_of(request, service, key)
    try:
        with service.database.game(key) as store:
            rules.set_rule(store, rule_in(data), service.clock)
    except HorizonsError as problem:
        return _desk_messages_page(request, service, rights, problem)
    delivering.wake_delivery(service, key)
    return redirect_to(f"/games/{key}/desk/messages")


DESK_MESSAGE_PAGES = (
    desk_messages_page,
    send_as_gamemaster,
    reply_as_gamemaster,
    change_message_rule,
)
