"""Odds of a battle at a place of the map, filled in with the forces seen there."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromQuery
from litestar.response import Template

from horizons_core.errors import HorizonsError
from horizons_host.odds_picture import BattleOdds, odds_picture
from horizons_host.server.games.access import Access, access
from horizons_host.server.injected import Form, InjectedService, Key
from horizons_host.server.ordering.battles import battle_at, battle_text, odds_of
from horizons_host.server.ordering.board import OrderBoard, board_of
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.pages.turn_battles import odds_texts
from horizons_host.server.security.rates import Rate, RateLimiter

#: Rate limit per account.
_PLACE_RATE = Rate(20, 0.2)


@get("/games/{key:str}/battle", sync_to_thread=True)
def battle_at_place_page(
    request: PageRequest, service: InjectedService, key: Key, place: FromQuery[str] = ""
) -> Template:
    """Show the forces seen at a place, as an editable battle."""
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store:
        board = board_of(store, seat)
    sides = battle_at(board, place)
    return _battle_at_place_page(request, rights, board, place, battle_text(sides) if sides else "")


@post("/games/{key:str}/battle", sync_to_thread=True, status_code=200)
def odds_at_place(request: PageRequest, service: InjectedService, key: Key, data: Form) -> Template:
    """Show the odds of the edited battle."""
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    rates: RateLimiter = request.app.state.rates
    rates.demand(f"battles account {request.user.id if request.user else 0}", _PLACE_RATE)
    with service.database.game(key) as store:
        board = board_of(store, seat)
    text, odds, problem = data.get("battle", "").replace("\r\n", "\n"), None, None
    try:
        odds = odds_of(board.variant, text)
    except HorizonsError as error:
        problem = error
    return _battle_at_place_page(request, rights, board, data.get("place", ""), text, odds, problem)


def _battle_at_place_page(
    request: PageRequest,
    rights: Access,
    board: OrderBoard,
    place: str,
    text: str,
    odds: BattleOdds | None = None,
    problem: HorizonsError | None = None,
) -> Template:
    title = board.variant.info.title
    return page(
        request,
        "order_battle.html.jinja",
        game=rights.game,
        access=rights,
        place=place,
        text=text,
        odds=odds,
        picture=odds_picture(odds, odds_texts(title)) if odds else None,
        problem=problem,
        status=422 if problem else 200,
    )


ORDER_BATTLE_PAGES = (battle_at_place_page, odds_at_place)
