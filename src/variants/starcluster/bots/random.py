"""A bot that gives legal orders by chance, of a few kinds; it spends a part of what it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.starcluster.bots.board import Board

#: The share of its money that it spends in a turn.
SPENT = 0.2


def _freighters(board: Board, stream: Stream) -> None:
    price = board.economy.freighter_price
    number = 1 + stream.below(3)
    if board.pay(number * price):
        board.order("FREIGHTERS", number)


def _invest(board: Board, stream: Stream) -> None:
    board.order("STANDING", "INVEST", stream.choice(("MAX", "OFF")))


def _priority(board: Board, stream: Stream) -> None:
    kinds = list(board.view["pool"]["priority"])
    stream.shuffle(kinds)
    board.order("PRIORITY", *kinds)


def _penalty(board: Board, stream: Stream) -> None:
    board.order("PENALTY", stream.choice(("CHANCE", "TIME")))


def _convoy(board: Board, stream: Stream) -> None:
    board.order("CONVOY", stream.choice(("ON", "OFF")))


def _move(board: Board, stream: Stream) -> None:
    for fleet in list(board.idle_fleets()):
        ways = board.links.get(fleet["at"], [])
        if ways:
            board.order("MOVE", fleet["name"], stream.choice(ways))


def _develop(board: Board, stream: Stream) -> None:
    busy = {center for one in board.view["projects"] for center in one["centers"]}
    free = [
        (f"{colony['id']}:G", colony["generic"])
        for colony in board.view["colonies"]
        if colony["generic"] and f"{colony['id']}:G" not in busy
    ]
    running = {one["name"] for one in board.view["projects"]}
    for center, level in free:
        able = [
            one
            for one in board.view["open"]
            if one["level"] <= level and one["MC"] <= board.cash and one["name"] not in running
        ]
        if able:
            chosen = stream.choice(able)
            board.pay(chosen["MC"])
            board.order("DEVELOP", chosen["name"], center)
            return


#: By what an order does, how likely it is given in a turn.
WHIMS: Mapping[Callable[[Board, Stream], None], float] = {
    _freighters: 0.2,
    _invest: 0.2,
    _priority: 0.1,
    _penalty: 0.1,
    _convoy: 0.1,
    _move: 0.5,
    _develop: 0.3,
}


@frozen
class RandomBot:
    """The bot; see the module."""

    rules: VariantRules

    def orders(self, view: View, stream: Stream) -> str:
        if not view["colonies"]:
            return ""
        board = Board.of(view, self.rules.economy)
        board.cash *= SPENT
        for whim, chance in WHIMS.items():
            if stream.chance(chance):
                whim(board, stream)
        return board.text()
