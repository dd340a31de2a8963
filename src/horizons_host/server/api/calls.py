"""API calls for games and orders; the token decides what a caller may see, as on the pages."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import RequestBody

from horizons_core.orders import OrderOptions, Range
from horizons_host.deadlines.missing_orders import mark_orders
from horizons_host.deadlines.state import NextTurn, next_turn
from horizons_host.games.order_intake import OrderIntake, order_status
from horizons_host.games.order_texts import requested_orders
from horizons_host.server.api import deadlines
from horizons_host.server.api.calling import (
    NEWER_ORDERS,
    SOURCE,
    ApiRequest,
    access_of,
    caller,
    orders_receipt,
)
from horizons_host.server.api.shapes import (
    ChosenArguments,
    CommandOptions,
    GameStatus,
    GameSummary,
    NumberRange,
    OrderInProgress,
    OrdersReceipt,
    OrdersRequest,
    OrderStatusRequest,
    OwnOrders,
    RequestedTurn,
    SeatSummary,
    TokenOwner,
    TurnRequest,
    order_in_progress,
)
from horizons_host.server.games import directory
from horizons_host.server.games.deadlines import coming_deadline
from horizons_host.server.games.order_board import board_of, view_after
from horizons_host.server.jobs import deadlines as jobs
from horizons_host.server.jobs import turns
from horizons_host.server.security.requests import InjectedService, Key, Number
from horizons_host.store import GameStore


def command_options(options: OrderOptions) -> CommandOptions:
    """Convert the choices for a command."""
    arguments: dict[str, list[str] | NumberRange | None] = {}
    for name, choices in options.arguments.items():
        if isinstance(choices, Range):
            arguments[name] = NumberRange(choices.minimum, choices.maximum)
        else:
            arguments[name] = None if choices is None else list(choices)
    command = options.command
    return CommandOptions(command.help, arguments, command.label, command.group, list(command.on))


def seat_summaries(store: GameStore) -> list[SeatSummary]:
    """List the seats and whether they have submitted orders, without the orders themselves."""
    words = {"none": "none", "by bot": "by bot"}
    _, lines = order_status(store)
    return [
        SeatSummary(
            seat=line.seat,
            bot=line.bot,
            role=line.role,
            orders=words.get(line.state, "in"),
            ready=line.ready,
            awaited=line.awaited,
        )
        for line in lines
    ]


@get("/me", sync_to_thread=True)
def get_token_owner(request: ApiRequest) -> TokenOwner:
    """Return the account that this token belongs to."""
    return TokenOwner(caller(request).name)


@get("/games", sync_to_thread=True)
def list_games(request: ApiRequest, service: InjectedService) -> list[GameSummary]:
    """List the games you take part in."""
    return [
        GameSummary(
            game.key, game.terms.title, game.terms.variant, game.state, member.role, member.seat
        )
        for game, member in directory.games_of(service, caller(request))
    ]


@get("/games/{key:str}", sync_to_thread=True)
def get_game(request: ApiRequest, service: InjectedService, key: Key) -> GameStatus:
    """Return the settings, seats and current turn of a game."""
    listed = access_of(request, service, key).game
    turn, seats, deadline, coming = None, [], None, NextTurn()
    if listed.state in {directory.RUNNING, directory.ENDED}:
        with service.database.game(key) as store:
            turn, seats = store.latest(), seat_summaries(store)
            if listed.state == directory.RUNNING:
                deadline, coming = coming_deadline(store), next_turn(store)
    return GameStatus(
        listed.key,
        listed.terms.title,
        listed.terms.variant,
        list(listed.terms.mods),
        dict(listed.terms.options),
        listed.state,
        turn,
        seats,
        deadline,
        coming.stage,
        coming.title,
    )


@get("/games/{key:str}/reports/{turn:int}", sync_to_thread=True)
def get_report(
    request: ApiRequest, service: InjectedService, key: Key, turn: Number
) -> dict[str, Any]:
    """Return your report of a turn as a JSON document."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        return store.report(turn, seat)


@get("/games/{key:str}/orders", sync_to_thread=True)
def get_orders(request: ApiRequest, service: InjectedService, key: Key) -> OwnOrders:
    """Return your orders for the coming turn."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        return _stored_orders(store, seat)


def _stored_orders(store: GameStore, seat: str) -> OwnOrders:
    turn = store.latest() + 1
    submissions = store.submissions_by(turn, seat)
    if not submissions:
        return OwnOrders(turn, None, 0, None, None)
    last = submissions[-1]
    return OwnOrders(turn, last.text, last.version, last.submitted_at, last.final)


@get("/games/{key:str}/orders/options", sync_to_thread=True)
def get_order_options(
    request: ApiRequest, service: InjectedService, key: Key
) -> dict[str, CommandOptions]:
    """Return the orders that are possible in your current position, by command."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        board = board_of(store, seat)
    return {name: command_options(options) for name, options in board.options.items()}


@get("/games/{key:str}/orders/stocks", sync_to_thread=True)
def get_stocks(request: ApiRequest, service: InjectedService, key: Key) -> dict[str, float]:
    """Return what you can spend in your current position; costs refer to these stocks by name."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        return board_of(store, seat).stocks


@post("/games/{key:str}/orders/choices", sync_to_thread=True, status_code=200)
def choose_arguments(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[ChosenArguments]
) -> OrderInProgress:
    """Return the choices for the next argument of an order, and the order if it is complete.

    Nothing is stored.
    """
    seat = access_of(request, service, key).demand_seat()
    text = requested_orders(data.text, SOURCE).text
    with service.database.game(key) as store:
        board = board_of(store, seat)
        view = view_after(store, board, text, data.command)
    return order_in_progress(board.compose(data.command, data.chosen, view))


@post("/games/{key:str}/orders/check", sync_to_thread=True, status_code=200)
def check_orders(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[OrdersRequest]
) -> OrdersReceipt:
    """Check orders without storing them."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        text = requested_orders(data.text, SOURCE)
        examined = OrderIntake(store, service.clock).examine(text, seat, data.turn)
    return orders_receipt(examined)


@post("/games/{key:str}/orders", sync_to_thread=True, responses=NEWER_ORDERS)
def submit_orders(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[OrdersRequest]
) -> OrdersReceipt:
    """Submit orders, replacing those you submitted before for the turn.

    The answer names the version that was replaced. Orders equal to the latest are not stored. An
    empty text submits no orders for this turn.
    """
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        intake = OrderIntake(store, service.clock)
        text = requested_orders(data.text, SOURCE)
        examined, stored = intake.submit(
            text, seat, proved=True, final=data.final, turn=data.turn, after=data.after
        )
        jobs.wake_if_due(service, key, store)
    return orders_receipt(examined, stored)


@post(
    "/games/{key:str}/orders/status", sync_to_thread=True, status_code=200, responses=NEWER_ORDERS
)
def set_order_status(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[OrderStatusRequest]
) -> OwnOrders:
    """Mark your submitted orders as final, or as a draft."""
    seat = access_of(request, service, key).demand_seat()
    with service.database.game(key) as store:
        mark_orders(store, seat, final=data.final, clock=service.clock, after=data.version)
        jobs.wake_if_due(service, key, store)
        return _stored_orders(store, seat)


@post("/games/{key:str}/turns", sync_to_thread=True, status_code=202)
def run_turn(
    request: ApiRequest, service: InjectedService, key: Key, data: RequestBody[TurnRequest]
) -> RequestedTurn:
    """Request, as gamemaster, that the coming turn be run."""
    access_of(request, service, key).demand_gamemaster()
    job = turns.request_turn(service, key, caller(request), anyway=data.anyway)
    return RequestedTurn(int(job.facts["turn"]), job.state, job.message)


GAME_CALLS: tuple[HTTPRouteHandler, ...] = (
    get_token_owner,
    list_games,
    get_game,
    get_report,
    get_orders,
    get_order_options,
    get_stocks,
    choose_arguments,
    check_orders,
    submit_orders,
    run_turn,
    set_order_status,
    *deadlines.DEADLINE_CALLS,
)
