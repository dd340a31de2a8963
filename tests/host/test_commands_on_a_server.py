"""Commands do the same to a game on a database server as to one in a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.host.helpers import ORDERS, VARIANT, fine, horizons


@pytest.fixture
def game(tmp_path: Path, postgresql: str) -> str:
    """The address of a game of Ada and Brin on a server, after a turn with Ada's orders."""
    folder = tmp_path / "mars"
    fine("new", folder, "--variant", VARIANT, "--player", "Ada", "--player", "Brin", "--seed", "1")
    orders = tmp_path / "ada.txt"
    orders.write_text(ORDERS)
    fine("orders", "submit", "-g", folder, "-p", "Ada", orders)
    fine("turn", "-g", folder, "--yes")
    address = f"{postgresql}#mars"
    fine("move", folder, address)
    return address


def test_a_game_on_a_server_is_arranged_taken_back_and_verified(game: str, tmp_path: Path) -> None:
    fine("seat", "bot", "-g", game, "-p", "Brin", "greedy")
    seats = json.loads(fine("seat", "show", "-g", game, "--json").stdout)
    assert {seat["seat"]: seat["bot"] for seat in seats} == {"Ada": None, "Brin": "greedy"}
    sheet = json.loads(fine("seat", "sheet", "-g", game, "--json").stdout)
    assert sheet["seats"][0]["reliability"] == {"given": 1, "due": 1}
    assert json.loads(fine("seat", "handover", "-g", game, "-p", "Ada", "--json").stdout)["turns"]
    fine("deadline", "set", "-g", game, "daily 20:00 UTC")
    fine("deadline", "hold", "-g", game, "--reason", "the server moves")
    text = tmp_path / "news.txt"
    text.write_text("The game lies on a server now.\n")
    fine("announce", "-g", game, "--subject", "News", text)
    assert "Undid turn 1" in fine("undo", "-g", game, "--reason", "once more").stdout
    output = fine("audit", "-g", game).stdout
    for words in ("Brin is now played by a bot", "the server moves", "once more"):
        assert words in output
    assert "replayed identically" in fine("verify", "-g", game).stdout


def test_a_backup_of_a_game_on_a_server_lies_in_its_folder_for_files(
    game: str, tmp_path: Path
) -> None:
    files = tmp_path / "files"
    refused = horizons("backup", "-g", game)
    assert refused.exit_code == 1
    assert "no folder for files" in refused.stderr
    fine("backup", "-g", game, "--files", files)
    (backup,) = json.loads(fine("backup", "-g", game, "--files", files, "--list", "--json").stdout)
    assert (backup["turn"], backup["reason"]) == (1, "by-hand")
    out = tmp_path / "mars.sqlite"
    fine("backup", "-g", game, "--out", out)
    fine("restore", "-g", tmp_path / "again", out)
    assert "replayed identically" in fine("verify", "-g", tmp_path / "again").stdout


def test_a_game_that_there_is_not_is_told_in_words(postgresql: str) -> None:
    for address in (postgresql, f"{postgresql}#nothing-there"):
        refused = horizons("seat", "show", "-g", address)
        assert refused.exit_code == 1
        assert "Traceback" not in refused.stderr
