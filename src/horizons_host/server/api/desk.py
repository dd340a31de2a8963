"""The calls of the gamemaster's desk: what its pages do, for programs."""

from __future__ import annotations

import json
from typing import Any

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import RequestBody

from horizons_host.desk.behalf import orders_on_behalf
from horizons_host.desk.edits import edit_game, try_edit
from horizons_host.desk.turn_sheet import turn_sheet
from horizons_host.endings import end_game
from horizons_host.gamemaster_report import gamemaster_report
from horizons_host.order_claims import MOST_STEPS
from horizons_host.reopening import reopen_game
from horizons_host.retakes import undo_turn
from horizons_host.server.api.calling import (
    Called,
    access_of,
    caller,
    order_text,
    receipt_given,
)
from horizons_host.server.api.desk_shapes import (
    EditRequest,
    EditResult,
    EndRequest,
    OrdersForSeat,
    Reason,
    ReopenedTurn,
    RulesVersion,
    TrialRun,
    VersionRequest,
)
from horizons_host.server.api.shapes import OrdersReceipt, RequestedTurn
from horizons_host.server.games import following, upgrading
from horizons_host.server.games.access import Access
from horizons_host.server.injected import Key, Number, Served
from horizons_host.server.jobs import deadlines as jobs
from horizons_host.server.jobs import queue, turns
from horizons_host.server.service import Service


def desk_of(request: Called, service: Service, key: str) -> Access:
    """Whose desk it is; raises NoGameError for everybody else's, and before the game begins."""
    found = access_of(request, service, key)
    found.demand_member()
    found.demand_gamemaster()
    return found


@get("/games/{key:str}/seat-status", sync_to_thread=True)
def sheet(request: Called, service: Served, key: Key) -> dict[str, Any]:
    """How every seat stands before the coming turn, and how reliable its holder is."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return turn_sheet(store).told()


@get("/games/{key:str}/full-reports/{turn:int}", sync_to_thread=True)
def whole(request: Called, service: Served, key: Key, turn: Number) -> dict[str, Any]:
    """The gamemaster's report of a turn: the whole game."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return gamemaster_report(store, turn)


@post("/games/{key:str}/trial-run", sync_to_thread=True, status_code=202)
def ask_trial(request: Called, service: Served, key: Key) -> RequestedTurn:
    """Ask what the coming turn would change for whom; nothing of it is stored."""
    desk_of(request, service, key)
    job = turns.ask_trial(service, key, caller(request))
    return RequestedTurn(int(job.facts["turn"]), job.state, "")


@get("/games/{key:str}/trial-run", sync_to_thread=True)
def trial(request: Called, service: Served, key: Key) -> TrialRun:
    """What the latest trial found."""
    desk_of(request, service, key)
    trials = queue.of_game(service, key, turns.TRIAL)
    if not trials:
        return TrialRun(0, "none", [])
    done = trials[0].state == queue.DONE
    effects = json.loads(trials[0].says) if done else []
    return TrialRun(int(trials[0].facts["turn"]), trials[0].state, effects)


@post("/games/{key:str}/undo", sync_to_thread=True, status_code=200)
def undo(request: Called, service: Served, key: Key, data: RequestBody[Reason]) -> ReopenedTurn:
    """Undo the latest turn, and tell everybody why; the next attempt has other dice.

    Of a game that the gamemaster ended the end is undone instead: the turn after it is open again.
    """
    desk_of(request, service, key)
    with service.database.game(key) as store:
        undone = undo_turn if store.ending() is None else reopen_game
        found = undone(store, data.reason, service.clock)
        following.follow(service, key, store)
    return ReopenedTurn(found.turn, found.attempt, found.commitment)


@post("/games/{key:str}/end", sync_to_thread=True, status_code=204)
def end(request: Called, service: Served, key: Key, data: RequestBody[EndRequest]) -> None:
    """End the game after its latest turn."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        end_game(store, data.reason, data.winners, service.clock)
        following.follow(service, key, store)


@post("/games/{key:str}/orders/on-behalf", sync_to_thread=True)
def behalf(
    request: Called, service: Served, key: Key, data: RequestBody[OrdersForSeat]
) -> OrdersReceipt:
    """Hand in orders for a seat; its player is told at once, and everybody may read why."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        found, stored = orders_on_behalf(
            store,
            order_text(data.text),
            data.seat,
            data.reason,
            service.clock,
            final=data.final,
            after=data.version,
            most_steps=MOST_STEPS,
        )
        jobs.wake_if_due(service, key, store)
    return receipt_given(found, stored)


@post("/games/{key:str}/edits", sync_to_thread=True, status_code=200)
def edit(request: Called, service: Served, key: Key, data: RequestBody[EditRequest]) -> EditResult:
    """Edit the standing game, or only say who would see what; everybody is told of an edit."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        if data.trial:
            found = try_edit(store, data.edit)
        else:
            found = edit_game(store, data.edit, data.reason, data.words, clock=service.clock)
            following.follow(service, key, store)
    return EditResult(found.turn, list(found.kinds), [one.told() for one in found.seen])


@get("/games/{key:str}/version", sync_to_thread=True)
def version(request: Called, service: Served, key: Key) -> RulesVersion:
    """By which version the game goes on, and what the latest check found."""
    desk_of(request, service, key)
    return _version(service, key)


def _version(service: Service, key: str) -> RulesVersion:
    found = upgrading.standing(service, key)
    said = None if found.said is None else dict(found.said)
    return RulesVersion(found.before, found.pinned, found.job.state if found.job else "", said)


@post("/games/{key:str}/version", sync_to_thread=True, status_code=202)
def decide_version(
    request: Called, service: Served, key: Key, data: RequestBody[VersionRequest]
) -> RulesVersion:
    """Check, pin, unpin, or go on by the version that is installed on the server."""
    desk_of(request, service, key)
    upgrading.decide(service, key, data.what, caller(request), anyway=data.anyway)
    return _version(service, key)


HANDLERS: tuple[HTTPRouteHandler, ...] = (
    sheet,
    whole,
    ask_trial,
    trial,
    undo,
    end,
    behalf,
    edit,
    version,
    decide_version,
)
