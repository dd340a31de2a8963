"""Whims of the random bot with ships; no fleet gets more than one order."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.rng import Stream
from variants.starcluster.bots import docks, scouting
from variants.starcluster.bots.board import Board, Facts
from variants.starcluster.bots.whims import Whim

#: Its own class: a destroyer with instruments.
CLASSES = {"Wanderer": ("DD", "[(H)x10][(X)x5 1][(Xp)x4 1][Y][(Q)x3][(IcIcIc)]")}
#: Maximum number of ships, of all classes.
FLEET = 8
_DOCTRINES = (
    ("AVOID",), ("ENGAGE",), ("BAND", "LONG"), ("BAND", "SHORT"), ("BREAK", "30"),
    ("TARGET", "SMALL"),
)  # fmt: skip


def _register(board: Board, stream: Stream) -> None:  # noqa: ARG001 - signature of whims
    docks.register(board, CLASSES)


def _build(board: Board, stream: Stream) -> None:
    classes = [row["name"] for row in board.view["classes"] if not row["prototype"]]
    if classes and len(board.units) + len(board.view["yards"]) < FLEET:
        docks.build(board, stream.choice(classes), 1)


def _move(board: Board, stream: Stream) -> None:
    for fleet in list(board.idle_fleets()):
        ways = board.links.get(fleet["at"], [])
        if ways:
            _order(board, "MOVE", fleet, stream.choice(ways))


def _explore(board: Board, stream: Stream) -> None:  # noqa: ARG001 - signature of whims
    for fleet in list(board.idle_fleets()):
        if fleet["x_rating"] and fleet["xp_rating"] and scouting.work_here(board, fleet):
            board.busy.add(fleet["name"])


def _stop(board: Board, stream: Stream) -> None:
    fleet = _any(board, stream, [row for row in board.view["fleets"] if row["path"]])
    if fleet:
        _order(board, "STOP", fleet)


def _join(board: Board, stream: Stream) -> None:
    fleets = list(board.idle_fleets())
    for fleet in fleets:
        partners = [o for o in fleets if o["at"] == fleet["at"] and o is not fleet]
        if partners:
            other = stream.choice(partners)
            board.busy.add(other["name"])
            _order(board, "JOIN", fleet, other["name"])
            return


def _part(board: Board, stream: Stream) -> None:
    fleet = _any(board, stream, [row for row in board.idle_fleets() if len(row["units"]) > 1])
    if fleet:
        board.busy.add(fleet["name"])
        board.order("FLEET", f"Party {board.view.turn}", stream.choice(fleet["units"]))


def _rename(board: Board, stream: Stream) -> None:
    fleet = _any(board, stream, board.view["fleets"])
    if fleet:
        _order(board, "RENAME", fleet, f"Company {board.view.turn}")


def _detune(board: Board, stream: Stream) -> None:
    fleet = _any(board, stream, [row for row in board.view["fleets"] if row["speed"] > 0])
    if fleet:
        _order(board, "DETUNE", fleet, stream.choice(("ON", "OFF")))


def _doctrine(board: Board, stream: Stream) -> None:
    fleet = _any(board, stream, board.view["fleets"])
    if fleet:
        _order(board, "DOCTRINE", fleet, *stream.choice(_DOCTRINES))


def _scrap(board: Board, stream: Stream) -> None:
    idle = [row for row in board.idle_fleets() if row["at"] in board.colonies]
    fleet = _any(board, stream, idle)
    if fleet:
        board.busy.add(fleet["name"])
        board.order("SCRAP", stream.choice(fleet["units"]))


def _any(board: Board, stream: Stream, fleets: list[Facts]) -> Facts | None:
    free = [fleet for fleet in fleets if fleet["name"] not in board.busy]
    return stream.choice(free) if free else None


def _order(board: Board, keyword: str, fleet: Facts, *words: str) -> None:
    board.busy.add(fleet["name"])
    board.order(keyword, fleet["name"], *words)


#: Probability of each whim per turn.
WHIMS: Mapping[Whim, float] = {
    _register: 0.5,
    _build: 0.2,
    _explore: 0.5,
    _stop: 0.05,
    _join: 0.1,
    _part: 0.1,
    _rename: 0.05,
    _detune: 0.1,
    _doctrine: 0.1,
    _scrap: 0.02,
    _move: 0.5,
}
