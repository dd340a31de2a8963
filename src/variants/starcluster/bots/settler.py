"""A bot that explores, settles what it can live in, raises its Economic Level, makes friends."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.starcluster.bots import envoys, scouting, settling, study
from variants.starcluster.bots.board import Board
from variants.starcluster.economy import Imperium

#: A destroyer with instruments that needs no logistics train (SC-LOG-012).
SCOUT = ("Scout", "DD", "[(H)x10][(X)x5 1][(Xp)x4 1][Y][(QQQ)][(IcIcIc)]")
#: Scouts that an empire keeps, with its homeworld and for each colony, and at most.
SCOUTS, SCOUTS_MORE, SCOUTS_MOST = 3, 3, 18


@frozen
class SettlerBot:
    """The bot; see the module."""

    economy: Imperium

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - it leaves nothing to chance
        if not view["colonies"]:
            return ""
        board = Board.of(view, self.economy)
        if view.turn == 0:
            board.order("STANDING", "INVEST", "MAX")
        settling.serve(board)
        _build_scouts(board)
        scouting.form_groups(board)
        scouting.send_scouts(board)
        settling.send_expeditions(board)
        study.raise_level(board)
        study.widen_range(board)
        envoys.deal(board)
        return board.text()


def _build_scouts(board: Board) -> None:
    view, (name, hull, design) = board.view, SCOUT
    found = next((one for one in view["classes"] if one["name"] == name), None)
    if found is None:
        board.order("DESIGN", name, hull, design)
        return
    have = sum(unit["of_class"] == name for unit in view["units"])
    coming = sum(one["of_class"] == name for one in view["yards"])
    yard = next((u["name"] for u in view["units"] if u["yards"] and u["at"] in board.own), None)
    wanted = min(SCOUTS_MOST, SCOUTS + SCOUTS_MORE * len(view["colonies"]))
    number = min(wanted - have - coming, int(board.cash / found["price"]))
    if yard and number > 0 and not found["faults"] and board.pay(number * found["price"]):
        board.order("BUILD", yard, number, name)
