"""An outside program has a seat in a study like any other bot."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import horizons_lab as lab
from horizons_core.plugins import variant_from
from horizons_lab.seats import entrants
from tests.lab.programs.programs import answering, program
from tests.lab.raids import RULES, digger, raids, rows

DIGS = answering("'DIG'", name="pickaxe")


def test_a_program_plays_as_a_bot_that_gives_the_same_orders():
    by_program = raids(seats=["raider", DIGS]).run()
    by_function = raids(seats=["raider", digger]).run()
    expected = [
        {**row, "player": row["player"].replace("pickaxe", "digger")} for row in rows(by_program)
    ]
    assert expected == rows(by_function)
    assert by_program.win_rate("pickaxe").n == 4


def test_it_sees_what_its_seat_knows_and_nothing_of_the_others():
    code = "'DIG' if asked['view']['others'] != [] and 'secret' not in line else 'TRAP 1'"
    variant = variant_from(Path(RULES))
    game = variant.new_game(["P1", "P2"], seed=1)
    assert "secret" not in str(variant.view(game, "P1").data)
    study = raids(seats=["raider", answering(code)], games=1)
    assert study.game(0).orders(1)["P2"] == "DIG"


def test_a_program_that_crashes_loses_its_own_games_and_no_row(tmp_path):
    crashing = answering("'DIG' if number < 3 else os._exit(4)", name="crashing")
    table = rows(raids(seats=["raider", crashing]).run())
    assert [row["forfeit"] for row in table if row["player"] == "raider"] == [None] * 4
    reason = "forfeit in turn 4: it ended with exit status 4"
    assert [row["forfeit"] for row in table if row["player"] == "crashing"] == [reason] * 4


@pytest.mark.slow
def test_a_game_with_a_program_can_be_played_again_alone():
    dice = "['DIG', 'TRAP 1'][int(asked['key'], 16) % 2]"
    study = raids(seats=["raider", answering(dice, name="gambler")])
    records = study.run().records
    assert [study.game(number).digest for number in range(4)] == [r.digest for r in records]
    assert {text for turn in range(1, 9) for text in study.game(2).orders(turn).values()} >= {
        "DIG", "TRAP 1",
    }  # fmt: skip


def test_where_its_file_lies_changes_no_dice(tmp_path):
    def played(folder):
        seats = [["raider", lab.Outside.read(DIGS.data(), folder)], ["raider", "idle"]]
        return rows(raids(factors={"seats": seats}, games=2).run())

    assert played(tmp_path) == played(Path.cwd())


def test_two_programs_with_one_command_line_have_different_labels():
    first, second = program("", seconds=1), program("", seconds=2)
    labels = [entrant.label for entrant in entrants([first, second, first])]
    assert labels == [first.label, f"{first.label} 2", first.label]
    assert labels[0].startswith(sys.executable)
