"""Creating a game."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing

import pytest

from horizons_host.store import GameStore
from horizons_host.store.schema import STORE_SCHEMA
from tests.core.mistakes import MISTAKES, MY_GAME
from tests.host import forks
from tests.host.helpers import VARIANT, database, fine, image, new_game, refused

TWO = ("--player", "Ada", "--player", "Brin")


def test_a_new_game_stands_at_turn_0_with_its_reports(tmp_path):
    folder = new_game(tmp_path / "mars")
    with GameStore(folder) as store:
        assert store.latest() == 0
        assert [seat.name for seat in store.seats()] == ["Ada", "Brin"]
    reports = {path.name for path in (folder / "reports" / "turn-000").iterdir()}
    assert reports == {
        f"{name}.{ending}" for name in TWO[1::2] for ending in ("txt", "html", "json")
    }


def test_the_answer_for_programs_names_seats_and_options_but_no_secret(tmp_path):
    folder = tmp_path / "mars"
    result = fine("new", folder, "--variant", VARIANT, *TWO, "--option", "side=8", "--json")
    answer = json.loads(result.stdout)
    assert answer["options"]["side"] == 8
    assert [seat["name"] for seat in answer["seats"]] == ["Ada", "Brin"]
    with GameStore(folder) as store:
        assert store.stored(0).state["secret"] not in result.output


def test_the_game_is_named_after_its_folder(tmp_path):
    fine("new", tmp_path / "venus", "--variant", VARIANT, *TWO)
    with GameStore(tmp_path / "venus") as store:
        assert store.info().name == "venus"


def test_a_seed_is_warned_of_and_no_seed_is_not(tmp_path):
    seeded = fine("new", tmp_path / "a", "--variant", VARIANT, *TWO, "--seed", "7")
    assert "players who guess this seed" in seeded.stderr
    assert fine("new", tmp_path / "b", "--variant", VARIANT, *TWO).stderr == ""


def test_games_without_a_seed_have_different_secrets(tmp_path):
    secrets = set()
    for name in ("a", "b"):
        fine("new", tmp_path / name, "--variant", VARIANT, *TWO)
        with GameStore(tmp_path / name) as store:
            secrets.add(store.stored(0).state["secret"])
    assert len(secrets) == 2


def test_only_the_owner_may_read_the_file_with_the_secret(mars):
    assert database(mars).stat().st_mode & 0o077 == 0


def test_the_secret_is_in_no_report(mars):
    with GameStore(mars) as store:
        secret = store.stored(0).state["secret"].encode()
    for name, content in image(mars / "reports").items():
        assert secret not in content, name


def test_a_bot_takes_a_seat_of_its_own_or_that_of_a_player(tmp_path):
    fine(
        *("new", tmp_path / "mars", "--variant", VARIANT, *TWO),
        *("--bot", "Brin=greedy", "--bot", "Cleo=random"),
    )
    with GameStore(tmp_path / "mars") as store:
        seats = {seat.name: seat.bot for seat in store.seats()}
    assert seats == {"Ada": None, "Brin": "greedy", "Cleo": "random"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--player", "Ada", "--player", "Ada"), "two players are called 'Ada' and 'Ada'"),
        (("--player", "Ada", "--player", "ADA"), "two players are called 'Ada' and 'ADA'"),
        (("--player", "Ada"), "2 to 12 players, not 1"),
        ((*TWO, "--bot", "Cleo=clever"), "no bot 'clever'"),
        ((*TWO, "--bot", "Ada=greedy", "--bot", "Ada=random"), "'Ada' is given a bot twice"),
        ((*TWO, "--option", "side=-3"), "option 'side' takes a whole number from 6 to 60"),
        ((*TWO, "--option", "side=1e9"), "option 'side' takes a whole number from 6 to 60"),
        ((*TWO, "--option", "sides=8"), "did you mean 'side'?"),
        ((*TWO, "--name", 'a "name"'), "the game's name 'a \"name\"' is not valid"),
        ((*TWO, "--option", "side=@no-such.txt"), "Error: 'no-such.txt': No such file"),
        (("--player", "Ada/../x", "--player", "Brin"), "contains a character that orders use"),
    ],
)
def test_what_will_not_do_is_refused_and_leaves_nothing_behind(tmp_path, words, message):
    output = refused("new", tmp_path / "deep" / "mars", "--variant", VARIANT, *words)
    assert message in " ".join(output.split())
    assert not (tmp_path / "deep").exists()


FORM = """Player: Brin
Military: 5
Gravitics: 4
Life Support: 3
Biology: 3
Species name: Pépin Realm
Home planet name: Heart
Government name: Crown
Government type: Kingdom
"""


def test_an_option_may_be_read_from_a_file(tmp_path):
    (tmp_path / "forms.txt").write_text(FORM, "utf-8")
    words = ("--variant", "far_horizons", *TWO, "--option", f"forms=@{tmp_path / 'forms.txt'}")
    fine("new", tmp_path / "rim", *words)
    with GameStore(tmp_path / "rim") as store:
        species = {empire["id"]: empire["called"] for empire in store.stored(0).state["empires"]}
    assert species["Brin"] == "Pépin Realm"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"Player: \xff", "is not UTF-8 text save it as plain text in UTF-8"),
        (b"x" * 4_000_001, "has more than 4,000,000 bytes is it the right file?"),
    ],
)
def test_an_option_of_a_file_that_will_not_do_is_refused(tmp_path, content, message):
    file = tmp_path / "forms.txt"
    file.write_bytes(content)
    words = ("--variant", "far_horizons", *TWO, "--option", f"forms=@{file}")
    assert message in " ".join(refused("new", tmp_path / "rim", *words).split())
    assert not (tmp_path / "rim").exists()


def test_a_folder_that_holds_a_game_is_refused_and_the_game_stays(mars):
    before = image(mars)
    assert "already contains a game" in refused("new", mars, "--variant", VARIANT, *TWO)
    assert image(mars) == before


def test_a_folder_with_other_things_in_it_keeps_them(tmp_path, monkeypatch):
    folder = tmp_path / "mars"
    (folder / "reports").mkdir(parents=True)
    (folder / "reports" / "letter.txt").write_text("Dear Ada")
    before = image(folder)

    def full(*_words: object, **_more: object) -> None:
        raise OSError(28, "No space left on device", str(folder / "reports" / "turn-000"))

    monkeypatch.setattr("horizons_host.reports.files.write_atomically", full)
    assert "No space left" in refused("new", folder, "--variant", VARIANT, *TWO)
    assert image(folder) == before


def test_a_file_where_the_folder_should_be_is_refused(tmp_path):
    (tmp_path / "mars").write_text("not a folder")
    output = refused("new", tmp_path / "mars", "--variant", VARIANT, *TWO)
    assert str(tmp_path / "mars") in output
    assert (tmp_path / "mars").read_text() == "not a folder"


def test_the_file_says_whose_it_is(mars):
    with closing(sqlite3.connect(database(mars))) as connection, connection:
        assert connection.execute("PRAGMA application_id").fetchone()[0] == 0x48727A6E
        assert connection.execute("PRAGMA user_version").fetchone()[0] == STORE_SCHEMA
    connection.close()


def test_a_file_that_cannot_be_written_is_named(tmp_path, monkeypatch):
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("horizons_host.files.os.fsync", full)
    output = refused("new", tmp_path / "mars", "--variant", VARIANT, *TWO)
    assert f"'{tmp_path / 'mars' / 'reports' / 'turn-000'}" in output
    assert "No space left on device" in output
    assert "free some space" in output
    assert not (tmp_path / "mars").exists()


class TestAnInstalledVariantWithAMistake:
    """Loading skips slow checks; creating a game includes them."""

    @pytest.fixture(autouse=True)
    def installed(self, tmp_path, monkeypatch):
        mistake = next(m for m in MISTAKES if str(m) == "a grammar that is none")
        for name, text in mistake.texts().items():
            (tmp_path / name).write_text(text, "utf-8")
        metadata = tmp_path / "my_game-1.0.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my_game\nVersion: 1.0.0\n")
        (metadata / "entry_points.txt").write_text("[horizons.variants]\nmy_game = my_game\n")
        monkeypatch.syspath_prepend(tmp_path)
        yield
        sys.modules.pop("my_game", None)

    def test_no_game_of_it_begins(self, tmp_path):
        output = refused("new", tmp_path / "mars", "--variant", "my_game", *TWO)
        assert "my_game.py, line 63: the grammar of orders cannot be used" in output
        assert not (tmp_path / "mars").exists()

    def test_it_is_listed_as_broken(self):
        listed = json.loads(fine("variants", "--json").stdout)["broken"]
        assert [entry["name"] for entry in listed] == ["variant my_game"]


@pytest.fixture
def own_game(tmp_path):
    """A variant in a file that is not installed."""
    file = tmp_path / "my_game.py"
    file.write_text(
        MY_GAME.replace(
            "ore: int = known(default=50)", "weight: int = 1\n    ore: int = known(default=50)"
        )
        .replace("weight: int = 1", "weight: int = known(default=7)")
        .replace('("ore",)', '("ore", "gold")')
        .replace('stock={"ore": 0}', 'stock={"ore": 0, "gold": 3}'),
        "utf-8",
    )
    yield file
    sys.modules.pop("my_game", None)


def test_a_variant_that_is_not_installed_is_played_from_its_file(own_game, tmp_path):
    folder = tmp_path / "pit"
    fine("new", folder, "--variant", own_game, "--player", "Ada", "--bot", "Brin=random")
    orders = tmp_path / "orders.txt"
    orders.write_text("#MYGAME pit Ada\nDIG 1\n#END\n", "utf-8")
    fine("orders", "submit", "-g", folder, "-p", "Ada", orders)
    fine("turn", "-g", folder)
    assert "You dug 2 ore on rock 1." in fine("report", "-g", folder, "-p", "Ada").stdout
    fine("verify", "-g", folder)


def test_other_processes_find_a_variant_that_is_not_installed(own_game, tmp_path):
    folder = tmp_path / "pit"
    fine("new", folder, "--variant", own_game, "--player", "Ada", "--bot", "Brin=random")
    answer = forks.call("turn", "-g", folder, "--yes")
    assert answer.returncode == 0, answer.stderr


def test_a_missing_file_of_a_variant_is_named(own_game, tmp_path):
    folder = tmp_path / "pit"
    fine("new", folder, "--variant", own_game, "--player", "Ada", "--bot", "Brin=random")
    own_game.rename(tmp_path / "moved.py")
    sys.modules.pop("my_game", None)
    answer = forks.call("turn", "-g", folder, "--yes")
    assert answer.returncode == 1
    assert f"{own_game} does not exist" in answer.stderr


def test_a_file_with_the_name_of_an_installed_variant_is_refused(tmp_path):
    file = tmp_path / "other_game.py"
    file.write_text(MY_GAME.replace('"my_game"', f'"{VARIANT}"'), "utf-8")
    reason = refused("new", tmp_path / "pit", "--variant", file, *TWO)
    assert f"a variant '{VARIANT}' is already installed" in reason
    assert not (tmp_path / "pit").exists()


def test_the_columns_of_a_stored_report_have_the_authors_order(own_game, tmp_path):
    folder = tmp_path / "pit"
    fine("new", folder, "--variant", own_game, "--player", "Ada", "--player", "Brin")
    text = fine("report", "-g", folder, "-p", "Ada").stdout
    assert text.index("Weight") < text.index("Ore", text.index("Rocks"))
    you = text[text.index("You\n") :]
    assert you.index("Ore") < you.index("Gold")
    assert text == (folder / "reports" / "turn-000" / "Ada.txt").read_text("utf-8")
