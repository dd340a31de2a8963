"""Rows of measurements: the order of measuring, and the figures."""

from __future__ import annotations

import pytest

from benchmarks import measuring


def test_things_are_measured_one_after_another_and_then_again():
    names = []
    measured = measuring.in_turns({"a": 1, "b": 2}, lambda name, n: names.append(name) or 10 * n, 2)

    assert names == ["a", "b", "a", "b"]
    assert measured == {"a": [10, 10], "b": [20, 20]}


def test_growth_is_that_of_the_medians_with_the_extremes_of_pairs():
    assert measuring.growth([1, 2, 4], [2, 6, 4]) == {"value": 2, "low": 1, "high": 3}
    assert measuring.extremes([3, 1, 9]) == {"value": 3, "low": 1, "high": 9}


def test_a_kernel_is_so_many_times_faster_and_threads_so_many_times_cheaper():
    row = measuring.times_faster([2e-8] * 3, [8e-6] * 3, "shot")

    assert (row["value"], row["note"]) == (pytest.approx(400), "20 ns a shot against 8 us")
    assert measuring.two_threads(lambda threads: 3 / threads, 3)["value"] == 2


def test_shots_are_so_many_times_as_dear_as_at_the_first_size():
    [row] = measuring.relative_shot_costs("sea", {10: [2e-9] * 2, 1_000: [3e-9] * 2}, 1.5)

    assert row["name"] == "sea: cost of a shot, 10 to 1,000 ships a side"
    assert (row["value"], row["bar"], row["better"]) == (1.5, 1.5, "at most")
    assert row["note"] == "2 ns to 3 ns"


def test_a_watch_books_each_part_and_knows_the_whole():
    watch = measuring.Stopwatch()
    for part in ("moves", "combat", "moves"):
        watch.ended(part)

    assert list(watch.parts) == ["moves", "combat"]
    assert watch.total() >= sum(watch.parts.values()) >= 0
