"""A turn waits for people's orders unless the missing-orders policy says otherwise."""

from __future__ import annotations

import json

import pytest

from horizons_host.store import GameStore
from tests.host.helpers import ORDERS, as_file, fine, horizons, image, make_game, new_game, refused


def _latest(folder):
    with GameStore(folder) as store:
        return store.latest()


def _submit(folder, player, text=ORDERS):
    fine("orders", "submit", "-g", folder, "-p", player, as_file(folder, text))


def test_a_turn_waits_for_those_who_gave_no_orders(mars):
    _submit(mars, "Ada")
    before = image(mars)
    output = refused("turn", "-g", mars)
    assert "turn 1 was not run: it waits for orders of Brin" in output
    assert "--yes" in output
    assert "horizons seat missing" in output
    assert image(mars) == before
    fine("turn", "-g", mars, "--yes")
    assert _latest(mars) == 1


def test_a_second_stray_call_runs_no_turn(mars):
    _submit(mars, "Ada")
    _submit(mars, "Brin")
    fine("turn", "-g", mars)
    assert "turn 2 was not run: it waits for orders of Ada, Brin" in refused("turn", "-g", mars)
    assert _latest(mars) == 1


@pytest.mark.parametrize("goal", ["3", "outcome"])
def test_several_turns_with_a_closed_input_run_none(mars, goal):
    _submit(mars, "Ada")
    _submit(mars, "Brin")
    before = image(mars)
    output = refused("turn", "-g", mars, "--until", goal, input="")
    assert "waits for orders of Ada, Brin" in output
    assert image(mars) == before


def test_whoever_is_out_of_the_game_is_not_waited_for(tmp_path):
    folder = new_game(tmp_path / "mars", "--seat", "Sam=spectator")
    _submit(folder, "Ada")
    _submit(folder, "Brin")
    fine("turn", "-g", folder)


def test_a_seat_that_may_do_nothing_is_not_waited_for(mars):
    fine("seat", "missing", "-g", mars, "-p", "Brin", "nothing")
    _submit(mars, "Ada")
    answer = json.loads(fine("turn", "-g", mars, "--json").stdout)
    assert answer["missing"] == ["Brin"]


def test_standing_orders_are_carried_out_and_told(mars):
    file = as_file(mars, "BUILD 1 0 1 0 0 Keeper\n", "standing.txt")
    fine("seat", "missing", "-g", mars, "-p", "Brin", "standing", file)
    _submit(mars, "Ada")
    answer = json.loads(fine("turn", "-g", mars, "--json").stdout)
    assert answer["instead"] == {"Brin": "standing orders"}
    report = fine("report", "-g", mars, "-p", "Brin").output
    assert "your standing orders" in report
    assert "Keeper" in report
    assert "standing orders" not in fine("report", "-g", mars, "-p", "Ada").output


def test_a_persons_own_orders_count_before_the_standing_ones(mars):
    file = as_file(mars, "BUILD 1 0 1 0 0 Keeper\n", "standing.txt")
    fine("seat", "missing", "-g", mars, "-p", "Brin", "standing", file)
    _submit(mars, "Ada")
    _submit(mars, "Brin", "BUILD 1 0 1 0 0 Mine\n")
    assert json.loads(fine("turn", "-g", mars, "--json").stdout)["instead"] == {}
    assert "Keeper" not in fine("report", "-g", mars, "-p", "Brin").output


def test_a_bot_plays_for_a_seat_for_so_many_turns_and_the_player_is_told(mars):
    fine("seat", "missing", "-g", mars, "-p", "Brin", "bot", "greedy", "--turns", "2")
    for number in (1, 2):
        _submit(mars, "Ada", "MOVE 1 NE\n")
        answer = json.loads(fine("turn", "-g", mars, "--json").stdout)
        assert answer["instead"] == {"Brin": "bot greedy, standing in"}
        for form in ("text", "html", "json"):
            report = fine("report", "-g", mars, "-p", "Brin", "-t", number, "--format", form)
            assert "the bot 'greedy' played for you" in " ".join(
                report.output.replace("&#39;", "'").split()
            )
    _submit(mars, "Ada")
    assert "turn 3 was not run: it waits for orders of Brin" in refused("turn", "-g", mars)


def test_the_bot_of_the_call_is_told_to_the_player_too(mars):
    fine("turn", "-g", mars, "--bots", "greedy")
    report = fine("report", "-g", mars, "-p", "Ada", "--format", "json").output
    (remark,) = json.loads(report)["diagnostics"]
    assert (remark["severity"], remark["code"]) == ("note", "stand-in")


def test_a_bots_own_seat_is_told_nothing(tmp_path):
    folder = new_game(tmp_path / "mars", "--bot", "Cleo=greedy")
    fine("turn", "-g", folder, "--yes")
    report = json.loads(fine("report", "-g", folder, "-p", "Cleo", "--format", "json").output)
    assert report["diagnostics"] == []


def test_the_status_says_what_is_done_without_orders(mars):
    fine("seat", "missing", "-g", mars, "-p", "Brin", "bot", "greedy", "--turns", "3")
    output = fine("orders", "status", "-g", mars).output
    assert "the turn waits" in output
    assert "bot greedy up to turn 3" in output


@pytest.mark.parametrize(
    ("variant", "policy"),
    [("galaxy_g", ("bot", "{bot}")), ("far_horizons", ("standing", "{file}"))],
)
def test_in_every_game_the_player_is_told(tmp_path, variant, policy):
    bots = {"galaxy_g": "expander", "far_horizons": "settler"}
    texts = {"galaxy_g": "; nothing\n", "far_horizons": "START PRODUCTION\nEND\n"}
    folder = tmp_path / "game"
    make_game(folder, "--variant", variant, "--player", "Ada", "--bot", f"Brin={bots[variant]}")
    file = as_file(folder, texts[variant], "standing.txt")
    words = [word.format(bot=bots[variant], file=file) for word in policy]
    fine("seat", "missing", "-g", folder, "-p", "Ada", *words)
    fine("turn", "-g", folder)
    notice = "standing orders" if policy[0] == "standing" else "played for you"
    for form in ("text", "html", "json"):
        output = fine("report", "-g", folder, "-p", "Ada", "--format", form).output
        assert notice in " ".join(output.split()), form
    fine("verify", "-g", folder)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("bot", "gredy"), "no bot 'gredy'"),
        (("bot",), "needs the name of a bot"),
        (("standing",), "needs a file with standing orders"),
        (("nothing", "x"), "takes no further argument"),
        (("wait", "--turns", "2"), "--turns"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(mars, words, message):
    before = image(mars)
    result = horizons("seat", "missing", "-g", mars, "-p", "Brin", *words)
    assert result.exit_code in (1, 2)
    assert message in result.output
    assert image(mars) == before


def test_standing_orders_with_errors_are_refused(mars):
    before = image(mars)
    file = as_file(mars, "BULD 1 0 1 0 0 Keeper\n", "standing.txt")
    output = refused("seat", "missing", "-g", mars, "-p", "Brin", "standing", file)
    assert "unknown order 'BULD'" in output
    assert image(mars) == before | {}
