"""The orders. `legal_orders` lists the legal ones, for choices and for checks alike."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve

from horizons_core import Command, Order, TurnContext, View
from horizons_core.model import EVERYONE, Empire
from horizons_core.orders import Argument, Choice, Chosen, Offers, Refusal, one_of
from jumpgates.model import LANES, Fleet, Game, carried, is_gate, linked, near
from jumpgates.turn import BUILT, disband
from jumpgates.views import describe


def legal_orders(keyword: str, data: Mapping[str, Any], empire: str) -> Iterator[dict[str, str]]:
    """Yield the arguments of an empire's legal orders; some have a label for the destination."""
    you = next(row for row in data["empires"] if row["empire"] == empire)
    if keyword == "BUILD":
        yield from ({"home": site} for site in you["sites"] if you["builds"] > 0)
    gates = frozenset(fleet["at"] for fleet in data["fleets"] if is_gate(fleet["at"]))
    for fleet in [fleet for fleet in data["fleets"] if fleet["owner"] == empire]:
        start, at = {"fleet": fleet["at"]}, fleet["at"]
        if keyword == "HOLD" or (keyword == "DISBAND" and (fleet["retreats"] or you["builds"] < 0)):
            yield start
        elif keyword == "RETREAT":
            yield from ({**start, "place": to} for to in fleet["retreats"])
        elif keyword == "MOVE":
            yield from ({**start, "place": to} for to in near(at))
            for to in carried(at, gates):
                more = {"way": "GATES"} if to in near(at) else {"label": f"{to}, by gates"}
                yield {**start, "place": to, **more}
        elif keyword in {"SUPPORT", "CARRY"}:
            for other in [f["at"] for f in data["fleets"] if f["at"] != at]:
                for to in _aims(keyword, at, other, gates):
                    label = f"{to}, where it is" if to == other else ""
                    yield {**start, "other": other, "place": to, "label": label}


def _aims(keyword: str, at: str, other: str, gates: frozenset[str]) -> list[str]:
    """Return the places to which a fleet can carry, or support, another."""
    if keyword == "CARRY":
        return carried(other, frozenset(linked([at], gates)))
    ends = dict.fromkeys([other, *near(other), *carried(other, gates)])
    return [end for end in ends if end in near(at)]


def _offers(keyword: str, argument: str) -> Offers:
    def offers(view: View, chosen: Chosen) -> list[Choice]:
        rows = legal_orders(keyword, view.data, view.empire or "")
        rows = (row for row in rows if argument in row and chosen.items() <= row.items())
        labels = {row[argument]: row.get("label", "") for row in rows}
        return [
            Choice(words, label if argument == "place" else "") for words, label in labels.items()
        ]

    return offers


def own_fleet(context: TurnContext[Game], empire: Empire, order: Order, arg: str) -> Fleet | None:
    """Return the empire's fleet at a place; None after a refusal. It takes one order (JG-HOLD)."""
    fleets = [fleet for fleet in context.game.fleets_of(empire.id) if fleet.at == order[arg]]
    if fleets and fleets[0].id not in context.notes:
        return fleets[0]
    message = "this fleet has an order already" if fleets else "you have no fleet there"
    context.reject(empire.id, order, "no-fleet", message, argument=arg)
    return None


def is_legal(context: TurnContext[Game], empire: Empire, order: Order) -> Refusal | None:
    """Refuse an order that is not among the legal ones."""
    words = {n: v.at if isinstance(v, Fleet) else v for n, v in order.arguments.items()}
    rows = [*legal_orders(order.keyword, describe(context.game), empire.id)]
    if any(words == {n: w for n, w in row.items() if n != "label"} for row in rows):
        return None
    last = [*words][-1]
    near_rows = [row for row in rows if {**words, last: row.get(last)}.items() <= row.items()]
    hint = f"possible: {', '.join(dict.fromkeys(row[last] for row in near_rows)) or 'nothing'}"
    return Refusal("impossible", f"{words[last]} is not possible", hint, last)


def _carry_out(context: TurnContext[Game], empire: Empire, order: Order) -> None:
    if order.keyword == "DISBAND":
        disband(context, order["fleet"])
    elif order.keyword == "BUILD":
        context.game.build(empire.id, order["home"])
        context.emit(BUILT, EVERYONE, place=order["home"], empire=empire.id)
    else:
        context.notes[order["fleet"].id] = order


_ARGUMENTS = {
    "fleet": Argument(LANES.parse, find=own_fleet, things=("fleet",)),
    "other": Argument(LANES.parse, label="other fleet", things=("fleet",)),
    "place": Argument(LANES.parse, label="destination", things=("system", "gate")),
    "home": Argument(LANES.parse, label="home system", things=("system", "gate")),
    "way": Argument(one_of("GATES"), optional=True, label="way", help="Not along the lane."),
}


def _command(form: str, example: str, label: str, text: str, rule: str, *stages: str) -> Command:
    keyword = form.split(maxsplit=1)[0]
    names = [name for name in _ARGUMENTS if f"{{{name}}}" in form]
    return Command(
        keyword, phase="changes" if any(stages) else "moves", forms=(form,), label=label, help=text,
        group="Fleets", example=f"{keyword} {example}", mistake=f"{keyword} Sol", rules=(rule,),
        arguments={n: evolve(_ARGUMENTS[n], offers=_offers(keyword, n)) for n in names},
        checks={"legal": is_legal}, run=_carry_out, stages=stages,
    )  # fmt: skip


COMMANDS = (
    _command("HOLD {fleet}", "Tern", "Hold", "The fleet stays.", "JG-HOLD", ""),
    _command("MOVE {fleet} TO {place} [BY {way}]", "Tern TO Cairn", "Move",
             "The fleet moves along a lane, or by gates if fleets there carry it.", "JG-MOVE", ""),
    _command("SUPPORT {fleet} FOR {other} TO {place}", "Tern FOR Larkspur TO Argent", "Support",
             "Adds 1 to the strength of a fleet that moves, or stays: TO its place then.",
             "JG-SUPPORT", ""),
    _command("CARRY {fleet} FOR {other} TO {place}", "Argent FOR Tern TO Nexus", "Carry",
             "Carries a fleet through the gate to another system.", "JG-CARRY", ""),
    _command("RETREAT {fleet} TO {place}", "Tern TO Cairn", "Retreat",
             "The dislodged fleet goes to an empty place.", "JG-RETREAT", "retreats"),
    _command("DISBAND {fleet}", "Tern", "Disband", "Removes the fleet.", "JG-ADJUST",
             "retreats", "adjustments"),
    _command("BUILD {home}", "Tern", "Build a fleet", "Builds a fleet at an empty home system.",
             "JG-ADJUST", "adjustments"),
)  # fmt: skip
