"""Random orders about worlds, money and other players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from horizons_core.orders import order_line
from variants.campaign2e.bots.board import Facts, is_supply_ship
from variants.campaign2e.bots.partners import partners_of
from variants.campaign2e.bots.whims import RandomChoices
from variants.campaign2e.rules.spares import PRICE

#: Spare parts to buy, and the maximum price of each.
_SPARES = {"FC": 4, "PDS": 3, "B1/6": 3, "B3/3": 18}
_FORMS = (
    "TYPE FF MASS 20 HULL 6 ARMOUR 2 THRUST 6 FTL WITH B2/3, B1/6, FC",
    "TYPE AX MASS 100 HULL 20 ARMOUR 0 THRUST 2 FTL MERCHANT WITH B1/6, FC, PDS x2, CARGO 56",
    "TYPE CH MASS 90 HULL 27 ARMOUR 6 THRUST 4 FTL WITH B3/3 x2, B2/3 x2, B1/6 x2, PDS, FC x2",
)
_MOST_DESIGNS = 6
_MOST_KEELS = 4


# money


def buy(whims: RandomChoices) -> Iterator[str]:
    """Buy one or two ships on the market."""
    board = whims.board
    worlds = [world for world in board.own if board.is_open(world)]
    for design in whims.pick(_market(whims)):
        count = whims.stream.integer(1, 2)
        can_keep = whims.plan_for(count * design["upkeep"])
        if worlds and can_keep and board.spend(count * design["price"]):
            yield order_line("BUY", design["name"], count, "AT", whims.stream.choice(worlds))


def defend(whims: RandomChoices) -> Iterator[str]:
    """Buy a defence unit for a world that can have more (C2E-8.1-01)."""
    board, view = whims.board, whims.board.view
    for name in whims.pick([w for w in board.own if not board.worlds[w]["controlled"]]):
        facts = board.own[name]
        room = facts["defence_limit"] - facts["defence_points"]
        fitting = [d for d in view["designs"] if d["navy"] and d["points"] <= room]
        for design in whims.pick(fitting):
            can_keep = not design["ftl"] or whims.plan_for(design["upkeep"])
            if can_keep and board.spend(design["points"]):
                yield order_line("DEFEND", name, "BUY", design["name"])


def spare(whims: RandomChoices) -> Iterator[str]:
    """Buy a few spare parts at a world."""
    for world in whims.pick(list(whims.board.own)):
        part, number = whims.stream.choice(list(_SPARES)), whims.stream.integer(1, 3)
        if whims.board.spend(number * _SPARES[part] * PRICE / 100):
            yield order_line("SPARE", part, number, "AT", world)


def pay(whims: RandomChoices) -> Iterator[str]:
    """Give a small amount to another player."""
    for other in whims.pick(_other_players(whims)):
        amount = whims.stream.integer(1, 5)
        if whims.board.spend(amount):
            yield order_line("PAY", other, amount)


def lease(whims: RandomChoices) -> Iterator[str]:
    """Lease a supply ship on the market."""
    board = whims.board
    worlds = [world for world in board.own if board.is_base(world)]
    freighters = [d for d in _market(whims) if is_supply_ship(d)]
    for design in whims.pick(freighters):
        if worlds and whims.plan_for(board.economy.lease * design["upkeep"]):
            yield order_line("LEASE", design["name"], "AT", whims.stream.choice(worlds))


# worlds


def trade(whims: RandomChoices) -> Iterator[str]:
    """Choose new partners for some worlds, or end their trade."""
    board = whims.board
    for world in whims.sample(board.own, 0.3):
        if whims.stream.chance(0.1):
            whims.take(world)
            yield order_line("TRADE", world, "WITH", "NONE")
        elif board.is_pacified(world):
            for partner in whims.pick(partners_of(board, whims.chart, world)):
                whims.take(world, partner)
                yield order_line("TRADE", world, "WITH", partner)


def deal(whims: RandomChoices) -> Iterator[str]:
    """Ask for a share in a trade between the player's worlds that cannot end this week."""
    board = whims.board
    offered = {offer["world"] for offer in board.view["offers"]}
    candidates = [
        name
        for name, facts in board.own.items()
        if facts["partner"] in board.own and not {name, facts["partner"]} & (whims.busy | offered)
    ]
    for world in whims.pick(candidates):
        share = whims.stream.integer(0, 100)
        yield order_line("DEAL", world, "WITH", board.own[world]["partner"], "SHARE", share)


def lane_off(whims: RandomChoices) -> Iterator[str]:
    """Turn lanes off."""
    for world in whims.pick(_on_lanes(whims)):
        yield order_line("LANE", "OFF", world)


def lane_on(whims: RandomChoices) -> Iterator[str]:
    """Turn lanes on."""
    for world in _on_lanes(whims):
        if whims.board.own[world]["lane_off"]:
            yield order_line("LANE", "ON", world)


def reconstruct(whims: RandomChoices) -> Iterator[str]:
    """Order or end help for a damaged world by a richer neighbour."""
    board = whims.board
    for name in whims.pick([w for w in board.own if _is_damaged(board.worlds[w])]):
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


def stance(whims: RandomChoices) -> Iterator[str]:
    """Take a stance towards another player."""
    for other in whims.pick(_other_players(whims)):
        yield order_line("STANCE", other, whims.stream.choice(("ALLY", "NEUTRAL", "HOSTILE")))


def allow(whims: RandomChoices) -> Iterator[str]:
    """Grant or revoke another player's permission."""
    for other in whims.pick(_other_players(whims)):
        kind = whims.stream.choice(("BASE", "SUPPLY"))
        yield order_line("ALLOW", other, kind, whims.stream.choice(("ON", "OFF")))


# designs and keels


def design(whims: RandomChoices) -> Iterator[str]:
    """Register a design."""
    name = whims.new_name()
    if name is not None and len(_own_designs(whims)) < _MOST_DESIGNS:
        yield f"{order_line('DESIGN', name)} {whims.stream.choice(_FORMS)}"


def lay_keel(whims: RandomChoices) -> Iterator[str]:
    """Lay a keel."""
    board = whims.board
    worlds = [world for world in board.own if board.is_open(world)]
    designs = [d for d in board.view["designs"] if d["ftl"]]
    if not worlds or len(_keels(whims)) >= _MOST_KEELS:
        return
    name, design_facts = whims.new_name(), whims.stream.choice(designs)
    if name is not None and whims.plan_for(design_facts["upkeep"]):
        plan = [design_facts["name"]]
        if whims.stream.chance(0.2):
            plan = ["MASS", "90", "TYPE", "CH"]
        yield order_line("LAY", "KEEL", name, *plan, "AT", whims.stream.choice(worlds))


def build(whims: RandomChoices) -> Iterator[str]:
    """Set the points built on a keel."""
    for keel in whims.pick(_keels(whims)):
        yield order_line("BUILD", keel["name"], whims.stream.integer(0, 100))


def redesign(whims: RandomChoices) -> Iterator[str]:
    """Change a keel's design to another one of the same mass."""
    for keel in whims.pick(_keels(whims)):
        fits = [d for d in whims.board.view["designs"] if d["ftl"] and d["mass"] == keel["mass"]]
        for new in whims.pick(fits):
            yield order_line("REDESIGN", keel["name"], "AS", new["name"])


def cancel_keel(whims: RandomChoices) -> Iterator[str]:
    """Cancel a keel; this follows the other orders about keels."""
    for keel in whims.pick(_keels(whims)):
        yield order_line("CANCEL", "KEEL", keel["name"])


def drop_design(whims: RandomChoices) -> Iterator[str]:
    """Drop a design; this follows the orders that could name it."""
    for entry in whims.pick(_own_designs(whims)):
        yield order_line("DROP", "DESIGN", entry["name"])


def _market(whims: RandomChoices) -> list[Facts]:
    return [d for d in whims.board.view["designs"] if d["navy"] and d["ftl"]]


def _own_designs(whims: RandomChoices) -> list[Facts]:
    return [d for d in whims.board.view["designs"] if not d["navy"]]


def _keels(whims: RandomChoices) -> list[Facts]:
    return [keel for facts in whims.board.own.values() for keel in facts["keels"]]


def _other_players(whims: RandomChoices) -> list[str]:
    return [p["name"] for p in whims.board.view["players"] if p["active"] and p["stance"] != "SELF"]


def _on_lanes(whims: RandomChoices) -> Sequence[str]:
    return [world for world in whims.board.own if world in whims.chart.route]


def _is_damaged(world: Facts) -> bool:
    return bool(world["points"] < world["full"])


#: Probability and generator of each order by keyword, in the order of the lines.
RANDOM_ORDERS: Mapping[str, tuple[float, Callable[[RandomChoices], Iterator[str]]]] = {
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
