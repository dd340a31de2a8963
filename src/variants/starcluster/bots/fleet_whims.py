"""What a bot does on a whim with its ships: no fleet gets more than one order."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.rng import Stream
from variants.starcluster.bots import docks, scouting
from variants.starcluster.bots.board import Board, Facts
from variants.starcluster.bots.whims import Whim

#: A class of its own: a destroyer with instruments.
CLASSES = {"Wanderer": ("DD", "[(H)x10][(X)x5 1][(Xp)x4 1][Y][(Q)x3][(IcIcIc)]")}
#: Ships that it has at most, of all classes.
FLEET = 8
_DOCTRINES = (
    ("AVOID",), ("ENGAGE",), ("BAND", "LONG"), ("BAND", "SHORT"), ("BREAK", "30"),
    ("TARGET", "SMALL"),
)  # fmt: skip


def _register(board: Board, stream: Stream) -> None:  # noqa: ARG001 - as all whims are called
    docks.register(board, CLASSES)


def _build(board: Board, stream: Stream) -> None:
    classes = [one["name"] for one in board.view["classes"] if not one["prototype"]]
    if classes and len(board.units) + len(board.view["yards"]) < FLEET:
        docks.build(board, stream.choice(classes), 1)


def _move(board: Board, stream: Stream) -> None:
    for fleet in list(board.idle_fleets()):
        ways = board.links.get(fleet["at"], [])
        if ways:
            _order(board, "MOVE", fleet, stream.choice(ways))


def _explore(board: Board, stream: Stream) -> None:  # noqa: ARG001 - as all whims are called
    for fleet in list(board.idle_fleets()):
        if fleet["x_rating"] and fleet["xp_rating"] and scouting.work_here(board, fleet):
            board.busy.add(fleet["name"])


def _stop(board: Board, stream: Stream) -> None:
    fleet = _any(board, stream, [one for one in board.view["fleets"] if one["path"]])
    if fleet:
        _order(board, "STOP", fleet)


def _join(board: Board, stream: Stream) -> None:
    fleets = list(board.idle_fleets())
    for one in fleets:
        others = [each for each in fleets if each["at"] == one["at"] and each is not one]
        if others:
            other = stream.choice(others)
            board.busy.add(other["name"])
            _order(board, "JOIN", one, other["name"])
            return


def _part(board: Board, stream: Stream) -> None:
    fleet = _any(board, stream, [one for one in board.idle_fleets() if len(one["units"]) > 1])
    if fleet:
        board.busy.add(fleet["name"])
        board.order("FLEET", f"Party {board.view.turn}", stream.choice(fleet["units"]))


def _rename(board: Board, stream: Stream) -> None:
    fleet = _any(board, stream, board.view["fleets"])
    if fleet:
        _order(board, "RENAME", fleet, f"Company {board.view.turn}")


def _detune(board: Board, stream: Stream) -> None:
    fleet = _any(board, stream, [one for one in board.view["fleets"] if one["speed"] > 0])
    if fleet:
        _order(board, "DETUNE", fleet, stream.choice(("ON", "OFF")))


def _doctrine(board: Board, stream: Stream) -> None:
    fleet = _any(board, stream, board.view["fleets"])
    if fleet:
        _order(board, "DOCTRINE", fleet, *stream.choice(_DOCTRINES))


def _scrap(board: Board, stream: Stream) -> None:
    idle = [one for one in board.idle_fleets() if one["at"] in board.own]
    fleet = _any(board, stream, idle)
    if fleet:
        board.busy.add(fleet["name"])
        board.order("SCRAP", stream.choice(fleet["units"]))


def _any(board: Board, stream: Stream, fleets: list[Facts]) -> Facts | None:
    free = [one for one in fleets if one["name"] not in board.busy]
    return stream.choice(free) if free else None


def _order(board: Board, keyword: str, fleet: Facts, *words: str) -> None:
    board.busy.add(fleet["name"])
    board.order(keyword, fleet["name"], *words)


#: By what an order does, how likely it is given in a turn.
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
