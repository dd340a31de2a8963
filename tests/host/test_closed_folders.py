"""Commands that write outside the game: into folders without write permission."""

from __future__ import annotations

import shutil

import pytest

from tests.host import forks
from tests.host.helpers import ORDERS, VARIANT, drop_root, fine, image, new_game
from tests.host.helpers import as_file as file_of

RAID = """\
variant: event_horizon
sides:
  Red:
    - {name: Lancer, count: 2, hull: 4, weapons: 3}
  Blue:
    - {name: Wall, count: 2, hull: 4, weapons: 2}
"""
GAME = ("-g", "GAME")
SHARES = ("--player", f"Ada={'a' * 64}", "--player", f"Brin={'b' * 64}")
COMMANDS = {
    "map as svg": ("map", *GAME, "-p", "Ada", "-o", "CLOSED/map.svg"),
    "report": ("report", *GAME, "-p", "Ada", "-o", "CLOSED/ada.html"),
    "odds as svg": ("battle", "odds", "RAID", "--runs", 9, "--plot", "CLOSED/odds.svg"),
    "replay": ("battle", "replay", "RAID", "-o", "CLOSED/raid.html"),
    "template": ("orders", "template", *GAME, "-p", "Ada", "-o", "CLOSED/ada.txt"),
    "rules": ("rules", VARIANT, "-o", "CLOSED/rules.html"),
    "backup": ("backup", *GAME, "--out", "CLOSED/copy.sqlite"),
    "restore": ("restore", "-g", "CLOSED/mars", "BACKUP"),
    "export": ("export", "-g", "RIM", "--format", "engine-json", "CLOSED/rim"),
    "seed": ("seed", "begin", "CLOSED/fair", "--variant", VARIANT, *SHARES),
    "variant": ("variant", "new", "deep_space"),
}


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    folder = tmp_path_factory.mktemp("closed_folders")
    mars = new_game(folder / "mars")
    fine("orders", "submit", *("-g", mars, "-p", "Ada"), file_of(mars, ORDERS))
    people = ("--player", "Ada", "--player", "Brin")
    fine("new", folder / "rim", "--variant", "far_horizons", *people, "--seed", 7)
    fine("backup", "-g", mars, "--out", folder / "backup.sqlite")
    (folder / "raid.yaml").write_text(RAID)
    (folder / "closed").mkdir(mode=0o500)
    return {
        "GAME": mars,
        "RIM": folder / "rim",
        "RAID": folder / "raid.yaml",
        "BACKUP": folder / "backup.sqlite",
        "CLOSED": folder / "closed",
    }


def _placed(word, places):
    start, slash, rest = str(word).partition("/")
    return f"{places.get(start, start)}{slash}{rest}"


@pytest.mark.parametrize("name", COMMANDS)
def test_in_a_folder_that_may_not_be_written_nothing_is_begun(places, name):
    before = image(places["GAME"])
    words = [_placed(word, places) for word in COMMANDS[name]]
    process = forks.call(*words, cwd=places["CLOSED"], before=drop_root)
    assert process.returncode == 1, (process.stdout, process.stderr)
    assert "Traceback" not in process.stderr
    assert "Permission denied" in process.stderr
    assert "change its permissions, or choose another place" in process.stderr
    assert ".partial" not in process.stderr, "the file of which the user knows is named"
    assert list(places["CLOSED"].iterdir()) == []
    assert image(places["GAME"]) == before


@pytest.mark.parametrize("part", ["reports", "backups"])
def test_a_turn_whose_files_cannot_be_written_says_which(tmp_path, part):
    mars = new_game(tmp_path / "mars")
    shutil.rmtree(mars / part, ignore_errors=True)
    (mars / part).mkdir(mode=0o500)
    process = forks.call("turn", "--yes", "-g", mars, before=drop_root)
    assert "Traceback" not in process.stderr
    assert f"'{mars / part}" in process.stderr
    assert "Permission denied" in process.stderr
    assert "fix this, then run: horizons" in process.stderr
    assert ".partial" not in process.stderr
    assert "Errno" not in process.stderr
    fine("verify", "-g", mars)
