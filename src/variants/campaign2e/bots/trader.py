"""A bot that lives by trade: it pairs worlds, keeps access to resources, and guards what it has.

It knows what its report says and nothing else; it remembers nothing but what its groups are called.
Its rooms are `board` (what the report says), `chart` (ways), `purse` (bills), `trading`, `scouting`
(visits to neutral worlds), `yard` (what money goes to), `mending`, `home_fleet` and `opening`.
"""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.campaign2e.bots import home_fleet, mending, opening, scouting
from variants.campaign2e.bots.board import Board
from variants.campaign2e.bots.chart import Chart
from variants.campaign2e.bots.purse import Bills
from variants.campaign2e.bots.trading import Trades
from variants.campaign2e.bots.yard import Yard
from variants.campaign2e.economy import Logistics
from variants.campaign2e.rules.claims import NEWCOMERS_WORLDS
from variants.campaign2e.rules.setup_rounds import AGREEMENTS, FORCES, WORLDS

NAVY = "Northern Line"
#: The starting forces, in proportion; and what is bought later.
FORCES_WANTED = {"Packhorse": 1, "Argent": 2, "Heron": 2}
WARSHIPS = ("Argent", "Heron")
#: The part of the income that upkeep may take at the start.
AT_START = 0.6


@frozen
class TraderBot:
    """The bot; see the module. It throws no dice."""

    economy: Logistics

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - what every bot gets
        board = Board.of(view, self.economy)
        if view["waits"]:
            return ""
        if view["arriving"]:
            opening.begin_on(board, NEWCOMERS_WORLDS)
            return board.text()
        if view["round"] == WORLDS:
            opening.pair(board)
            return board.text()
        chart, bills = Chart.of(view), Bills.of(board)
        trades = Trades.of(board, chart, bills)
        if view["round"] in (0, AGREEMENTS):
            opening.ally(board, NAVY)
            trades.improve()
            trades.propose()
        access = trades.access(trades.partners)
        yard = Yard(board, bills, trades.income(trades.partners), access)
        home = home_fleet.capital_of(board)
        if view["round"] == FORCES:
            weekly = AT_START * yard.income
            opening.commission(board, home, FORCES_WANTED, weekly, bills.factor(access))
            yard.fortify()
        elif not view["round"]:
            play(board, chart, yard, home)
        return board.text()


def play(board: Board, chart: Chart, yard: Yard, home: str) -> None:
    """A week's orders for fleets and money."""
    yard.save()
    mending.mend(board, yard.reserve / 2)
    mending.load(board)
    visits = scouting.unvisited(board, chart)
    scouting.scout(board, chart, visits)
    home_fleet.gather(board)
    home_fleet.guard(board, chart, home)
    yard.fortify()
    yard.buy(home, WARSHIPS)
