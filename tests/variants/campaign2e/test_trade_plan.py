"""The default trades among a player's worlds."""

from __future__ import annotations

from itertools import combinations

import pytest

from horizons_core.rng import Stream
from variants.campaign2e.model import World, place_id
from variants.campaign2e.setup.defaults import best_pairs


def worlds(count: int) -> list[World]:
    return [World(id=place_id((x, 1)), at=(x, 1), full=x, points=x) for x in range(1, count + 1)]


def paired(gains: dict[tuple[int, int], int], count: int) -> list[tuple[int, int]]:
    """The columns of the paired worlds, from the gain of each pair."""

    def added(a: World, b: World) -> int:
        return gains.get((min(a.at[0], b.at[0]), max(a.at[0], b.at[0])), 0)

    return [(a.at[0], b.at[0]) for a, b in best_pairs(worlds(count)[::-1], added)]


@pytest.mark.rule("C2E-1.3-11")
@pytest.mark.parametrize(
    ("gains", "pairs"),
    [
        ({}, []),
        ({(1, 2): 0}, []),
        ({(1, 2): 5}, [(1, 2)]),
        ({(1, 2): 5, (2, 3): 6}, [(2, 3)]),
        ({(1, 2): 5, (2, 3): 5}, [(1, 2)]),  # of equal plans that of the first worlds
        ({(1, 2): 4, (2, 3): 7, (3, 4): 4}, [(1, 2), (3, 4)]),
        ({(1, 2): 3, (2, 3): 7, (3, 4): 3}, [(2, 3)]),
        ({(1, 3): 4, (2, 4): 4, (1, 4): 4, (2, 3): 4}, [(1, 3), (2, 4)]),
        ({(1, 2): 2, (3, 4): 1, (1, 4): 2, (2, 3): 2}, [(1, 4), (2, 3)]),
    ],
)
def test_the_pairs_that_add_most(
    gains: dict[tuple[int, int], int], pairs: list[tuple[int, int]]
) -> None:
    assert paired(gains, 4) == pairs


@pytest.mark.rule("C2E-1.3-11")
@pytest.mark.parametrize("key", range(12))
def test_no_other_pairing_adds_more(key: int) -> None:
    stream = Stream.from_key("gains", key)
    gains = {pair: stream.integer(0, 9) for pair in combinations(range(1, 7), 2)}
    pairs = paired(gains, 6)
    used = [world for pair in pairs for world in pair]
    assert len(used) == len(set(used))
    assert all(gains[pair] > 0 for pair in pairs)

    def most(left: frozenset[int]) -> int:
        pairs = combinations(sorted(left), 2)
        return max((gains[a, b] + most(left - {a, b}) for a, b in pairs), default=0)

    assert sum(gains[pair] for pair in pairs) == most(frozenset(range(1, 7)))
