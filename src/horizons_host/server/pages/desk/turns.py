"""The first page of the desk, with the turn sheet and the actions on turns."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from attrs import frozen
from litestar import Response, get, post
from litestar.response import Redirect, Template

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_core.model import folded
from horizons_host.deadlines.decisions import format_stored
from horizons_host.deadlines.outlook import deadline_sentences, state_of
from horizons_host.deadlines.state import FINAL, DeadlineFacts, facts_of
from horizons_host.games.audit import archive_opened, entries
from horizons_host.games.edits import orders_on_behalf
from horizons_host.games.endings import end_game
from horizons_host.games.order_claims import MAX_STEPS
from horizons_host.games.order_texts import OrderText, decoded
from horizons_host.games.undo import reopen_game, undo_turn
from horizons_host.reports.files import gamemaster_report
from horizons_host.seats.handover import SheetRow, TurnSheet, turn_sheet
from horizons_host.server.games import archiving, players
from horizons_host.server.games import deadlines as game_deadlines
from horizons_host.server.games.access import Access
from horizons_host.server.games.lessons import usual_bot
from horizons_host.server.jobs import deadlines, queue, turns
from horizons_host.server.pages.documents import document_answer
from horizons_host.server.pages.forms import apply_change, desk_of, text_of
from horizons_host.server.pages.order_forms import after_of, turn_of
from horizons_host.server.pages.rendering import PageRequest, page, redirect_to
from horizons_host.server.pages.reports import rules_of
from horizons_host.server.security.requests import Form, InjectedService, Key, Number
from horizons_host.server.service import Service
from horizons_host.store import GameStore

_AUDIT_ENTRIES = 20
#: Hours by which the page offers to extend a deadline.
_EXTENSIONS = (24, 48, 7 * 24)
ORDERS_SOURCE = "the gamemaster, on a web page"


@get("/games/{key:str}/desk", sync_to_thread=True)
def desk_page(request: PageRequest, service: InjectedService, key: Key) -> Template:
    """Show the state of every seat before the next turn, and the actions on it."""
    return sheet_page(request, service, desk_of(request, service, key))


def demand_current(store: GameStore, data: Mapping[str, str]) -> None:
    """Raise HorizonsError for a form of a page older than the latest turn, undo or end."""
    if data.get("seen", "") not in {"", _state_mark(store)}:
        raise HorizonsError(
            LocalizedText("the game has changed since you opened this page, so nothing was done"),
            LocalizedText("check the current state, then send the form again"),
        )


def _state_mark(store: GameStore) -> str:
    """Return a mark of the current turn and attempt, and whether the game has ended."""
    turn = store.latest() + 1
    ended = "-ended" if store.ending() else ""
    return f"{turn}-{len(store.undone(turn))}{ended}"


def sheet_page(
    request: PageRequest,
    service: Service,
    rights: Access,
    problem: HorizonsError | None = None,
    form_data: Mapping[str, str] | None = None,
) -> Template:
    """Render the page, with an error and the data of its form."""
    key = rights.game.key
    with service.database.game(key) as store:
        sheet, first = turn_sheet(store), store.first()
        audit = list(reversed(entries(store)))[:_AUDIT_ENTRIES]
        opened, ending = archive_opened(store), store.ending()
        seen = _state_mark(store)
        facts = facts_of(store)
        variant = rules_of(store)
    now = service.clock()
    return page(
        request,
        "desk.html.jinja",
        game=rights.game,
        access=rights,
        sheet=sheet,
        seen=seen,
        coming=[*deadline_sentences(facts, state_of(facts, now), now)],
        deadline=facts.course.deadline,
        later=_later_deadlines(facts, now),
        waiting=_waiting(sheet, facts),
        bots=sorted(variant.bots, key=lambda bot: (bot != usual_bot(variant), bot)),
        first=first,
        audit=audit,
        opened=opened,
        ending=ending,
        people=players.players_by_seat(service, rights),
        jobs=queue.game_jobs(service, key, turns.TURN_KIND)[:3],
        entries=form_data or {},
        problem=problem,
        status=422 if problem else 200,
        **_latest_trial(service, key),
    )


@frozen
class WaitingSeat:
    """A seat whose final orders the coming turn waits for, or will be run without.

    Attributes:
        row: its row on the turn sheet.
        is_reminded: whether its player was reminded of this deadline.
    """

    row: SheetRow
    is_reminded: bool


def _waiting(sheet: TurnSheet, facts: DeadlineFacts) -> list[WaitingSeat]:
    """List the seats with missing or draft orders, with missing ones first."""
    deadline = facts.course.deadline
    stored = format_stored(deadline) if deadline else ""
    reminded = {seat for at, seat, _ in facts.reminded if at == stored}
    rows = {row.orders.seat: row for row in sheet.rows}
    return sorted(
        (
            WaitingSeat(rows[place.seat], place.seat in reminded)
            for place in facts.places
            if place.is_person and place.needed and place.state != FINAL and not facts.over
        ),
        key=lambda seat: seat.row.orders.state != "none",
    )


def _later_deadlines(facts: DeadlineFacts, now: datetime) -> list[tuple[int, datetime]]:
    """Return the deadlines to which the coming turn can be extended, by the hours to add."""
    deadline, course = facts.course.deadline, facts.course
    if deadline is None or facts.over or course.awaits_all:
        return []
    later = ((hours, deadline + timedelta(hours=hours)) for hours in _EXTENSIONS)
    return [(hours, time) for hours, time in later if time > now]


def _latest_trial(service: Service, key: str) -> dict[str, Any]:
    """Return the latest trial run and its effects."""
    trials = queue.game_jobs(service, key, turns.TRIAL_KIND)
    if not trials:
        return {"trial": None, "effects": []}
    return {"trial": trials[0], "effects": turns.trial_effects(trials[0])}


DESK_SHEET_PAGES = (desk_page,)


@get("/games/{key:str}/desk/turns/{turn:int}/{file:str}", sync_to_thread=True)
def full_report_file(
    request: PageRequest, service: InjectedService, key: Key, turn: Number, file: Key
) -> Response[bytes]:
    """Show the report of the full game, with all orders and events."""
    desk_of(request, service, key)
    with service.database.game(key) as store:
        return document_answer(store, lambda: gamemaster_report(store, turn), file)


@post("/games/{key:str}/desk/run", sync_to_thread=True)
def request_turn_run(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Request the coming turn."""
    rights = desk_of(request, service, key)

    def act(store: GameStore) -> None:
        demand_current(store, data)
        turns.request_turn(service, key, request.user, anyway=data.get("anyway") == "yes")

    render = partial(sheet_page, request, service, rights, form_data={**data, "form": "run"})
    return apply_change(service, key, act, render, f"/games/{key}/desk")


@post("/games/{key:str}/desk/remind", sync_to_thread=True)
def remind_player(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Remind a player of the coming deadline."""
    rights = desk_of(request, service, key)
    try:
        game_deadlines.remind(service, key, data.get("seat", ""))
    except HorizonsError as problem:
        return sheet_page(request, service, rights, problem)
    return redirect_to(f"/games/{key}/desk")


@post("/games/{key:str}/desk/trial", sync_to_thread=True)
def request_trial(request: PageRequest, service: InjectedService, key: Key) -> Redirect:
    """Request a trial run of the coming turn."""
    desk_of(request, service, key)
    turns.request_trial_run(service, key, request.user)
    return redirect_to(f"/games/{key}/desk")


@post("/games/{key:str}/desk/undo", sync_to_thread=True)
def undo_turn_or_end(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Undo the latest turn, or the end of the game, with a public reason."""
    rights = desk_of(request, service, key)

    def act(store: GameStore) -> None:
        demand_current(store, data)
        undo_action = undo_turn if store.ending() is None else reopen_game
        undo_action(store, data.get("reason", ""), service.clock)
        archiving.update_after_change(service, key, store)

    render = partial(sheet_page, request, service, rights, form_data={**data, "form": "undo"})
    return apply_change(service, key, act, render, f"/games/{key}/desk")


@post("/games/{key:str}/desk/end", sync_to_thread=True)
def end_confirmed_game(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """End the game, if its name was entered to confirm."""
    rights = desk_of(request, service, key)
    winners = [name.strip() for name in data.get("winners", "").split(",") if name.strip()]

    def act(store: GameStore) -> None:
        title = rights.game.terms.title
        if folded(data.get("name", "")) != folded(title):
            raise HorizonsError(
                LocalizedText("the name doesn't match, so the game was not ended"),
                LocalizedText("type the name of the game: {title}", title=title),
            )
        reason = data.get("reason", "").strip() or "by agreement"
        end_game(store, reason, winners, service.clock)
        archiving.update_after_change(service, key, store)

    render = partial(sheet_page, request, service, rights, form_data={**data, "form": "end"})
    return apply_change(service, key, act, render, f"/games/{key}/desk")


@post("/games/{key:str}/desk/orders", sync_to_thread=True)
def submit_for_seat(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template | Redirect:
    """Submit orders for a seat; its player is notified, and the reason is public."""
    rights = desk_of(request, service, key)

    def act(store: GameStore) -> None:
        text, note = decoded(text_of(data.get("orders", "")).encode(), ORDERS_SOURCE)
        order_text = OrderText(text, ORDERS_SOURCE, note)
        seat = data.get("seat", "")
        orders_on_behalf(
            store,
            order_text,
            seat,
            data.get("reason", ""),
            service.clock,
            turn=turn_of(data),
            after=after_of({"after": data.get(f"after {seat}", "")}),
            max_steps=MAX_STEPS,
        )
        deadlines.wake_if_due(service, key, store)

    render = partial(sheet_page, request, service, rights, form_data={**data, "form": "orders"})
    return apply_change(service, key, act, render, f"/games/{key}/desk")


@post("/games/{key:str}/desk/archive", sync_to_thread=True)
def open_archive(request: PageRequest, service: InjectedService, key: Key) -> Template | Redirect:
    """Open the archive of an ended game now."""
    render = partial(sheet_page, request, service, desk_of(request, service, key))
    return apply_change(
        service,
        key,
        lambda _: archiving.request_opening(service, key, request.user),
        render,
        f"/games/{key}/archive",
    )


DESK_TURN_PAGES = (
    full_report_file,
    request_turn_run,
    remind_player,
    request_trial,
    undo_turn_or_end,
    end_confirmed_game,
    submit_for_seat,
    open_archive,
)
