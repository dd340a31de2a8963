"""Time limits for rules of other distributions, which may loop without counted steps."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.plugins.loader import is_foreign
from horizons_host import processes
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.processes import TooLongError
from horizons_host.server.pages import battle_calculator
from tests.host.server.browser import Site
from tests.host.server.games import running_game
from tests.host.server.walks import csrf

EXAMPLE = Path(__file__).parents[3] / "examples/prospectors/src/prospectors"
KEY = "the-mars-affair"
GAME = f"/games/{KEY}"
#: Rocks that the rules below never process: a loop, a regular expression, an exit.
LOOP, EXPRESSION, END = 97, 98, 99
FAULTS = f"""

def look_at(number: int) -> None:
    import os, re
    if number == {LOOP}:
        print("looping", flush=True)
    while number == {LOOP}:
        pass
    if number == {EXPRESSION}:
        re.match(r"(a+)+$", "a" * 60 + "b")
    if number == {END}:
        os._exit(3)
"""
FLIGHT = 'in context.orders_for("FLY"):\n'
#: A battle that never ends.
BATTLE = {"attackers": LOOP, "defenders": 2}

Workers = list["subprocess.Popen[bytes]"]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Prospectors, as if from another distribution, with faults."""
    place = tmp_path / "site/prospectors"
    shutil.copytree(EXAMPLE, place)
    phases = (place / "phases.py").read_text("utf-8")
    assert FLIGHT in phases
    looks = f'{FLIGHT}        look_at(order["rock"])\n'
    (place / "phases.py").write_text(phases.replace(FLIGHT, looks) + FAULTS, "utf-8")
    combat = (place / "combat.py").read_text("utf-8")
    fight = "dice, shots, rounds ="
    assert fight in combat
    (place / "combat.py").write_text(
        combat.replace(fight, f"look_at(battle.robots[0])\n        {fight}") + FAULTS, "utf-8"
    )
    about = tmp_path / "site/prospectors-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: prospectors\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[horizons.variants]\nprospectors = prospectors\n")
    monkeypatch.syspath_prepend(tmp_path / "site")
    for name in [name for name in sys.modules if name.partition(".")[0] == "prospectors"]:
        monkeypatch.delitem(sys.modules, name)
    return "prospectors"


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    """The worker processes for calls; none comes from another test."""
    processes.close()
    begin, begun = processes._start_worker, Workers()

    def note() -> subprocess.Popen[bytes]:
        begun.append(begin())
        return begun[-1]

    monkeypatch.setattr(processes, "_start_worker", note)
    yield begun
    processes.close()
    assert all(worker.returncode is not None for worker in begun)


def test_what_comes_with_horizons_is_counted_and_needs_no_process(
    site: Site, workers: Workers
) -> None:
    for name in hz.variants():
        assert not is_foreign(hz.load_variant(name))
    assert not is_foreign(hz.load_variant("event_horizon", ["shared_mining"]))
    ada = running_game(site)["Ada"]
    form = {"_csrf_token": csrf(ada), "orders": "MOVE 1 NE"}
    assert ada.client.post(f"{GAME}/orders/check", data=form).status_code == 200
    assert workers == []


@pytest.mark.parametrize("rock", [pytest.param(LOOP, marks=pytest.mark.slow), EXPRESSION])
def test_a_check_that_never_ends_is_ended_and_another_one_answered(
    site: Site, installed: str, workers: Workers, monkeypatch: pytest.MonkeyPatch, rock: int
) -> None:
    ada = running_game(site, installed)["Ada"]
    form = {"_csrf_token": csrf(ada), "orders": "BUY 1"}
    monkeypatch.setattr(processes, "SECONDS", 0.2)
    with pytest.MonkeyPatch.context() as patience:
        patience.setattr(processes, "SECONDS", 60)
        assert ada.client.post(f"{GAME}/orders/check", data=form).status_code == 200
    bad = {**form, "orders": f"BUY 1\nFLY {rock}"}
    answer = ada.client.post(f"{GAME}/orders/check", data=bad)
    assert answer.status_code == 422
    assert "more than 0.2 seconds to check these orders" in answer.json()["message"]
    assert [worker.returncode is None for worker in workers] == [False]
    page = ada.client.post(f"{GAME}/orders", data={**bad, "do": "send"})
    assert "more than 0.2 seconds" in page.text
    with site.service.database.game(KEY) as store:
        assert store.submissions_by(1, "Ada") == []
        monkeypatch.setattr(processes, "SECONDS", 60)
        assert not OrderIntake(store).examine(OrderText("BUY 1", "a test"), "Ada").errors


def test_the_server_answers_others_meanwhile(
    site: Site, installed: str, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, begin = running_game(site, installed)["Ada"], threading.Event()
    begun = processes._start_worker

    def note() -> subprocess.Popen[bytes]:
        worker = begun()
        begin.set()
        return worker

    monkeypatch.setattr(processes, "_start_worker", note)
    monkeypatch.setattr(processes, "SECONDS", 600)
    form = {"_csrf_token": csrf(ada), "orders": f"FLY {EXPRESSION}"}
    answers = []
    asks = threading.Thread(
        target=lambda: answers.append(ada.client.post(f"{GAME}/orders/check", data=form))
    )
    asks.start()
    assert begin.wait(60)
    assert site.client().get("/healthz").text == "fine\n"
    assert site.client().get("/battles").status_code == 200
    assert asks.is_alive()
    workers[0].kill()
    asks.join(60)
    assert [answer.status_code for answer in answers] == [422]


def test_rules_that_end_their_process_end_no_server(
    site: Site, installed: str, workers: Workers
) -> None:
    ada = running_game(site, installed)["Ada"]
    form = {"_csrf_token": csrf(ada), "orders": f"FLY {END}"}
    answer = ada.client.post(f"{GAME}/orders/check", data=form)
    assert (answer.status_code, "crashed" in answer.json()["message"]) == (422, True)


def test_a_battle_that_never_ends_is_ended(
    installed: str, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = hz.load_variant(installed)
    assert is_foreign(variant)
    sound = {"attackers": 3, "defenders": 2}
    assert battle_calculator.battle_statistics(variant, sound, "a test", 9, 7).runs == 7
    with pytest.raises(HorizonsError, match="no battle"):
        battle_calculator.battle_statistics(variant, {}, "a test", 9, 7)
    monkeypatch.setattr(processes, "SECONDS", 0.2)
    with pytest.raises(TooLongError, match="more than 0.2 seconds to fight this battle"):
        battle_calculator.battle_statistics(variant, BATTLE, "a test", 9, 7)
    assert len(workers) == 1


#: A server call that never ends.
PROGRAM = f"""
import horizons_core as hz
from horizons_host import processes
from horizons_host.server.pages import battle_calculator

processes.SECONDS = 2
battle_calculator.battle_statistics(hz.load_variant("prospectors"), {BATTLE}, "a test", 9, 7)
"""


@pytest.mark.usefixtures("installed")
def test_a_call_ends_in_time_though_its_server_was_killed(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], env=environment, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        assert "looping\n" in iter(server.stderr.readline, "")
        server.kill()
        server.communicate(timeout=60)  # the other process holds the pipe as long as it lives
