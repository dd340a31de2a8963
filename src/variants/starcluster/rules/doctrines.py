"""DOCTRINE: the standing behavior of a fleet in battle (SC-CBT-012)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused, is_count
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet
from variants.starcluster.model.fleets import AVOID, ENGAGE, GUARD, LARGE, LONG, SHORT, SMALL
from variants.starcluster.references import warp_point
from variants.starcluster.rules.charts import point_name

SET = EventKind("fleet.doctrine", "{fleet} will {doctrine}.", ("SC-CBT-012",))

_CHOICES = {"BAND": (LONG, SHORT), "TARGET": (LARGE, SMALL), "ADM": ("ON", "OFF")}


def set_doctrine(context: TurnContext, empire: Empire, order: Order) -> None:
    """DOCTRINE: settings that the order does not name stay the same."""
    fleet: Fleet = order["fleet"]
    words = [str(word) for word in order.several("part")]
    planned = evolve(fleet.doctrine)
    for name, value in _parts(iter(words)):
        if name == "stance":
            planned.stance, planned.guards = value, None
        elif name == GUARD:
            planned.stance, planned.guards = GUARD, _point(context, empire, fleet, value)
        elif name == "ADM":
            planned.anti_drive = _anti_drive(empire, value)
        elif name == "BREAK":
            planned.break_off = _percent(value)
        elif name == "BAND":
            planned.band = value
        else:
            planned.target = value
    fleet.doctrine = planned
    doctrine = doctrine_text(context, empire, fleet)
    context.emit(SET, empire.readers, place=fleet.at, fleet=fleet.name, doctrine=doctrine)


def doctrine_text(context: TurnContext, empire: Empire, fleet: Fleet) -> str:
    """A doctrine in the words of the order."""
    doctrine = fleet.doctrine
    stance = doctrine.stance
    guarded = None if doctrine.guards is None else context.game.links[doctrine.guards]
    if guarded is not None:
        stance += f" {point_name(empire, fleet.at, guarded)}"
    parts = [stance, f"BAND {doctrine.band}", f"BREAK {doctrine.break_off}"]
    parts.append(f"TARGET {doctrine.target}")
    return ", ".join([*parts, "ADM ON"] if doctrine.anti_drive else parts)


def _parts(words: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Yield the settings in an order; raises Refused."""
    for word in words:
        name = word.upper()
        if name in (ENGAGE, AVOID):
            yield "stance", name
        elif name in (GUARD, "BREAK", *_CHOICES):
            value = next(words, "")
            if name in _CHOICES and value.upper() not in _CHOICES[name]:
                allowed = " or ".join(_CHOICES[name])
                raise _refused(f"{name} is {value or 'nothing'}", f"write {name} {allowed}")
            yield name, value if name == GUARD else value.upper()
        else:
            remedy = "write ENGAGE, AVOID, GUARD W1, BAND, BREAK, TARGET or ADM"
            raise _refused(f"'{word}' is not part of a doctrine", remedy)


def _percent(value: str) -> int:
    if not (is_count(value) and 1 <= int(value) <= 100):
        raise _refused(f"BREAK is {value or 'nothing'}", "write BREAK with a number from 1 to 100")
    return int(value)


def _refused(message: str, remedy: str) -> Refused:
    return Refused(Refusal("bad-doctrine", message, remedy, "part"))


def _point(context: TurnContext, empire: Empire, fleet: Fleet, word: str) -> int:
    """The number of the link whose point is guarded; raises Refused."""
    system, link = warp_point(context.game, empire, word, fleet.at, "part")
    if system != fleet.at:
        message = f"{fleet.name} is at {fleet.at}, not at {system}"
        raise Refused(Refusal("not-here", message, "MOVE it there first", "part"))
    return link.number


def _anti_drive(empire: Empire, value: str) -> bool:
    if value == "ON" and not (empire.has("ENI:ADM") or empire.has("ENJ:ADM")):
        message = "you have no Anti-Drive Missiles"
        raise Refused(Refusal("not-developed", message, "DEVELOP ENI:ADM or ENJ:ADM", "part"))
    return value == "ON"
