"""The plots show the measured values, and nothing lies outside."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from horizons_lab.report.plots import (
    PlotCurve,
    PlotRow,
    bin_edges,
    curve_plot,
    distribution_plot,
    interval_plot,
)
from horizons_lab.statistics import share, student_mean
from tests.lab.report.pages import plots
from tests.lab.report.svg_pictures import Picture, Text, number, scale

#: Positions have two decimals, in a plot of 350 units.
NEAR = 0.02

SHARES = [
    PlotRow("ada", 0, share(9, 12)),
    PlotRow("bo", 1, share(1, 12)),
    PlotRow("cleo", 2, share(6, 9)),
]
WHOLE = {"ada": [1.0, 1.0, 1.0, 2.0, 4.0, 4.0], "bo": [-1.0, 2.0, 2.0, 2.0]}
UNEVEN = {"ada": [(7 * n % 40) ** 2 / 40 for n in range(40)], "bo": [3.0, 3.25, 30.0]}
FAR = {"ada": [1000.5, 1000.75, 1001.25, 1003.0], "bo": [1000.5, 1004.0]}


def horizontal(picture: Picture):
    """Return the function from horizontal positions to values, by the lowest row of numbers."""
    labels = [text for text in picture.texts if text.anchor == "middle" and is_number(text)]
    lowest = max(text.y for text in labels)
    return scale([(number(text.words), text.x) for text in labels if text.y == lowest])


def vertical(picture: Picture):
    """Return a function from heights to values, by the numbers at the grid lines."""
    ticks = sorted((number(text.words), text.y) for text in picture.texts if text.anchor == "end")
    grid = sorted(line.top for line in picture.strokes("line") if line.top == line.bottom)[:-1]
    heights = [min(grid, key=lambda line: abs(line - y)) for _, y in ticks]
    assert len(set(heights)) == len(ticks)
    return scale([(value, height) for (value, _), height in zip(ticks, heights, strict=True)])


def is_number(text: Text) -> bool:
    try:
        number(text.words)
    except ValueError:
        return False
    return True


def rows(values) -> list[PlotRow]:
    return [PlotRow(name, place, student_mean(sample), sample)
            for place, (name, sample) in enumerate(values.items())]  # fmt: skip


# all plots


def test_nothing_lies_outside_and_no_text_covers_another():
    for picture in map(Picture, plots()):
        for mark in picture.marks:
            assert -NEAR <= mark.left <= mark.right <= picture.width + NEAR
            assert -NEAR <= mark.top <= mark.bottom <= picture.height + NEAR
        assert_no_text_covers_another(picture)


def assert_no_text_covers_another(picture: Picture) -> None:
    lines: dict[float, list[tuple[float, float]]] = {}
    for text in picture.texts:
        lines.setdefault(text.y, []).append(text.sides)
        assert text.size < text.y < picture.height - 1
    for sides in map(sorted, lines.values()):
        assert 0 < sides[0][0] <= sides[-1][1] < picture.width
        assert all(previous[1] < following[0] for previous, following in pairwise(sides))
    assert all(above + 11 < below for above, below in pairwise(sorted(lines)))


# shares


def test_a_share_stands_where_the_numbers_beneath_say():
    picture = Picture(interval_plot("x", "x", SHARES, 0.4))
    value = horizontal(picture)
    assert value(picture.text("0.25").x) == pytest.approx(0.25)
    assert value(picture.text("0.5").x) == pytest.approx(0.5)
    for row in SHARES:
        (line,), (dot,) = picture.strokes(f"e{row.colour}"), picture.filled(f"e{row.colour}")
        drawn = [value(place) for place in (line.left, dot.middle[0], line.right)]
        estimate = row.estimate
        assert drawn == pytest.approx([estimate.low, estimate.value, estimate.high], abs=1e-4)
        assert line.top == line.bottom == pytest.approx(dot.middle[1], abs=NEAR)
    (fair,) = picture.strokes("soft")
    assert value(fair.left) == value(fair.right) == pytest.approx(0.4, abs=1e-4)
    assert "stroke-dasharray" in fair.style


def test_an_interval_stands_beneath_its_name_and_above_the_next():
    picture = Picture(interval_plot("x", "x", SHARES))
    assert not picture.strokes("soft"), "nothing is said of what would be fair"
    order = [
        place
        for row in SHARES
        for place in (picture.text(row.label).y, picture.filled(f"e{row.colour}")[0].top + 1)
    ]
    assert order == sorted(order)
    assert order[-1] < picture.text("0.25").y - 11
    for line in picture.strokes("line"):
        if line.left == line.right:
            assert line.top < order[0] < order[-1] < line.bottom


def test_players_have_markers_of_different_shapes():
    shapes = []
    for colour in range(6):
        (dot,) = Picture(interval_plot("x", "x", [PlotRow("", colour, share(1, 2))])).filled(
            f"e{colour}"
        )
        x, y = dot.middle
        shapes.append(tuple((round(a - x, 1), round(b - y, 1)) for a, b in dot.points))
    assert len(set(shapes)) == 6


# distributions


@pytest.mark.parametrize("values", [WHOLE, UNEVEN, FAR], ids=["whole", "uneven", "far from zero"])
def test_columns_are_as_high_as_they_have_games_and_stand_where_the_numbers_say(values):
    sample_rows = rows(values)
    picture = Picture(distribution_plot("x", "x", sample_rows))
    value = horizontal(picture)
    edges = bin_edges([value_ for row in sample_rows for value_ in row.values])
    for row in sample_rows:
        columns = picture.filled(f"e{row.colour}")
        assert [value(c.left) for c in columns] == pytest.approx(edges[:-1], rel=1e-3, abs=2e-3)
        assert [value(c.right) for c in columns] == pytest.approx(edges[1:], rel=1e-3, abs=2e-3)
        assert len({column.bottom for column in columns}) == 1
        heights = [column.bottom - column.top for column in columns]
        counts = count_between(row.values, edges)
        assert heights == pytest.approx([max(heights) * n / max(counts) for n in counts], abs=NEAR)
        assert sum(counts) == len(row.values)
        assert 35 < max(heights) < 50
    assert_means_are_beneath(picture, sample_rows, value)


def count_between(values, edges):
    """Count the values between edges; on an edge they belong to the right, except on the last."""
    last = len(edges) - 2
    return [
        sum(low <= value < high or (place == last and value == high) for value in values)
        for place, (low, high) in enumerate(pairwise(edges))
    ]


def assert_means_are_beneath(picture, sample_rows, value):
    dots, lines = picture.filled("ink"), picture.strokes("ink")
    spread = value(342) - value(8)
    for row, dot, line in zip(sample_rows, dots, lines, strict=True):
        assert value(dot.middle[0]) == pytest.approx(row.estimate.value, abs=1e-4 * spread)
        # A line wider than the columns goes up to the edge.
        for end, truth in ((line.left, row.estimate.low), (line.right, row.estimate.high)):
            drawn, exact = (min(max(x, value(8)), value(342)) for x in (value(end), truth))
            assert drawn == pytest.approx(exact, abs=1e-4 * spread)
        base = picture.filled(f"e{row.colour}")[0].bottom
        assert base < dot.top < line.top < dot.bottom < base + 11


def test_rows_stand_one_beneath_the_other_with_the_numbers_under_the_last():
    sample_rows = rows(WHOLE)
    picture = Picture(distribution_plot("x", "x", sample_rows))
    places = []
    for row in sample_rows:
        columns = picture.filled(f"e{row.colour}")
        places += [picture.text(row.label).y, min(c.top for c in columns), columns[0].bottom]
    ticks = {text.y for text in picture.texts if text.anchor == "middle"}
    assert len(ticks) == 1
    assert places == sorted(places)
    assert places[-1] + 11 < ticks.pop() < picture.height


def test_a_mean_of_a_single_game_has_a_dot_and_no_interval():
    picture = Picture(distribution_plot("x", "x", [PlotRow("ada", 0, student_mean([3]), [3.0])]))
    assert [horizontal(picture)(dot.middle[0]) for dot in picture.filled("ink")] == [3]
    assert picture.strokes("ink") == []
    assert picture.text("3 (n = 1)")


def test_the_numbers_beneath_whole_values_are_whole():
    picture = Picture(distribution_plot("x", "x", rows({"ada": [0.0, 1.0, 1.0]})))
    labels = [text.words for text in picture.texts if text.anchor == "middle"]
    assert labels == ["0", "1"]
    picture = Picture(distribution_plot("x", "x", rows({"ada": [0.0, 0.5, 1.0]})))
    labels = [text.words for text in picture.texts if text.anchor == "middle"]
    assert {"0.25", "0.5"} & set(labels)


@pytest.mark.parametrize("start", [0, 999, 12_345_678])
@pytest.mark.parametrize("step", [0.01, 1, 30])
def test_numbers_at_the_axes_are_told_from_each_other_and_near_the_truth(start, step):
    values = [start + step * count for count in range(8)]
    picture = Picture(distribution_plot("x", "x", rows({"ada": values})))
    value = horizontal(picture)
    (dot,) = picture.filled("ink")
    assert value(dot.middle[0]) == pytest.approx(start + 3.5 * step, abs=0.2 * step)
    labels = [text.words for text in picture.texts if text.anchor == "middle"]
    assert len(set(labels)) == len(labels) >= 2
    curve = PlotCurve(
        "ada", 0, range(8), [student_mean([start_, start_ + step]) for start_ in values]
    )
    picture = Picture(curve_plot("x", "x", [curve]))
    (line,) = (stroke for stroke in picture.strokes("e0") if len(stroke.points) > 2)
    assert vertical(picture)(line.points[0][1]) == pytest.approx(start + step / 2, abs=2 * step)
    ends = [text for text in picture.texts if text.anchor == "end"]
    assert min(text.sides[0] for text in ends) > -1
    assert max(text.x for text in ends) < min(stroke.left for stroke in picture.strokes("line"))


# edges of columns


@pytest.mark.parametrize(
    ("values", "edges"),
    [
        ([5], [2.5, 7.5]),
        ([0, 0], [-0.5, 0.5]),
        ([-0.25], [-0.75, 0.25]),
        ([-8, -8], [-12, -4]),
        ([0, 1], [-0.5, 0.5, 1.5]),
        ([3, 5], [2.5, 3.5, 4.5, 5.5]),
        ([0, 29], [n - 0.5 for n in range(31)]),
        ([0, 30], [0, 10, 20, 30]),
        ([0, 0.5], [0, 0.5 / 3, 1 / 3, 0.5]),
        ([1, 1.5, 3, 4, 4, 4, 4, 5], [1, 2, 3, 4, 5]),
    ],
)
def test_whole_values_have_a_column_each_and_others_columns_of_equal_width(values, edges):
    assert bin_edges(values) == pytest.approx(edges)


@pytest.mark.parametrize("count", [1, 10, 3000, 3400, 100_000])
def test_there_are_twice_the_cube_root_of_the_values_as_columns_and_thirty_at_most(count):
    edges = bin_edges([0.5 * (n % 2000) for n in range(max(2, count))])
    expected = min(30, math.ceil(2 * max(2, count) ** (1 / 3) - 1e-9))
    assert len(edges) - 1 == expected


# curves


MEANS = {
    "ada": [[1.0, 2.0, 3.0], [2.0, 2.5, 4.0], [8.0, 8.5]],
    "bo": [[5.0, 5.25, 6.0], [4.0, 4.5], [3.0]],
}


def curves() -> list[PlotCurve]:
    return [
        PlotCurve(name, place, [4, 5, 6], [student_mean(sample) for sample in means])
        for place, (name, means) in enumerate(MEANS.items())
    ]


def test_a_curve_goes_through_the_means_and_its_band_has_the_ends_of_the_intervals():
    picture = Picture(curve_plot("x", "x", curves()))
    turn, value = horizontal(picture), vertical(picture)
    for curve in curves():
        colour = f"e{curve.colour}"
        key, line = sorted(picture.strokes(colour), key=lambda stroke: stroke.top)
        assert [turn(x) for x, _ in line.points] == pytest.approx([4, 5, 6], abs=1e-3)
        assert [value(y) for _, y in line.points] == pytest.approx(
            [estimate.value for estimate in curve.estimates], abs=0.02
        )
        for same in ("stroke-dasharray", "stroke-width"):
            assert key.style.get(same) == line.style.get(same)
        (band,) = picture.filled(colour)
        drawn = {(round(turn(x)), round(value(y), 1)) for x, y in band.points}
        ends = {
            (at, round(end, 1))
            for at, estimate in zip(curve.turns, curve.estimates, strict=True)
            for end in (estimate.low, estimate.high)
            if math.isfinite(end)
        }
        assert drawn == ends


def test_the_key_names_each_curve_above_the_axes_in_its_colour_and_dashes():
    picture = Picture(curve_plot("x", "x", curves()))
    dashes = set()
    for curve in curves():
        key, line = sorted(picture.strokes(f"e{curve.colour}"), key=lambda stroke: stroke.top)
        name = picture.text(curve.label)
        assert key.top == key.bottom == pytest.approx(name.y - 4, abs=NEAR)
        assert 8 <= key.left < key.right - 20 < key.right < name.x
        assert name.y < min(stroke.top for stroke in picture.strokes("line"))
        for same in ("stroke-dasharray", "stroke-width"):
            assert key.style.get(same) == line.style.get(same)
        dashes.add(line.style.get("stroke-dasharray"))
    assert len(dashes) == 2


def test_a_single_turn_is_a_dot():
    picture = Picture(curve_plot("x", "x", [PlotCurve("ada", 0, [7], [student_mean([1, 2])])]))
    dots = [mark for mark in picture.filled("e0") if 0 < mark.right - mark.left < 10]
    assert [horizontal(picture)(dot.middle[0]) for dot in dots] == [7]
    assert len(Picture(curve_plot("x", "x", curves())).filled("e0")) == 1, "the band alone"


def test_turns_are_whole_and_few_numbers_stand_at_the_axes():
    means = [student_mean([n, n + 1e6]) for n in range(40)]
    for last in (40, 2, 1):
        curve = PlotCurve("ada", 0, range(1, last + 1), means[:last])
        picture = Picture(curve_plot("x", "x", [curve]))
        labels = [text.words for text in picture.texts if text.anchor == "middle"]
        turns = [int(word) for word in labels if word != "turn"]
        assert "turn" in labels
        assert 2 <= len(turns) <= 6
        assert turns[0] <= 1
        assert 2 <= sum(text.anchor == "end" for text in picture.texts) <= 6
