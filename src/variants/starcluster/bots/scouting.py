"""Scouts, which probe points, survey systems, and carry the results home."""

from __future__ import annotations

from variants.starcluster.bots import bot_view
from variants.starcluster.bots.bot_view import BotView, Facts
from variants.starcluster.setup.galaxy import is_in_core

#: SC-EXP: levels of surveys.
BASIC, DETAILED = 1, 2
#: Ships in a fleet of scouts.
GROUP = 3
#: Scans that a fleet carries before it flies home with them.
LOAD = 2


def build_groups(bot: BotView, name: str, goal: int, size: int) -> None:
    """Order missing scouts of a class, in new fleets of `size` ships."""
    missing = goal - bot_view.count_units(bot, name)
    for number in range(missing // size):
        bot_view.build_units(bot, name, size, fleet=f"Survey {bot.view.turn}-{number}")


def form_groups(bot: BotView, size: int = GROUP) -> None:
    """Join new scouts at home into groups, because instruments add up (SC-EXP-004)."""
    spare = [
        fleet
        for fleet in bot.idle_fleets()
        if fleet["x_rating"] and fleet["at"] in bot.colonies and len(fleet["units"]) < size
    ]
    for leader, *rest in _groups(spare, size):
        for fleet_ in rest:
            bot.order("JOIN", fleet_["name"], leader["name"])
            bot.busy.add(fleet_["name"])
        bot.busy.add(leader["name"])


def _groups(fleets: list[Facts], maximum: int) -> list[list[Facts]]:
    by_place: dict[str, list[Facts]] = {}
    for fleet in fleets:
        by_place.setdefault(fleet["at"], []).append(fleet)
    groups = []
    for fleets_ in by_place.values():
        while len(fleets_) > 1:
            group, size = [fleets_.pop(0)], 0
            size = len(group[0]["units"])
            while fleets_ and size + len(fleets_[0]["units"]) <= maximum:
                size += len(fleets_[0]["units"])
                group.append(fleets_.pop(0))
            if len(group) > 1:
                groups.append(group)
    return groups


def send_scouts(bot: BotView, load: int = LOAD, minimum: int = 1) -> None:
    """Put every idle fleet with instruments to work where it is, or send it on.

    A fleet with `load` new scans flies home. A fleet of more than `minimum` ships sends one of them
    and waits for the results; a smaller one waits at the homeworld for others.
    """
    goals = {fleet["goal"] for fleet in bot.view["fleets"] if fleet["path"]}
    goals |= {fleet["at"] for fleet in bot.view["fleets"] if fleet["scan"]}
    todo = {at for at in bot.systems if _scout_work(bot, at) and not _is_deadly(bot, at)} - goals
    for fleet in list(bot.idle_fleets()):
        if not fleet["x_rating"] or not fleet["xp_rating"]:
            continue
        bot.busy.add(fleet["name"])
        if fleet["at"] in bot.colonies and len(fleet["units"]) < minimum:
            if fleet["at"] != bot.home and bot.home in bot.colonies:
                bot.order("MOVE", fleet["name"], bot.home)
            continue
        if work_here(bot, fleet):
            continue
        home = bot.nearest(fleet["at"], lambda at: at in bot.colonies)
        news = _new_scans(bot, fleet)
        if len(news) >= load and home and home != fleet["at"]:
            _carry_scans_home(bot, fleet, home, by_courier=1 < minimum < len(fleet["units"]))
            continue
        if minimum > 1 and _is_awaited(bot, fleet):
            continue
        goal = bot.nearest(fleet["at"], todo.__contains__) if todo else None
        goal = goal or (home if news else _outpost(bot, fleet) if minimum > 1 else None)
        if goal and goal != fleet["at"]:
            todo.discard(goal)
            bot.order("MOVE", fleet["name"], goal)


def _carry_scans_home(bot: BotView, fleet: Facts, home: str, *, by_courier: bool) -> None:
    """Fly home with scans, or send one ship of the fleet."""
    name = fleet["name"]
    if by_courier:
        name = f"News of {fleet['units'][-1]}"
        bot.order("FLEET", name, fleet["units"][-1])
    bot.order("MOVE", name, home)


def _new_scans(bot: BotView, fleet: Facts) -> list[Facts]:
    """The scans aboard that improve on known surveys, and that no other fleet carries home."""
    return [row for row in _levels_aboard(bot, fleet) if not _is_courier(bot, row, fleet)]


def _levels_aboard(bot: BotView, fleet: Facts) -> list[Facts]:
    units = set(fleet["units"])
    return [
        row
        for row in bot.view["carried"]
        if units & set(row["carriers"]) and row["level"] > bot.systems[row["system"]]["level"]
    ]


def _is_courier(bot: BotView, row: Facts, fleet: Facts) -> bool:
    """True if another fleet with a scan is on its way to a colony."""
    return any(
        other["goal"] in bot.colonies and set(other["units"]) & set(row["carriers"])
        for other in bot.view["fleets"]
        if other["name"] != fleet["name"]
    )


def _is_awaited(bot: BotView, fleet: Facts) -> bool:
    """True if a courier is on its way with the scan of a fleet's system."""
    return any(row["system"] == fleet["at"] for row in _levels_aboard(bot, fleet))


def _outpost(bot: BotView, fleet: Facts) -> str | None:
    """The nearest system under survey where no other fleet waits for the results."""
    surveyed = {fleet_["at"] for fleet_ in bot.view["fleets"] if fleet_["scan"] == "SURVEY"}
    occupied = {
        row["goal"] or row["at"]
        for row in bot.view["fleets"]
        if row["x_rating"] and not row["scan"] and row["name"] != fleet["name"]
    }
    return bot.nearest(fleet["at"], lambda at: at in surveyed - occupied)


def _is_deadly(bot: BotView, at: str) -> bool:
    """True if scouts went there, none returned with a scan, and no warships are there now.

    In a cluster only ships fire at them (SC-SET-011), and those of calm races do not.
    """
    if bot.is_calm and not is_in_core(at):
        return False
    system = bot.systems[at]
    unseen = system["visited"] and not system["level"]
    return unseen and at not in bot.carried and at not in bot.guarded_systems


def work_here(bot: BotView, fleet: Facts) -> bool:
    """Put scouts to work where they are; returns False if there is nothing to do."""
    level = max(
        (row["level"] for row in bot.view["carried"]
         if row["system"] == fleet["at"] and set(row["carriers"]) & set(fleet["units"])),
        default=0,
    )  # fmt: skip
    todo = _scout_work(bot, fleet["at"], level)
    if todo:
        bot.order(todo[0], fleet["name"], *todo[1:])
    return bool(todo)


def _scout_work(bot: BotView, at: str, aboard: int = 0) -> tuple[str, ...]:
    """Possible work of a scout in a system: the words of an order, without the fleet's name."""
    system = bot.systems[at]
    carried = bot.carried.get(at, 0)
    level = max(system["level"], aboard)
    foreign = bool(system["owner"]) and not system["yours"]
    if not system["yours"] and not foreign and max(level, carried) < BASIC:
        return ("SCAN",)
    unprobed = [point["name"] for point in system["points"] if not point["leads"]]
    if unprobed:
        return ("PROBE", unprobed[0])
    if not system["yours"] and not foreign and BASIC <= level < DETAILED and carried < DETAILED:
        return ("SURVEY",) if system["habitable"] != 0 else ()
    return ()
