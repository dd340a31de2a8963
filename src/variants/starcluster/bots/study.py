"""Research: the Economic Level first, with the required Science Centers in colonies."""

from __future__ import annotations

from variants.starcluster.bots.board import Board
from variants.starcluster.bots.scouting import DETAILED

#: Turns of a project's price that are reserved if the income does not cover it.
RESERVE = 6
#: Turns until a breakthrough is more likely than not.
BREAKTHROUGH = 12
EL = "EL"
TERRAFORMING = "COL"


def raise_level(board: Board) -> None:
    """Upgrade and install Science Centers, and start the project for the next level (SC-EL)."""
    if _is_raising(board) or not _may_begin(board):
        return
    _upgrade_centers(board)
    _install_centers(board)
    research, el = board.economy.research, board.view["el"]
    ready = [center for center in free_centers(board) if board.colonies[center]["science"] > el]
    price = float(research.el_price(el))
    reserve = price if board.view["treasury"]["net"] >= price else RESERVE * price
    if len(ready) >= research.el_centers(el) and board.pay(reserve):
        board.order("RESEARCH", "EL", *ready)


def widen_range(board: Board) -> None:
    """Research terraforming where a center is free and surveyed systems are too harsh.

    It waits until the project for the next level runs, and does not start shortly before it could,
    because that needs the centers first.
    """
    harsh = any(
        row["level"] == DETAILED and row["habitable"] and not row["bearable"] and not row["owner"]
        for row in board.view["systems"]
    )
    under_way = any(project["name"] == TERRAFORMING for project in board.view["projects"])
    if not harsh or under_way or (not _is_raising(board) and _may_begin(board, BREAKTHROUGH)):
        return
    tree = next(row for row in board.view["trees"] if row["code"] == TERRAFORMING)
    able = [c for c in free_centers(board) if board.colonies[c]["science"] > tree["level"]]
    if able and board.pay(RESERVE * tree["price"]):
        board.order("RESEARCH", able[0], TERRAFORMING)


def _is_raising(board: Board) -> bool:
    return any(project["kind"] == EL for project in board.view["projects"])


def _may_begin(board: Board, within: int = 0) -> bool:
    """True if the project for the next level may start within some turns (SC-EL-004)."""
    last, pause = board.view["last_el"], board.economy.research.el_pause
    return last is None or board.view.turn + 1 + within >= last + pause


def _coming(board: Board) -> set[str]:
    return {row["system"] for row in board.view["installing"] if row["kind"] == "SCIENCE"}


def free_centers(board: Board) -> list[str]:
    """Colonies whose Science Center has no project and is not being upgraded."""
    busy = {center for project in board.view["projects"] for center in project["centers"]}
    busy |= _coming(board) | board.busy
    return [c["id"] for c in board.view["colonies"] if c["science"] and c["id"] not in busy]


def _upgrade_centers(board: Board) -> None:
    el, coming = board.view["el"], _coming(board)
    centers = [colony_ for colony_ in board.view["colonies"] if colony_["science"]]
    for colony in centers:
        if colony["science"] > el or colony["id"] in coming:
            continue
        price = board.economy.science_price(el, len(centers), colony["science"]) / 100
        if board.pay(price):
            board.order("UPGRADE", "SCIENCE", colony["id"])
            board.busy.add(colony["id"])


def _install_centers(board: Board) -> None:
    el, coming = board.view["el"], _coming(board)
    have = {colony_["id"] for colony_ in board.view["colonies"] if colony_["science"]} | coming
    for colony in board.view["colonies"]:
        if len(have) >= board.economy.research.el_centers(el):
            return
        if colony["id"] in have:
            continue
        have.add(colony["id"])
        if board.pay(board.economy.science_price(el, len(have), 0) / 100):
            board.order("INSTALL", "SCIENCE", colony["id"])
