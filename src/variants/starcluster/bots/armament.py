"""Targets of war, and the ships and yards built for it."""

from __future__ import annotations

from collections.abc import Sequence

from variants.starcluster.bots import docks, navy
from variants.starcluster.bots.board import Board
from variants.starcluster.bots.races import Race

#: Turns of income and share of money for a war; share of that spent in a turn.
TURNS, SHARE, A_TURN = 12, 0.5, 0.6
#: Turns to build a navy, and for it to arrive.
BUILDING, MARCHING = 10, 12
#: Maximum shipyards, shipyards before races are met, and MC of gross income per ship that guards
#: the homeworld in peace.
DOCKS, FIRST_DOCKS, GUARD_INCOME = 18, 2, 250
#: MC of a rich empire, its shipyards, its new yards a turn, and MC of income per guard.
RICH, DOCKS_OF_RICH, AT_ONCE, GUARD_OF_RICH = 100_000, 12, 2, 120
#: First turn with money for more than scouts and colonies.
FROM = 8
#: Hull spaces of work of a station in a turn, and its approximate price with freighters.
_DOCK_WORK, _DOCK_PRICE = 120, 7_500


def target(board: Board, known: Sequence[Race]) -> Race | None:
    """The race under attack, or else the cheapest affordable target."""
    attacked = {
        f["goal"] or f["at"] for f in board.view["fleets"] if f["armed"] and navy.is_naval(board, f)
    }
    for race in known:
        if race.home in attacked:
            return race
    able = [race for race in known if race.stance != "ALLIANCE" and _affordable(board, race)]
    return min(able, key=lambda race: (_missing(board, race), race.home), default=None)


def arm(board: Board, race: Race | None) -> None:
    """Build shipyards and ships for a war, or else to guard the homeworld."""
    if board.view.turn < FROM:
        return
    if race is None:
        _build_docks(board, FIRST_DOCKS)
        income = GUARD_OF_RICH if board.cash > RICH else GUARD_INCOME
        guards = int(board.view["treasury"]["gross"] / income)
        navy.build(board, {navy.HERALD: 1, navy.LANCER: guards}, A_TURN * board.cash / 4)
        return
    arrival = board.view.turn + BUILDING + MARCHING
    destroyer = navy.destroyer_against(race)
    number = navy.destroyers_against(race, arrival)
    troopers = navy.troopers_against(race)
    goals = {
        navy.HERALD: navy.HERALDS,
        navy.TROOPER: troopers,
        navy.TENDER: navy.tenders_for(max(number, navy.destroyers(board)), troopers),
        destroyer: number,
    }
    work = navy.DESTROYER_SPACES * max(0, number - docks.count(board, destroyer))
    _build_docks(board, min(DOCKS, 1 + work // (_DOCK_WORK * BUILDING)))
    navy.build(board, goals, A_TURN * board.cash)


def _build_docks(board: Board, number: int) -> None:
    if board.cash > RICH:
        number = max(number, DOCKS_OF_RICH)
    missing = number - docks.count(board, board.dock)
    able = int(board.cash / _DOCK_PRICE)
    docks.build(board, board.dock, min(missing, able, AT_ONCE if board.cash > RICH else 1))


def _missing(board: Board, race: Race) -> int:
    arrival = board.view.turn + BUILDING + MARCHING
    have = docks.count(board, navy.destroyer_against(race))
    return max(0, navy.destroyers_against(race, arrival) - have)


def _affordable(board: Board, race: Race) -> bool:
    price = navy.price_of(board, navy.destroyer_against(race)) * _missing(board, race)
    price += navy.price_of(board, navy.TROOPER) * navy.troopers_against(race)
    means: float = SHARE * board.cash + TURNS * board.view["treasury"]["net"] * SHARE
    return price <= means
