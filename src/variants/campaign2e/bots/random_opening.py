"""Random orders before play: cards, worlds, capital, navy, starting forces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from horizons_core.orders import order_line
from variants.campaign2e.bots.board import Facts, is_supply_ship
from variants.campaign2e.bots.whims import RandomChoices
from variants.campaign2e.setup.cards import is_red
from variants.campaign2e.setup.forces import FLEET_POINTS, SUPPLY_POINTS

_LEAST = 3


def pair(whims: RandomChoices) -> Iterator[str]:
    """Pair some cards; half of the pairs get wishes."""
    cards = whims.stream.shuffled(whims.board.view["cards"])
    reds = [card for card in cards if is_red(card)]
    blacks = [card for card in cards if not is_red(card)]
    worlds = list(whims.board.worlds)
    for red, black in zip(reds, blacks, strict=False):
        if whims.stream.chance(0.5):
            yield order_line("PAIR", red, black)
        elif worlds:
            wishes = whims.stream.shuffled(worlds)[: whims.stream.integer(1, _LEAST)]
            yield order_line("CLAIM", *" OR ".join(wishes).split(), "WITH", red, black)


def capital(whims: RandomChoices) -> Iterator[str]:
    """Choose another capital."""
    for world in whims.pick(list(whims.board.own)):
        yield order_line("CAPITAL", world)


def navy(whims: RandomChoices) -> Iterator[str]:
    """Choose an allied navy."""
    view = whims.board.view
    navies = list(dict.fromkeys(d["navy"] for d in view["designs"] if d["navy"]))
    for name in whims.pick(navies):
        yield order_line("ALLY", "NAVY", name)


def commission(whims: RandomChoices) -> Iterator[str]:
    """Commission ships for the starting fleet, within its limit and the capital."""
    ships = [d for d in whims.board.view["designs"] if d["ftl"]]
    yield from _commission(whims, ships, FLEET_POINTS, "COMMISSION")


def commission_supply(whims: RandomChoices) -> Iterator[str]:
    """Commission supply ships."""
    ships = [d for d in whims.board.view["designs"] if d["ftl"] and is_supply_ship(d)]
    yield from _commission(whims, ships, SUPPLY_POINTS, "COMMISSION SUPPLY")


def _commission(whims: RandomChoices, ships: list[Facts], limit: int, words: str) -> Iterator[str]:
    points = 0
    for _ in range(whims.stream.integer(1, 6)):
        for design in whims.pick(ships):
            count = whims.stream.integer(1, _LEAST)
            worth = count * design["points"]
            if points + worth <= limit and whims.board.spend(worth):
                points += worth
                world = whims.stream.choice(list(whims.board.own))
                yield order_line(*words.split(), design["name"], count, "AT", world)


#: Probability and generator of each order, by keyword.
RANDOM_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
    "PAIR": (0.9, pair),
    "CAPITAL": (0.4, capital),
    "ALLY NAVY": (0.5, navy),
    "COMMISSION": (0.8, commission),
    "COMMISSION SUPPLY": (0.5, commission_supply),
}
