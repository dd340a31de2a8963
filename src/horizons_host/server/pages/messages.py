"""Pages with the messages of a seat, and those of the gamemaster."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.messages import reading, rules
from horizons_host.messages.posting import Draft, send, unknown_message
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.jobs import delivery
from horizons_host.server.pages.forms import desk_of
from horizons_host.server.pages.rendering import PageRequest, page, page_access, redirect_to
from horizons_host.server.people import complaints
from horizons_host.server.people.measures import demand_may_write
from horizons_host.server.people.moderators import has_moderators
from horizons_host.server.security.requests import Form, InjectedService, Key, Number
from horizons_host.server.service import Service
from horizons_host.store import ALL_MESSAGES, GameStore, MessagingRule

_MAX_DIGITS = 10
#: Prefix of the form fields that hold the recipients' seats.
_TO = "to-"


def draft_in(data: Mapping[str, str], sender: str | None) -> Draft:
    """Read a message from a form, sent by a seat or (None) the gamemaster."""
    to = tuple(name for field, name in sorted(data.items()) if field.startswith(_TO))
    return Draft(
        sender,
        data.get("text", ""),
        data.get("subject", ""),
        to,
        to_all=data.get("to_all") == "yes",
        gamemaster=data.get("gamemaster") == "yes",
    )


def rule_in(data: Mapping[str, str]) -> MessagingRule:
    """Read the rule for messages from a form."""
    return MessagingRule(
        data.get("who", ALL_MESSAGES),
        anonymous=data.get("anonymous") == "yes",
        with_turn=data.get("with_turn") == "yes",
        opened=data.get("opened") == "yes",
    )


def _seat_rights(request: PageRequest, service: Service, key: str) -> tuple[Access, str]:
    rights = page_access(request, service, key)
    return rights, rights.demand_seat()


@get("/games/{key:str}/messages", sync_to_thread=True)
def messages_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the seat's threads, and the form for a new message."""
    return _messages_page(request, service, *_seat_rights(request, service, key))


def _messages_page(
    request: PageRequest,
    service: Service,
    rights: Access,
    seat: str,
    problem: HorizonsError | None = None,
    entries: Mapping[str, str] | None = None,
) -> Template:
    with service.database.game(rights.game.key) as store:
        facts: dict[str, Any] = {
            "threads": reading.threads_of(store, seat),
            "seats": [other for other in store.seats() if other.name != seat],
            "blocks": reading.blocked(store, seat),
            "rule": rules.rule_of(store),
        }
    return page(
        request,
        "press.html.jinja",
        game=rights.game,
        access=rights,
        seat=seat,
        gamemaster=any(member.role == directory.GAMEMASTER for member in rights.members),
        rule_sentences=rules.sentences(facts["rule"]),
        entries=entries or {},
        chosen=draft_in(entries or {}, seat),
        problem=problem,
        status=422 if problem else 200,
        **facts,
    )


@post("/games/{key:str}/messages", sync_to_thread=True)
def send_message(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Send a message that begins a thread."""
    rights, seat = _seat_rights(request, service, key)
    try:
        demand_may_write(request.user)
        with service.database.game(key) as store:
            sent = send(store, draft_in(data, seat), service.clock)
    except HorizonsError as problem:
        return _messages_page(request, service, rights, seat, problem, data)
    delivery.wake_delivery(service, key)
    return redirect_to(f"/games/{key}/messages/{sent.thread}")


@get("/games/{key:str}/messages/{number:int}", sync_to_thread=True)
def thread_page(
    request: PageRequest, service: InjectedService, key: Key, number: Number
) -> Template:
    """Show the thread of a message, and mark its messages as read."""
    rights, seat = _seat_rights(request, service, key)
    return _thread_page(request, service, rights, seat, number)


def _thread_page(
    request: PageRequest,
    service: Service,
    rights: Access,
    seat: str,
    number: int,
    problem: HorizonsError | None = None,
    text: str = "",
) -> Template:
    with service.database.game(rights.game.key) as store:
        thread = _thread_of(store, seat, number)
        unread = [message.number for message in thread.messages if not message.read]
        if unread:
            reading.mark_read(store, seat, unread, service.clock)
    return page(
        request,
        "press_thread.html.jinja",
        game=rights.game,
        access=rights,
        seat=seat,
        thread=thread,
        text=text,
        has_moderators=has_moderators(service),
        problem=problem,
        status=422 if problem else 200,
    )


def _thread_of(store: GameStore, seat: str, number: int) -> reading.Thread:
    """Return the thread of a seat's message; raises MessageError if the seat has none of it."""
    for thread in reading.threads_of(store, seat):
        if any(message.number == number for message in thread.messages):
            return thread
    raise unknown_message(number)


@post("/games/{key:str}/messages/{number:int}/answer", sync_to_thread=True)
def reply_to_message(
    request: PageRequest, service: InjectedService, key: Key, number: Number, data: Form
) -> Template | Redirect:
    """Reply to a message; the reply goes to all members of its thread."""
    rights, seat = _seat_rights(request, service, key)
    text = data.get("text", "")
    try:
        demand_may_write(request.user)
        with service.database.game(key) as store:
            thread = send(store, Draft(seat, text, answers=number), service.clock).thread
    except HorizonsError as problem:
        return _thread_page(request, service, rights, seat, number, problem, text)
    delivery.wake_delivery(service, key)
    return redirect_to(f"/games/{key}/messages/{thread}")


def _change_message(
    request: PageRequest,
    service: Service,
    key: str,
    number: int,
    change: Callable[[GameStore, str], None],
) -> Template | Redirect:
    """Apply a change to a message and show its thread; an error is shown there."""
    rights, seat = _seat_rights(request, service, key)
    try:
        with service.database.game(key) as store:
            change(store, seat)
    except HorizonsError as problem:
        return _thread_page(request, service, rights, seat, number, problem)
    return redirect_to(f"/games/{key}/messages/{number}")


@post("/games/{key:str}/messages/{number:int}/block", sync_to_thread=True)
def block_sender(
    request: PageRequest, service: InjectedService, key: Key, number: Number
) -> Template | Redirect:
    """Block the writer of this message."""

    def act(store: GameStore, seat: str) -> None:
        reading.block_writer(store, seat, number, service.clock)

    return _change_message(request, service, key, number, act)


@post("/games/{key:str}/messages/{number:int}/report", sync_to_thread=True)
def report_message(
    request: PageRequest, service: InjectedService, key: Key, number: Number, data: Form
) -> Template | Redirect:
    """Report a message to the gamemaster, or to the server's moderators."""

    def act(store: GameStore, seat: str) -> None:
        reason = data.get("reason", "")
        if data.get("to") == "moderators":
            rights = access(service, request.user, key)
            complaints.complain_about_message(service, rights, store, number, reason)
        else:
            reading.report(store, seat, number, reason, service.clock)

    answer = _change_message(request, service, key, number, act)
    delivery.wake_delivery(service, key)
    return answer


@post("/games/{key:str}/messages/unblock", sync_to_thread=True)
def unblock_sender(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Unblock a sender."""
    rights, seat = _seat_rights(request, service, key)
    number = data.get("number", "")
    try:
        with service.database.game(key) as store:
            valid = number.isascii() and number.isdigit() and len(number) < _MAX_DIGITS
            message_number = int(number) if valid else 0
            reading.unblock(store, seat, data.get("sender", ""), message_number)
    except HorizonsError as problem:
        return _messages_page(request, service, rights, seat, problem)
    return redirect_to(f"/games/{key}/messages")


@get("/games/{key:str}/messages/opened", sync_to_thread=True)
def public_messages_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the messages that became public when the game ended; raises MessageError before."""
    rights = page_access(request, service, key)
    if rights.game.state not in {directory.RUNNING, directory.ENDED}:
        raise page_not_found()
    with service.database.game(key) as store:
        messages = reading.opened_messages(store)
    return page(
        request, "press_opened.html.jinja", game=rights.game, access=rights, messages=messages
    )


MESSAGE_PAGES = (
    messages_page,
    send_message,
    thread_page,
    reply_to_message,
    block_sender,
    report_message,
    unblock_sender,
    public_messages_page,
)


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
        reports = list(reversed(reading.reports(store)))
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
    delivery.wake_delivery(service, key)
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
    delivery.wake_delivery(service, key)
    return redirect_to(f"/games/{key}/desk/messages")


DESK_MESSAGE_PAGES = (
    desk_messages_page,
    send_as_gamemaster,
    reply_as_gamemaster,
    change_message_rule,
)
