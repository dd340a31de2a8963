"""Random orders before play: cards, worlds, capital, navy, starting forces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from horizons_core.orders import order_line
from variants.campaign2e.bots.board import Facts, is_supply_ship
from variants.campaign2e.bots.whims import RandomChoices
from variants.campaign2e.setup.cards import is_red
from variants.campaign2e.setup.forces import FLEET_POINTS, SUPPLY_POINTS

_LEAST = 3


def pair(choices: RandomChoices) -> Iterator[str]:
    """Pair some cards; half of the pairs get wishes."""
    cards = choices.stream.shuffled(choices.bot.view["cards"])
    reds = [card for card in cards if is_red(card)]
    blacks = [card for card in cards if not is_red(card)]
    worlds = list(choices.bot.worlds)
    for red, black in zip(reds, blacks, strict=False):
        if choices.stream.chance(0.5):
            yield order_line("PAIR", red, black)
        elif worlds:
            wishes = choices.stream.shuffled(worlds)[: choices.stream.integer(1, _LEAST)]
            yield order_line("CLAIM", *" OR ".join(wishes).split(), "WITH", red, black)


def capital(choices: RandomChoices) -> Iterator[str]:
    """Choose another capital."""
    for world in choices.pick(list(choices.bot.own_worlds)):
        yield order_line("CAPITAL", world)


def navy(choices: RandomChoices) -> Iterator[str]:
    """Choose an allied navy."""
    view = choices.bot.view
    navies = list(dict.fromkeys(d["navy"] for d in view["designs"] if d["navy"]))
    for name in choices.pick(navies):
        yield order_line("ALLY", "NAVY", name)


def commission(choices: RandomChoices) -> Iterator[str]:
    """Commission ships for the starting fleet, within its limit and the capital."""
    ships = [d for d in choices.bot.view["designs"] if d["ftl"]]
    yield from _commission(choices, ships, FLEET_POINTS, "COMMISSION")


def commission_supply(choices: RandomChoices) -> Iterator[str]:
    """Commission supply ships."""
    ships = [d for d in choices.bot.view["designs"] if d["ftl"] and is_supply_ship(d)]
    yield from _commission(choices, ships, SUPPLY_POINTS, "COMMISSION SUPPLY")


def _commission(
    choices: RandomChoices, ships: list[Facts], limit: int, words: str
) -> Iterator[str]:
    points = 0
    for _ in range(choices.stream.integer(1, 6)):
        for design in choices.pick(ships):
            count = choices.stream.integer(1, _LEAST)
            worth = count * design["points"]
            if points + worth <= limit and choices.bot.spend(worth):
                points += worth
                world = choices.stream.choice(list(choices.bot.own_worlds))
                yield order_line(*words.split(), design["name"], count, "AT", world)


#: Probability and generator of each order, by keyword.
RANDOM_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
    "PAIR": (0.9, pair),
    "CAPITAL": (0.4, capital),
    "ALLY NAVY": (0.5, navy),
    "COMMISSION": (0.8, commission),
    "COMMISSION SUPPLY": (0.5, commission_supply),
}
