"""Creating a variant, and checking it."""

from __future__ import annotations

import json
import re

import pytest

from horizons_core.errors import PluginError
from horizons_host import variant_checks
from tests.examples.distributions import EXAMPLES
from tests.host.helpers import fine, image, new_game, refused

ONE_FILE = EXAMPLES / "one_file"
GAME = ONE_FILE / "moon_raiders.py"


def test_a_skeleton_is_written_and_every_file_named(tmp_path):
    output = fine("variant", "new", "my_game", "--dir", tmp_path / "games").stdout
    files = [path for path in (tmp_path / "games").rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert str(path) in output
    assert f"Wrote {len(files)} files." in output


def test_a_name_that_will_not_do_is_refused(tmp_path):
    refused("variant", "new", "my game!", "--dir", tmp_path / "games")
    assert not (tmp_path / "games").exists()


def test_a_variant_that_is_there_is_left_alone(tmp_path):
    fine("variant", "new", "my_game", "--dir", tmp_path)
    before = image(tmp_path)
    refused("variant", "new", "my_game", "--dir", tmp_path)
    assert image(tmp_path) == before


class TestCheck:
    """`horizons variant check` for rules that are not installed."""

    @pytest.fixture
    def a_few_laws(self, monkeypatch):
        """Use some laws only: every game is tested with all laws elsewhere."""
        laws = "VariantContract.__bases__"
        assert laws in variant_checks._TEST
        few = "[law for law in VariantContract.__bases__ if law.__name__ == 'EventLaws']"
        monkeypatch.setattr(variant_checks, "_TEST", variant_checks._TEST.replace(laws, few))

    def test_a_sound_variant_is_told_in_figures(self, a_few_laws):
        output = fine("variant", "check", GAME, "--mod", ONE_FILE / "strongboxes.py").stdout
        assert "Loaded Moon Raiders (moon_raiders 1.0) with strongboxes" in output
        assert "3 orders, 2 phases, 3 bots" in output
        assert "Scenarios: 1 passed, 0 failed" in output
        assert re.search(r"Contract: \d+ passed, 0 failed", output)

    def test_what_breaks_the_contract_is_told_once_with_its_laws(self, a_few_laws, tmp_path):
        file = tmp_path / "moon_game.py"
        file.write_text(GAME.read_text("utf-8").replace('"traps", order', '"trap", order'), "utf-8")
        (tmp_path / "scenarios").mkdir()
        scenario = (ONE_FILE / "scenarios" / "traps.yaml").read_text("utf-8")
        (tmp_path / "scenarios" / "traps.yaml").write_text(scenario)
        answer = json.loads(refused("variant", "check", file, "--json"))
        reasons = [broken["reason"].split(": ")[-1] for broken in answer["laws_broken"]]
        message = "the economy has no account 'trap' (did you mean 'traps'?"
        assert [reason.split(";")[0] for reason in reasons] == [message]
        assert len(answer["laws_broken"][0]["laws"]) > 1
        assert re.fullmatch(r"moon_game\.py, line \d+", answer["laws_broken"][0]["place"])
        assert [run["passed"] for run in answer["scenarios"]] == [False]

    @pytest.mark.parametrize(
        ("message", "full", "sentence"),
        [
            ("assert 3 == 4\n +  where 3 = f()", "", "this does not hold: 3 == 4"),
            ("AssertionError: assert not ['x']", "", "this does not hold: not ['x']"),
            ("see full report in element text", "a\nE   ValueError: no\n", "ValueError: no"),
            ("", "", "it does not hold"),
        ],
    )
    def test_the_reason_is_a_sentence(self, message, full, sentence):
        assert variant_checks._reason(message, full) == sentence

    @pytest.mark.parametrize(
        "reason",
        [
            "no 'trap' (known: f(x))",
            "turn 4: the phase 'traps' has a fault: no 'trap' (known: f(x); nothing was changed)",
            "turn 5: x has a fault in a.py, line 6: no 'trap' (known: f(x); nothing was changed)",
        ],
    )
    def test_a_fault_is_the_same_in_every_turn_and_phase(self, reason):
        assert variant_checks._fault(reason) == variant_checks._fault("no 'trap' (known: f(x))")

    def test_a_fault_without_a_remedy_is_the_same_in_a_phase(self):
        inside = "turn 1: the phase 'a' has a fault: KeyError: f(x)"
        inside += " (report it to the author of these rules; nothing was changed)"
        assert variant_checks._fault(inside) == variant_checks._fault("KeyError: f(x)")

    def test_what_cannot_be_loaded_is_told_with_file_and_remedy(self, tmp_path):
        file = tmp_path / "moon_game.py"
        file.write_text(GAME.read_text("utf-8").replace('Phase("jobs")', 'Phase("job")'), "utf-8")
        output = refused("variant", "check", file)
        assert f"{file}, line 88: order RAID is for phase 'jobs'" in output
        assert "did you mean 'job'?" in output

    def test_without_pytest_it_says_what_to_install(self, monkeypatch):
        monkeypatch.setattr(variant_checks, "find_spec", lambda name: None)
        output = refused("variant", "check", GAME)
        assert "its tests need pytest" in output
        assert "pip install pytest" in output

    def test_a_path_with_no_variant_is_told(self, tmp_path):
        assert "nothing.py does not exist" in refused("variant", "check", tmp_path / "nothing.py")
        refused("variant", "check", status=2)
        (tmp_path / "empty").mkdir()
        assert "neither an __init__.py" in refused("variant", "check", tmp_path / "empty")


class TestModsOfAGame:
    """`horizons new --mod`: by name, or as data that is kept with the game."""

    DATA = '[mod]\nname = "short"\nvariant = "event_horizon"\n[options]\nturn_limit = 2\n'

    def test_a_mod_that_is_data_is_kept_with_the_game(self, tmp_path):
        file = tmp_path / "short.toml"
        file.write_text(self.DATA)
        game = new_game(tmp_path / "mars", "--mod", file)
        file.unlink()
        fine("turn", "--yes", "-g", game)
        assert "House rules: short" in fine("report", "-g", game, "-p", "Ada").stdout
        fine("orders", "template", "-g", game, "-p", "Ada")
        fine("turn", "--yes", "-g", game)
        assert "The game is over" in fine("report", "-g", game, "-p", "Ada").stdout
        fine("verify", "-g", game)

    def test_a_mod_that_is_a_program_is_to_be_installed(self, tmp_path):
        words = ("--variant", "event_horizon", "--player", "Ada", "--player", "Brin")
        output = refused("new", tmp_path / "mars", *words, "--mod", "./night.py")
        assert "the mod ./night.py is a Python file, which cannot be stored with a game" in output
        assert "install it with an entry point in the group horizons.mods" in output
        assert not (tmp_path / "mars").exists()


class TestWhatIsBroken:
    """`horizons variants` lists unusable variants with the reason."""

    @pytest.fixture
    def broken(self, monkeypatch):
        problem = PluginError("game.py, line 3: there is no hook 'horizons_fases'", "mend it")
        monkeypatch.setattr("horizons_core.plugins.broken", lambda: {"variant my_game": problem})

    def test_it_is_listed_with_its_reason(self, broken):
        output = fine("variants").stdout
        assert "Unusable:\n  variant my_game: game.py, line 3: there is no hook" in output
        assert "Unusable" in output

    def test_programs_are_told_too(self, broken):
        result = json.loads(fine("variants", "--json").stdout)["broken"]
        assert result == [
            {
                "name": "variant my_game",
                "message": "game.py, line 3: there is no hook 'horizons_fases'",
                "hint": "mend it",
            }
        ]

    def test_nothing_is_said_where_all_is_sound(self):
        assert "Unusable" not in fine("variants").stdout
