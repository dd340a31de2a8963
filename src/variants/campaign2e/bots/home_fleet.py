"""Home fleet: the defence of endangered worlds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from variants.campaign2e.bots.board import BotView, Facts
from variants.campaign2e.bots.chart import RouteMap
from variants.campaign2e.bots.mending import in_dock
from variants.campaign2e.model.players import ALLY


def guard(bot: BotView, routes: RouteMap, home: str, groups: Iterable[Facts]) -> None:
    """Send each group to its nearest endangered world, or home."""
    danger = endangered(bot)
    weeks = {
        name: routes.weeks_to([name])
        for name in dict.fromkeys((*danger, home))
        if name in routes.places
    }
    for group in groups:
        goal = min(
            (name for name in danger if name in weeks),
            key=lambda name: (weeks[name].get(group["at"], 99), name),
            default=home,
        )
        if goal in weeks and not any(
            in_dock(bot, ship) for ship in bot.ships_by_group[group["name"]]
        ):
            send(bot, routes, group, weeks[goal])


def send(bot: BotView, routes: RouteMap, group: Facts, weeks: Mapping[str, int]) -> None:
    """Order a group a week's travel nearer, if supply allows (C2E-3.6-07)."""
    hex_id = routes.step(group, weeks)
    if hex_id and may_go(bot, routes, group, hex_id):
        bot.move(group, hex_id)


def may_go(bot: BotView, routes: RouteMap, group: Facts, to: str) -> bool:
    """Return whether supply allows a move: without supply only towards a base (C2E-3.6-07).

    A journey by lane may be stopped by a block, at a place that is not nearer.
    """
    if all(ship["in_supply"] for ship in bot.ships_by_group[group["name"]]):
        return True
    if to not in group["jumps"]:
        return False
    bases = [name for name in routes.places if bot.is_base(name)]
    own_bases = [name for name in bases if name in bot.own_worlds]  # others may be closed this week
    return all(_comes_nearer(routes, group["at"], to, places) for places in (bases, own_bases))


def _comes_nearer(routes: RouteMap, start: str, end: str, places: Collection[str]) -> bool:
    before, after = (
        min((routes.distance(at, place) for place in places), default=0) for at in (start, end)
    )
    return after < before


def endangered(bot: BotView) -> list[str]:
    """Return the player's worlds that are interdicted, controlled, or visited by others."""
    friends = {p["name"] for p in bot.view["players"] if p["stance"] == p["theirs"] == ALLY}
    visited = {c["at"] for c in bot.view["counters"] if c["owner"] not in friends}
    return [
        name
        for name in bot.own_worlds
        if name in visited or bot.worlds[name]["interdicted"] or bot.worlds[name]["controlled"]
    ]


def capital_of(bot: BotView) -> str:
    """Return the base for fleets and purchases: the capital, or else the richest base."""
    bases = [name for name in bot.own_worlds if bot.is_open(name)]
    if bot.view["capital"] in bases:
        return str(bot.view["capital"])
    return max(bases, key=lambda name: (bot.worlds[name]["points"], name), default="")
