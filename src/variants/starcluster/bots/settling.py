"""Colonies: expeditions to habitable systems, and freighters for them."""

from __future__ import annotations

from horizons_core.sums import int_sum
from variants.starcluster.bots.board import Board, Facts
from variants.starcluster.bots.scouting import DETAILED

#: Expeditions at a time, each with people from home, and MC per additional expedition.
EXPEDITIONS, MONEY_OF_EXPEDITION = 2, 25_000
#: Minimum PU of the homeworld, whose income is the empire's.
KEPT = 700
#: The PU that an expedition takes for each planet, by its kind (SC-COL-003).
COLONISTS = {"T": 10, "ST": 20}


def send_expeditions(board: Board) -> None:
    """Send expeditions from the largest colony to the richest surveyed habitable systems."""
    view = board.view
    under_way = [row for row in view["expeditions"] if row["kind"] == "EXPEDITION"]
    targets = {row["target"] for row in under_way}
    most = EXPEDITIONS + int(board.cash / MONEY_OF_EXPEDITION)
    people = {colony["id"]: colony["pu"] for colony in view["colonies"]}
    for system in sorted(view["systems"], key=_worth):
        if len(targets) >= most:
            return
        if not _can_be_settled(system) or system["id"] in targets:
            continue
        origin = max(people, key=lambda id_: people[id_])
        pu = int_sum(COLONISTS[kind] for kind in system["planets"])
        if people[origin] - pu < min(KEPT, board.colonies[origin]["most_pu"]) or not _leads(
            board, origin, system["id"]
        ):
            continue
        targets.add(system["id"])
        if board.spare < 1:  # bought freighters serve from the next turn on
            if board.pay(board.economy.freighter_price):
                board.order("FREIGHTERS", 1)
            continue
        board.spare -= 1
        people[origin] -= pu
        board.order("COLONIZE", system["id"], "FROM", origin)


def _leads(board: Board, origin: str, target: str) -> bool:
    return board.nearest(origin, lambda at: at == target) is not None


def _can_be_settled(system: Facts) -> bool:
    return (
        system["level"] == DETAILED
        and bool(system["bearable"])
        and bool(system["habitable"])
        and not system["owner"]
    )


def _worth(system: Facts) -> tuple[int, str]:
    return (-(system["most_pu"] or 0) * ((system["wealth"] or 0) + 1), system["id"])


def serve(board: Board) -> None:
    """Buy the freighters that people and yards lack (SC-LOG-002)."""
    pool = board.view["pool"]
    missing = max(0, pool["needed"] - pool["freighters"])
    price = board.economy.freighter_price
    number = min(missing, int(board.cash / price / 2))
    if number > 0 and board.pay(number * price):
        board.order("FREIGHTERS", number)
        missing -= number
    board.short = missing
