"""The admiral: the settler's economy with a navy that defends it and conquers races."""

from __future__ import annotations

from attrs import frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from variants.starcluster.bots import (
    armament,
    docks,
    envoys,
    navy,
    races,
    scouting,
    settling,
    study,
    war,
)
from variants.starcluster.bots.board import Board
from variants.starcluster.combat import Resolver
from variants.starcluster.economy import BLOCK, Imperium

#: Militant, for half-price military units; poverty costs a race next to nothing.
RACE = (
    ("ARRAY", 66, 33, 66),
    ("DISADVANTAGE", "Poor"),
    ("ADVANTAGE", "Adaptable"),
    ("ADVANTAGE", "Prolific"),
)
#: Weapons of its destroyers at Long and Short: neither needs magazines, which are closed out of
#: supply (SC-LOG-018).
WEAPONS = ("K", "E")
#: An explorer: it needs no train, and is half as large as a destroyer (SC-LOG-012).
PATHFINDER = "Pathfinder"
PATHFINDER_CLASS = ("EX", "[Hs][(X)x4 1][(Xp)x4 1][Y][(Q)x2][(IcIc)]")
#: Explorers that fly together; one of them serves as courier.
GROUP = 5
#: Number of explorers in the first turns, and from turn ALL_FROM on.
FIRST_SCOUTS, SCOUTS, ALL_FROM = 20, 50, 8


@frozen
class AdmiralBot:
    """The admiral bot; see the module."""

    economy: Imperium
    combat: Resolver

    def orders(self, view: View, stream: Stream) -> str:  # noqa: ARG002 - it uses no dice
        if not view["colonies"]:
            return ""
        board = Board.of(view, self.economy)
        weapons = (view["race"]["long_range"], view["race"]["short_range"])
        if view.turn == 0:
            weapons = WEAPONS
            for words in (*RACE, ("LRW", weapons[0]), ("SRW", weapons[1])):
                board.order(*words)
            board.order("STANDING", "INVEST", "MAX")
        docks.register(board, {PATHFINDER: PATHFINDER_CLASS, **navy.classes(*weapons)})
        known_races = races.known(board)
        races.write_down(board, known_races)
        target = armament.target(board, known_races)
        settling.serve(board)
        _explore(board)
        if target and war.is_besieging(board, target):  # conquered people need freighters at once
            board.spare -= target.people // BLOCK + 1
        settling.send_expeditions(board)
        study.raise_level(board)
        study.widen_range(board)
        war.lead(board, target, self.combat)
        armament.arm(board, target)
        # A hostile race fires at the scouts that count its planets.
        spared = {target.name} if target and target.stance != "HOSTILE" else set()
        envoys.deal(board, spared)
        return board.text()


def _explore(board: Board) -> None:
    goal = FIRST_SCOUTS if board.view.turn < ALL_FROM else SCOUTS
    scouting.build_groups(board, PATHFINDER, goal, GROUP)
    scouting.form_groups(board, GROUP)
    for fleet in board.view["fleets"]:
        idle = fleet["name"] not in board.busy
        if fleet["x_rating"] and fleet["speed"] > 0 and not fleet["detuned"] and idle:
            board.order("DETUNE", fleet["name"], "ON")
    scouting.send_scouts(board, load=1, least=GROUP - 1)
