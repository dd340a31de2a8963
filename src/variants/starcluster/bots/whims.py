"""What a bot does on a whim with its money and colonies: one legal order each, if there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from variants.starcluster.bots import envoys, settling, study
from variants.starcluster.bots.board import Board, Facts
from variants.starcluster.bots.scouting import DETAILED

#: What a whim is: it may add an order to the board.
Whim = Callable[[Board, Stream], None]
#: Silos that it builds on a planet at most, and MC that it gives at a time.
SILOS, GIFT = 6, 100
#: How many transits from a colony a claimed system may lie (SC-RACE-019).
CLAIM_REACH = 2
#: PU of which one arrives in a transfer, and freighters that it takes (SC-PUT).
TRANSFER = 5


def _freighters(board: Board, stream: Stream) -> None:
    number = 1 + stream.below(3)
    if board.pay(number * board.economy.freighter_price):
        board.order("FREIGHTERS", number)


def _invest(board: Board, stream: Stream) -> None:
    board.order("STANDING", "INVEST", stream.choice(("MAX", "OFF")))


def _withdraw(board: Board, stream: Stream) -> None:  # noqa: ARG001 - as all whims are called
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
    """Whether there is money for a project now, and income for it every turn."""
    running = ordered_sum(one["price"] for one in board.view["projects"])
    return bool(price <= board.cash and price + running <= board.view["treasury"]["net"])


def _develop(board: Board, stream: Stream) -> None:
    busy = {center for one in board.view["projects"] for center in one["centers"]}
    running = {one["name"] for one in board.view["projects"]}
    for colony in board.view["colonies"]:
        center = f"{colony['id']}:G"
        able = [
            one
            for one in board.view["open"]
            if one["level"] <= colony["generic"]
            and _is_kept_up(board, one["MC"])
            and one["name"] not in running
        ]
        if able and center not in busy:
            chosen = stream.choice(able)
            board.pay(chosen["MC"])
            board.order("DEVELOP", chosen["name"], center)
            return


def _research(board: Board, stream: Stream) -> None:
    running = {one["name"] for one in board.view["projects"]}
    trees = [one for one in board.view["trees"] if one["code"] not in running]
    for center in study.free_centers(board):
        rating = board.own[center]["science"]
        able = [one for one in trees if one["level"] < rating and _is_kept_up(board, one["price"])]
        if able:
            chosen = stream.choice(able)
            board.pay(chosen["price"])
            board.order("RESEARCH", center, chosen["code"])
            return


def _upgrade(board: Board, stream: Stream) -> None:  # noqa: ARG001 - as all whims are called
    el, rows = board.view["el"], board.own.values()
    number = ordered_sum(one["science"] > 0 for one in rows)
    coming = {one["system"] for one in board.view["installing"]}
    for one in rows:
        free = one["id"] in study.free_centers(board) and one["id"] not in coming
        price = board.economy.science_price(el, number, one["science"]) / 100
        if free and one["science"] <= el and board.pay(price):
            board.order("UPGRADE", "SCIENCE", one["id"])
            return


def _install(board: Board, stream: Stream) -> None:
    coming = {one["system"] for one in board.view["installing"] if one["kind"] == "GENERIC"}
    free = [one for one in board.own.values() if not one["generic"] and one["id"] not in coming]
    if free and board.pay(board.economy.generic_center_price(1) / 100):
        board.order("INSTALL", "GENERIC", stream.choice(free)["id"], 1)


def _silo(board: Board, stream: Stream) -> None:
    price = next((one["MC"] for one in board.view["prices"] if one["order"] == "INSTALL CMS"), None)
    home = board.own.get(board.home)
    if home is None or price is None:
        return
    coming = ordered_sum(one["kind"] == "CMS" for one in board.view["installing"])
    planet = stream.choice(home["planets"])
    if planet["silos"] + coming < SILOS and board.pay(price):
        board.order("INSTALL", "CMS", board.home, planet["number"])


def _silos(board: Board, stream: Stream) -> None:
    armed = [one for one in board.own.values() if any(each["silos"] for each in one["planets"])]
    if armed:
        board.order("SILOS", stream.choice(armed)["id"], stream.choice(("FIRE", "HOLD")))


def _intelligence(board: Board, stream: Stream) -> None:  # noqa: ARG001 - as all whims are called
    rating, price = board.view["intelligence"], None
    for one in board.view["prices"]:
        price = one["MC"] if one["order"] == "INTELLIGENCE" else price
    if price is not None and rating <= board.view["el"] and board.pay(price):
        board.order("INTELLIGENCE")


def _settle(board: Board, stream: Stream) -> None:  # noqa: ARG001 - as all whims are called
    settling.send_expeditions(board)


def _transfer(board: Board, stream: Stream) -> None:
    home, others = board.home, [one for one in board.own if one != board.home]
    if home not in board.own or not others or board.spare < TRANSFER:
        return
    there = stream.choice(others)
    if board.own[there]["transferred"] == 0 and board.way(home, lambda at: at == there):
        board.spare -= TRANSFER
        board.order("TRANSFER", TRANSFER, "FROM", home, "TO", there)


def _claim(board: Board, stream: Stream) -> None:
    able = [
        one["id"]
        for one in board.view["systems"]
        if one["level"] == DETAILED
        and not one["owner"]
        and not one["claimed"]
        and (one["transits"] or CLAIM_REACH + 1) <= CLAIM_REACH
    ]
    if able:
        board.order("CLAIM", stream.choice(able))


def _unclaim(board: Board, stream: Stream) -> None:
    if board.view["claims"]:
        board.order("UNCLAIM", stream.choice(board.view["claims"]))


def _partner(board: Board, stream: Stream) -> Facts | None:
    others = [
        one for one in board.view["contacts"] if one["active"] and one["stance"] != "WAR"
    ]  # fmt: skip
    return stream.choice(others) if others else None


def _trade(board: Board, stream: Stream) -> None:
    other = _partner(board, stream)
    if other:
        board.order("TRADE", other["id"], stream.choice(("ON", "OFF")))


def _envoy(board: Board, stream: Stream) -> None:
    races = [one for one in board.view["contacts"] if envoys.hears(board, one)]
    if races and board.pay(board.economy.diplomacy.envoy_price(board.view["el"]) / 100):
        board.order("ENVOY", stream.choice(races)["id"])


def _peace(board: Board, stream: Stream) -> None:
    pause = board.economy.diplomacy.peace_pause
    enemies = [
        one
        for one in board.view["contacts"]
        if one["active"] and one["npr"] and one["stance"] == "WAR"
        and envoys.has_rested(board, one["asked"], pause)
    ]  # fmt: skip
    if enemies:
        board.order("PEACE", stream.choice(enemies)["id"])


def _give(board: Board, stream: Stream) -> None:
    other = _partner(board, stream)
    if other and board.pay(GIFT):
        board.order("GIVE", other["id"], "MC", GIFT)


#: By what an order does, how likely it is given in a turn.
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
