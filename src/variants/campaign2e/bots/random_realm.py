"""What the random bot does with worlds, money and other players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from horizons_core.orders import order_line
from variants.campaign2e.bots.board import Facts, is_supply_ship
from variants.campaign2e.bots.partners import partners_of
from variants.campaign2e.bots.whims import Whims
from variants.campaign2e.rules.spares import PRICE

#: Parts of which it buys spares, and what each costs at most.
_SPARES = {"FC": 4, "PDS": 3, "B1/6": 3, "B3/3": 18}
_FORMS = (
    "TYPE FF MASS 20 HULL 6 ARMOUR 2 THRUST 6 FTL WITH B2/3, B1/6, FC",
    "TYPE AX MASS 100 HULL 20 ARMOUR 0 THRUST 2 FTL MERCHANT WITH B1/6, FC, PDS x2, CARGO 56",
    "TYPE CH MASS 90 HULL 27 ARMOUR 6 THRUST 4 FTL WITH B3/3 x2, B2/3 x2, B1/6 x2, PDS, FC x2",
)
_MOST_DESIGNS = 6
_MOST_KEELS = 4


# money


def buy(whims: Whims) -> Iterator[str]:
    """A ship or two of the market."""
    board = whims.board
    worlds = [world for world in board.own if board.is_open(world)]
    for design in whims.one(_market(whims)):
        count = whims.stream.integer(1, 2)
        can_keep = whims.plan_for(count * design["upkeep"])
        if worlds and can_keep and board.spend(count * design["price"]):
            yield order_line("BUY", design["name"], count, "AT", whims.stream.choice(worlds))


def defend(whims: Whims) -> Iterator[str]:
    """A defence unit for a world that may have more (C2E-8.1-01)."""
    board, view = whims.board, whims.board.view
    for name in whims.one([w for w in board.own if not board.worlds[w]["controlled"]]):
        own = board.own[name]
        room = own["defence_limit"] - own["defence_points"]
        fitting = [d for d in view["designs"] if d["navy"] and d["points"] <= room]
        for design in whims.one(fitting):
            can_keep = not design["ftl"] or whims.plan_for(design["upkeep"])
            if can_keep and board.spend(design["points"]):
                yield order_line("DEFEND", name, "BUY", design["name"])


def spare(whims: Whims) -> Iterator[str]:
    """A few spare parts at a world."""
    for world in whims.one(list(whims.board.own)):
        part, number = whims.stream.choice(list(_SPARES)), whims.stream.integer(1, 3)
        if whims.board.spend(number * _SPARES[part] * PRICE / 100):
            yield order_line("SPARE", part, number, "AT", world)


def pay(whims: Whims) -> Iterator[str]:
    """A small gift."""
    for other in whims.one(_others(whims)):
        amount = whims.stream.integer(1, 5)
        if whims.board.spend(amount):
            yield order_line("PAY", other, amount)


def lease(whims: Whims) -> Iterator[str]:
    """A supply ship of the market."""
    board = whims.board
    worlds = [world for world in board.own if board.is_base(world)]
    freighters = [d for d in _market(whims) if is_supply_ship(d)]
    for design in whims.one(freighters):
        if worlds and whims.plan_for(board.economy.lease * design["upkeep"]):
            yield order_line("LEASE", design["name"], "AT", whims.stream.choice(worlds))


# worlds


def trade(whims: Whims) -> Iterator[str]:
    """New partners for a world or two, or none."""
    board = whims.board
    for world in whims.some(board.own, 0.3):
        if whims.stream.chance(0.1):
            whims.take(world)
            yield order_line("TRADE", world, "WITH", "NONE")
        elif board.is_pacified(world):
            for partner in whims.one(partners_of(board, whims.chart, world)):
                whims.take(world, partner)
                yield order_line("TRADE", world, "WITH", partner)


def deal(whims: Whims) -> Iterator[str]:
    """A share for a trade between own worlds that nobody can end this very week."""
    board = whims.board
    offered = {offer["world"] for offer in board.view["offers"]}
    inside = [
        name
        for name, own in board.own.items()
        if own["partner"] in board.own and not {name, own["partner"]} & (whims.busy | offered)
    ]
    for world in whims.one(inside):
        share = whims.stream.integer(0, 100)
        yield order_line("DEAL", world, "WITH", board.own[world]["partner"], "SHARE", share)


def lane_off(whims: Whims) -> Iterator[str]:
    """Lanes turned off."""
    for world in whims.one(_on_lanes(whims)):
        yield order_line("LANE", "OFF", world)


def lane_on(whims: Whims) -> Iterator[str]:
    """Lanes turned on."""
    for world in _on_lanes(whims):
        if whims.board.own[world]["lane_off"]:
            yield order_line("LANE", "ON", world)


def reconstruct(whims: Whims) -> Iterator[str]:
    """Help for a damaged world from a richer neighbour, or no more."""
    board = whims.board
    for name in whims.one([w for w in board.own if _lost(board.worlds[w])]):
        full = board.worlds[name]["full"]
        helpers = [
            other
            for other in board.own
            if other != name
            and whims.chart.distance(name, other) <= 2
            and board.worlds[other]["points"] > full
        ]
        if helpers and whims.stream.chance(0.7):
            yield order_line("RECONSTRUCT", name, "HELPED", "BY", whims.stream.choice(helpers))
        else:
            yield order_line("RECONSTRUCT", name, "ALONE")


# others


def stance(whims: Whims) -> Iterator[str]:
    """A stance towards somebody."""
    for other in whims.one(_others(whims)):
        yield order_line("STANCE", other, whims.stream.choice(("ALLY", "NEUTRAL", "HOSTILE")))


def allow(whims: Whims) -> Iterator[str]:
    """Leave for somebody, or none any more."""
    for other in whims.one(_others(whims)):
        what = whims.stream.choice(("BASE", "SUPPLY"))
        yield order_line("ALLOW", other, what, whims.stream.choice(("ON", "OFF")))


# designs and keels


def design(whims: Whims) -> Iterator[str]:
    """A design of one's own."""
    name = whims.new_name()
    if name is not None and len(_own_designs(whims)) < _MOST_DESIGNS:
        yield f"{order_line('DESIGN', name)} {whims.stream.choice(_FORMS)}"


def lay_keel(whims: Whims) -> Iterator[str]:
    """A ship on the stocks."""
    board = whims.board
    worlds = [world for world in board.own if board.is_open(world)]
    designs = [d for d in board.view["designs"] if d["ftl"]]
    if not worlds or len(_keels(whims)) >= _MOST_KEELS:
        return
    name, one = whims.new_name(), whims.stream.choice(designs)
    if name is not None and whims.plan_for(one["upkeep"]):
        plan = [one["name"]]
        if whims.stream.chance(0.2):
            plan = ["MASS", "90", "TYPE", "CH"]
        yield order_line("LAY", "KEEL", name, *plan, "AT", whims.stream.choice(worlds))


def build(whims: Whims) -> Iterator[str]:
    """How much is built on a keel."""
    for keel in whims.one(_keels(whims)):
        yield order_line("BUILD", keel["name"], whims.stream.integer(0, 100))


def redesign(whims: Whims) -> Iterator[str]:
    """Another design of the same mass for a keel, or the first."""
    for keel in whims.one(_keels(whims)):
        same = [d for d in whims.board.view["designs"] if d["ftl"] and d["mass"] == keel["mass"]]
        for one in whims.one(same):
            yield order_line("REDESIGN", keel["name"], "AS", one["name"])


def cancel_keel(whims: Whims) -> Iterator[str]:
    """A keel given up: after the other orders about keels."""
    for keel in whims.one(_keels(whims)):
        yield order_line("CANCEL", "KEEL", keel["name"])


def drop_design(whims: Whims) -> Iterator[str]:
    """A design dropped: after the orders that could name it."""
    for one in whims.one(_own_designs(whims)):
        yield order_line("DROP", "DESIGN", one["name"])


def _market(whims: Whims) -> list[Facts]:
    return [d for d in whims.board.view["designs"] if d["navy"] and d["ftl"]]


def _own_designs(whims: Whims) -> list[Facts]:
    return [d for d in whims.board.view["designs"] if not d["navy"]]


def _keels(whims: Whims) -> list[Facts]:
    return [keel for own in whims.board.own.values() for keel in own["keels"]]


def _others(whims: Whims) -> list[str]:
    return [p["name"] for p in whims.board.view["players"] if p["active"] and p["stance"] != "SELF"]


def _on_lanes(whims: Whims) -> Sequence[str]:
    return [world for world in whims.board.own if world in whims.chart.route]


def _lost(world: Facts) -> bool:
    return bool(world["points"] < world["full"])


#: By keyword: the chance, and what makes the orders; in the order in which they are written.
WHIMS: Mapping[str, tuple[float, Callable[[Whims], Iterator[str]]]] = {
    "TRADE": (0.3, trade),
    "DEAL": (0.1, deal),
    "LANE OFF": (0.05, lane_off),
    "LANE ON": (0.5, lane_on),
    "RECONSTRUCT": (0.5, reconstruct),
    "STANCE": (0.1, stance),
    "ALLOW": (0.1, allow),
    "PAY": (0.05, pay),
    "BUY": (0.2, buy),
    "DEFEND": (0.2, defend),
    "SPARE": (0.1, spare),
    "LEASE": (0.03, lease),
    "DESIGN": (0.1, design),
    "LAY KEEL": (0.1, lay_keel),
    "BUILD": (0.3, build),
    "REDESIGN": (0.2, redesign),
    "CANCEL KEEL": (0.03, cancel_keel),
    "DROP DESIGN": (0.05, drop_design),
}
