"""The order SEND, with its choices."""

from typing import Any

from horizons_core import Command, Order, TurnContext, View
from horizons_core.orders import Argument, Choice, Range, Refusal, integer
from konquest.model import Empire, Fleet, Game, Planet

Context = TurnContext[Game]


def find_planet(context: Context, empire: Empire, order: Order, argument: str) -> Planet | None:
    """Return a planet by its name; the one that sends ships must be the empire's own."""
    for planet in context.game.planets:
        if planet.id == order[argument] and (argument == "target" or planet.owner == empire.id):
            return planet
    message = "there is no such planet" if argument == "target" else "you have no such planet"
    context.reject(empire.id, order, "no-planet", message, argument=argument)
    return None


def is_away(_context: Context, _empire: Empire, order: Order) -> Refusal | None:
    """Refuse a way from a planet to itself."""
    same = order["planet"] is order["target"]
    return Refusal("same-planet", "the ships are there", argument="target") if same else None


def is_enough(_context: Context, _empire: Empire, order: Order) -> Refusal | None:
    """Refuse to send more ships than there are."""
    ships = order["planet"].ships
    message = f"there are only {ships} ships"
    return Refusal("no-ships", message, argument="ships") if order["ships"] > ships else None


def send(context: Context, empire: Empire, order: Order) -> None:
    """Launch a fleet, which may land in this turn (KO-SEND, KO-FLY)."""
    planet, target, ships = order["planet"], order["target"], order["ships"]
    turns = context.variant.economy.travel(planet.at, target.at)
    planet.ships, empire.launched = planet.ships - ships, empire.launched + 1
    context.game.fleets.append(
        Fleet(
            id=f"{empire.id} {empire.launched}", owner=empire.id, start=planet.id, target=target.id,
            ships=ships, kill=planet.kill, left=context.turn - 1, arrives=context.turn - 1 + turns,
        )
    )  # fmt: skip


def bases(view: View) -> list[str]:
    """Return the planets of the reader that have ships."""
    return [p["planet"] for p in view["planets"] if p["is_yours"] and p["ships"]]


def targets(view: View, chosen: Any, rules: Any) -> list[Choice]:
    """Return the planets that a base, or any, can send ships to: the nearest first, with turns."""
    spots = {p["planet"]: (p["x"], p["y"]) for p in view["planets"]}
    if (start := spots.get(chosen.get("planet"))) is None:
        return [Choice(name, place=name) for name in spots]
    ready = chosen["planet"] in bases(view)
    turns = {name: rules.economy.travel(start, at) for name, at in spots.items() if at != start}
    titles = {place["id"]: place["title"] for place in rules.map(view)["places"]}
    ordered = sorted(turns, key=turns.__getitem__)
    return [Choice(n, f"{titles[n]} (turns: {turns[n]})", place=n) for n in ordered if ready]


def ships_of(view: View, chosen: Any) -> Range:
    """Return the numbers of ships that the chosen planet can send, or any planet."""
    ships = {p["planet"]: p["ships"] for p in view["planets"] if p["is_yours"]}
    return Range(1, ships.get(chosen.get("planet"), max(ships.values(), default=0)))


SEND = Command(
    "SEND", phase="departures", run=send, forms=("SEND {ships} FROM {planet} TO {target}",),
    label="Send ships", group="Fleets", help="Sends ships to a planet, to join or to attack.",
    arguments={
        "planet": Argument(str.upper, bases, find_planet, things=("planet",), label="from"),
        "target": Argument(str.upper, targets, find_planet, things=("planet",), label="to"),
        "ships": Argument(integer(1), ships_of, label="number of ships"),
    },
    checks={"away": is_away, "enough": is_enough}, rules=("KO-SEND", "KO-FLY"),
    example="SEND 5 FROM A TO B", mistake="SEND 5 FROM A TO A", default=True, repeats=True,
)  # fmt: skip
