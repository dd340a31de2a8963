"""Non-player races: where they live and how strong they are thought to be (SC-NPR).

A view shows the fleets of others in the turn in which they are seen. What was seen of a race is
written down as the name of the station at home, as people write on the margin of a map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from horizons_core.sums import ordered_sum
from variants.starcluster.bots.board import Board, Facts
from variants.starcluster.model.systems import GAS, ION, ION_STORM

#: By system, the ships that were seen there, and the turn.
Notes = dict[str, tuple[int, int]]
#: An entry in the station's name: the home of a race, ships seen there, and the turn.
_NOTE = re.compile(r"(C?[0-9]+)x([0-9]+)t([0-9]+)")
_HEAD, _MOST_NOTES = "Base", 2
#: SC-NPR-001, SC-NPR-002, SC-NPR-003: what is known of all races before one is met.
PEOPLE, WEALTH, EL_TURNS = 1000, 5, 40
START, SHIPS, LIMIT, BASES = 4, 4, 20, 2
#: MC of a destroyer; militant races pay half.
DESTROYER, HALF = 427, 2
SILOS, PEOPLE_OF_PLANET = 3, 100


@frozen
class Race:
    """A non-player race whose home is known.

    Attributes:
        name: its name in orders.
        home: the system where it lives.
        planets: how many habitable planets that has at most, and whether they are `counted`.
        people: its PU; the most that there can be if its home is not surveyed.
        ships: those that were seen, and `seen` the turn; None if none were.
        stance: how it stands to the empire.
        gas: whether its home is, or may be, in a gas nebula, where all fire is at Short.
        ion: whether shields give no protection there.
        charted: whether a scan has shown what its home is like.
    """

    name: str
    home: str
    planets: int
    counted: bool
    people: int
    ships: int | None
    seen: int
    stance: str
    gas: bool
    ion: bool
    charted: bool

    def ships_in(self, turn: int) -> int:
        """The destroyers that it may have in a turn at most (SC-NPR-002)."""
        if self.ships is None:
            return min(self._limit(turn), self._start() + self._built(0, turn))
        return min(max(self.ships, self._limit(turn)), self.ships + self._built(self.seen, turn))

    def _gross(self, turn: int) -> float:
        return self.people * WEALTH * (1 + turn // EL_TURNS)

    def _start(self) -> int:
        return max(4, round(START * self._gross(0) / DESTROYER))

    def _limit(self, turn: int) -> int:
        return round(LIMIT * self._gross(turn) / DESTROYER)

    def _built(self, since: int, turn: int) -> int:
        earned = ordered_sum(self._gross(one) for one in range(since, turn))
        return round(earned / SHIPS * HALF / DESTROYER)


def known(board: Board) -> list[Race]:
    """The races that were met and whose home is known."""
    notes, seen = _notes(board), _sightings(board)
    found = []
    for contact in board.view["contacts"]:
        if not contact["npr"] or not contact["active"]:
            continue
        home = _home(board, contact["name"], notes, seen)
        if home is None:
            continue
        system = board.systems[home]
        planets, people = system["habitable"], system["pu"]
        ships, turn = seen.get(home, (None, 0))[:2] if home in seen else notes.get(home, (None, 0))
        found.append(
            Race(
                name=contact["id"],
                home=home,
                planets=planets or PEOPLE // PEOPLE_OF_PLANET,
                counted=bool(planets),
                people=people or PEOPLE,
                ships=ships,
                seen=turn,
                stance=contact["stance"],
                gas=_is_gas(system),
                ion=ION in (system["nebula"], system["anomaly"]) or system["anomaly"] == ION_STORM,
                charted=bool(system["level"]),
            )
        )
    return found


def write_down(board: Board, races: list[Race]) -> None:
    """Keep what was seen of races in the name of the station at home."""
    station = _station(board)
    entries = [one for one in races if one.ships is not None][-_MOST_NOTES:]
    if station is None or not entries:
        return
    name = " ".join([_HEAD, *(f"{one.home}x{one.ships}t{one.seen}" for one in entries)])
    if name != station:
        board.order("RENAME", station, name)


def _home(
    board: Board, name: str, notes: Notes, seen: dict[str, tuple[int, int, str]]
) -> str | None:
    for id_, system in board.systems.items():
        if system["owner"] == name:
            return str(id_)
    for id_, (_, _, owner) in seen.items():
        if owner == name:
            return id_
    left = [one for one in notes if one in board.systems and one not in board.own]
    return left[0] if len(left) == 1 else None


def _is_gas(system: Facts) -> bool:
    """Whether it is a gas nebula; one of which nothing more is known is taken for one."""
    if system["nebula"] is None:
        return "Nebula" in system["kind"]
    return bool(system["nebula"] == GAS)


def _sightings(board: Board) -> dict[str, tuple[int, int, str]]:
    """By home of a race seen this turn: how many ships, the turn, whose they are.

    Its home is where its starbases are (SC-NPR-002).
    """
    ships: dict[str, int] = {}
    owners: dict[str, str] = {}
    for one in board.view["sightings"]:
        place = one["system"]
        ships[place] = ships.get(place, 0) + one["hulls"].get("DD", 0)
        if any(hull.startswith("BS") for hull in one["hulls"]):
            owners[place] = one["owner"]
    turn = board.view.turn
    return {
        place: (ships[place], turn, owner)
        for place, owner in owners.items()
        if place not in board.own
    }


def _station(board: Board) -> str | None:
    """The name of the fleet of the first shipyard."""
    return next((unit["fleet"] for unit in board.view["units"] if unit["yards"]), None)


def _notes(board: Board) -> Notes:
    """By home, the ships noted and the turn."""
    return {home: (ships, turn) for home, ships, turn in _entries(_station(board) or "")}


def _entries(name: str) -> Iterator[tuple[str, int, int]]:
    for home, ships, turn in _NOTE.findall(name):
        yield home, int(ships), int(turn)
