"""Set-up by rounds of orders: cards, allied navy, trades and starting forces (C2E-1.3-11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from variants.campaign2e.bots.board import BotView, Facts, is_supply_ship
from variants.campaign2e.bots.purse import HEADINGS
from variants.campaign2e.model import Place, place_id, place_of
from variants.campaign2e.model.places import within
from variants.campaign2e.rules.setup_rounds import AGREEMENTS
from variants.campaign2e.setup.cards import hex_of
from variants.campaign2e.setup.forces import FLEET_POINTS, SUPPLY_POINTS
from variants.campaign2e.setup.pairing import default_pairs

#: Value of a resource needed for maintenance, in points of income.
RESOURCE = 4
#: Radius around a pair's hex for further wishes, and their number.
NEAR, WISHES = 2, 6


def pair(bot: BotView) -> None:
    """Pair the cards for the best hits, with the best nearby worlds as further wishes."""
    worth = {place_of(name): _worth(world) for name, world in bot.worlds.items()}
    free = {at: value for at, value in worth.items() if not bot.worlds[place_id(at)]["owner"]}
    for red, black in default_pairs(bot.view["cards"], free):
        wishes = _wishes(hex_of(red, black), free)
        if wishes:
            words = " OR ".join(wishes).split()
            bot.order("CLAIM", *words, "WITH", red, black)
        else:
            bot.order("PAIR", red, black)


def begin_on(bot: BotView, most: int) -> None:
    """Claim the best of the worlds reserved for a newcomer."""
    names: Sequence[str] = bot.view["arriving"]
    ranked = sorted(names, key=lambda name: (-_worth(bot.worlds[name]), name))
    for name in ranked[:most]:
        bot.order("CLAIM", name)


def ally(bot: BotView, navy: str) -> None:
    """Name the allied navy: in the set-up, or in week 1 after an automatic set-up."""
    view = bot.view
    is_time = view["round"] == AGREEMENTS or view.turn == 0
    if is_time and not view["navy"]:
        bot.order("ALLY", "NAVY", navy)


def commission(
    bot: BotView, home: str, shares: Mapping[str, int], weekly: float, factor: float
) -> None:
    """Commission ships in proportion, while a week's income of `weekly` maintains them."""
    designs = {facts["name"]: facts for facts in bot.view["designs"]}
    limits = {"COMMISSION": FLEET_POINTS, "COMMISSION SUPPLY": SUPPLY_POINTS}
    count: dict[str, int] = {}
    while True:
        has_added = False
        for name, share in shares.items():
            design = designs.get(name)
            words = _kind(design) if design else ""
            if design is None or design["points"] > limits[words] or not home:
                continue
            cost = design["upkeep"] * factor
            is_enough = count.get(name, 0) >= share * (1 + min(count.values(), default=0))
            if is_enough or cost > weekly or not bot.spend(design["points"]):
                continue
            weekly -= cost
            limits[words] -= design["points"]
            count[name] = count.get(name, 0) + 1
            has_added = True
        if not has_added:
            break
    for name, number in count.items():
        bot.order(*_kind(designs[name]).split(), name, number, "AT", home)


def _kind(design: Facts) -> str:
    return "COMMISSION SUPPLY" if is_supply_ship(design) else "COMMISSION"


def _worth(world: Facts) -> int:
    return int(world["points"]) + (RESOURCE if world["resource"] in HEADINGS else 0)


def _wishes(at: Place, free: Mapping[Place, int]) -> list[str]:
    """Return the free systems near a pair's hex, its own first, then by value."""
    nearby = [place for place in within(at, NEAR) if place in free]
    nearby.sort(key=lambda place: (place != at, -free[place], place))
    return [place_id(place) for place in nearby[:WISHES]]
