"""Studies: what they play and record, the same every time."""

from __future__ import annotations

import numpy as np
import pytest

import horizons_core as hz
import horizons_lab as lab
from horizons_core.plugins import variant_from
from tests.lab.raids import LONG_WAR, RULES, digger, raids, rows


def lines(study: lab.Study, **options) -> list[bytes]:
    return [record.line() for record in study.run(**options).records]


def ore(game, empire):
    return game.empire(empire).stock["ore"]


# the same games every time


def test_a_study_that_is_run_again_gives_the_same_rows():
    assert lines(raids()) == lines(raids())


def test_another_key_gives_other_games():
    assert lines(raids()) != lines(raids(key="other"))
    assert lines(raids(key=1)) != lines(raids(key="1"))


def test_more_games_leave_the_first_ones_as_they_are():
    few, many = lines(raids(games=3)), lines(raids(games=5))
    assert many[:3] == few
    assert len(set(many)) == 5


def test_games_of_a_cell_are_the_same_whatever_other_levels_a_factor_has():
    few = raids(factors={"options.goal": [30, 40]})
    more = raids(factors={"options.goal": [20, 30, 40, 50]})
    common = [r.line() for r in more.run().records if r.cell in {c.key for c in few.cells}]
    assert common == lines(few)


def test_one_game_can_be_played_alone():
    study = raids()
    record = study.run().records[2]
    game = study.game(2)
    assert game.digest == record.digest
    assert len(game.turns) == record.turns + 1
    assert game.players == {
        seat: p.player for seat, p in zip(("P1", "P2"), record.seats, strict=True)
    }


def test_a_game_that_is_played_alone_is_set_up_once():
    game = raids().game(0)
    assert game.turns[0].game is game.played[0].before


def test_a_game_that_is_played_alone_shows_orders_reports_and_maps():
    game = lab.Study(variant="event_horizon", seats=["greedy", "random"], max_turns=2).game(17)
    assert game.turns[0].game.turn == 0
    assert set(game.orders(1)) == {"P1", "P2"}
    assert "P1" in game.report("P1").text
    assert game.report("P2", 0).data["turn"] == 0
    assert game.map("P1").startswith("<svg")
    assert game.map("P1") != game.map(None)
    with pytest.raises(lab.StudyError, match="turn 3 was not played .*from 0 to 2"):
        game.report("P1", 3)
    with pytest.raises(lab.StudyError, match="turn 0 was not played .*from 1 to 2"):
        game.orders(0)


@pytest.mark.parametrize(("number", "cell"), [(-1, 0), (0, 1), (0, -1)])
def test_a_game_that_cannot_be_is_told(number, cell):
    with pytest.raises(lab.StudyError, match="there is no (game|cell)"):
        raids().game(number, cell)


# who plays


def test_seats_rotate_from_game_to_game():
    seats = [[s.player for s in r.seats] for r in raids(games=3).run().records]
    assert seats == [["raider", "digger"], ["digger", "raider"], ["raider", "digger"]]


def test_seats_stay_where_they_are_if_they_are_told_to():
    seats = [[s.player for s in r.seats] for r in raids(games=2, rotate=False).run().records]
    assert seats == [["raider", "digger"]] * 2


def test_bots_play_functions_and_objects():
    class Lazy:
        def orders(self, view, stream):
            return ""

    study = raids(seats=["raider", Lazy(), digger, lambda view, stream: "DIG"], games=1)
    assert [row["player"] for row in rows(study.run())] == ["raider", "Lazy", "digger", "function"]


def test_different_players_have_different_labels_and_one_that_sits_twice_has_one():
    study = raids(seats=["idle", lambda v, s: "", digger, lambda v, s: "DIG", digger], games=1)
    labels = [row["player"] for row in rows(study.run())]
    assert labels == ["idle", "function", "digger", "function 2", "digger"]


def test_no_bot_sees_another_one_s_dice():
    drawn = []

    def gambler(view, stream):
        drawn.append((view.empire, stream.key))
        return ""

    raids(seats=[gambler, gambler], games=2, max_turns=2).run()
    assert len(drawn) == len(set(drawn)) == 8
    assert len({key for _, key in drawn}) == 8


# what is played


def test_a_game_ends_by_its_rules_or_is_cut_off():
    ended = rows(raids(options={"goal": 10}).run())
    assert {row["ended"] for row in ended} == {True}
    cut = rows(raids(max_turns=1).run())
    assert {(row["ended"], row["turns"]) for row in cut} == {(False, 1)}


def test_without_a_limit_a_game_is_cut_off_after_200_turns():
    study = raids(seats=["idle", "idle"], games=1, max_turns=None)
    assert rows(study.run())[0]["turns"] == 200


def test_rules_that_are_not_installed_are_played_from_their_file_and_as_they_are():
    assert lines(raids(variant=variant_from(RULES))) == lines(raids())
    with_mod = raids(variant=variant_from(RULES), mods=[LONG_WAR])
    assert lines(with_mod) == lines(raids(variant=variant_from(RULES, [LONG_WAR])))
    assert lines(with_mod) != lines(raids())


def test_an_installed_variant_is_played_with_installed_mods():
    study = lab.Study(
        variant="event_horizon", seats=["greedy", "random"], mods=["shared_mining"], max_turns=1
    )
    assert [mod.name for mod in study.variants[0].mods] == ["shared_mining"]
    assert study.game(0).final.mods == ("shared_mining",)


# factors


def test_factors_make_cells_of_all_combinations_or_of_some():
    factors = {"options.goal": [20, 30, 40], "players": [2, 3], "mods": [[], [LONG_WAR]]}
    cells = raids(factors=factors).cells
    assert len(cells) == 12
    assert [cell.index for cell in cells] == list(range(12))
    few = {cell.key for cell in raids(factors=factors, sample=4).cells}
    more = {cell.key for cell in raids(factors=factors, sample=7).cells}
    assert len(few) == 4
    assert few < more < {cell.key for cell in cells}


def test_levels_decide_what_is_played_and_stand_in_the_table():
    factors = {"players": [2, 3], "options.goal": [10, 99], "max_turns": [3]}
    table = rows(raids(factors=factors, games=1).run())
    assert [(row["cell"], row["seat"]) for row in table] == [
        (0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (3, 3),
    ]  # fmt: skip
    assert [row["options.goal"] for row in table] == [10] * 2 + [99] * 2 + [10] * 3 + [99] * 3
    assert {row["ended"] for row in table if row["options.goal"] == 10} == {True}
    assert {row["turns"] for row in table if row["options.goal"] == 99} == {3}
    assert [row["player"] for row in table[-3:]] == ["raider", "digger", "raider"]


def test_bots_and_mods_can_be_factors():
    factors = {"seats": [["raider", "idle"], ["idle", digger]], "mods": [[], [LONG_WAR]]}
    study = raids(factors=factors, games=1)
    table = rows(study.run())
    assert {row["seats"] for row in table} == {"raider, idle", "idle, digger"}
    assert {row["mods"] for row in table} == {"none", LONG_WAR}
    assert len(study.variants) == 2


# places and scores


def test_a_game_that_was_won_has_its_winner_in_the_first_place():
    for row in rows(raids(options={"goal": 20}, max_turns=50).run()):
        assert row["won"] == (row["place"] == 1)


def test_a_ranking_gives_places_and_scores():
    study = lab.Study(variant="event_horizon", seats=["greedy", "random"], games=2, max_turns=6)
    result = study.run()
    for record in result.records:
        first, second = sorted(record.seats, key=lambda seat: seat.place)
        assert (first.place, second.place) == (1, 2)
        assert first.score >= second.score
        assert [first.won, second.won] == [True, False]


def test_without_a_ranking_nobody_has_a_place_in_a_game_that_was_cut_off():
    table = rows(raids(max_turns=1).run())
    assert {(row["place"], row["won"], row["score"]) for row in table} == {(None, False, None)}


# measures


def test_measures_are_asked_by_expression_and_function_once_a_game_or_once_a_seat():
    study = raids(
        measures={
            "empires": "length(empires)",
            "ore": "empires[?id=='{player}'].stock.ore | [0]",
            "ore again": ore,
            "rich": lambda game: max(empire.stock["ore"] for empire in game.empires) > 20,
        },
    )
    for row in rows(study.run()):
        assert row["empires"] == 2
        assert (
            row["ore"] == row["ore again"] == ore(study.game(row["game"]).final, f"P{row['seat']}")
        )
        assert isinstance(row["rich"], bool)


def test_measures_may_ask_the_view_of_the_gamemaster():
    study = raids(
        measures={
            "trap": {"view": "economy.trap"},  # only the view has it
            "ore": {"view": "empires[?id=='{player}'].stock.ore | [0]"},
        },
        turn_measures={"fine": {"view": "economy.fine"}},
        games=1,
    )
    result = study.run()
    for row in rows(result):
        assert row["trap"] == 4
        assert row["ore"] == ore(study.game(row["game"]).final, f"P{row['seat']}")
    assert set(result.turns["fine"]) == {10}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"view": "empires["}, "'it' is invalid"),
        ({"view": 1}, "view: a JMESPath expression"),
        ({"view": "turn", "events": "*"}, "view: a JMESPath expression"),
    ],
)
def test_what_cannot_be_asked_of_a_view_is_refused(source, message):
    with pytest.raises(lab.StudyError, match=message):
        raids(measures={"it": source})


def test_events_are_counted_by_their_codes():
    study = raids(
        measures={"all": {"events": "*"}, "raids": {"events": "raid*"}},
        turn_measures={"dug": {"events": "*dug*"}, "all": {"events": "*"}},
        games=2,
    )
    result = study.run()
    for record in result.records:
        events = [event for turn in study.game(record.game).turns[1:] for event in turn.events]
        for seat in record.seats:
            assert seat.measures["all"] == len(events)
            assert seat.measures["raids"] == sum(e.code.startswith("raid") for e in events)
        for row in record.by_turn:
            codes = [event.code for event in events if event.turn == row.turn]
            assert row.measures["all"] == len(codes)
            assert row.measures["dug"] == sum("dug" in code for code in codes)
    assert any(seat.measures["raids"] for record in result.records for seat in record.seats)


def test_measures_of_turns_have_a_table_of_their_own():
    study = raids(turn_measures={"ore": ore}, games=2, max_turns=3)
    result = study.run()
    assert result.turns.columns == ["game", "seat", "player", "turn", "ore"]
    assert result.turns.height == sum(record.turns * 2 for record in result.records)
    last = result.turns.filter((result.turns["game"] == 1) & (result.turns["turn"] == 3))
    assert last["ore"].to_list() == [ore(study.game(1).final, seat) for seat in ("P1", "P2")]


def test_a_measure_without_an_answer_leaves_its_place_empty():
    table = rows(raids(measures={"nothing": "no.such[0]"}, games=1).run())
    assert {row["nothing"] for row in table} == {None}


@pytest.mark.parametrize(
    ("answer", "kind"),
    [([1, 2], "Int64"), ([1, 2.5], "Float64"), ([None, 2], "Int64"), ([None, None], "Float64"),
     ([2**70, 1], "Float64"), ([True, False], "Boolean"), (["a", None], "String")],
)  # fmt: skip
def test_a_column_has_the_kind_that_holds_all_its_values(answer, kind):
    table = (
        raids(measures={"it": lambda game, empire: answer[int(empire[1]) - 1]}, games=1).run().table
    )
    assert str(table.schema["it"]) == kind
    assert table["it"].to_list() == answer


@pytest.mark.parametrize(
    ("answer", "expected"),
    [(np.int64(3), 3), (np.float32(2.5), 2.5), (np.float64(2.5), 2.5), (np.bool_(True), True),
     (np.array(7), 7)],
)  # fmt: skip
def test_a_measure_may_answer_with_a_number_of_numpy(answer, expected):
    (record,) = raids(measures={"it": lambda game: answer}, games=1).run().records
    measured = record.seats[0].measures["it"]
    assert (measured, type(measured)) == (expected, type(expected))


@pytest.mark.parametrize("answer", [[1, "a"], [True, 1], [True, "a"]])
def test_a_column_of_two_kinds_is_told(answer):
    result = raids(measures={"it": lambda game, empire: answer[int(empire[1]) - 1]}, games=1).run()
    with pytest.raises(lab.StudyError, match="'it' mixes kinds of values: .* and "):
        result.table  # noqa: B018


# estimates


def test_a_win_rate_is_an_estimate_of_the_games_that_were_won():
    result = raids(games=6, options={"goal": 20}, max_turns=60).run()
    estimate = result.win_rate("digger")
    won = sum(row["won"] for row in rows(result) if row["player"] == "digger")
    assert (estimate.n, round(estimate.value * 6)) == (6, won)
    assert estimate.low < estimate.value < estimate.high
    assert result.win_rate("digger", confidence=0.5).width < estimate.width


def test_who_plays_several_seats_wins_a_game_once():
    result = raids(seats=["raider", "raider"], games=3, options={"goal": 10}, max_turns=60).run()
    assert (result.win_rate("raider").value, result.win_rate("raider").n) == (1.0, 3)


def test_a_mean_is_taken_over_games_and_its_dice_come_from_the_key():
    result = raids(games=6, measures={"ore": ore}).run()
    ores = [row["ore"] for row in rows(result) if row["player"] == "raider"]
    assert result.values("raider", "ore") == ores
    estimate = result.mean("raider", "ore")
    assert estimate.value == pytest.approx(sum(ores) / 6)
    assert estimate == raids(games=6, measures={"ore": ore}).run().mean("raider", "ore")


def test_scores_and_places_are_told_each_by_its_name():
    study = lab.Study(variant="event_horizon", seats=["greedy", "random"], games=2, max_turns=3)
    result = study.run()
    seats = [seat for r in result.records for seat in r.seats if seat.player == "random"]
    assert result.values("random", "score") == [seat.score for seat in seats]
    assert result.values("random", "place") == [seat.place for seat in seats]


@pytest.mark.parametrize("cell", [-1, 2])
def test_a_cell_that_is_not_there_is_told(cell):
    result = raids(factors={"options.goal": [10, 99]}, games=1).run()
    with pytest.raises(lab.StudyError, match=f"there is no cell {cell} .*from 0 to 1"):
        result.win_rate("raider", cell=cell)
    with pytest.raises(lab.StudyError, match=f"there is no cell {cell} .*from 0 to 1"):
        result.players_of(cell)


def test_cells_can_be_looked_at_one_by_one():
    result = raids(factors={"options.goal": [10, 99]}, games=3).run()
    assert result.win_rate("raider", cell=1).value == 0
    assert result.win_rate("raider").n == 6


def test_who_has_not_played_is_told_with_the_nearest_name():
    result = raids(games=1).run()
    with pytest.raises(lab.StudyError, match="'digged' plays in none of these 1 games .*'digger'"):
        result.win_rate("digged")
    with pytest.raises(lab.StudyError, match="no column 'scores' .*'score'"):
        result.mean("digger", "scores")


# failures


def test_a_bot_that_fails_is_told_with_game_turn_and_line():
    def clumsy(view, stream):
        return "DIG" if view.turn < 2 else 1 / 0

    message = r"game 0: 'clumsy' for P1 after turn 2 fails: ZeroDivisionError: .* \(.*, line \d+\)"
    with pytest.raises(lab.StudyError, match=message):
        raids(seats=[clumsy, "idle"]).run()


def test_orders_that_are_no_text_are_told():
    with pytest.raises(lab.StudyError, match="'function' for P2 after turn 0 returns None"):
        raids(seats=["idle", lambda view, stream: None]).run()


def test_rules_that_fail_are_told_with_the_game():
    def broken(context):
        raise RuntimeError("no moon left")

    rules = {**vars(variant_from(RULES).sources[0])}
    rules["horizons_phases"] = hz.hookimpl(
        lambda: [hz.Phase("traps"), hz.Phase("jobs", run=broken)]
    )
    study = raids(variant=hz.Variant(rules), factors={"players": [2, 3]})
    message = r"game 0 of cell 0: turn 1: the phase 'jobs' has a fault in .*: RuntimeError: no moon"
    with pytest.raises(lab.StudyError, match=message):
        study.run()


def test_a_measure_that_fails_is_told_with_the_game():
    with pytest.raises(lab.StudyError, match="game 0: measure 'it' fails after turn 12: KeyError"):
        raids(measures={"it": lambda game: {}["gone"]}).run()
    with pytest.raises(lab.StudyError, match="measure 'it' gives a list"):
        raids(measures={"it": "empires"}).run()
    with pytest.raises(lab.StudyError, match="measure 'it' gives nan"):
        raids(measures={"it": lambda game: float("nan")}).run()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": 0}, "games is 0 .*from 1 to"),
        ({"games": True}, "games is True"),
        ({"key": 1.5}, "key is 1.5"),
        ({"rotate": 1}, "rotate is 1"),
        ({"title": 3}, "title is 3"),
        ({"max_turns": 0}, "max_turns is 0"),
        ({"sample": -1}, "sample is -1"),
        ({"mods": "long_war"}, "mods is 'long_war' .*a list"),
        ({"options": [1]}, r"options is \[1\]"),
        ({"options": {1: 2}}, "options has the name 1"),
        ({"measures": {"seat": "turn"}}, "'seat', which every table has"),
        ({"measures": {"1st": "turn"}}, "the name '1st'"),
        ({"measures": {"it": "empires["}}, "'it' is invalid"),
        ({"measures": {"it": 7}}, "measure 'it' is 7"),
        ({"measures": {"it": {"event": "raid*"}}}, "events: a pattern"),
        ({"measures": {"it": lambda a, b, c: 1}}, r"'it' takes \(a, b, c\)"),
        ({"seats": "greedy"}, "seats are 'greedy'"),
        ({"seats": [7, "raider"]}, "seat 7 is not a player"),
        ({"seats": [hz.Stream, "raider"]}, "seat Stream is a class"),
        ({"factors": {"option.goal": [1]}}, "no factor 'option.goal'"),
        ({"factors": {"players": []}}, "'players' has no list of levels"),
        ({"factors": {"players": [2, 2]}}, "'players' has the level 2 twice"),
        ({"factors": {"players": ["two"]}}, "players is 'two'"),
        ({"factors": {"max_turns": [0]}}, "max_turns is 0"),
        ({"factors": {"options.goal": [[1]]}}, r"has the level \[1\]"),
        ({"factors": {"seats": ["raider"]}}, "seats are 'raider'"),
        ({"seats": []}, r"seats are \[\]"),
        ({"factors": {"players": range(2, 1200), "max_turns": range(1, 1200)}}, "1,436,402"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_study_is_told_when_it_is_made(changes, message):
    with pytest.raises(lab.StudyError, match=message):
        raids(**changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seats": ["raidr", "raider"]}, "no bot 'raidr' .*'raider'"),
        ({"seats": ["raider"]}, "for 2 to 12 players, not 1"),
        ({"factors": {"players": [2, 13]}}, "for 2 to 12 players, not 13"),
        ({"options": {"gaol": 20}}, "no option 'gaol' .*'goal'"),
        ({"factors": {"options.goal": [20, 5]}}, "'goal' takes a whole number from 10"),
        ({"variant": "event_horizn"}, "no variant 'event_horizn' .*'event_horizon'"),
        ({"variant": "no/such.py"}, "does not exist"),
        (
            {"variant": "event_horizon", "seats": ["greedy"] * 2, "mods": ["shard"]},
            "no mod 'shard'",
        ),
    ],
)
def test_what_the_variant_refuses_is_told_when_the_study_is_made(changes, message):
    with pytest.raises(hz.HorizonsError, match=message):
        raids(**changes)
