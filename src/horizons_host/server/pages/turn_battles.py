"""Battles in a seat's reports, to be watched shot by shot, and their odds."""

from __future__ import annotations

from litestar import get
from litestar.response import Template

from horizons_core.errors import HorizonsError
from horizons_core.report import counted, verdict
from horizons_host.battle_odds import odds_of_battle
from horizons_host.battles import battle_in_report
from horizons_host.odds_picture import battle_odds, odds_picture
from horizons_host.replay import replay_stage
from horizons_host.server.games.access import access
from horizons_host.server.injected import InjectedService, Key, Number
from horizons_host.server.pages.rendering import PageRequest, page
from horizons_host.server.pages.replay_words import replay_texts
from horizons_host.server.pages.reports import turn_position
from horizons_host.server.texts import gettext


@get("/games/{key:str}/turns/{turn:int}/battles/{number:int}", sync_to_thread=True)
def battle_page(
    request: PageRequest, service: InjectedService, key: Key, turn: Number, number: Number
) -> Template:
    """Show a battle as far as the reader knows it: units, shots, damage and losses, by step."""
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store, store.read_transaction():
        turn_position(store, seat, turn)
        report = store.report(turn, seat)
    record = battle_in_report(report, number)
    numbers = [n for n, event in enumerate(report["events"]) if "shots" in event["data"]]
    return page(
        request,
        "turn_battle.html.jinja",
        game=rights.game,
        access=rights,
        turn=turn,
        number=number,
        numbers=numbers,
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
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    problem, odds = None, None
    with service.database.game(key) as store:
        turn_position(store, seat, turn)
        report = store.report(turn, seat)
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
        "usual": gettext("median {middle}; 9 of 10 battles: {low} to {high}"),
        "actual": gettext("actual: {actual}"),
    }


TURN_BATTLE_PAGES = (battle_page, odds_page)
