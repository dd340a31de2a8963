"""The page on which a player plays: map, turn, orders, selection and messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar.response import Template

from horizons_core.report import player_markers, reader
from horizons_host.games.order_intake import order_status
from horizons_host.games.player_news import latest_news
from horizons_host.messages.reading import unread_of
from horizons_host.reports.events import figure_text, turn_categories, turn_figures
from horizons_host.server.games.access import Access
from horizons_host.server.games.directory import ENDED, RUNNING
from horizons_host.server.games.players import turns_outside_lessons
from horizons_host.server.games.read_turns import note_read
from horizons_host.server.live.versions import shown_in
from horizons_host.server.pages.editor import editor_variables, read_state, stored_version
from horizons_host.server.pages.rendering import PageRequest, note_shown_game, page
from horizons_host.server.pages.reports import anchor, rules_of, site_map, turn_position
from horizons_host.server.service import Service
from horizons_host.store import GameStore

#: The number of a player's first turns that have tips.
_WITH_TIPS = 2


def plays(rights: Access) -> bool:
    """Return whether the reader has a seat in a game that has started."""
    return rights.seat is not None and rights.game.state in {RUNNING, ENDED}


def play_page(
    request: PageRequest,
    service: Service,
    rights: Access,
    *,
    version: str = "",
    done: str = "",
    **shown: Any,
) -> Template:
    """Show the game as the reader's seat sees it, with the orders for the coming turn.

    `shown` is the answer to orders that the page has sent; after a submission without scripts,
    `done` is its result.
    """
    seat = rights.demand_seat()
    with service.database.game(rights.game.key) as store, store.read_transaction():
        latest = store.latest()
        if request.method == "GET":
            note_shown_game(request, shown_in(store, rights))
        state = read_state(store, service, seat)
        shown = shown or stored_version(store, service, seat, state, version, done)
        report = _report_variables(store, rights.game.key, seat, latest)
        names = [empire["name"] for empire in report["report"]["empires"]] if report else []
        drawing = site_map({**state.board.map, **({"empires": names} if names else {})})
        _, sheet = order_status(store)
        unread, news = unread_of(store, seat), latest_news(store, seat)
    note_read(service, rights.account, rights.game.key, latest)
    awaited = [row for row in sheet if row.needed and not row.bot and not row.role]
    waiting_for = [row.seat for row in awaited if row.ready != "final"]
    # A player who is awaited can submit, even if no order is possible.
    is_asked = bool(state.board.options) or any(row.seat == seat for row in awaited)
    return page(
        request,
        "play.html.jinja",
        gives_orders=rights.game.state == RUNNING and is_asked,
        sheet=sheet,
        awaited=len(awaited),
        waiting_for=waiting_for,
        unread=unread,
        news=news,
        first_turns=_first_turns(service, rights, state.turn),
        map=drawing,
        questions=state.board.questions,
        **report,
        **editor_variables(rights, state, **shown),
    )


def _first_turns(service: Service, rights: Access, turn: int) -> int:
    """Return how many turns the player has given orders for, up to `_WITH_TIPS`.

    Tips for newcomers are for the first turns of a game; later ones need no look at other games.
    """
    if rights.account is None or turn > _WITH_TIPS:
        return _WITH_TIPS
    return min(turns_outside_lessons(service, rights.account), _WITH_TIPS)


def _report_variables(store: GameStore, key: str, seat: str, turn: int) -> Mapping[str, Any]:
    """Return what the turn panel shows; nothing if the seat has no report of the turn."""
    if turn not in store.turns_reported(seat):
        return {}
    position = turn_position(store, seat, turn)
    report = store.report(turn, seat)
    highlights = rules_of(store).highlights
    chapters = turn_categories(store, turn, seat, report, highlights)
    lines = (line for chapter in chapters for group in chapter.groups for line in group.lines)
    battle = next((line.number for line in lines if line.battle), None)
    return {
        "battle_path": f"/games/{key}/turns/{turn}/battles/{battle}" if battle is not None else "",
        "position": position,
        "report": report,
        "you": reader(report),
        "chapters": chapters,
        "figures": turn_figures(store, seat, report, position.before, highlights.measures),
        "refused": [r for r in report["diagnostics"] if r["severity"] == "error"],
        "markers": player_markers([empire["name"] for empire in report["empires"]]),
        "anchor": anchor,
        "figure_text": figure_text,
    }
