"""Whims of the random bot with money and colonies: at most one legal order each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from variants.starcluster.bots import envoys, settling, study
from variants.starcluster.bots.board import Board, Facts
from variants.starcluster.bots.scouting import DETAILED

#: A whim may add an order to the board.
Whim = Callable[[Board, Stream], None]
#: Maximum silos on a planet, and MC per gift.
SILOS, GIFT = 6, 100
#: Maximum distance of a claimed system from a colony, in transits (SC-RACE-019).
CLAIM_REACH = 2
#: PU per PU that arrives in a transfer, and its freighters (SC-PUT).
TRANSFER = 5


def _freighters(board: Board, stream: Stream) -> None:
    number = 1 + stream.below(3)
    if board.pay(number * board.economy.freighter_price):
        board.order("FREIGHTERS", number)


def _invest(board: Board, stream: Stream) -> None:
    board.order("STANDING", "INVEST", stream.choice(("MAX", "OFF")))


def _withdraw(board: Board, stream: Stream) -> None:  # noqa: ARG001 - signature of whims
    if board.view["treasury"]["deposit"] > 0:
        board.order("WITHDRAW", "ALL")


def _priority(board: Board, stream: Stream) -> None:
    kinds = list(board.view["pool"]["priority"])
    stream.shuffle(kinds)
    board.order("PRIORITY", *kinds)


def _penalty(board: Board, stream: Stream) -> None:
    board.order("PENALTY", stream.choice(("CHANCE", "TIME")))


def _liquidate(board: Board, stream: Stream) -> None:
    if board.units:
        board.order("LIQUIDATE", stream.choice(list(board.units)))


def _convoy(board: Board, stream: Stream) -> None:
    switch = stream.choice(("ON", "OFF"))
    board.order("CONVOY", switch)
    if switch == "ON":  # convoys need more
        board.spare = 0


def _is_kept_up(board: Board, price: float) -> bool:
    """True if a project can be paid now, and from income every turn."""
    running = ordered_sum(project["price"] for project in board.view["projects"])
    return bool(price <= board.cash and price + running <= board.view["treasury"]["net"])


def _develop(board: Board, stream: Stream) -> None:
    busy = {center for project in board.view["projects"] for center in project["centers"]}
    running = {project["name"] for project in board.view["projects"]}
    for colony in board.view["colonies"]:
        center = f"{colony['id']}:G"
        able = [
            technology
            for technology in board.view["open"]
            if technology["level"] <= colony["generic"]
            and _is_kept_up(board, technology["MC"])
            and technology["name"] not in running
        ]
        if able and center not in busy:
            chosen = stream.choice(able)
            board.pay(chosen["MC"])
            board.order("DEVELOP", chosen["name"], center)
            return


def _research(board: Board, stream: Stream) -> None:
    running = {project["name"] for project in board.view["projects"]}
    trees = [tree for tree in board.view["trees"] if tree["code"] not in running]
    for center in study.free_centers(board):
        rating = board.colonies[center]["science"]
        able = [t for t in trees if t["level"] < rating and _is_kept_up(board, t["price"])]
        if able:
            chosen = stream.choice(able)
            board.pay(chosen["price"])
            board.order("RESEARCH", center, chosen["code"])
            return


def _upgrade(board: Board, stream: Stream) -> None:  # noqa: ARG001 - signature of whims
    el, colonies = board.view["el"], board.colonies.values()
    number = ordered_sum(colony["science"] > 0 for colony in colonies)
    coming = {row["system"] for row in board.view["installing"]}
    for colony in colonies:
        free = colony["id"] in study.free_centers(board) and colony["id"] not in coming
        price = board.economy.science_price(el, number, colony["science"]) / 100
        if free and colony["science"] <= el and board.pay(price):
            board.order("UPGRADE", "SCIENCE", colony["id"])
            return


def _install(board: Board, stream: Stream) -> None:
    coming = {row["system"] for row in board.view["installing"] if row["kind"] == "GENERIC"}
    free = [c for c in board.colonies.values() if not c["generic"] and c["id"] not in coming]
    if free and board.pay(board.economy.generic_center_price(1) / 100):
        board.order("INSTALL", "GENERIC", stream.choice(free)["id"], 1)


def _silo(board: Board, stream: Stream) -> None:
    price = next((row["MC"] for row in board.view["prices"] if row["order"] == "INSTALL CMS"), None)
    home = board.colonies.get(board.home)
    if home is None or price is None:
        return
    coming = ordered_sum(row["kind"] == "CMS" for row in board.view["installing"])
    planet = stream.choice(home["planets"])
    if planet["silos"] + coming < SILOS and board.pay(price):
        board.order("INSTALL", "CMS", board.home, planet["number"])


def _silos(board: Board, stream: Stream) -> None:
    armed = [c for c in board.colonies.values() if any(planet["silos"] for planet in c["planets"])]
    if armed:
        board.order("SILOS", stream.choice(armed)["id"], stream.choice(("FIRE", "HOLD")))


def _intelligence(board: Board, stream: Stream) -> None:  # noqa: ARG001 - signature of whims
    rating, price = board.view["intelligence"], None
    for row in board.view["prices"]:
        price = row["MC"] if row["order"] == "INTELLIGENCE" else price
    if price is not None and rating <= board.view["el"] and board.pay(price):
        board.order("INTELLIGENCE")


def _settle(board: Board, stream: Stream) -> None:  # noqa: ARG001 - signature of whims
    settling.send_expeditions(board)


def _transfer(board: Board, stream: Stream) -> None:
    home, colonies = board.home, [id_ for id_ in board.colonies if id_ != board.home]
    if home not in board.colonies or not colonies or board.spare < TRANSFER:
        return
    target = stream.choice(colonies)
    if board.colonies[target]["transferred"] == 0 and board.way(home, lambda at: at == target):
        board.spare -= TRANSFER
        board.order("TRANSFER", TRANSFER, "FROM", home, "TO", target)


def _claim(board: Board, stream: Stream) -> None:
    able = [
        system["id"]
        for system in board.view["systems"]
        if system["level"] == DETAILED
        and not system["owner"]
        and not system["claimed"]
        and (system["transits"] or CLAIM_REACH + 1) <= CLAIM_REACH
    ]
    if able:
        board.order("CLAIM", stream.choice(able))


def _unclaim(board: Board, stream: Stream) -> None:
    if board.view["claims"]:
        board.order("UNCLAIM", stream.choice(board.view["claims"]))


def _partner(board: Board, stream: Stream) -> Facts | None:
    partners = [
        row for row in board.view["contacts"] if row["active"] and row["stance"] != "WAR"
    ]  # fmt: skip
    return stream.choice(partners) if partners else None


def _trade(board: Board, stream: Stream) -> None:
    other = _partner(board, stream)
    if other:
        board.order("TRADE", other["id"], stream.choice(("ON", "OFF")))


def _envoy(board: Board, stream: Stream) -> None:
    races = [contact for contact in board.view["contacts"] if envoys.hears(board, contact)]
    if races and board.pay(board.economy.diplomacy.envoy_price(board.view["el"]) / 100):
        board.order("ENVOY", stream.choice(races)["id"])


def _peace(board: Board, stream: Stream) -> None:
    pause = board.economy.diplomacy.peace_pause
    enemies = [
        row
        for row in board.view["contacts"]
        if row["active"] and row["npr"] and row["stance"] == "WAR"
        and envoys.has_rested(board, row["asked"], pause)
    ]  # fmt: skip
    if enemies:
        board.order("PEACE", stream.choice(enemies)["id"])


def _give(board: Board, stream: Stream) -> None:
    other = _partner(board, stream)
    if other and board.pay(GIFT):
        board.order("GIVE", other["id"], "MC", GIFT)


#: Probability of each whim per turn.
WHIMS: Mapping[Whim, float] = {
    _freighters: 0.2,
    _invest: 0.2,
    _withdraw: 0.05,
    _priority: 0.1,
    _penalty: 0.1,
    _liquidate: 0.1,
    _convoy: 0.1,
    _develop: 0.3,
    _research: 0.1,
    _upgrade: 0.2,
    _install: 0.1,
    _silo: 0.1,
    _silos: 0.1,
    _intelligence: 0.1,
    _settle: 0.1,
    _transfer: 0.1,
    _claim: 0.2,
    _unclaim: 0.1,
    _trade: 0.2,
    _give: 0.1,
    _envoy: 0.2,
    _peace: 0.2,
}
