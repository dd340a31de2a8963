"""Orders of the random bot about ships; no fleet gets more than one order."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.rng import Stream
from variants.starcluster.bots import docks, scouting
from variants.starcluster.bots.board import BotView, Facts
from variants.starcluster.bots.whims import RandomOrder

#: Its own class: a destroyer with instruments.
CLASSES = {"Wanderer": ("DD", "[(H)x10][(X)x5 1][(Xp)x4 1][Y][(Q)x3][(IcIcIc)]")}
#: Maximum number of ships, of all classes.
FLEET = 8
_DOCTRINES = (
    ("AVOID",), ("ENGAGE",), ("BAND", "LONG"), ("BAND", "SHORT"), ("BREAK", "30"),
    ("TARGET", "SMALL"),
)  # fmt: skip


def _register(bot: BotView, stream: Stream) -> None:  # noqa: ARG001 - signature of random orders
    docks.register_classes(bot, CLASSES)


def _build(bot: BotView, stream: Stream) -> None:
    classes = [row["name"] for row in bot.view["classes"] if not row["prototype"]]
    if classes and len(bot.units) + len(bot.view["yards"]) < FLEET:
        docks.build_units(bot, stream.choice(classes), 1)


def _move(bot: BotView, stream: Stream) -> None:
    for fleet in list(bot.idle_fleets()):
        neighbors = bot.links.get(fleet["at"], [])
        if neighbors:
            _order(bot, "MOVE", fleet, stream.choice(neighbors))


def _explore(bot: BotView, stream: Stream) -> None:  # noqa: ARG001 - signature of random orders
    for fleet in list(bot.idle_fleets()):
        if fleet["x_rating"] and fleet["xp_rating"] and scouting.work_here(bot, fleet):
            bot.busy.add(fleet["name"])


def _stop(bot: BotView, stream: Stream) -> None:
    fleet = _random_fleet(bot, stream, [row for row in bot.view["fleets"] if row["path"]])
    if fleet:
        _order(bot, "STOP", fleet)


def _join(bot: BotView, stream: Stream) -> None:
    fleets = list(bot.idle_fleets())
    for fleet in fleets:
        partners = [o for o in fleets if o["at"] == fleet["at"] and o is not fleet]
        if partners:
            other = stream.choice(partners)
            bot.busy.add(other["name"])
            _order(bot, "JOIN", fleet, other["name"])
            return


def _split(bot: BotView, stream: Stream) -> None:
    fleet = _random_fleet(bot, stream, [row for row in bot.idle_fleets() if len(row["units"]) > 1])
    if fleet:
        bot.busy.add(fleet["name"])
        bot.order("FLEET", f"Party {bot.view.turn}", stream.choice(fleet["units"]))


def _rename(bot: BotView, stream: Stream) -> None:
    fleet = _random_fleet(bot, stream, bot.view["fleets"])
    if fleet:
        _order(bot, "RENAME", fleet, f"Company {bot.view.turn}")


def _detune(bot: BotView, stream: Stream) -> None:
    fleet = _random_fleet(bot, stream, [row for row in bot.view["fleets"] if row["speed"] > 0])
    if fleet:
        _order(bot, "DETUNE", fleet, stream.choice(("ON", "OFF")))


def _doctrine(bot: BotView, stream: Stream) -> None:
    fleet = _random_fleet(bot, stream, bot.view["fleets"])
    if fleet:
        _order(bot, "DOCTRINE", fleet, *stream.choice(_DOCTRINES))


def _scrap(bot: BotView, stream: Stream) -> None:
    idle = [row for row in bot.idle_fleets() if row["at"] in bot.colonies]
    fleet = _random_fleet(bot, stream, idle)
    if fleet:
        bot.busy.add(fleet["name"])
        bot.order("SCRAP", stream.choice(fleet["units"]))


def _random_fleet(bot: BotView, stream: Stream, fleets: list[Facts]) -> Facts | None:
    free = [fleet for fleet in fleets if fleet["name"] not in bot.busy]
    return stream.choice(free) if free else None


def _order(bot: BotView, keyword: str, fleet: Facts, *words: str) -> None:
    bot.busy.add(fleet["name"])
    bot.order(keyword, fleet["name"], *words)


#: Probability of each order per turn.
RANDOM_FLEET_ORDERS: Mapping[RandomOrder, float] = {
    _register: 0.5,
    _build: 0.2,
    _explore: 0.5,
    _stop: 0.05,
    _join: 0.1,
    _split: 0.1,
    _rename: 0.05,
    _detune: 0.1,
    _doctrine: 0.1,
    _scrap: 0.02,
    _move: 0.5,
}
