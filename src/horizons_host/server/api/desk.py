"""API calls of the gamemaster's desk, the counterpart of its pages."""

from __future__ import annotations

from typing import Any

from attrs import define, field
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import RequestBody

from horizons_host.games.edits import edit_game, orders_on_behalf, try_edit
from horizons_host.games.endings import end_game
from horizons_host.games.order_claims import MAX_STEPS
from horizons_host.games.undo import reopen_game, undo_turn
from horizons_host.reports.files import gamemaster_report
from horizons_host.seats.handover import turn_sheet
from horizons_host.server.api.calling import (
    NEWER_ORDERS,
    ApiRequest,
    access_of,
    caller,
    order_text,
    orders_receipt,
)
from horizons_host.server.api.shapes import OrdersReceipt, RequestedTurn
from horizons_host.server.games import archiving, maintenance
from horizons_host.server.games.access import Access
from horizons_host.server.jobs import deadlines as jobs
from horizons_host.server.jobs import queue, turns
from horizons_host.server.security.requests import InjectedService, Key, Number
from horizons_host.server.service import Service


@define
class Reason:
    """A public reason for an action."""

    reason: str = ""


@define
class EndRequest:
    """The reason for the end of a game, and its winners."""

    reason: str = "by agreement"
    winners: list[str] = field(factory=list)


@define
class ReopenedTurn:
    """A turn that was undone: its next attempt, and the commitment to the key of its dice."""

    turn: int
    attempt: int
    commitment: str


@define
class OrdersForSeat:
    """Orders for a seat that cannot submit them itself, and the reason; a draft if not `final`.

    With a `version` the answer is 409 if the seat has a newer one.
    """

    seat: str = ""
    text: str = ""
    reason: str = ""
    final: bool = True
    version: int | None = None


@define
class EditRequest:
    """An edit of the current position in scenario notation; with `trial` it is only a preview.

    `words` is the announcement to all players; "" names the parts of the game that are edited.
    """

    edit: str = ""
    reason: str = ""
    words: str = ""
    trial: bool = False


@define
class EditResult:
    """An edit: the turn whose position it changes, and the differences that each player sees."""

    turn: int
    kinds: list[str]
    seen: list[dict[str, Any]]


@define
class TrialRun:
    """The latest trial run: its state ("none" if there was none) and the effects of the turn."""

    turn: int
    state: str
    effects: list[dict[str, Any]]


@define
class SeatSettings:
    """A seat with its player, email address and missing-orders policy."""

    seat: str
    person: str
    bot: str | None
    role: str
    address: str
    password: bool
    without: str


@define
class SeatBot:
    """The bot that plays a seat; null for a player."""

    seat: str = ""
    bot: str | None = None


@define
class SeatAddress:
    """The email address of a seat; null for none."""

    seat: str = ""
    address: str | None = None


@define
class SeatPassword:
    """The password of a seat for orders by email; null for none."""

    seat: str = ""
    password: str | None = None


@define
class SeatRelease:
    """A seat whose player is to be removed, and the reason."""

    seat: str = ""
    reason: str = ""


@define
class InvitationRequest:
    """The role of an invitation, the seat in a running game, and the address to mail it to.

    `places` is the number of people who can accept it. `account` invites one person by name.
    """

    role: str = "player"
    seat: str = ""
    mail: str = ""
    places: int = 1
    account: str = ""


@define
class NewInvitation:
    """The link of an invitation, valid for two weeks; "" for an invitation by name."""

    address: str


@define
class BackupSummary:
    """A backup: its number, turn, reason and size in bytes."""

    number: int
    turn: int
    reason: str
    bytes: int


@define
class RestoreRequest:
    """The number of the backup to restore."""

    number: int = 0


@define
class VersionRequest:
    """The action: "check", "migrate", "pin" or "unpin"; `anyway` accepts turns that differ."""

    what: str = "check"
    anyway: bool = False


@define
class RulesVersion:
    """The rules version of the latest turn, a pinned version, and the latest check's result."""

    before: str
    pinned: str
    check: str
    found: dict[str, Any] | None


@define
class AuditLogEntry:
    """An action of a gamemaster."""

    number: int
    at: str
    turn: int
    actor: str
    action: str
    words: str


@define
class DiceKey:
    """A dice key from your report.

    `kept` says whether it matches its commitment; null if you cannot see that.
    """

    turn: int
    whose: str
    key: str
    kept: bool | None


@define
class DiceKeys:
    """The commitments to the coming turn's dice, line by line, and the keys of earlier turns."""

    turn: int
    promised: list[str]
    keys: list[DiceKey]


def desk_of(request: ApiRequest, service: Service, key: str) -> Access:
    """Return the gamemaster's access; raises NoGameError for others, and before the game starts."""
    access = access_of(request, service, key)
    access.demand_member()
    access.demand_gamemaster()
    return access


@get("/games/{key:str}/seat-status", sync_to_thread=True)
def get_seat_status(request: ApiRequest, service: InjectedService, key: Key) -> dict[str, Any]:
    """Return the state of every seat before the coming turn, and its player's reliability."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return turn_sheet(store).to_dict()


@get("/games/{key:str}/full-reports/{turn:int}", sync_to_thread=True)
def get_full_report(
    request: ApiRequest, service: InjectedService, key: Key, turn: Number
) -> dict[str, Any]:
    """Return the gamemaster's report of a turn: the full state of the game."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return gamemaster_report(store, turn)


@post("/games/{key:str}/trial-run", sync_to_thread=True, status_code=202)
def start_trial_run(request: ApiRequest, service: InjectedService, key: Key) -> RequestedTurn:
    """Request a trial run of the coming turn, which reports its effects and stores nothing."""
    desk_of(request, service, key)
    job = turns.request_trial_run(service, key, caller(request))
    return RequestedTurn(int(job.facts["turn"]), job.state, "")


@get("/games/{key:str}/trial-run", sync_to_thread=True)
def get_trial_run(request: ApiRequest, service: InjectedService, key: Key) -> TrialRun:
    """Return the result of the latest trial run."""
    desk_of(request, service, key)
    trials = queue.game_jobs(service, key, turns.TRIAL_KIND)
    if not trials:
        return TrialRun(0, "none", [])
    effects = turns.trial_effects(trials[0])
    return TrialRun(int(trials[0].facts["turn"]), trials[0].state, effects)


@post("/games/{key:str}/undo", sync_to_thread=True, status_code=200)
def undo(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[Reason]
) -> ReopenedTurn:
    """Undo the latest turn and notify all players of the reason; the rerun has different dice.

    If the gamemaster ended the game, undo the end instead: the next turn accepts orders again.
    """
    desk_of(request, service, key)
    with service.database.game(key) as store:
        undo_action = undo_turn if store.ending() is None else reopen_game
        reopened = undo_action(store, data.reason, service.clock)
        archiving.update_after_change(service, key, store)
    return ReopenedTurn(reopened.turn, reopened.attempt, reopened.commitment)


@post("/games/{key:str}/end", sync_to_thread=True, status_code=204)
def end(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[EndRequest]
) -> None:
    """End the game after its latest turn."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        end_game(store, data.reason, data.winners, service.clock)
        archiving.update_after_change(service, key, store)


@post("/games/{key:str}/orders/on-behalf", sync_to_thread=True, responses=NEWER_ORDERS)
def submit_orders_for_seat(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[OrdersForSeat]
) -> OrdersReceipt:
    """Submit orders for a seat; its player is notified, and the reason is public."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        examined, stored = orders_on_behalf(
            store,
            order_text(data.text),
            data.seat,
            data.reason,
            service.clock,
            final=data.final,
            after=data.version,
            max_steps=MAX_STEPS,
        )
        jobs.wake_if_due(service, key, store)
    return orders_receipt(examined, stored)


@post("/games/{key:str}/edits", sync_to_thread=True, status_code=200)
def edit_position(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[EditRequest]
) -> EditResult:
    """Edit the current position, or preview the edit; all players are notified of an edit."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        if data.trial:
            result = try_edit(store, data.edit)
        else:
            result = edit_game(store, data.edit, data.reason, data.words, clock=service.clock)
            archiving.update_after_change(service, key, store)
    return EditResult(result.turn, list(result.kinds), [d.to_dict() for d in result.effects])


@get("/games/{key:str}/version", sync_to_thread=True)
def get_version(request: ApiRequest, service: InjectedService, key: Key) -> RulesVersion:
    """Return the rules version that the game runs on, and the result of the latest check."""
    desk_of(request, service, key)
    return _rules_version(service, key)


def _rules_version(service: Service, key: str) -> RulesVersion:
    status = maintenance.version_status(service, key)
    result = None if status.check_result is None else dict(status.check_result)
    return RulesVersion(
        status.before, status.pinned, status.job.state if status.job else "", result
    )


@post("/games/{key:str}/version", sync_to_thread=True, status_code=202)
def change_version(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[VersionRequest]
) -> RulesVersion:
    """Check, pin or unpin the rules version, or migrate the game to the installed one."""
    desk_of(request, service, key)
    maintenance.decide(service, key, data.what, caller(request), anyway=data.anyway)
    return _rules_version(service, key)


DESK_CALLS: tuple[HTTPRouteHandler, ...] = (
    get_seat_status,
    get_full_report,
    start_trial_run,
    get_trial_run,
    undo,
    end,
    submit_orders_for_seat,
    edit_position,
    get_version,
    change_version,
)
