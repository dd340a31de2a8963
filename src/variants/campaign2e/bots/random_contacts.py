"""What the random bot orders for meetings: attack or withdraw, how to fight, and dummies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from horizons_core.orders import order_line
from variants.campaign2e.bots.whims import Whims
from variants.campaign2e.model import place_id, place_of
from variants.campaign2e.model.places import neighbours

_FORMATIONS = ("tight", "open", "dispersed")
_INTENTS = ("close", "optimal", "standoff", "run")


def contact(whims: Whims) -> Iterator[str]:
    """Some groups change their minds on whom they attack."""
    for group in whims.some(whims.free_groups(), 0.3):
        limit = whims.stream.choice(("SMALLER", "EQUAL", "EQUAL", "ANY"))
        words = ["ATTACK", "IF", limit]
        if group["jumps"] and whims.stream.chance(0.3):
            words = ["WITHDRAW"]
        elif group["jumps"] and whims.stream.chance(0.5):
            words += ["ELSE", "WITHDRAW", "TO", whims.stream.choice(group["jumps"])]
        yield order_line("CONTACT", group["name"], *words)


def battle(whims: Whims) -> Iterator[str]:
    """How a group fights."""
    stream = whims.stream
    for group in whims.one(whims.free_groups()):
        words: list[object] = ["SPEED", stream.integer(0, 24)]
        words += ["FORMATION", stream.choice(_FORMATIONS), "INTENT", stream.choice(_INTENTS)]
        words += ["BREAKOFF", stream.integer(1, 100), "EXIT", stream.choice(("ftl", "run"))]
        yield order_line("BATTLE", group["name"], *words)


def entry(whims: Whims) -> Iterator[str]:
    """What a group does with the drop."""
    for group in whims.one(whims.free_groups()):
        changes = [whims.stream.choice(("NEARER", "FARTHER", "SPLIT")) for _ in range(2)]
        yield order_line("ENTRY", group["name"], *changes)


def dummy(whims: Whims) -> Iterator[str]:
    """Dummies go somewhere else, or off the map."""
    for one in whims.some(whims.board.view["dummies"], 0.5):
        if one["group"] not in whims.board.groups or not whims.is_free(one["group"]):
            continue
        if whims.stream.chance(0.1):
            yield order_line("DUMMY", one["group"], "REMOVE")
        else:
            to = whims.stream.choice(neighbours(place_of(one["at"])))
            yield order_line("DUMMY", one["group"], "MOVE", place_id(to))


#: By keyword: the chance, and what makes the orders.
WHIMS: Mapping[str, tuple[float, Callable[[Whims], Iterator[str]]]] = {
    "CONTACT": (0.4, contact),
    "BATTLE": (0.1, battle),
    "ENTRY": (0.1, entry),
    "DUMMY": (0.5, dummy),
}
