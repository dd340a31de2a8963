"""A policy for Event Horizon with two dozen weights: it scores all orders, and gives the best.

It uses only the arrays of the environment's observation. For each ship it scores the sector where
the ship is and the six around it; for the yard it scores some designs, each as one ship and as
four, or as many as the stock pays for. A score is a weighted sum of facts. The facts are defined
here; their weights are learned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

import horizons_lab as lab
from horizons_core.space import HexGrid

Floats = NDArray[np.float64]

SIDE, TURN_LIMIT = 8, 30
#: The game: a small map and few turns, so that training takes minutes.
OPTIONS = {"side": SIDE, "turn_limit": TURN_LIMIT}
#: Actions: the orders in each, the builds among them, and the range of their numbers.
SLOTS, BUILDS, CHOICES = 16, 3, 256
#: Limits for the ships observed, and for those built by an order: small ones make games quick.
ROWS, MAX_SHIPS = 64, 4

COMPONENTS = ("hull", "thruster", "weapon", "shield")
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE")
#: Facts about a sector for a ship: its yield if no other ship mines it, whether its yield is
#: unknown, the same for the sectors around it, whether another ship is there, and whether it is a
#: move away.
OF_PLACES = ("yields", "unknown", "yields around", "unknown around", "company", "move")
#: Facts about ships to build: the number of components, of these kinds, and of ships.
OF_DESIGNS = ("components", "thrusters", "weapons", "shields", "ships")
#: The names of all weights. Later in the game, building may be worth more or less.
NAMES = (
    *(f"mothership: {name}" for name in OF_PLACES),
    *(f"other ship: {name}" for name in OF_PLACES),
    *(f"build: {name}" for name in OF_DESIGNS),
    *(f"build, times turns played: {name}" for name in OF_DESIGNS),
)

_GRID = HexGrid(SIDE, SIDE, wraps=True)
_PLACES = _GRID.places()
#: By place: its number and those of the six around it, in the order of the directions.
_AROUND = np.array(
    [
        [q + SIDE * r for q, r in (place, *(_GRID.step(place, name) for name in DIRECTIONS))]
        for place in _PLACES
    ]
)
#: The weight of one place for another: half for each move between them.
_NEARNESS = 0.5 ** np.array([[_GRID.distance(a, b) for b in _PLACES] for a in _PLACES])
np.fill_diagonal(_NEARNESS, 0.0)
#: Ships to build, by their components: with the smallest hull that holds the others together.
_DESIGNS = np.array(
    [
        ((inside * inside + 2) // 4, *parts)
        for parts in product((0, 1, 2, 4), repeat=3)
        if (inside := sum(parts)) and (parts[0] or parts[1])
    ]
)


def environment(learner: str = "P1", **options: Any) -> lab.HorizonsEnv:
    """Return Event Horizon for two, one of them the bot `random`."""
    other = {"P1": "P2", "P2": "P1"}[learner]
    return lab.parallel_env(
        "event_horizon",
        players=2,
        options=OPTIONS,
        bots={other: "random"},
        slots=SLOTS,
        choices=CHOICES,
        rows=ROWS,
        **options,
    )


class Policy:
    """Chooses actions of an environment by weights, one for each of `NAMES`."""

    def __init__(self, env: lab.HorizonsEnv, weights: Floats) -> None:
        self._width = env.choices.width
        self._commands = {name: n for n, name in enumerate(env.choices.keywords, start=1)}
        self._columns = {table.name: table.columns for table in env.layout.tables}
        count, half = len(OF_PLACES), 2 * len(OF_PLACES)
        self._of_others, self._of_mothership = weights[count:half], weights[:count]
        self._of_builds = weights[half:].reshape(2, len(OF_DESIGNS))

    def action(self, observation: Mapping[str, Any], turn: int) -> NDArray[np.int64]:
        """Return the action for an observation after `turn` turns."""
        arrays = observation["observation"]
        slots = np.zeros((SLOTS, self._width), dtype=np.int64)
        orders = [*self._builds(arrays, turn), *self._moves(arrays)]
        for slot, order in zip(slots, orders, strict=False):
            slot[: len(order)] = order
        return slots.ravel()

    def _column(self, arrays: Mapping[str, Floats], table: str, *names: str) -> Floats:
        return arrays[table][:, [self._columns[table].index(name) for name in names]]

    # moves

    def _moves(self, arrays: Mapping[str, Floats]) -> list[Sequence[int]]:
        """Return orders to move, the most profitable first."""
        worth, unknown = self._sectors(arrays)
        ships = self._column(arrays, "ships", "sector.0", "sector.1", "mothership", "thrusters")
        mobile = ships[ships[:, 3] > 0].astype(np.int64)
        places = mobile[:, 0] + SIDE * mobile[:, 1]
        crews = np.bincount(places, minlength=SIDE * SIDE)
        moves = []
        for number, place in enumerate(places):
            crews[place] -= 1
            free = np.where(crews > 0, 0.0, worth)
            around = _AROUND[place]
            near = _NEARNESS[around]
            facts = (
                free[around],
                unknown[around],
                (near * free).sum(axis=1),
                (near * unknown).sum(axis=1),
                crews[around] > 0,
                np.arange(len(around)) > 0,
            )
            scores = _scores(facts, self._of_mothership if mobile[number, 2] else self._of_others)
            best = int(scores.argmax())
            crews[around[best]] += 1
            if best:
                moves.append((scores[0] - scores[best], number, best - 1))
        move = self._commands["MOVE"]
        return [(move, number, direction) for _, number, direction in sorted(moves)]

    def _sectors(self, arrays: Mapping[str, Floats]) -> tuple[Floats, Floats]:
        """Return the yield of each place as a part of a home's, and whether it is unknown."""
        values = [f"values.{part}" for part in COMPONENTS]
        sectors = self._column(arrays, "sectors", "sector.0", "sector.1", "mapped", *values)
        mapped = sectors[: int(self._column(arrays, "self", "sectors.count")[0, 0])]
        places = (mapped[:, 0] + SIDE * mapped[:, 1]).astype(np.int64)
        worth, unknown = np.zeros(SIDE * SIDE), np.ones(SIDE * SIDE)
        worth[places], unknown[places] = mapped[:, 3:].sum(axis=1) / 20, 0.0
        return worth, unknown

    # building

    def _builds(self, arrays: Mapping[str, Floats], turn: int) -> Iterator[Sequence[int]]:
        """Yield orders to build, as long as one is worth more than nothing."""
        if not self._column(arrays, "ships", "mothership").any():
            return
        most = self._column(arrays, "self", *(f"stock.{part}" for part in COMPONENTS))[0]
        most = most.astype(np.int64)
        weights = self._of_builds[0] + self._of_builds[1] * turn / TURN_LIMIT
        stock = most.copy()
        for _ in range(BUILDS):
            count, design = _fleets(stock)
            fleets = design * count[:, None]
            facts = (fleets.sum(axis=1), *fleets.T[1:], count)
            scores = _scores([fact / 10 for fact in facts], weights)
            best = int(scores.argmax())
            if scores[best] <= 0:
                return
            stock -= fleets[best]
            _, thrusters, weapons, shields = design[best]
            yield (
                self._commands["BUILD"],
                _number(count[best] - 1, max(most[1], most[2]) - 1),
                thrusters,
                weapons - (thrusters == 0),  # without a thruster, the choices begin at 1
                shields,
                0,  # the least hull
            )


def _fleets(stock: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return counts and designs of ships that can be built: none, one, and more of each."""
    paid = np.where(_DESIGNS, stock // np.maximum(_DESIGNS, 1), MAX_SHIPS)
    paid = np.minimum(paid.min(axis=1), MAX_SHIPS)
    count = np.concatenate([[0], np.minimum(paid, 1), paid])
    return count, np.concatenate([_DESIGNS[:1], _DESIGNS, _DESIGNS])


def _scores(facts: Sequence[NDArray[Any]], weights: Floats) -> Floats:
    """Return the weighted sums of facts.

    They are rounded, so that the last digits, which depend on the processor, decide nothing.
    """
    return np.round(sum(fact * weight for fact, weight in zip(facts, weights, strict=True)), 9)


def _number(choice: int, most: int) -> int:
    """Return the action's number for a choice from 0 to `most`, or for the next above."""
    if most < CHOICES:
        return int(choice)
    return -(-int(choice) * (CHOICES - 1) // int(most))
