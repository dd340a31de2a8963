"""The orders. `legal_orders` lists the legal ones, for choices and for checks alike."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve

from horizons_core import Command, Order, TurnContext, View
from horizons_core.model import EVERYONE
from horizons_core.orders import Argument, Choice, Chosen, Offers, Refusal, one_of
from jumpgates.model import BOARD, Empire, Fleet, Game, carried, linked
from jumpgates.turn import BUILT, disband
from jumpgates.views import describe


def legal_orders(keyword: str, data: Mapping[str, Any], empire: str) -> Iterator[dict[str, str]]:
    """Yield the arguments of an empire's legal orders, some with a label of the last one."""
    fleets = data["fleets"]
    own = [fleet for fleet in fleets if fleet["owner"] == empire]
    gates = frozenset(fleet["at"] for fleet in fleets if BOARD[fleet["at"]].gate)
    builds, sites = next((e["builds"], e["sites"]) for e in data["empires"] if e["empire"] == empire)
    if keyword == "BUILD" and builds > 0:
        yield from ({"at": site} for site in sites)
    for fleet in own if keyword != "BUILD" else ():
        at, lanes = fleet["at"], BOARD[fleet["at"]].lanes
        if keyword == "HOLD" or (keyword == "DISBAND" and (fleet["retreats"] or builds < 0)):
            yield {"fleet": at}
        elif keyword == "RETREAT":
            yield from ({"fleet": at, "to": to} for to in fleet["retreats"])
        elif keyword == "MOVE":
            yield from ({"fleet": at, "to": to} for to in lanes)
            for to in carried(at, gates):
                way = {"way": "GATES"} if to in lanes else {"label": f"{to}, by gates"}
                yield {"fleet": at, "to": to, **way}
        elif keyword in {"SUPPORT", "CARRY"}:
            for other in (f["at"] for f in fleets if f["at"] != at):
                stays = {"label": f"{other}, where it stays"}
                for to in _aims(keyword, at, other, gates):
                    yield {"fleet": at, "other": other, "to": to, **(stays if to == other else {})}


def _aims(keyword: str, at: str, other: str, gates: frozenset[str]) -> dict[str, None]:
    """Return the places to which a fleet can support or carry another."""
    if keyword == "CARRY":
        return carried(other, frozenset(linked([at], gates))) if BOARD[at].gate else {}
    near = (other, *BOARD[other].lanes, *carried(other, gates))
    return dict.fromkeys(to for to in near if to in BOARD[at].lanes)


def _offers(keyword: str, argument: str) -> Offers:
    def offers(view: View, chosen: Chosen) -> list[Choice]:
        rows = [
            row
            for row in legal_orders(keyword, view.data, view.empire or "")
            if argument in row and all(row.get(name) == words for name, words in chosen.items())
        ]
        labels = {row[argument]: row.get("label", "") if argument == "to" else "" for row in rows}
        return [Choice(words, label) for words, label in labels.items()]

    return offers


def own_fleet(
    context: TurnContext[Game], empire: Empire, order: Order, argument: str
) -> Fleet | None:
    """Return the empire's fleet at a place; None after refusing the order."""
    for fleet in context.game.fleets_of(empire.id):
        if fleet.at == order[argument]:
            return fleet
    message = f"you have no fleet at {order[argument]}"
    context.reject(empire.id, order, "no-fleet", message, argument=argument)
    return None


def is_first(context: TurnContext[Game], _: Empire, order: Order) -> Refusal | None:
    """Refuse a second order for a fleet (JG-HOLD)."""
    has_order = order["fleet"].id in context.notes
    return Refusal("second-order", "this fleet has an order already") if has_order else None


def is_legal(context: TurnContext[Game], empire: Empire, order: Order) -> Refusal | None:
    """Refuse an order that is not among the legal ones."""
    wanted = {n: v.at if isinstance(v, Fleet) else v for n, v in order.arguments.items()}
    rows = [*legal_orders(order.keyword, describe(context.game), empire.id)]
    if any(wanted == {n: v for n, v in row.items() if n != "label"} for row in rows):
        return None
    last = list(wanted)[-1]
    near = dict.fromkeys(r[last] for r in rows if [*r.values()][0] == [*wanted.values()][0])
    hint = f"choose {' or '.join(near)}" if near else ""
    return Refusal("impossible", f"{wanted[last]} is not possible here", hint, last)


def _note(context: TurnContext[Game], _: Empire, order: Order) -> None:
    context.notes[order["fleet"].id] = order


def _build(context: TurnContext[Game], empire: Empire, order: Order) -> None:
    context.game.build(empire.id, order["at"])
    context.emit(BUILT, EVERYONE, place=order["at"], empire=empire.id)


def _disband(context: TurnContext[Game], _: Empire, order: Order) -> None:
    disband(context, order["fleet"])


_place, _PLACES = one_of(*BOARD), ("system", "gate")
_ARGUMENTS = {
    "fleet": Argument(_place, find=own_fleet, things=("fleet",)),
    "other": Argument(_place, label="other fleet", things=("fleet",)),
    "to": Argument(_place, label="destination", things=_PLACES),
    "at": Argument(_place, label="home system", things=_PLACES),
    "way": Argument(one_of("GATES"), optional=True, label="by gates", help="Instead of the lane."),
}


def _command(form: str, example: str, label: str, text: str, rule: str, *stages: str) -> Command:
    keyword, *words = form.split()
    names = [name for name in _ARGUMENTS if f"{{{name}}}" in form]
    build = keyword == "BUILD"
    return Command(
        keyword, phase="changes" if any(stages) else "moves", forms=(form,), label=label, help=text,
        group="Fleets", on=("system",) if build else ("fleet",), example=f"{keyword} {example}",
        mistake=f"{keyword} Sol", rules=(rule,), stages=stages,
        arguments={n: evolve(_ARGUMENTS[n], offers=_offers(keyword, n)) for n in names},
        checks={"legal": is_legal} if build else {"first": is_first, "legal": is_legal},
        run={"BUILD": _build, "DISBAND": _disband}.get(keyword, _note),
    )  # fmt: skip


COMMANDS = (
    _command("HOLD {fleet}", "Tern", "Hold", "The fleet stays.", "JG-HOLD", ""),
    _command("MOVE {fleet} TO {to} [BY {way}]", "Tern TO Cairn", "Move",
             "The fleet moves along a lane, or by gates if fleets there carry it.", "JG-MOVE", ""),
    _command("SUPPORT {fleet} FOR {other} TO {to}", "Tern FOR Larkspur TO Argent", "Support",
             "Adds 1 to the strength of another fleet that moves, or that stays where it is.",
             "JG-SUPPORT", ""),
    _command("CARRY {fleet} FOR {other} TO {to}", "Argent FOR Tern TO Nexus", "Carry",
             "Carries a fleet through the gate to another system.", "JG-CARRY", ""),
    _command("RETREAT {fleet} TO {to}", "Tern TO Cairn", "Retreat",
             "The dislodged fleet goes to an empty place.", "JG-RETREAT", "retreats"),
    _command("DISBAND {fleet}", "Tern", "Disband", "Removes the fleet.", "JG-ADJUST",
             "retreats", "adjustments"),
    _command("BUILD {at}", "Tern", "Build a fleet", "Builds a fleet at an empty home system.",
             "JG-ADJUST", "adjustments"),
)  # fmt: skip
