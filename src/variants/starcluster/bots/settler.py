"""The settler: explores, settles habitable systems, raises its Economic Level, makes friends."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.starcluster.bots import docks, envoys, scouting, settling, study
from variants.starcluster.bots.board import BotView
from variants.starcluster.economy import StarclusterEconomy

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

    economy: StarclusterEconomy

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - it uses no dice
        if not view["colonies"]:
            return ""
        bot = BotView.from_view(view, self.economy)
        if view.turn == 0:
            bot.order("STANDING", "INVEST", "MAX")
        docks.register_classes(bot, {SCOUT: SCOUT_CLASS})
        settling.buy_missing_freighters(bot)
        _send_scouts(bot)
        settling.send_expeditions(bot)
        study.raise_level(bot)
        study.widen_range(bot)
        envoys.conduct_diplomacy(bot)
        return bot.text()


def _send_scouts(bot: BotView) -> None:
    goal = SCOUTS * len(bot.colonies) + int(bot.cash / MONEY_OF_SCOUT)
    scouting.build_groups(bot, SCOUT, min(SCOUTS_MOST, goal), GROUP)
    scouting.form_groups(bot, GROUP)
    scouting.send_scouts(bot, load=1, least=GROUP - 1)
