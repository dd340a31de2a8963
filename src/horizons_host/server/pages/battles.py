"""Pages with the battle calculator, and with the battles in reports and their odds."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import get, post
from litestar.params import FromQuery
from litestar.response import Template

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.report import counted, verdict
from horizons_host.reports.battles import battle_in_report, odds_of_battle
from horizons_host.reports.odds_picture import OddsSummary, battle_odds, odds_picture
from horizons_host.reports.replay import replay_stage
from horizons_host.server.games.access import Access, access, page_not_found
from horizons_host.server.games.order_board import OrderBoard, board_of
from horizons_host.server.games.watching import demand_started
from horizons_host.server.pages.battle_calculator import (
    battle_at,
    battle_statistics,
    battle_text,
    has_battle_form,
    odds_of,
    sides_of,
    spec_of,
    unit_fields,
)
from horizons_host.server.pages.perspectives import (
    Perspective,
    own_perspective,
    perspective_of,
)
from horizons_host.server.pages.rendering import PageRequest, page, page_access
from horizons_host.server.pages.reports import rules_of, turn_position
from horizons_host.server.security.rate_limits import Rate, RateLimiter
from horizons_host.server.security.requests import Form, InjectedService, Key, Number, network_of
from horizons_host.server.texts import gettext, mark_text

#: Keyed by their names in `horizons_host.reports.replay`; table headings by themselves.
_TEXTS: Mapping[str, str] = {
    "arena": mark_text("The battle"),
    "you": mark_text("you"),
    "ship": mark_text("ship"),
    "ships": mark_text("ships"),
    "unit": mark_text("unit"),
    "units": mark_text("units"),
    "unknown": mark_text("strength unknown"),
    "log": mark_text("Log"),
    "more": mark_text("… and {count} more lines."),
    "peaceful": mark_text("No shots were fired."),
    "end": mark_text("Result"),
    "side": mark_text("Side"),
    "lost": mark_text("Lost"),
    "left": mark_text("Remaining"),
    "shots": mark_text("Shots"),
    "kills": mark_text("Kills"),
    "kills_hint": mark_text("enemies destroyed by this side"),
    "won": mark_text("won"),
    "not_known": mark_text("unknown"),
    "first": mark_text("Go to the start"),
    "back": mark_text("Previous salvo"),
    "next": mark_text("Next salvo"),
    "last": mark_text("Go to the end"),
    "play": mark_text("Play"),
    "pause": mark_text("Pause"),
    "play_hint": mark_text("play or pause (space)"),
    "salvo": mark_text("salvo"),
    "speed": mark_text("Speed"),
    "speed_hint": mark_text("salvos per second (+ and −)"),
    "keys": mark_text("Keyboard"),
    "keys_hint": mark_text("Control the replay with arrow keys, space, Home and End"),
    "destroyed": mark_text("destroyed"),
    "gone": mark_text("left the battle"),
    "elsewhere": mark_text("not here"),
    "of": mark_text("{left} of {most}"),
    "shield": mark_text("shield {points}"),
    "has_lost": mark_text("{what} lost"),
    "still_there": mark_text("{what} left"),
    "before": mark_text("Before the first shot"),
    "Damage": mark_text("Damage"),
    "Absorbed": mark_text("Absorbed"),
    "Components": mark_text("Components"),
    "Hits": mark_text("Hits"),
    "Strength": mark_text("Strength"),
}

#: Number of runs for the odds; the second is for resolvers without a kernel.
RUNS, RUNS_ONE_BY_ONE = 1000, 60
#: Rate limit per client.
_FORM_RATE = Rate(20, 0.2)
#: The seed, so that the same battle always has the same odds.
_SEED = "try a battle"

#: Rate limit per account.
_PLACE_RATE = Rate(20, 0.2)


def replay_texts() -> dict[str, str]:
    """Return the texts for `replay_stage`."""
    return {name: gettext(words) for name, words in _TEXTS.items()}


@get("/games/{key:str}/turns/{turn:int}/battles/{number:int}", sync_to_thread=True)
def battle_page(
    request: PageRequest, service: InjectedService, key: Key, turn: Number, number: Number
) -> Template:
    """Show a battle as far as the reader knows it: units, shots, damage and losses, by step."""
    rights = page_access(request, service, key)
    rights.demand_seat()
    with service.database.game(key) as store, store.read_transaction():
        return _battle_page(request, rights, own_perspective(rights, store), turn, number)


@get(
    "/games/{key:str}/perspectives/{seat:str}/turns/{turn:int}/battles/{number:int}",
    sync_to_thread=True,
)
def battle_in_perspective(
    request: PageRequest,
    service: InjectedService,
    key: Key,
    seat: Key,
    turn: Number,
    number: Number,
) -> Template:
    """Show a battle from another perspective, as far as the reader may have it."""
    rights = page_access(request, service, key)
    demand_started(rights)
    with service.database.game(key) as store, store.read_transaction():
        return _battle_page(request, rights, perspective_of(rights, store, seat), turn, number)


def _battle_page(
    request: PageRequest, rights: Access, perspective: Perspective, turn: int, number: int
) -> Template:
    reports, name = perspective.reports, perspective.name
    turn_position(reports, name, turn)
    report = reports.report(turn, name)
    record = battle_in_report(report, number)
    return page(
        request,
        "turn_battle.html.jinja",
        game=rights.game,
        access=rights,
        perspective=perspective,
        turn=turn,
        turn_title=rules_of(reports).report_title(report),
        number=number,
        numbers=[n for n, event in enumerate(report["events"]) if "shots" in event["data"]],
        record=record,
        verdict=verdict(record),
        stage=replay_stage(record, replay_texts()),
        counted=counted,
    )


@get("/games/{key:str}/turns/{turn:int}/battles/{number:int}/odds", sync_to_thread=True)
def odds_page(
    request: PageRequest, service: InjectedService, key: Key, turn: Number, number: Number
) -> Template:
    """Show the odds of a battle and its actual result, once the game is over."""
    rights = page_access(request, service, key)
    seat = rights.demand_seat()
    problem, odds = None, None
    with service.database.game(key) as store:
        turn_position(store, seat, turn)
        report = store.report(turn, seat)
        turn_title = rules_of(store).report_title(report)
        record = battle_in_report(report, number)
        try:
            fought = odds_of_battle(store, seat, record)
            odds = battle_odds(fought.many, fought.once, record["empires"])
        except HorizonsError as error:
            problem = error
    return page(
        request,
        "battle_odds.html.jinja",
        game=rights.game,
        access=rights,
        turn=turn,
        turn_title=turn_title,
        number=number,
        record=record,
        odds=odds,
        picture=odds_picture(odds, odds_texts(record["title"])) if odds else None,
        problem=problem,
    )


def odds_texts(title: str) -> dict[str, str]:
    """Return the texts of a chart of odds, in the reader's language."""
    return {
        "title": title,
        "undecided": gettext("undecided"),
        "usual": gettext("median {middle}; {low} to {high} in 9 of 10 battles"),
        "actual": gettext("actual: {actual}"),
    }


TURN_BATTLE_PAGES = (battle_page, battle_in_perspective, odds_page)


@get("/battles", sync_to_thread=True)
def battle_rules_page(request: PageRequest) -> Template:
    """Show the variants whose battles can be calculated."""
    return page(request, "battles.html.jinja", variants=_variants_with_form())


def _variants_with_form() -> list[hz.VariantInfo]:
    """List the variants that describe their battles."""
    return [info for info in hz.variants().values() if has_battle_form(info.name)]


@get("/battles/{variant:str}", sync_to_thread=True)
def battle_form_page(request: PageRequest, variant: Key) -> Template:
    """Show the form for a battle, and the odds of a battle that was entered."""
    if not has_battle_form(variant):
        raise page_not_found()
    rules = hz.load_variant(variant)
    fields = unit_fields(rules)
    entries = {name: text for name, text in request.query_params.items() if isinstance(text, str)}
    odds, problem = None, None
    if entries:
        rates: RateLimiter = request.app.state.rates
        client = (
            f"from {network_of(request)}" if request.user is None else f"account {request.user.id}"
        )
        rates.demand(f"battles {client}", _FORM_RATE)
        try:
            odds = _form_odds(rules, spec_of(rules, entries))
        except HorizonsError as error:
            problem = error
    return page(
        request,
        "battle.html.jinja",
        variant=rules.info,
        variant_name=variant,
        fields=fields,
        sides=sides_of(rules, entries),
        odds=odds,
        picture=odds_picture(odds, odds_texts(rules.info.title)) if odds else None,
        problem=problem,
        status=422 if problem else 200,
    )


def _form_odds(rules: hz.Variant, spec: dict[str, object]) -> OddsSummary:
    """Return the odds of a battle; raises BattleError."""
    return battle_odds(battle_statistics(rules, spec, _SEED, RUNS, RUNS_ONE_BY_ONE))


BATTLE_PAGES = (battle_rules_page, battle_form_page)


@get("/games/{key:str}/battle", sync_to_thread=True)
def battle_at_place_page(
    request: PageRequest, service: InjectedService, key: Key, place: FromQuery[str] = ""
) -> Template:
    """Show the forces seen at a place, as an editable battle."""
    rights = page_access(request, service, key)
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
    odds: OddsSummary | None = None,
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
