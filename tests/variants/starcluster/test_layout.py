"""Places of systems on the map: each beside the one it was found from, permanently."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from tests.variants.starcluster.builders import new_game
from variants.starcluster.view.map_layout import lay_out_systems

SEEDS = (1, 2, 3)
#: By system, its column and row on the whole map of the first seed.
GOLDEN = Path(__file__).parent / "golden" / "map.txt"
#: Of 150 systems this many ways may cross others, where they were hemmed in before discovery.
FEW = 6


def found_in_turn(seed: int) -> list[tuple[str, str]]:
    """The links of a whole map in a possible order of discovery from a homeworld."""
    game = new_game("Ada", "Brin", seed=seed)
    order, border, reached = [], ["1"], {"1"}
    numbers: set[int] = set()
    while border:
        place = border.pop(0)
        for link in game.links_at(place):
            if link.number not in numbers:
                numbers.add(link.number)
                order.append((place, link.other(place)))
            if link.other(place) not in reached:
                reached.add(link.other(place))
                border.append(link.other(place))
    return order


def first_ways(ways: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The ways along which systems were found."""
    joined: set[str] = set()
    first = []
    for way in ways:
        if not set(way) <= joined:
            first.append(way)
        joined |= set(way)
    return first


@pytest.mark.parametrize("seed", SEEDS)
def test_no_system_moves_when_more_is_found(seed):
    ways = found_in_turn(seed)
    full = lay_out_systems("1", tuple(ways), ())

    for known in range(0, len(ways), 7):
        part = lay_out_systems("1", tuple(ways[:known]), ())
        assert part == {name: full[name] for name in part}


@pytest.mark.parametrize("seed", SEEDS)
def test_ways_to_new_systems_cross_nothing_while_there_is_room(seed):
    ways = found_in_turn(seed)
    spots = lay_out_systems("1", tuple(ways), ())
    drawn = [(spots[a], spots[b]) for a, b in first_ways(ways)]

    assert len(set(spots.values())) == len(spots) == 150
    cluster, crossings = (
        sum(crosses(*way, *other) for way, other in combinations(some, 2))
        for some in (drawn[:40], drawn)
    )
    assert cluster == 0
    assert crossings <= FEW
    assert not any(
        touches(spot, *way) for spot in spots.values() for way in drawn if spot not in way
    )


def crosses(a, b, c, d):
    if {a, b} & {c, d}:
        return False
    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def touches(spot, a, b):
    between = min(a[0], b[0]) <= spot[0] <= max(a[0], b[0])
    return between and min(a[1], b[1]) <= spot[1] <= max(a[1], b[1]) and not side(a, b, spot)


def side(a, b, c):
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def test_systems_that_no_way_leads_to_stand_below():
    spots = lay_out_systems("1", (("1", "2"), ("8", "9")), ("1", "2", "8", "9", "C001", "C002"))

    below = [spots[name] for name in ("8", "C001", "C002")]
    rows = [max(spots[name][1] for name in some) for some in ("12", "1289")]
    assert below == [(0, rows[0] + 2), (0, rows[1] + 2), (0, rows[1] + 4)]


def test_the_map_of_a_game_stays_as_it_was():
    """People know their maps by sight: a mended program must not move systems."""
    spots = lay_out_systems("1", tuple(found_in_turn(1)), ())
    text = "".join(f"{name} {x} {y}\n" for name, (x, y) in spots.items())

    assert text == GOLDEN.read_text(), "golden/map.txt is no more what the layout makes"
