"""Checking and submitting orders, and everything that can replace them."""

from __future__ import annotations

import json

import pytest

from horizons_host.store import GameStore
from tests.host.helpers import ORDERS, as_file, database, fine, horizons, image, new_game, refused


def _stored(folder, seat="Ada", turn=1):
    with GameStore(folder) as store:
        return store.submissions(turn).get(seat, [])


def test_good_orders_are_stored_as_they_were_written(mars):
    file = as_file(mars, ORDERS)
    assert (
        "stored as version 1, no remarks"
        in fine(*("orders", "submit", "-g", mars, "-p", "ada", file)).output
    )
    (submission,) = _stored(mars)
    assert (submission.text, submission.source, submission.errors) == (ORDERS, "orders.txt", 0)


def test_later_orders_replace_earlier_ones_and_both_are_kept(mars):
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, "MOVE 1 SW\n"))
    assert [submission.text for submission in _stored(mars)] == [ORDERS, "MOVE 1 SW\n"]
    fine("turn", "--yes", "-g", mars)
    with GameStore(mars) as store:
        assert store.used(store.stored(1)).texts == {"Ada": "MOVE 1 SW\n"}


def test_the_player_is_taken_from_the_header(mars):
    fine("orders", "submit", "-g", mars, as_file(mars, f"#EVENTHORIZON mars Brin\n{ORDERS}#END\n"))
    assert _stored(mars, "Brin")
    assert not _stored(mars, "Ada")


def test_orders_come_from_standard_input_too(mars):
    result = fine("orders", "submit", "-g", mars, "-p", "Ada", "-", input=ORDERS)
    assert "stored" in result.output
    assert _stored(mars)[0].source == "standard input"


def test_remarks_are_written_as_compilers_do(mars):
    file = as_file(mars, "MOVE 1 NE\n  BIULD 3\n", "ada.txt")
    result = horizons("orders", "check", "-g", mars, "-p", "Ada", file)
    assert result.exit_code == 1
    assert "ada.txt:2:3: error: unknown order 'BIULD' (did you mean 'BUILD'?)\n" in result.stdout


def test_checking_stores_nothing(mars):
    before = image(mars)
    fine("orders", "check", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    horizons("orders", "check", "-g", mars, "-p", "Ada", as_file(mars, "BIULD\n"))
    assert image(mars) == before


def test_orders_with_errors_are_stored_and_said_so_by_the_exit_status(mars):
    file = as_file(mars, "MOVE 1 NE\nBIULD 3\n")
    output = refused("orders", "submit", "-g", mars, "-p", "Ada", file)
    assert "stored as version 1, 1 error" in output
    assert [submission.errors for submission in _stored(mars)] == [1]


def test_strictly_orders_with_errors_are_not_stored(mars):
    before = image(mars)
    file = as_file(mars, "MOVE 1 NE\nBIULD 3\n")
    output = refused("orders", "submit", "-g", mars, "-p", "Ada", "--strict", file)
    assert "not stored, 1 error" in output
    assert image(mars) == before


STRANGE = [
    (b"", "the text is empty"),
    (b" \n\t\r\n", "the text is empty"),
    (b"\xef\xbb\xbf", "the text is empty"),
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not plain text"),
    (b"MOVE 1 NE\nMOVE 2\x00 E\n", "line 2 contains a control character (0x00)"),
    (b"MOVE 1 \x1b[31mNE\n", "line 1 contains a control character (0x1b)"),
    (b"x" * 1_000_001, "larger than 1,000,000 bytes"),
    (b"\xff\xfeM", "invalid UTF-16"),
]


@pytest.mark.parametrize(
    ("verb", "content", "message"),
    [*(("submit", *strange) for strange in STRANGE), ("check", *STRANGE[0])],
)
def test_what_is_no_order_text_is_refused_and_the_game_stays(mars, verb, content, message):
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    before = image(mars)
    file = as_file(mars, content, "strange.txt")
    output = refused("orders", verb, "-g", mars, "-p", "Ada", file)
    assert message in output
    assert "strange.txt" in output
    assert image(mars) == before


@pytest.mark.parametrize(
    ("content", "note"),
    [
        ("BUILD 1 0 1 0 0 Zoë\n".encode(), ""),
        (b"\xef\xbb\xbf" + "BUILD 1 0 1 0 0 Zoë\n".encode(), ""),
        ("BUILD 1 0 1 0 0 Zoë\n".encode("utf-16"), ""),
        ("BUILD 1 0 1 0 0 Zoë\n".encode("latin-1"), "read as Latin-1"),
        (b"BUILD 1 0 1 0 0 Zo\xeb\r\n\x1a", "read as Latin-1"),
    ],
)
def test_the_usual_encodings_are_read(mars, content, note):
    output = fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, content)).output
    assert (note in output) if note else ("Latin" not in output)
    assert "BUILD 1 0 1 0 0 Zoë" in _stored(mars)[0].text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("MVOE 1 NE", "did you mean 'MOVE'?"),
        ("MOVE 1 UP", "error:"),
        ("MOVE 2 NE", "you have no ship 2"),
        ("BUILD 1e9 0 1 0 0", "error:"),
        ("BUILD -3 0 1 0 0", "error:"),
        ("BUILD 0 0 1 0 0", "error:"),
        ("BUILD 1000000000 0 1 0 0", "error:"),
        ("BUILD 1 0 -1 0 0", "error:"),
        ("MOVE 1e9 NE", "error:"),
        ("MOVE -3 NE", "error:"),
        ("MOVE 0 NE", "error:"),
        ("NAME 2 Mine", "you have no ship 2"),
    ],
)
def test_wrong_orders_are_remarked_on_and_never_stop_a_turn(mars, line, message):
    """Ship 2 is Brin's: to Ada it is no ship at all."""
    output = refused("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, f"{line}\n"))
    assert "orders.txt:1:" in output
    assert message in output
    fine("turn", "--yes", "-g", mars)
    assert "error" in fine("report", "-g", mars, "-p", "Ada").output.lower()


@pytest.mark.parametrize("verb", ["check", "submit"])
@pytest.mark.parametrize(
    ("header", "player", "message"),
    [
        ("#EVENTHORIZON venus Ada", None, "the header names game 'venus', but this is 'mars'"),
        ("#EVENTHORIZON mars Brin", "Ada", "the header names 'Brin', not 'Ada'"),
        ("#EVENTHORIZON mars Adda", None, "did you mean 'Ada'?"),
        ("", None, "whose orders are these?"),
        ("", "Adda", "did you mean 'Ada'?"),
    ],
)
def test_orders_of_another_game_or_player_do_not_replace_good_ones(
    mars, verb, header, player, message
):
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    before = image(mars)
    file = as_file(mars, f"{header}\n{ORDERS}#END\n")
    options = ("-p", player) if player else ()
    assert message in refused("orders", verb, "-g", mars, *options, file)
    assert image(mars) == before


def test_nobody_hands_in_orders_for_a_bot(tmp_path):
    folder = new_game(tmp_path / "mars", "--bot", "Cleo=greedy")
    file = as_file(folder, ORDERS)
    output = refused("orders", "submit", "-g", folder, "-p", "Cleo", file)
    assert "Cleo is played by the bot greedy" in output


def test_a_file_that_is_not_there_is_named(mars):
    output = refused("orders", "check", "-g", mars, "-p", "Ada", mars / "nothing.txt")
    assert f"'{mars / 'nothing.txt'}': No such file or directory" in output


def test_a_folder_is_no_order_file(mars):
    assert "Is a directory" in refused("orders", "submit", "-g", mars, "-p", "Ada", mars)


def test_the_status_tells_none_from_errors_from_fine(tmp_path):
    folder = new_game(tmp_path / "mars", "--player", "Cleo", "--bot", "Dara=greedy")
    fine("orders", "submit", "-g", folder, "-p", "Ada", as_file(folder, ORDERS))
    refused("orders", "submit", "-g", folder, "-p", "Brin", as_file(folder, "BIULD\n"))
    refused("orders", "submit", "-g", folder, "-p", "Brin", as_file(folder, "BIULD\nMVOE\n"))
    answer = json.loads(fine("orders", "status", "-g", folder, "--json").stdout)
    assert answer["turn"] == 1
    rows = {row["seat"]: (row["state"], row["versions"], row["errors"]) for row in answer["seats"]}
    assert rows == {
        "Ada": ("fine", 1, 0),
        "Brin": ("errors", 2, 2),
        "Cleo": ("none", 0, 0),
        "Dara": ("by bot", 0, 0),
    }
    table = fine("orders", "status", "-g", folder).output
    assert "bot greedy" in table
    assert "none" in table


def test_the_template_is_accepted_as_it_stands(mars):
    text = fine("orders", "template", "-g", mars, "-p", "ada").stdout
    assert text.startswith("#EVENTHORIZON mars Ada turn 1\n")
    fine("orders", "check", "-g", mars, as_file(mars, text))


def test_a_forecast_shows_what_the_orders_would_do_and_stores_nothing(mars):
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    before = image(mars)
    output = fine("forecast", "-g", mars, "-p", "Ada").output
    assert "Built Probe" in output
    assert "thruster" in output
    tried = as_file(mars, "BUILD 1 0 1 0 0 Raven\n", "other.txt")
    answer = json.loads(fine("forecast", "-g", mars, "-p", "Ada", tried, "--json").stdout)
    assert (answer["player"], answer["turn"], answer["source"]) == ("Ada", 1, "other.txt")
    assert any("Raven" in event["text"] for event in answer["view"]["forecast"]["events"])
    assert image(mars) == before


def test_a_forecast_needs_orders(mars):
    output = refused("forecast", "-g", mars, "-p", "Ada")
    assert "Ada has not submitted orders for turn 1" in output


def test_orders_after_the_end_are_refused(tmp_path):
    folder = new_game(tmp_path / "mars", "--option", "turn_limit=1")
    fine("turn", "--yes", "-g", folder)
    before = database(folder).read_bytes()
    file = as_file(folder, ORDERS)
    assert "the game ended in turn 1" in refused(
        "orders", "submit", "-g", folder, "-p", "Ada", file
    )
    assert "the game ended in turn 1" in refused("turn", "--yes", "-g", folder)
    assert database(folder).read_bytes() == before


def test_the_answer_names_the_version_that_is_replaced(mars):
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    other = as_file(mars, "MOVE 1 W\n")
    output = fine("orders", "submit", "-g", mars, "-p", "Ada", other).output
    assert "stored as version 2 in place of version 1" in output


def test_equal_orders_are_no_new_version(mars):
    words = ("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    fine(*words)
    result = json.loads(fine(*words, "--json").stdout)
    assert (result["version"], result["repeated"], result["replaced"]) == (1, True, None)
    assert "unchanged, same as version 1" in fine(*words).output
