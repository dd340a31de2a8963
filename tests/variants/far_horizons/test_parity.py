"""Recorded games are replayed and compared; the engine's own games come out as they were played."""

from __future__ import annotations

import json
import shutil
import tarfile

import pytest

from tests.variants.far_horizons.recorded_games import record, recorded_games
from tools.far_horizons_parity import __main__ as command
from tools.far_horizons_parity import causes, recorded
from tools.far_horizons_parity.causes import Findings, TablePart
from tools.far_horizons_parity.comparing import compare_game, compare_turn
from tools.far_horizons_parity.recorded import open_recorded
from tools.far_horizons_parity.table import table, unexplained
from variants.far_horizons.rules import housekeeping

ORDERS = {
    1: "START PRE-DEPARTURE\nName 12 13 10 2 PL Haven\nMessage SP Klingon\nHello; there\nzzz\nEND\n"
    "START PRODUCTION\nPRODUCTION PL Earth\nBuild 10 IU\nResearch 30 MI\nBuild XX Odd\nEND\n",
    2: "START POST-ARRIVAL\nSend 5 SP Human\nEND\n",
}
#: Turns of the engine's games that are replayed by every test run: one with mishaps and all kinds
#: of orders, and one after battles with sieges.
TURNS = {"game_a": (6,), "game_b": (9,)}


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    """A turn of our own, recorded as the engine's turns are."""
    return record(tmp_path_factory.mktemp("recordings") / "small", ORDERS)


@pytest.fixture
def copied(recording, tmp_path):
    """A copy of it to be altered_text."""
    return shutil.copytree(recording, tmp_path / "copied")


def parity(capsys, *words):
    """Run the command; return its exit status and output."""
    status = command.main([str(word) for word in words])
    streams = capsys.readouterr()
    return status, streams.out + streams.err


def test_a_turn_that_was_recorded_comes_out_the_same(recording, capsys):
    status, message = parity(capsys, recording)
    assert "No unexplained difference" in message
    assert status == 0
    rows = {line.split()[0]: line.split()[1:3] for line in message.splitlines() if "  " in line}
    assert {len(line) for line in message.splitlines() if line.startswith("  ")} == {82}
    for phase in ("pre-departure", "jumps", "production", "post-arrival", "finish"):
        assert rows[phase] == ["1", "1"]
    assert rows["report"] == ["2", "2"]


def test_an_archive_is_unpacked(recording, tmp_path, capsys):
    archive = tmp_path / "small.tar.xz"
    with tarfile.open(archive, "w:xz") as members:
        members.add(recording, "small")
    assert parity(capsys, archive)[0] == 0


@pytest.mark.parametrize(
    ("name", "kind"),
    [("small/link", tarfile.SYMTYPE), ("../out", tarfile.REGTYPE), ("/out", tarfile.REGTYPE)],
)
def test_an_archive_writes_nothing_elsewhere(recording, tmp_path, capsys, name, kind):
    archive = tmp_path / "bad.tar"
    with tarfile.open(archive, "w") as members:
        members.add(recording, "small")
        odd = tarfile.TarInfo(name)
        odd.type, odd.linkname = kind, "/etc"
        members.addfile(odd)
    status, message = parity(capsys, archive)
    assert status == 2
    assert f"'{name}' is not a file or folder inside it" in message.replace("\n", " ")


@pytest.mark.parametrize("folders", [0, 2])
def test_an_archive_holds_one_folder_with_turns(recording, tmp_path, capsys, folders):
    archive = tmp_path / "odd.tar.xz"
    with tarfile.open(archive, "w:xz") as members:
        for number in range(folders):
            members.add(recording, f"game {number}")
        members.add(__file__, "alone.py")
    status, message = parity(capsys, archive)
    assert status == 2
    assert "odd.tar.xz: this is no recorded game" in message


def test_an_archive_of_turns_alone_will_do(recording, tmp_path, capsys):
    archive = tmp_path / "turns.tar.xz"
    with tarfile.open(archive, "w:xz") as members:
        members.add(recording / "turn_01", "turn_01")
    assert parity(capsys, archive)[0] == 0


def test_a_field_that_is_otherwise_is_told_with_its_place_and_both_values(copied, capsys):
    file = copied / "turn_01" / "after_production" / "species.001.json"
    text = file.read_text("utf-8")
    money = json.loads(text)["species"]["econ_units"]
    file.write_text(text.replace(f'"econ_units":\t{money}', '"econ_units":\t4711', 1), "utf-8")
    status, message = parity(capsys, copied)
    assert f"production, state: species.001.species.econ_units: {money}, recorded 4711" in message
    assert status == 1


def test_a_line_of_a_log_that_is_otherwise_is_told(copied, capsys):
    file = copied / "turn_01" / "logs" / "sp01.log"
    file.write_text(file.read_text().replace("Spent 30 on Mining", "Spent 31 on Mining"))
    status, message = parity(capsys, copied)
    assert "production, log: sp01: " in message
    assert "recorded '    Spent 31 on Mining research.'" in message
    assert "finish, log" not in message
    assert status == 1


REFUSAL = "!!! Invalid ship class."


def other_words(copied, message, replacement):
    """The recorded log and report of the first species have other words in some place."""
    for file in (copied / "turn_01").rglob("sp01.*"):
        text = file.read_text()
        if file.parent.name in {"logs", "reports"}:
            assert message in text
            file.write_text(text.replace(message, replacement))


def test_a_refusal_in_other_words_is_named_and_no_failure(copied, capsys):
    other_words(copied, REFUSAL, "!!! What is XX?")
    status, message = parity(capsys, copied)
    assert "remarks: an order is refused or amended with the same outcome" in message
    assert "No unexplained difference" in message
    assert status == 0


def test_a_refusal_counts_where_the_state_differs_too(copied, capsys):
    other_words(copied, REFUSAL, "!!! What is XX?")
    for state in ("after_production", "after_finish"):
        file = copied / "turn_01" / state / "species.001.json"
        money = json.loads(file.read_text("utf-8"))["species"]["econ_units"]
        text = file.read_text("utf-8")
        file.write_text(text.replace(f'"econ_units":\t{money}', '"econ_units":\t4711', 1), "utf-8")
    status, message = parity(capsys, copied)
    assert f"production, log: sp01: '{REFUSAL}', recorded '!!! What is XX?'" in message
    assert status == 1


def test_a_line_that_is_no_refusal_is_no_matter_of_words(copied, capsys):
    other_words(copied, "    Spent 30 on Mining", "!!! Spent 30 on Mining")
    assert parity(capsys, copied)[0] == 1


def test_a_report_that_differs_in_one_byte_is_told(copied, capsys):
    file = copied / "turn_01" / "reports" / "sp02.rpt.t2"
    file.write_text(file.read_text().replace("START OF TURN", "START  OF TURN"))
    status, message = parity(capsys, copied)
    assert "report, report: SP Klingon" in message
    assert status == 1


def test_only_so_many_differences_are_shown(copied, capsys):
    for number in (1, 2):
        file = copied / "turn_01" / "reports" / f"sp{number:02}.rpt.t2"
        file.write_text(file.read_text().replace("START OF TURN", "START  OF TURN"))
    assert "more (--show " in parity(capsys, copied, "--show", "1")[1]


def test_a_difference_with_a_known_reason_is_named_and_no_failure(copied, capsys, monkeypatch):
    file = copied / "turn_01" / "reports" / "sp02.rpt.t2"
    file.write_text(file.read_text().replace("START OF TURN", "START  OF TURN"))
    known = causes.KnownCause("wide-start", "it is odd", lambda case: "START" in case.line)
    monkeypatch.setattr(causes, "EXPLANATIONS", (known,))
    monkeypatch.setattr("tools.far_horizons_parity.table.EXPLANATIONS", (known,))
    status, message = parity(capsys, copied)
    assert "wide-start: it is odd" in message
    assert status == 0


@pytest.mark.parametrize(
    ("spoil", "answer"),
    [
        (lambda turn: (turn / "seeds.json").unlink(), "seeds.json: the file is missing"),
        (lambda turn: (turn / "seeds.json").write_text('[{"step": 1}]'), "seeds.json"),
        (lambda turn: (turn / "seeds.json").write_text('[{"step": "jump'), "not JSON"),
        (lambda turn: (turn / "before" / "systems.json").unlink(), "systems.json"),
        (lambda turn: (turn / "after_jump" / "galaxy.json").write_text("{}"), "galaxy.json"),
        (lambda turn: (turn / "reports" / "sp01.rpt.t2").unlink(), "sp01.rpt.t2"),
    ],
)
def test_what_is_broken_is_named_with_its_file(copied, capsys, spoil, answer):
    spoil(copied / "turn_01")
    status, message = parity(capsys, copied)
    assert answer in message
    assert "Traceback" not in message
    assert status == 2


@pytest.mark.parametrize("length", [0, 100, 2000])
def test_a_truncated_archive_is_refused(recording, tmp_path, capsys, length):
    complete = tmp_path / "whole.tar.xz"
    with tarfile.open(complete, "w:xz") as members:
        members.add(recording, "small")
    broken = tmp_path / "broken.tar.xz"
    broken.write_bytes(complete.read_bytes()[:length])
    status, message = parity(capsys, broken)
    assert "broken.tar.xz cannot be unpacked" in message
    assert status == 2


def test_what_is_no_recorded_game_is_refused(tmp_path, capsys):
    (tmp_path / "letters").mkdir()
    assert "this is no recorded game" in parity(capsys, tmp_path / "letters")[1]
    assert "there is no such file" in parity(capsys, tmp_path / "nothing.tar.xz")[1]


def test_without_any_game_the_command_says_what_to_do(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(recorded, "DEFAULT", tmp_path / "nowhere")
    monkeypatch.setenv(recorded.VARIABLE, "")
    status, message = parity(capsys)
    assert recorded.VARIABLE in message
    assert status == 2


def test_the_environment_names_games(recording, tmp_path):
    archive = tmp_path / "one.tar.xz"
    archive.write_bytes(b"")
    folders = {recorded.VARIABLE: f"{recording}:{tmp_path}"}
    assert recorded.default_files(folders) == [recording, archive]


def test_a_step_that_fails_is_a_difference_and_the_others_go_on(recording, capsys, monkeypatch):
    def fail(context):
        raise ZeroDivisionError("LS 0")

    monkeypatch.setattr(housekeeping, "finish", fail)
    status, message = parity(capsys, recording)
    assert "finish, failure: the step failed: ZeroDivisionError: LS 0" in message
    assert status == 1


def test_a_log_is_divided_at_the_titles_of_its_steps():
    log = (
        "\nCombat orders:\n\nCombat log:\n\n  A battle.\n"
        "\nJump orders:\n    A jump.\n\nOther events:\n  It says:\n\nJump orders:\n"
    )
    parts = recorded.divide_log(log)
    assert list(parts) == ["combat", "jump", "finish"]
    assert parts["jump"] == "\nJump orders:\n    A jump.\n"
    assert "".join(parts.values()) == log
    assert recorded.has_battle(parts["combat"], "combat")
    assert not recorded.has_battle(parts["jump"], "jump")


def test_steps_after_a_battle_have_rows_of_their_own(copied):
    file = copied / "turn_01" / "logs" / "sp01.log"
    log = file.read_text()
    file.write_text(log.replace("\nOther events:", "\nStrike log:\n\nOther events:", 1))
    findings = Findings()
    compare_game(open_recorded(copied), findings)
    phases = {part: [p for q, p in findings.rows if q is part] for part in TablePart}
    assert "production" in phases[TablePart.QUIET]
    assert phases[TablePart.AFTER_BATTLE] == ["finish"]
    assert not phases[TablePart.TURNS]


def test_without_any_game_the_tests_say_so(tmp_path):
    assert recorded.absence({recorded.VARIABLE: str(tmp_path)}).startswith(
        "Far Horizons: no recorded"
    )
    (tmp_path / "one.tar.xz").write_bytes(b"")
    assert recorded.absence({recorded.VARIABLE: str(tmp_path)}) == ""


@pytest.mark.recorded
def test_turns_of_the_engines_games_come_out_as_it_played_them():
    for game in recorded_games():
        findings = Findings()
        for number in TURNS.get(game.name, (1,)):
            compare_turn(game.turn(number), findings)
        assert unexplained(findings) == [], table(findings)
        assert findings.complete, table(findings)
