"""Random orders for meetings: attack or withdrawal, tactics, and dummies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from horizons_core.orders import order_line
from variants.campaign2e.bots.whims import RandomChoices
from variants.campaign2e.model import place_id, place_of
from variants.campaign2e.model.places import neighbours

_FORMATIONS = ("tight", "open", "dispersed")
_INTENTS = ("close", "optimal", "standoff", "run")


def contact(choices: RandomChoices) -> Iterator[str]:
    """Change the contact orders of some groups."""
    for group in choices.sample(choices.free_groups(), 0.3):
        limit = choices.stream.choice(("SMALLER", "EQUAL", "EQUAL", "ANY"))
        words = ["ATTACK", "IF", limit]
        if group["jumps"] and choices.stream.chance(0.3):
            words = ["WITHDRAW"]
        elif group["jumps"] and choices.stream.chance(0.5):
            words += ["ELSE", "WITHDRAW", "TO", choices.stream.choice(group["jumps"])]
        yield order_line("CONTACT", group["name"], *words)


def battle(choices: RandomChoices) -> Iterator[str]:
    """Change the tactics of one group."""
    stream = choices.stream
    for group in choices.pick(choices.free_groups()):
        words: list[object] = ["SPEED", stream.integer(0, 24)]
        words += ["FORMATION", stream.choice(_FORMATIONS), "INTENT", stream.choice(_INTENTS)]
        words += ["BREAKOFF", stream.integer(1, 100), "EXIT", stream.choice(("ftl", "run"))]
        yield order_line("BATTLE", group["name"], *words)


def entry(choices: RandomChoices) -> Iterator[str]:
    """Change the use of the drop of one group."""
    for group in choices.pick(choices.free_groups()):
        changes = [choices.stream.choice(("NEARER", "FARTHER", "SPLIT")) for _ in range(2)]
        yield order_line("ENTRY", group["name"], *changes)


def dummy(choices: RandomChoices) -> Iterator[str]:
    """Move some dummies, or remove them from the map."""
    for dummy in choices.sample(choices.bot.view["dummies"], 0.5):
        if dummy["group"] not in choices.bot.groups or not choices.is_free(dummy["group"]):
            continue
        if choices.stream.chance(0.1):
            yield order_line("DUMMY", dummy["group"], "REMOVE")
        else:
            place = choices.stream.choice(neighbours(place_of(dummy["at"])))
            yield order_line("DUMMY", dummy["group"], "MOVE", place_id(place))


#: Probability and generator of each order, by keyword.
RANDOM_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
    "CONTACT": (0.4, contact),
    "BATTLE": (0.1, battle),
    "ENTRY": (0.1, entry),
    "DUMMY": (0.5, dummy),
}
