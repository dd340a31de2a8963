"""Random orders for meetings: attack or withdrawal, tactics, and dummies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from horizons_core.orders import order_line
from variants.campaign2e.bots.whims import RandomChoices
from variants.campaign2e.model import place_id, place_of
from variants.campaign2e.model.places import neighbours

_FORMATIONS = ("tight", "open", "dispersed")
_INTENTS = ("close", "optimal", "standoff", "run")


def contact(whims: RandomChoices) -> Iterator[str]:
    """Change the contact orders of some groups."""
    for group in whims.sample(whims.free_groups(), 0.3):
        limit = whims.stream.choice(("SMALLER", "EQUAL", "EQUAL", "ANY"))
        words = ["ATTACK", "IF", limit]
        if group["jumps"] and whims.stream.chance(0.3):
            words = ["WITHDRAW"]
        elif group["jumps"] and whims.stream.chance(0.5):
            words += ["ELSE", "WITHDRAW", "TO", whims.stream.choice(group["jumps"])]
        yield order_line("CONTACT", group["name"], *words)


def battle(whims: RandomChoices) -> Iterator[str]:
    """Change the tactics of one group."""
    stream = whims.stream
    for group in whims.pick(whims.free_groups()):
        words: list[object] = ["SPEED", stream.integer(0, 24)]
        words += ["FORMATION", stream.choice(_FORMATIONS), "INTENT", stream.choice(_INTENTS)]
        words += ["BREAKOFF", stream.integer(1, 100), "EXIT", stream.choice(("ftl", "run"))]
        yield order_line("BATTLE", group["name"], *words)


def entry(whims: RandomChoices) -> Iterator[str]:
    """Change the use of the drop of one group."""
    for group in whims.pick(whims.free_groups()):
        changes = [whims.stream.choice(("NEARER", "FARTHER", "SPLIT")) for _ in range(2)]
        yield order_line("ENTRY", group["name"], *changes)


def dummy(whims: RandomChoices) -> Iterator[str]:
    """Move some dummies, or remove them from the map."""
    for dummy in whims.sample(whims.board.view["dummies"], 0.5):
        if dummy["group"] not in whims.board.groups or not whims.is_free(dummy["group"]):
            continue
        if whims.stream.chance(0.1):
            yield order_line("DUMMY", dummy["group"], "REMOVE")
        else:
            place = whims.stream.choice(neighbours(place_of(dummy["at"])))
            yield order_line("DUMMY", dummy["group"], "MOVE", place_id(place))


#: Probability and generator of each order, by keyword.
RANDOM_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
    "CONTACT": (0.4, contact),
    "BATTLE": (0.1, battle),
    "ENTRY": (0.1, entry),
    "DUMMY": (0.5, dummy),
}
