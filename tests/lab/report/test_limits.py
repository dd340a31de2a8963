"""A page leaves out what exceeds its limits, and mentions it."""

from __future__ import annotations

import attrs
import pytest
from markupsafe import Markup

from horizons_lab.report import study_plots
from horizons_lab.report.page import page
from horizons_lab.report.study_plots import StudyPlots
from horizons_lab.report.study_report import StudyReport, study_report
from tests.lab.report.example_results import folder, record


@pytest.fixture(autouse=True)
def _labels_for_plots(monkeypatch):
    """Replace each plot by its labels, which takes no time."""

    def labels(_name, _title, rows, *_fair):
        return Markup(" | ").join(row.label for row in rows)

    for name in ("interval_plot", "distribution_plot", "curve_plot"):
        monkeypatch.setattr(study_plots, name, labels)


def names(count: int) -> tuple[str, ...]:
    return tuple(f"player {n}" for n in range(count))


def report(path, records, **changes) -> StudyReport:
    games = list(records)
    return study_report(folder(path, games, games=len(games), **changes))


def labels_of(plots) -> dict[str, list[str]]:
    """Return the labels of plots by their titles."""
    return {plot.title: plot.svg.split(" | ") for plot in plots}


def with_ore(game: int, **ore: float):
    """Return a game with these amounts of ore by player."""
    game_record = record(game)
    for seat in game_record.seats:
        seat.measures["ore"] = ore.get(seat.player, ore["other"])
    return game_record


# plots


@pytest.mark.parametrize(("count", "plots"), [(24, 1), (25, 0)])
def test_more_than_24_shares_are_in_tables_only(tmp_path, count, plots):
    plots_ = StudyPlots(report(tmp_path, [record(0, players=names(count))]))
    assert len(plots_.won) == len(plots_.seats) == plots


def test_of_the_first_twelve_players_measures_are_drawn(tmp_path):
    plots = StudyPlots(report(tmp_path, [record(game, players=names(13)) for game in range(3)]))
    assert labels_of(plots.measure_means) == {"score": [*names(12)], "ore": [*names(12)]}
    assert labels_of(plots.by_turn) == {"ships": [*names(12)]}


@pytest.mark.parametrize(
    ("count", "note"), [(6, ""), (7, "1 cell is in the tables"), (8, "2 cells are in the tables")]
)
def test_of_the_first_six_cells_plots_are_drawn_and_it_is_told(tmp_path, count, note):
    levels = [*range(2, 2 + count)]
    records = [record(game, f'{{"players":{n}}}') for n in levels for game in range(2)]
    study = study_report(folder(tmp_path, records, games=2, factors={"players": levels}))
    plots = StudyPlots(study)
    assert labels_of(plots.lengths)["Length of games in turns"] == [
        f"turns, cell {n}" for n in range(6)
    ]
    assert [len(part) for part in (plots.seats, plots.measure_means, plots.by_turn)] == [6, 12, 6]
    assert note in page(study)
    assert ("in the tables only" in page(study)) == bool(note)


@pytest.mark.parametrize(
    ("values", "is_drawn"),
    [((0, 9e99), True), ((0, 1e100), False), ((-1e100, 0), False), ((3, 3), False),
     ((3, 3.5), True)],
)  # fmt: skip
def test_values_that_are_all_the_same_or_too_large_are_not_drawn(tmp_path, values, is_drawn):
    study = report(tmp_path, [with_ore(game, other=value) for game, value in enumerate(values)])
    assert list(labels_of(StudyPlots(study).measure_means)) == ["score", "ore"][: 1 + is_drawn]


def test_who_has_always_the_same_is_left_out_beside_others(tmp_path):
    study = report(tmp_path, [with_ore(game, ada=game, other=4) for game in range(3)])
    assert labels_of(StudyPlots(study).measure_means)["ore"] == ["ada"]


def test_turns_that_one_game_alone_reached_are_not_drawn(tmp_path, monkeypatch):
    monkeypatch.setattr(study_plots, "curve_plot", lambda _n, _t, curves: Markup(curves[0].turns))
    study = report(tmp_path, map(record, [0, 1, 2, 3]))  # of 3, 4, 5 and 3 turns
    assert [plot.svg for plot in StudyPlots(study).by_turn] == ["[1, 2, 3, 4]"]
    assert StudyPlots(report(tmp_path, [record(0)])).by_turn == []


@pytest.mark.parametrize(("size", "is_drawn"), [(9e99, True), (1e100, False), (-1e100, False)])
def test_means_that_are_too_large_are_no_curve(tmp_path, size, is_drawn):
    records = [record(game) for game in range(2)]
    for played in records:
        for turn in played.by_turn:
            turn.measures["ships"] = size
    assert len(StudyPlots(report(tmp_path, records)).by_turn) == is_drawn


def test_levels_are_told_as_people_write_them(tmp_path):
    levels = [True, False, 1.5, "high"]
    keys = ["true", "false", "1.5", '"high"']
    records = [record(game, f'{{"options.it":{key}}}') for key in keys for game in range(2)]
    study = study_report(folder(tmp_path, records, games=2, factors={"options.it": levels}))
    (labels,) = labels_of(StudyPlots(study).won).values()
    assert labels[:4] == ["ada, true", "ada, false", "ada, 1.5", "ada, high"]


# tables


def bare(count: int):
    """Return a game of `count` players without measures."""
    game_record = record(0, players=names(count))
    seats = [attrs.evolve(seat, measures={}) for seat in game_record.seats]
    return attrs.evolve(game_record, seats=tuple(seats), by_turn=())


@pytest.mark.parametrize(
    ("rows", "note"), [(200, ""), (201, "1 more row:"), (1300, "1,100 more rows:")]
)
def test_tables_end_after_200_rows(tmp_path, rows, note):
    html = page(report(tmp_path, [bare(rows)], measures={}, turn_measures={}))
    who_wins = html.partition('id="seats"')[0]
    assert ">player 199<" in who_wins
    assert ">player 200<" not in who_wins
    assert html.count("more row") == (3 if note else 0)
    assert note in html


@pytest.mark.parametrize(
    ("reasons", "note"),
    [
        (10, ""),
        (11, "and 1 other<"),
        pytest.param(1012, "and 1,002 others<", marks=pytest.mark.slow),
    ],
)
def test_of_reasons_the_ten_most_frequent_are_told(tmp_path, reasons, note):
    of_each = [*range(reasons), reasons - 1]
    records = [
        attrs.evolve(record(game), reason=f"reason {reason}.", ended=True)
        for game, reason in enumerate(of_each)
    ]
    html = page(report(tmp_path, records))
    listed = [n for n in range(reasons) if f">reason {n}.<" in html]
    assert listed == [*range(9), reasons - 1]
    assert html.index(f">reason {reasons - 1}.<") < html.index(">reason 0.<")
    assert note in html
    assert ('soft">and ' in html) == bool(note)


def test_on_which_side_of_what_is_fair_a_seat_lies_is_told(tmp_path):
    """Of thirty games seat 1 wins all, and the other two win none."""
    records = []
    for game in range(30):
        game_record = record(game, players=names(3))
        seats = [attrs.evolve(seat, won=seat.seat == 1) for seat in game_record.seats]
        records.append(attrs.evolve(game_record, seats=tuple(seats)))
    html = page(report(tmp_path, records))
    assert html.count("more than fair") == 1
    assert html.count("less than fair") == 2
