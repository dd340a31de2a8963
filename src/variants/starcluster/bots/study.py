"""Research: the Economic Level first, with a Science Center in as many colonies as it needs."""

from __future__ import annotations

from variants.starcluster.bots.board import Board
from variants.starcluster.bots.scouting import DETAILED

#: Turns of a project's price that are put aside for it if the income does not cover it.
RESERVE = 6
#: Turns after which a breakthrough has come more often than not.
BREAKTHROUGH = 12
EL = "EL"
TERRAFORMING = "COL"


def raise_level(board: Board) -> None:
    """Upgrade and install Science Centers, and begin the project for the next level (SC-EL)."""
    if _is_raising(board) or not _may_begin(board):
        return
    _upgrade_centers(board)
    _install_centers(board)
    research, el = board.economy.research, board.view["el"]
    ready = [one for one in free_centers(board) if board.own[one]["science"] > el]
    price = float(research.el_price(el))
    kept = price if board.view["treasury"]["net"] >= price else RESERVE * price
    if len(ready) >= research.el_centers(el) and board.pay(kept):
        board.order("RESEARCH", "EL", *ready)


def widen_range(board: Board) -> None:
    """Research terraforming where a center is free and surveyed systems are too harsh.

    Not before the project for the next level runs, nor shortly before it may: that needs the
    centers first.
    """
    harsh = any(
        one["level"] == DETAILED and one["habitable"] and not one["bearable"] and not one["owner"]
        for one in board.view["systems"]
    )
    under_way = any(one["name"] == TERRAFORMING for one in board.view["projects"])
    if not harsh or under_way or (not _is_raising(board) and _may_begin(board, BREAKTHROUGH)):
        return
    tree = next(one for one in board.view["trees"] if one["code"] == TERRAFORMING)
    able = [one for one in free_centers(board) if board.own[one]["science"] > tree["level"]]
    if able and board.pay(RESERVE * tree["price"]):
        board.order("RESEARCH", able[0], TERRAFORMING)


def _is_raising(board: Board) -> bool:
    return any(one["kind"] == EL for one in board.view["projects"])


def _may_begin(board: Board, within: int = 0) -> bool:
    """Whether the project for the next level may begin now, or within some turns (SC-EL-004)."""
    last, pause = board.view["last_el"], board.economy.research.el_pause
    return last is None or board.view.turn + 1 + within >= last + pause


def _coming(board: Board) -> set[str]:
    return {one["system"] for one in board.view["installing"] if one["kind"] == "SCIENCE"}


def free_centers(board: Board) -> list[str]:
    """Colonies whose Science Center has no project and gets no better."""
    busy = {center for one in board.view["projects"] for center in one["centers"]}
    busy |= _coming(board) | board.busy
    return [one["id"] for one in board.view["colonies"] if one["science"] and one["id"] not in busy]


def _upgrade_centers(board: Board) -> None:
    el, coming = board.view["el"], _coming(board)
    centers = [one for one in board.view["colonies"] if one["science"]]
    for colony in centers:
        if colony["science"] > el or colony["id"] in coming:
            continue
        price = board.economy.science_price(el, len(centers), colony["science"]) / 100
        if board.pay(price):
            board.order("UPGRADE", "SCIENCE", colony["id"])
            board.busy.add(colony["id"])


def _install_centers(board: Board) -> None:
    el, coming = board.view["el"], _coming(board)
    have = {one["id"] for one in board.view["colonies"] if one["science"]} | coming
    for colony in board.view["colonies"]:
        if len(have) >= board.economy.research.el_centers(el):
            return
        if colony["id"] in have:
            continue
        have.add(colony["id"])
        if board.pay(board.economy.science_price(el, len(have), 0) / 100):
            board.order("INSTALL", "SCIENCE", colony["id"])
