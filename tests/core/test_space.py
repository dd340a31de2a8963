"""Laws of distance for all geometries, and the particulars of each."""

import json
import math
import subprocess
import sys
from itertools import pairwise, product
from pathlib import Path

import cattrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.space import (
    DIRECTIONS,
    HexGrid,
    Plane,
    StarGraph,
    WarpLine,
)

without_clock = settings(deadline=None)

#: Separate from the cache of `make lint`, which uses other settings.
MYPY_CACHE = Path(__file__).parents[2] / ".mypy_cache" / "snippets"

sizes = st.integers(1, 12)


@st.composite
def hex_maps(draw):
    grid = HexGrid(draw(sizes), draw(sizes), wraps=draw(st.booleans()))
    if grid.wraps:
        return grid, st.tuples(st.integers(-30, 30), st.integers(-30, 30))
    return grid, st.sampled_from(grid.places())


@st.composite
def star_maps(draw):
    stars = draw(st.lists(st.sampled_from("ABCDEFGH"), min_size=1, unique=True))
    lengths = st.one_of(st.just(1), st.integers(1, 9), st.floats(0.1, 9))
    ends = st.tuples(st.sampled_from(stars), st.sampled_from(stars), lengths)
    lines = draw(
        st.lists(ends.filter(lambda line: line[0] != line[1]) if stars[1:] else st.nothing())
    )
    return StarGraph(stars, lines), st.sampled_from(stars)


#: Coordinates in steps of 1/64, so that different places have a distance.
coordinates = st.integers(0, 1000) | st.integers(0, 64_000).map(lambda number: number / 64)
finite_maps = [pytest.param(hex_maps(), id="hexes"), pytest.param(star_maps(), id="stars")]
planes = st.just((Plane(1000, 1000.0), st.tuples(coordinates, coordinates)))
on_every_map = pytest.mark.parametrize("maps", [*finite_maps, pytest.param(planes, id="plane")])
on_finite_maps = pytest.mark.parametrize("maps", finite_maps)


@on_every_map
@without_clock
@given(data=st.data())
def test_only_the_place_itself_is_at_no_distance(maps, data):
    space, places = data.draw(maps)
    a, b = data.draw(places), data.draw(places)
    assert space.distance(a, a) == 0
    assert (space.distance(a, b) == 0) == (space.normal(a) == space.normal(b))


@on_every_map
@without_clock
@given(data=st.data())
def test_there_is_as_far_as_back(maps, data):
    space, places = data.draw(maps)
    a, b = data.draw(places), data.draw(places)
    assert space.distance(a, b) == space.distance(b, a) >= 0


@on_every_map
@without_clock
@given(data=st.data())
def test_a_detour_is_never_shorter(maps, data):
    space, places = data.draw(maps)
    a, b, c = data.draw(places), data.draw(places), data.draw(places)
    detour = space.distance(a, b) + space.distance(b, c)
    direct = space.distance(a, c)
    assert direct <= detour or direct == pytest.approx(detour, rel=1e-12)


@on_every_map
@without_clock
@given(data=st.data())
def test_within_gives_just_the_places_whose_distance_is_in_reach(maps, data):
    space, places = data.draw(maps)
    centre, among = data.draw(places), data.draw(st.lists(places))
    reach = data.draw(st.one_of(st.integers(0, 30), st.floats(0, 2000), st.just(1e9)))
    expected = {space.normal(place) for place in among if space.distance(centre, place) <= reach}
    nearby = space.within(centre, reach, among)
    assert set(nearby) == expected
    assert len(nearby) == len(expected)


@on_every_map
@without_clock
@given(data=st.data())
def test_within_gives_the_nearest_first_whatever_the_order_of_the_candidates(maps, data):
    space, places = data.draw(maps)
    centre, among = data.draw(places), data.draw(st.lists(places))
    nearby = space.within(centre, math.inf, among)
    far = [space.distance(centre, place) for place in nearby]
    assert far == sorted(far)
    assert nearby == space.within(centre, math.inf, data.draw(st.permutations(among)))


@on_every_map
@without_clock
@given(data=st.data())
def test_neighbours_are_candidates_other_than_the_place_itself(maps, data):
    space, places = data.draw(maps)
    place, among = data.draw(places), data.draw(st.lists(places))
    neighbours = space.neighbours(place, among)
    assert space.normal(place) not in neighbours
    assert set(neighbours) <= {space.normal(other) for other in among}
    assert len(set(neighbours)) == len(neighbours)


@on_every_map
@without_clock
@given(data=st.data())
def test_a_written_place_is_read_as_the_same_place(maps, data):
    space, places = data.draw(maps)
    place = data.draw(places)
    assert space.parse(space.format(place)) == space.normal(place)
    assert space.contains(place)


@on_every_map
@without_clock
@given(data=st.data(), text=st.text())
def test_text_that_is_no_place_is_refused_by_a_value_error_and_nothing_else(maps, data, text):
    space, _ = data.draw(maps)
    try:
        place = space.parse(text)
    except ValueError:
        return
    assert space.contains(place)


@on_finite_maps
@without_clock
@given(data=st.data())
def test_a_neighbours_neighbour_am_i(maps, data):
    space, places = data.draw(maps)
    place = data.draw(places)
    for other in space.neighbours(place):
        assert space.normal(place) in space.neighbours(other)


@on_finite_maps
@without_clock
@given(data=st.data())
def test_without_candidates_all_places_are_meant(maps, data):
    space, places = data.draw(maps)
    place, reach = data.draw(places), data.draw(st.one_of(st.integers(0, 30), st.just(math.inf)))
    assert space.neighbours(place) == space.neighbours(place, space.places())
    if reach < math.inf:  # without a limit unreachable places are left out
        assert space.within(place, reach) == space.within(place, reach, space.places())


@on_finite_maps
@without_clock
@given(data=st.data())
def test_equally_near_places_come_in_the_order_of_the_map(maps, data):
    space, places = data.draw(maps)
    centre = data.draw(places)
    order = {place: index for index, place in enumerate(space.places())}
    ranks = [(space.distance(centre, place), order[place]) for place in space.within(centre, 99)]
    assert ranks == sorted(ranks)


@on_finite_maps
@without_clock
@given(data=st.data())
def test_a_path_goes_from_neighbour_to_neighbour_and_is_as_long_as_the_distance(maps, data):
    space, places = data.draw(maps)
    a, b = data.draw(places), data.draw(places)
    path = space.path(a, b)
    if not path:
        assert space.distance(a, b) == math.inf
        return
    assert (path[0], path[-1]) == (space.normal(a), space.normal(b))
    assert all(following in space.neighbours(place) for place, following in pairwise(path))
    steps = [space.distance(place, following) for place, following in pairwise(path)]
    assert math.fsum(steps) == pytest.approx(space.distance(a, b))


@pytest.mark.parametrize(
    "space",
    [HexGrid(3, 3, wraps=True), StarGraph(("A", "B"), [("A", "B")]), Plane(30, 20.5)],
)
def test_a_map_is_saved_and_read_back(space):
    saved = json.loads(json.dumps(cattrs.unstructure(space)))
    assert cattrs.structure(saved, type(space)) == space


STRICTLY_TYPED = """
from horizons_core.space import FiniteGeometry, Geometry, HexGrid, Plane, StarGraph, WarpLine

StarGraph(["a"])
StarGraph(("a", "b"))
StarGraph(["a", "b"], [("a", "b")])
StarGraph(["a", "b"], [("a", "b", 2.5)])
StarGraph(iter("ab"), (WarpLine("a", "b", 3),))
hexes: FiniteGeometry[tuple[int, int]] = HexGrid(3, 3, wraps=True)
stars: FiniteGeometry[str] = StarGraph(["a"])
any_stars: Geometry[str] = stars
plane: Geometry[tuple[float, float]] = Plane(3, 4)
"""


@pytest.mark.slow
def test_geometries_are_made_and_keep_their_interface_under_mypy_strict(tmp_path):
    snippet = tmp_path / "snippet.py"
    snippet.write_text(STRICTLY_TYPED)
    words = ["mypy", "--strict", "--config-file=", f"--cache-dir={MYPY_CACHE}", str(snippet)]
    checked = subprocess.run(
        [sys.executable, "-m", *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (checked.stdout, checked.stderr) == ("Success: no issues found in 1 source file\n", "")


def test_a_distance_on_a_plane_is_a_straight_line():
    plane = Plane(10, 10)
    assert plane.distance((1, 1), (4, 5)) == 5
    assert plane.neighbours((1, 1), [(1, 1), (4, 5), (5, 4), (9, 9)]) == [(4, 5), (5, 4)]


def test_a_plane_needs_a_size_and_candidates():
    with pytest.raises(ValueError, match="0 by 5 is empty"):
        Plane(0, 5)
    with pytest.raises(ValueError, match="has no list of places"):
        Plane(5, 5).within((1, 1), 3)


EH_SET_002 = [
    {"direction": "E", "dq": 1, "dr": 0},
    {"direction": "NE", "dq": 1, "dr": -1},
    {"direction": "NW", "dq": 0, "dr": -1},
    {"direction": "W", "dq": -1, "dr": 0},
    {"direction": "SW", "dq": -1, "dr": 1},
    {"direction": "SE", "dq": 0, "dr": 1},
]
EH_SET_003 = [
    ({"side": 10, "a": (0, 0), "b": (1, 0)}, 1),
    ({"side": 10, "a": (0, 0), "b": (2, -1)}, 2),
    ({"side": 10, "a": (0, 0), "b": (9, 0)}, 1),
    ({"side": 10, "a": (0, 0), "b": (5, 5)}, 5),
    ({"side": 10, "a": (1, 1), "b": (8, 8)}, 6),
    ({"side": 10, "a": (0, 0), "b": (3, 4)}, 6),
]


class TestHexGrid:
    @pytest.mark.rule("EH-SET-002")
    @pytest.mark.parametrize("row", EH_SET_002, ids=lambda row: row["direction"])
    def test_a_step_changes_q_and_r_as_the_table_says(self, row):
        grid = HexGrid(10, 10, wraps=True)
        assert grid.step((4, 5), row["direction"]) == (4 + row["dq"], 5 + row["dr"])

    @pytest.mark.rule("EH-SET-002")
    def test_there_are_no_other_directions(self):
        assert list(DIRECTIONS) == [row["direction"] for row in EH_SET_002]
        with pytest.raises(ValueError, match=r"'N'.*E, NE, NW, W, SW, SE"):
            HexGrid(10, 10, wraps=True).step((0, 0), "N")

    @pytest.mark.rule("EH-SET-003")
    @pytest.mark.parametrize(("case", "distance"), EH_SET_003)
    def test_the_distance_is_that_of_the_rulebooks_examples(self, case, distance):
        grid = HexGrid(case["side"], case["side"], wraps=True)
        assert grid.distance(case["a"], case["b"]) == distance

    @pytest.mark.rule("EH-SET-003")
    @pytest.mark.parametrize("side", [1, 2, 3, 6, 7])
    def test_the_distance_is_the_rulebooks_formula_over_all_wrapped_differences(self, side):
        grid = HexGrid(side, side, wraps=True)
        turns = (-side, 0, side)
        for q, r in grid.places():
            differences = [(q + i, r + j) for i in turns for j in turns]
            formula = min((abs(dq) + abs(dr) + abs(dq + dr)) // 2 for dq, dr in differences)
            assert grid.distance((0, 0), (q, r)) == formula

    @pytest.mark.rule("EH-SET-003")
    @pytest.mark.parametrize("wraps", [True, False])
    @pytest.mark.parametrize("size", [(1, 1), (1, 5), (2, 7), (3, 9), (9, 4), (6, 6)])
    def test_the_distance_is_the_least_number_of_moves(self, size, wraps):
        grid = HexGrid(*size, wraps=wraps)
        for start in grid.places():
            moves = moves_from(grid, start)
            assert {place: grid.distance(start, place) for place in grid.places()} == moves

    @without_clock
    @given(
        place=st.tuples(st.integers(-30, 30), st.integers(-30, 30)),
        turns=st.tuples(st.integers(-5, 5), st.integers(-5, 5)),
    )
    def test_whole_turns_lead_back_to_the_same_hex(self, place, turns):
        grid = HexGrid(7, 5, wraps=True)
        turned = (place[0] + 7 * turns[0], place[1] + 5 * turns[1])
        assert grid.normal(turned) == grid.normal(place) in grid.places()
        assert grid.distance(turned, (3, 4)) == grid.distance(place, (3, 4))

    @without_clock
    @given(data=st.data())
    def test_a_neighbour_is_at_distance_1_and_nothing_else_is(self, data):
        grid, places = data.draw(hex_maps())
        place = data.draw(places)
        at_1 = {other for other in grid.places() if grid.distance(place, other) == 1}
        assert set(grid.neighbours(place)) == at_1

    def test_neighbours_come_anticlockwise_from_east(self):
        around = HexGrid(9, 9).neighbours((4, 4))
        assert around == [(5, 4), (5, 3), (4, 3), (3, 4), (3, 5), (4, 5)]

    def test_in_a_corner_there_are_fewer_neighbours(self):
        assert HexGrid(3, 3).neighbours((0, 0)) == [(1, 0), (0, 1)]
        assert HexGrid(3, 3).neighbours((2, 0)) == [(1, 0), (1, 1), (2, 1)]

    def test_a_ring_goes_anticlockwise_from_east(self):
        ring = HexGrid(9, 9).ring((4, 4), 2)
        assert ring[:4] == [(6, 4), (6, 3), (6, 2), (5, 2)]
        assert len(ring) == 12

    @without_clock
    @given(data=st.data(), radius=st.integers(0, 15))
    def test_a_ring_holds_the_hexes_at_its_radius_each_once(self, data, radius):
        grid, places = data.draw(hex_maps())
        centre = data.draw(places)
        ring = grid.ring(centre, radius)
        at_radius = {place for place in grid.places() if grid.distance(centre, place) == radius}
        assert set(ring) == at_radius
        assert len(ring) == len(at_radius)

    def test_a_spiral_is_the_centre_and_then_ring_by_ring(self):
        grid = HexGrid(9, 9)
        rings = [(4, 4), *grid.ring((4, 4), 1), *grid.ring((4, 4), 2)]
        assert grid.spiral((4, 4), 2) == rings

    def test_the_order_of_the_map_is_row_by_row(self):
        assert HexGrid(2, 2).places() == [(0, 0), (1, 0), (0, 1), (1, 1)]
        assert HexGrid(3, 3).within((1, 1), 1) == [
            (1, 1),
            (1, 0),
            (2, 0),
            (0, 1),
            (2, 1),
            (0, 2),
            (1, 2),
        ]

    @pytest.mark.parametrize("reach", [-1, -math.inf])
    def test_nothing_is_nearer_than_0(self, reach):
        assert HexGrid(3, 3).within((1, 1), reach) == []

    def test_a_move_over_the_edge_comes_in_on_the_other_side_or_is_refused(self):
        assert HexGrid(5, 5, wraps=True).step((4, 0), "NE") == (0, 4)
        with pytest.raises(ValueError, match=r"no hex \(5, -1\).*0 to 4"):
            HexGrid(5, 5).step((4, 0), "NE")

    @pytest.mark.parametrize("place", [(5, 0), (0, 5), (-1, 0), (0, -1), (1.0, 2), (1, 2, 3)])
    def test_a_place_off_the_map_is_refused_by_name(self, place):
        with pytest.raises(ValueError, match="no hex"):
            HexGrid(5, 5).distance((0, 0), place)

    def test_a_refusal_lists_the_available_numbers(self):
        message = r"no hex \(5, 3\) on this map: q is a whole number from 0 to 4, r from 0 to 2$"
        with pytest.raises(ValueError, match=message):
            HexGrid(5, 3).normal((5, 3))

    def test_with_no_limit_to_the_reach_all_hexes_are_within_it(self):
        for wraps in (True, False):
            grid = HexGrid(4, 7, wraps=wraps)
            assert set(grid.within((0, 0), math.inf)) == set(grid.places())
            assert set(grid.within((3, 6), math.inf)) == set(grid.places())

    @pytest.mark.parametrize("text", ["4,2", "4 2", "(4, 2)", "14,-8"])
    def test_a_hex_is_read_in_its_normal_form(self, text):
        assert HexGrid(10, 10, wraps=True).parse(text) == (4, 2)

    @pytest.mark.parametrize("text", ["4", "4,2,1", "4.5,2", "four,two"])
    def test_other_words_are_refused_with_an_example(self, text):
        with pytest.raises(ValueError, match="write it like 3,4"):
            HexGrid(10, 10, wraps=True).parse(text)

    @pytest.mark.parametrize("size", [(0, 3), (3, 0), (-1, 3)])
    def test_an_empty_field_is_refused(self, size):
        with pytest.raises(ValueError, match="empty"):
            HexGrid(*size)


def moves_from(grid, start):
    """Return the distance of each hex in moves, by breadth-first search."""
    moves, edge = {start: 0}, [start]
    for hex_ in edge:
        for dq, dr in DIRECTIONS.values():
            neighbour = (hex_[0] + dq, hex_[1] + dr)
            if grid.wraps:
                neighbour = (neighbour[0] % grid.width, neighbour[1] % grid.height)
            if neighbour in grid.places() and neighbour not in moves:
                moves[neighbour] = moves[hex_] + 1
                edge.append(neighbour)
    return moves


class TestStarGraph:
    stars = StarGraph(
        ("Sol", "Vega", "Wolf 359", "Deneb", "Far Star"),
        [("Sol", "Vega"), ("Vega", "Wolf 359", 2), ("Sol", "Deneb", 5), ("Deneb", "Wolf 359", 1)],
    )

    def test_the_shortest_way_counts_not_the_fewest_lines(self):
        assert self.stars.distance("Sol", "Deneb") == 4
        assert self.stars.path("Sol", "Deneb") == ["Sol", "Vega", "Wolf 359", "Deneb"]

    def test_a_way_is_as_long_there_as_back_whatever_the_rounding(self):
        assert 0.1 + 0.2 + 0.3 != 0.3 + 0.2 + 0.1
        chain = StarGraph("ABCD", [("A", "B", 0.1), ("B", "C", 0.2), ("C", "D", 0.3)])
        assert chain.distance("A", "D") == chain.distance("D", "A")

    def test_without_lengths_the_fewest_lines_count(self):
        ring = StarGraph("ABCDE", ["AB", "BC", "CD", "DE", "EA"])
        assert ring.distance("A", "D") == 2
        assert ring.path("A", "D") == ["A", "E", "D"]

    def test_a_star_without_lines_is_out_of_reach(self):
        assert self.stars.distance("Sol", "Far Star") == math.inf
        assert self.stars.path("Sol", "Far Star") == []
        assert self.stars.neighbours("Far Star") == []
        assert "Far Star" not in self.stars.within("Sol", math.inf)

    def test_neighbours_are_at_the_other_ends_of_lines_in_the_order_of_the_map(self):
        assert self.stars.neighbours("Wolf 359") == ["Vega", "Deneb"]
        assert self.stars.neighbours("Sol", ["Deneb", "Far Star"]) == ["Deneb"]

    def test_within_goes_along_the_lines(self):
        assert self.stars.within("Sol", 3) == ["Sol", "Vega", "Wolf 359"]

    def test_of_two_lines_between_the_same_stars_the_shorter_counts(self):
        twice = StarGraph("AB", [("A", "B", 3), ("B", "A", 2), ("A", "B", 4)])
        assert twice.distance("A", "B") == 2

    def test_of_equally_short_ways_the_one_by_the_earlier_star_is_taken(self):
        square = StarGraph("AXBD", ["AB", "AX", "BD", "XD"])
        assert square.path("A", "D") == ["A", "X", "D"]

    @without_clock
    @given(data=st.data())
    def test_distances_are_those_of_the_shortest_ways_over_all_stars(self, data):
        graph, _ = data.draw(star_maps())
        table = shortest_ways(graph)
        for a, b in product(graph.stars, graph.stars):
            assert graph.distance(a, b) == pytest.approx(table[a, b])

    @pytest.mark.parametrize("text", ["Wolf 359", " wolf 359 ", "WOLF 359"])
    def test_capitals_do_not_matter(self, text):
        assert self.stars.parse(text) == "Wolf 359"

    def test_capitals_matter_where_two_stars_differ_by_them(self):
        alike = StarGraph(("Sol", "SOL"))
        assert alike.parse("SOL") == "SOL"
        with pytest.raises(ValueError, match="any of Sol, SOL"):
            alike.parse("sol")

    def test_a_near_miss_is_answered_with_the_star_that_was_meant(self):
        with pytest.raises(ValueError, match=r"no star 'Vaga'.*did you mean 'Vega'"):
            self.stars.parse("Vaga")

    def test_an_unknown_star_is_refused_by_name(self):
        with pytest.raises(ValueError, match=r"no star 'Xyz'.*name one"):
            self.stars.distance("Sol", "Xyz")

    @pytest.mark.parametrize("length", [0, -1, math.inf, math.nan])
    def test_a_line_has_a_length_above_0(self, length):
        with pytest.raises(ValueError, match="above 0"):
            WarpLine("Sol", "Vega", length)

    @pytest.mark.parametrize(
        ("stars", "lines", "reason"),
        [
            (("Sol", "Sol"), [], "two stars are called 'Sol'"),
            (("Vega", "Sol", "Sol"), [], "two stars are called 'Sol'"),
            (("Sol", ""), [], "blank"),
            ((" Sol",), [], "blank"),
            (("Sol",), [("Sol", "Sol")], "to itself"),
            (("Sol",), [("Sol", "Vega")], "no star 'Vega'"),
        ],
    )
    def test_a_map_that_cannot_be_is_refused(self, stars, lines, reason):
        with pytest.raises(ValueError, match=reason):
            StarGraph(stars, lines)


def shortest_ways(graph):
    """Return the distances of all pairs by the algorithm of Floyd and Warshall."""
    far = {(a, b): 0 if a == b else math.inf for a, b in product(graph.stars, graph.stars)}
    for line in graph.lines:
        shorter = min(line.length, far[line.a, line.b])
        far[line.a, line.b] = far[line.b, line.a] = shorter
    for by, a, b in product(graph.stars, graph.stars, graph.stars):
        far[a, b] = min(far[a, b], far[a, by] + far[by, b])
    return far
