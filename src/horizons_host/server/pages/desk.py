"""The gamemaster's desk: the turn sheet, and everything that is done to a running game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect, Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_host.arrangements import set_bot
from horizons_host.desk.audit import entries
from horizons_host.desk.edits import edit_game, try_edit
from horizons_host.endings import end_game
from horizons_host.gamemaster_report import gamemaster_report
from horizons_host.order_intake import OrderIntake, standing
from horizons_host.order_texts import OrderText, decoded
from horizons_host.retakes import undo_turn
from horizons_host.server.games import directory
from horizons_host.server.games.access import Access, access
from horizons_host.server.injected import Form, Key, Number, Served
from horizons_host.server.jobs import queue, turns
from horizons_host.server.pages.documents import document_answer
from horizons_host.server.pages.rendering import Asked, go, page
from horizons_host.server.service import Service
from horizons_host.store import GameStore

SOURCE = "the gamemaster, on a web page"


def _desk(request: Asked, service: Service, key: str) -> Access:
    """Whose desk it is; raises NoGameError for everybody else's."""
    found = access(service, request.user, key)
    found.demand_gamemaster()
    return found


@get("/games/{key:str}/desk", sync_to_thread=True)
def desk_page(request: Asked, service: Served, key: Key) -> Template:
    """The desk."""
    return _page(request, service, _desk(request, service, key))


def _page(
    request: Asked,
    service: Service,
    found: Access,
    problem: HorizonsError | None = None,
    **more: Any,
) -> Template:
    key = found.game.key
    with service.database.game(key) as store:
        coming, sheet = standing(store)
        plate = store.plate()
        facts = {
            "turn": coming - 1,
            "first": store.first(),
            "sheet": sheet,
            "audit": list(reversed(entries(store)))[:50],
        }
    bots = sorted(hz.load_variant(plate.variant, plate.mods, plate.data_mods).bots)
    trials = [job for job in queue.of_game(service, key, turns.TRIAL) if job.state == queue.DONE]
    facts["trial"] = json.loads(trials[0].says) if trials else None
    facts["trial_turn"] = trials[0].facts["turn"] if trials else None
    facts["jobs"] = queue.of_game(service, key, turns.KIND)[:3]
    shown: dict[str, Any] = {"tried": None, "edit": "", "reason": "", **facts, **more}
    return page(
        request,
        "desk.html.jinja",
        game=found.game,
        bots=bots,
        problem=problem,
        status=422 if problem else 200,
        **shown,
    )


def _done(
    request: Asked, service: Service, key: str, act: Callable[[GameStore], object]
) -> Template | Redirect:
    """Do something to the game, and show the desk; what is refused is told there."""
    found = _desk(request, service, key)
    try:
        with service.database.game(key) as store:
            act(store)
    except HorizonsError as problem:
        return _page(request, service, found, problem)
    return go(f"/games/{key}/desk")


@get("/games/{key:str}/desk/turns/{turn:int}/{file:str}", sync_to_thread=True)
def report(request: Asked, service: Served, key: Key, turn: Number, file: Key) -> Response[bytes]:
    """The report of the whole game, with everybody's orders and all that happened."""
    _desk(request, service, key)
    with service.database.game(key) as store:
        return document_answer(store, gamemaster_report(store, turn), file)


@post("/games/{key:str}/desk/run", sync_to_thread=True)
def run(request: Asked, service: Served, key: Key, data: Form) -> Redirect:
    """Ask for the coming turn to be run."""
    _desk(request, service, key)
    turns.ask(service, key, anyway=data.get("anyway") == "yes")
    return go(f"/games/{key}/desk")


@post("/games/{key:str}/desk/trial", sync_to_thread=True)
def trial(request: Asked, service: Served, key: Key) -> Redirect:
    """Ask what the coming turn would change for whom."""
    _desk(request, service, key)
    turns.ask_trial(service, key)
    return go(f"/games/{key}/desk")


@post("/games/{key:str}/desk/undo", sync_to_thread=True)
def undo(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Take the latest turn back, and tell everybody why."""

    def act(store: GameStore) -> None:
        undo_turn(store, data.get("reason", ""), service.clock)
        directory.set_state(service, key, directory.ENDED, directory.RUNNING)

    return _done(request, service, key, act)


@post("/games/{key:str}/desk/end", sync_to_thread=True)
def end(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """End the game."""
    winners = [name.strip() for name in data.get("winners", "").split(",") if name.strip()]

    def act(store: GameStore) -> None:
        end_game(store, data.get("reason", "").strip() or "by agreement", winners, service.clock)
        directory.set_state(service, key, directory.RUNNING, directory.ENDED)

    return _done(request, service, key, act)


@post("/games/{key:str}/desk/bot", sync_to_thread=True)
def bot(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Have a seat be played by a bot, or by a person again."""
    chosen = data.get("bot", "") or None

    def act(store: GameStore) -> None:
        set_bot(store, data.get("seat", ""), chosen, service.clock)

    return _done(request, service, key, act)


@post("/games/{key:str}/desk/orders", sync_to_thread=True)
def orders(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Hand in orders for a seat that cannot do so itself; its player is told."""

    def act(store: GameStore) -> None:
        text, note = decoded(data.get("orders", "").replace("\r\n", "\n").encode(), SOURCE)
        given = OrderText(text, SOURCE, note)
        OrderIntake(store, service.clock).submit(given, data.get("seat", ""), proved=True)

    return _done(request, service, key, act)


@post("/games/{key:str}/desk/edit", sync_to_thread=True)
def edit(request: Asked, service: Served, key: Key, data: Form) -> Template | Redirect:
    """Try an edit of the standing game out, or make it."""
    text, reason = data.get("edit", "").replace("\r\n", "\n"), data.get("reason", "")
    if data.get("do") == "edit":
        return _done(
            request, service, key, lambda store: edit_game(store, text, reason, clock=service.clock)
        )
    found = _desk(request, service, key)
    try:
        with service.database.game(key) as store:
            tried = try_edit(store, text)
    except HorizonsError as problem:
        return _page(request, service, found, problem, edit=text, reason=reason)
    seen = [one.told() for one in tried.seen]
    return _page(request, service, found, tried=seen, edit=text, reason=reason)


HANDLERS = (desk_page, report, run, trial, undo, end, bot, orders, edit)
