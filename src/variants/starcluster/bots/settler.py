"""The settler: explores, settles habitable systems, raises its Economic Level, makes friends."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.starcluster.bots import docks, envoys, scouting, settling, study
from variants.starcluster.bots.board import Board
from variants.starcluster.economy import Imperium

#: A destroyer with instruments that needs no logistics train (SC-LOG-012).
SCOUT = "Scout"
SCOUT_CLASS = ("DD", "[(H)x10][(X)x5 1][(Xp)x4 1][Y][(QQQ)][(IcIcIc)]")
#: Scouts that fly together; one of them serves as courier.
GROUP = 5
#: Scouts per colony, MC per additional scout, and the maximum.
SCOUTS, MONEY_OF_SCOUT, SCOUTS_MOST = 5, 2_500, 40


@frozen
class SettlerBot:
    """The settler bot; see the module."""

    economy: Imperium

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - it uses no dice
        if not view["colonies"]:
            return ""
        board = Board.of(view, self.economy)
        if view.turn == 0:
            board.order("STANDING", "INVEST", "MAX")
        docks.register(board, {SCOUT: SCOUT_CLASS})
        settling.serve(board)
        _explore(board)
        settling.send_expeditions(board)
        study.raise_level(board)
        study.widen_range(board)
        envoys.deal(board)
        return board.text()


def _explore(board: Board) -> None:
    goal = SCOUTS * len(board.colonies) + int(board.cash / MONEY_OF_SCOUT)
    scouting.build_groups(board, SCOUT, min(SCOUTS_MOST, goal), GROUP)
    scouting.form_groups(board, GROUP)
    scouting.send_scouts(board, load=1, least=GROUP - 1)
