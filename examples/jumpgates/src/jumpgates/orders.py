"""The orders. `legal_orders` lists the legal ones, for choices and for checks alike."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from horizons_core import Command, Order, TurnContext, View
from horizons_core.model import EVERYONE, Empire
from horizons_core.orders import Argument, Chosen, Refusal
from jumpgates.adjudication import Instruction
from jumpgates.model import LANES, Game, is_gate, near, reach
from jumpgates.turn import BUILT, disband
from jumpgates.views import describe


def legal_orders(keyword: str, data: Mapping[str, Any], empire: str) -> Iterator[dict[str, str]]:
    """Yield the arguments of an empire's legal orders."""
    you = next(row for row in data["empires"] if row["empire"] == empire)
    own = {fleet["at"]: fleet["retreats"] for fleet in data["fleets"] if fleet["owner"] == empire}
    places = [fleet["at"] for fleet in data["fleets"]]
    gates = [place for place in places if is_gate(place)]
    ends = {place: reach(place, gates) for place in places}
    pairs = [(at, other) for at in own for other in places if other != at]
    match keyword:
        case "HOLD":
            yield from ({"fleet": at} for at in own)
        case "MOVE":
            yield from ({"fleet": at, "destination": to} for at in own for to in ends[at])
        case "SUPPORT":
            yield from ({"fleet": at, "other": other, "destination": to} for at, other in pairs
                    for to in (other, *ends[other]) if to in near(at))  # fmt: skip
        case "CARRY":
            yield from ({"fleet": at, "other": other, "destination": to} for at, other in pairs
                    for to in ends[other] if at in gates and to not in near(other))  # fmt: skip
        case "RETREAT":
            yield from ({"fleet": at, "destination": to} for at in own for to in own[at])
        case "DISBAND":
            yield from ({"fleet": at} for at in own if you["builds"] < 0)
        case _:
            yield from ({"system": site} for site in you["sites"] if you["builds"] > 0)


def _argument(keyword: str, name: str) -> Argument:
    def offers(view: View, chosen: Chosen) -> list[str]:
        rows = legal_orders(keyword, view.data, view.empire or "")
        return [*dict.fromkeys(row[name] for row in rows if chosen.items() <= row.items())]

    things = ("fleet",) if name in {"fleet", "other"} else ("place",)
    label = f"fleet to {keyword.lower()}" if name == "other" else ""
    return Argument(LANES.parse, offers, things=things, label=label)


def is_legal(context: TurnContext[Game], empire: Empire, order: Order) -> Refusal | None:
    """Refuse an order that is not among the legal ones, or a second one for a fleet."""
    words = dict(order.arguments)
    if words.get("fleet") in context.notes:
        return Refusal("no-fleet", "this fleet has an order already", argument="fleet")
    rows = [*legal_orders(order.keyword, describe(context.game), empire.id)]
    if words in rows:
        return None
    last = [*words][-1]
    ends = [row[last] for row in rows if {**words, last: row[last]} == row]
    hint = f"possible: {', '.join(ends) or 'nothing'}"
    return Refusal("impossible", f"{words[last]} is not possible", hint, last)


def _carry_out(context: TurnContext[Game], empire: Empire, order: Order) -> None:
    if order.keyword == "DISBAND":
        disband(context, next(f for f in context.game.fleets if f.at == order["fleet"]))
    elif order.keyword == "BUILD":
        context.game.build(empire.id, order["system"])
        context.emit(BUILT, EVERYONE, place=order["system"], empire=empire.id)
    else:
        to, other = order.get("destination", ""), order.get("other", "")
        context.notes[order["fleet"]] = Instruction(empire.id, order.keyword, to, other)


def _command(form: str, example: str, text: str, rule: str, *stages: str) -> Command:
    keyword = form.split(maxsplit=1)[0]
    return Command(
        keyword, phase="orders", forms=(form,), help=text, group="Fleets", stages=stages,
        example=f"{keyword} {example}", mistake=f"{keyword} Sol", rules=(rule,),
        arguments={name: _argument(keyword, name) for name in re.findall(r"{(\w+)}", form)},
        checks={"legal": is_legal}, run=_carry_out, default=keyword in {"MOVE", "RETREAT"},
    )  # fmt: skip


COMMANDS = (
    _command("HOLD {fleet}", "Tern", "The fleet stays.", "JG-HOLD", ""),
    _command("MOVE {fleet} TO {destination}", "Tern TO Cairn",
             "Moves a fleet along a lane, or by gates if fleets there carry it.", "JG-MOVE", ""),
    _command("SUPPORT {fleet} FOR {other} TO {destination}", "Tern FOR Larkspur TO Argent",
             "Adds 1 to the strength of a fleet that moves, or stays: TO its place then.",
             "JG-SUPPORT", ""),
    _command("CARRY {fleet} FOR {other} TO {destination}", "Argent FOR Tern TO Nexus",
             "Carries a fleet through the gate to another system.", "JG-CARRY", ""),
    _command("RETREAT {fleet} TO {destination}", "Tern TO Cairn",
             "Moves a dislodged fleet to an empty place.", "JG-RETREAT", "retreats"),
    _command("DISBAND {fleet}", "Tern", "Removes a fleet.", "JG-ADJUST", "adjustments"),
    _command("BUILD {system}", "Tern", "Builds a fleet.", "JG-ADJUST", "adjustments"),
)  # fmt: skip
