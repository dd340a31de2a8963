"""The settler, which explores and settles, and the admiral, which also conquers."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.starcluster.bots import bot_view, colonies, navy, races, scouting, war
from variants.starcluster.bots.bot_view import BotView
from variants.starcluster.combat import Resolver
from variants.starcluster.economy import BLOCK, StarclusterEconomy

#: A destroyer with instruments that needs no logistics train (SC-LOG-012).
SCOUT = "Scout"
SCOUT_CLASS = ("DD", "[(H)x10][(X)x5 1][(Xp)x4 1][Y][(QQQ)][(IcIcIc)]")
#: Scouts that fly together; one of them serves as courier.
GROUP = 5
#: Scouts per colony, MC per additional scout, and the maximum.
SCOUTS, MONEY_OF_SCOUT, MAX_SCOUTS = 5, 2_500, 40

#: Militant, for half-price military units; poverty costs a race next to nothing.
ADMIRAL_RACE = (
    ("ARRAY", 66, 33, 66),
    ("DISADVANTAGE", "Poor"),
    ("ADVANTAGE", "Adaptable"),
    ("ADVANTAGE", "Prolific"),
)
#: Weapons of its destroyers at Long and Short: neither needs magazines, which cannot be used out of
#: supply (SC-LOG-018).
ADMIRAL_WEAPONS = ("K", "E")
#: An explorer: it needs no train, and is half as large as a destroyer (SC-LOG-012).
PATHFINDER = "Pathfinder"
PATHFINDER_CLASS = ("EX", "[Hs][(X)x4 1][(Xp)x4 1][Y][(Q)x2][(IcIc)]")
#: Number of explorers in the first turns, and from turn EXPLORERS_FROM_TURN on.
FIRST_EXPLORERS, EXPLORERS, EXPLORERS_FROM_TURN = 20, 50, 8


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
        bot_view.register_classes(bot, {SCOUT: SCOUT_CLASS})
        colonies.buy_missing_freighters(bot)
        _send_scouts(bot)
        colonies.send_expeditions(bot)
        colonies.raise_level(bot)
        colonies.widen_range(bot)
        races.conduct_diplomacy(bot)
        return bot.text()


def _send_scouts(bot: BotView) -> None:
    goal = SCOUTS * len(bot.colonies) + int(bot.cash / MONEY_OF_SCOUT)
    scouting.build_groups(bot, SCOUT, min(MAX_SCOUTS, goal), GROUP)
    scouting.form_groups(bot, GROUP)
    scouting.send_scouts(bot, load=1, minimum=GROUP - 1)


@frozen
class AdmiralBot:
    """The admiral bot; see the module."""

    economy: StarclusterEconomy
    combat: Resolver

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - it uses no dice
        if not view["colonies"]:
            return ""
        bot = BotView.from_view(view, self.economy)
        weapons = (view["race"]["long_range"], view["race"]["short_range"])
        if view.turn == 0:
            weapons = ADMIRAL_WEAPONS
            for words in (*ADMIRAL_RACE, ("LRW", weapons[0]), ("SRW", weapons[1])):
                bot.order(*words)
            bot.order("STANDING", "INVEST", "MAX")
        bot_view.register_classes(
            bot, {PATHFINDER: PATHFINDER_CLASS, **navy.navy_classes(*weapons)}
        )
        known_races = races.known_races(bot)
        races.store_sightings(bot, known_races)
        target = navy.choose_target(bot, known_races)
        colonies.buy_missing_freighters(bot)
        _send_explorers(bot)
        if target and war.is_besieging(bot, target):  # conquered people need freighters at once
            bot.spare -= target.people // BLOCK + 1
        colonies.send_expeditions(bot)
        colonies.raise_level(bot)
        colonies.widen_range(bot)
        war.command_navy(bot, target, self.combat)
        navy.build_forces(bot, target)
        # A hostile race fires at the scouts that count its planets.
        spared = {target.name} if target and target.stance != "HOSTILE" else set()
        races.conduct_diplomacy(bot, spared)
        return bot.text()


def _send_explorers(bot: BotView) -> None:
    goal = FIRST_EXPLORERS if bot.view.turn < EXPLORERS_FROM_TURN else EXPLORERS
    scouting.build_groups(bot, PATHFINDER, goal, GROUP)
    scouting.form_groups(bot, GROUP)
    for fleet in bot.view["fleets"]:
        idle = fleet["name"] not in bot.busy
        if fleet["x_rating"] and fleet["speed"] > 0 and not fleet["detuned"] and idle:
            bot.order("DETUNE", fleet["name"], "ON")
    scouting.send_scouts(bot, load=1, minimum=GROUP - 1)
