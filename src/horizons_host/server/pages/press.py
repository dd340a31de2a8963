"""Messages between seats: those of one's own seat, written, answered, blocked and reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from litestar import get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_host.press import moderation, reading, rules
from horizons_host.press.posting import Draft, no_message, send
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access, access, nothing_here
from horizons_host.server.injected import Form, Key, Number, Served
from horizons_host.server.jobs import delivering
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.server.service import Service
from horizons_host.store import ALL, GameStore, PressRule

_MOST_DIGITS = 10
#: Fields of recipients begin so: each holds a seat's name.
_TO = "to-"


def written(data: Mapping[str, str], sender: str | None) -> Draft:
    """The message that a form holds, of a seat or (None) of the gamemaster."""
    to = tuple(name for field, name in sorted(data.items()) if field.startswith(_TO))
    return Draft(
        sender,
        data.get("text", ""),
        data.get("subject", ""),
        to,
        everybody=data.get("everybody") == "yes",
        gamemaster=data.get("gamemaster") == "yes",
    )


def rule_in(data: Mapping[str, str]) -> PressRule:
    """The rule for messages that a form holds."""
    return PressRule(
        data.get("who", ALL),
        anonymous=data.get("anonymous") == "yes",
        with_turn=data.get("with_turn") == "yes",
        opened=data.get("opened") == "yes",
    )


def _seat(request: Asked, service: Service, key: str) -> tuple[Access, str]:
    found = access(service, request.user, key)
    return found, found.demand_seat()


@get("/games/{key:str}/press", sync_to_thread=True)
def press_page(request: Asked, service: Served, key: Key) -> Template:
    """One's threads, and the form for a new message."""
    return _press(request, service, *_seat(request, service, key))


def _press(
    request: Asked,
    service: Service,
    found: Access,
    seat: str,
    problem: HorizonsError | None = None,
    given: Mapping[str, str] | None = None,
) -> Template:
    with service.database.game(found.game.key) as store:
        facts: dict[str, Any] = {
            "threads": reading.threads_of(store, seat),
            "seats": [one for one in store.seats() if one.name != seat],
            "blocks": moderation.blocked(store, seat),
            "rule": rules.rule_of(store),
        }
    return page(
        request,
        "press.html.jinja",
        game=found.game,
        access=found,
        seat=seat,
        gamemaster=any(one.role == directory.GAMEMASTER for one in found.present),
        rule_sentences=rules.sentences(facts["rule"]),
        given=given or {},
        chosen=written(given or {}, seat),
        problem=problem,
        status=422 if problem else 200,
        **facts,
    )


@post("/games/{key:str}/press", sync_to_thread=True)
def write(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Send a message that begins a thread."""
    found, seat = _seat(request, service, key)
    try:
        with service.database.game(key) as store:
            sent = send(store, written(data, seat), service.clock)
    except HorizonsError as problem:
        return _press(request, service, found, seat, problem, data)
    delivering.wake(service, key)
    return go(f"/games/{key}/press/{sent.thread}")


@get("/games/{key:str}/press/{number:int}", sync_to_thread=True)
def thread_page(request: Asked, service: Served, key: Key, number: Number) -> Template:
    """A thread with one of one's messages; it has been read then."""
    found, seat = _seat(request, service, key)
    return _thread(request, service, found, seat, number)


def _thread(
    request: Asked,
    service: Service,
    found: Access,
    seat: str,
    number: int,
    problem: HorizonsError | None = None,
    text: str = "",
) -> Template:
    with service.database.game(found.game.key) as store:
        thread = _with(store, seat, number)
        unread = [one.number for one in thread.messages if not one.read]
        if unread:
            reading.mark_read(store, seat, unread, service.clock)
    return page(
        request,
        "press_thread.html.jinja",
        game=found.game,
        access=found,
        seat=seat,
        thread=thread,
        text=text,
        problem=problem,
        status=422 if problem else 200,
    )


def _with(store: GameStore, seat: str, number: int) -> reading.Thread:
    """The thread of a seat's message; raises PressError for one that the seat has not."""
    for thread in reading.threads_of(store, seat):
        if any(one.number == number for one in thread.messages):
            return thread
    raise no_message(number)


@post("/games/{key:str}/press/{number:int}/answer", sync_to_thread=True)
def answer(
    request: Asked, service: Served, key: Key, number: Number, data: Form
) -> Template | Redirect:
    """Answer a message: to all who have to do with it."""
    found, seat = _seat(request, service, key)
    text = data.get("text", "")
    try:
        with service.database.game(key) as store:
            thread = send(store, Draft(seat, text, answers=number), service.clock).thread
    except HorizonsError as problem:
        return _thread(request, service, found, seat, number, problem, text)
    delivering.wake(service, key)
    return go(f"/games/{key}/press/{thread}")


def _done(
    request: Asked,
    service: Service,
    key: str,
    number: int,
    act: Callable[[GameStore, str], None],
) -> Template | Redirect:
    """Do something about a message, and show its thread; what is refused is told there."""
    found, seat = _seat(request, service, key)
    try:
        with service.database.game(key) as store:
            act(store, seat)
    except HorizonsError as problem:
        return _thread(request, service, found, seat, number, problem)
    return go(f"/games/{key}/press/{number}")


@post("/games/{key:str}/press/{number:int}/block", sync_to_thread=True)
def block(request: Asked, service: Served, key: Key, number: Number) -> Template | Redirect:
    """Get no further messages of whoever wrote this one."""

    def act(store: GameStore, seat: str) -> None:
        moderation.block_writer(store, seat, number, service.clock)

    return _done(request, service, key, number, act)


@post("/games/{key:str}/press/{number:int}/report", sync_to_thread=True)
def report(
    request: Asked, service: Served, key: Key, number: Number, data: Form
) -> Template | Redirect:
    """Show a message to the gamemaster."""

    def act(store: GameStore, seat: str) -> None:
        moderation.report(store, seat, number, data.get("reason", ""), service.clock)

    done = _done(request, service, key, number, act)
    delivering.wake(service, key)
    return done


@post("/games/{key:str}/press/unblock", sync_to_thread=True)
def unblock(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Get messages again."""
    found, seat = _seat(request, service, key)
    number = data.get("number", "")
    try:
        with service.database.game(key) as store:
            fine = number.isascii() and number.isdigit() and len(number) < _MOST_DIGITS
            known = int(number) if fine else 0
            moderation.unblock(store, seat, data.get("sender", ""), known)
    except HorizonsError as problem:
        return _press(request, service, found, seat, problem)
    return go(f"/games/{key}/press")


@get("/games/{key:str}/press/opened", sync_to_thread=True)
def opened_page(request: Asked, service: Served, key: Key) -> Template:
    """What is open to everybody now that the game is over; raises PressError before."""
    found = access(service, request.user, key)
    if found.game.state not in {directory.RUNNING, directory.ENDED}:
        raise nothing_here()
    with service.database.game(key) as store:
        messages = reading.opened(store)
    return page(
        request, "press_opened.html.jinja", game=found.game, access=found, messages=messages
    )


HANDLERS = (press_page, write, thread_page, answer, block, report, unblock, opened_page)
