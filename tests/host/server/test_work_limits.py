"""Limits of checks and odds on a server, counted in steps: the same on every machine."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from litestar.concurrency import set_asyncio_executor

import horizons_core as hz
from horizons_core.errors import BattleError, TooManyStepsError
from horizons_core.plugins.guides import guide_of
from horizons_host.games.order_claims import MAX_STEPS
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.server.pages import battle_calculator
from horizons_host.store import GameStore
from tests.host.helpers import fine
from tests.host.server.browser import Site
from tests.host.server.games import running_game
from tests.host.server.walks import csrf

GAME = "/games/the-mars-affair"


@pytest.mark.parametrize("line", ["MOVE 1 NE", "nonsense", ""])
def test_orders_that_are_too_much_work_are_refused_and_change_nothing(
    site: Site, line: str
) -> None:
    ada = running_game(site)["Ada"]
    orders = f"{line}\n" * (MAX_STEPS + 1)
    form = {"_csrf_token": csrf(ada), "orders": f"MOVE 1 NE\n{orders}"}
    answer = ada.client.post(f"{GAME}/orders/check", data=form)
    assert answer.status_code == 422
    assert f"more than {MAX_STEPS:,} steps" in answer.json()["message"]
    assert answer.json()["hint"]
    page = ada.client.post(f"{GAME}/orders", data={**form, "do": "send"})
    assert f"more than {MAX_STEPS:,} steps" in page.text
    assert "No orders" in ada.open(f"{GAME}/orders").words or "No orders yet" in ada.words


def test_health_is_told_while_all_threads_are_busy(site: Site) -> None:
    client, end = site.client(), threading.Event()
    with ThreadPoolExecutor(1) as threads:
        busy = threads.submit(end.wait, 60)
        set_asyncio_executor(threads)
        try:
            assert client.get("/healthz").text == "fine\n"
            assert not busy.done()
        finally:
            set_asyncio_executor(None)
            end.set()


def test_a_gamemaster_of_a_server_has_no_more_steps_than_players(site: Site) -> None:
    cleo = running_game(site)["Cleo"]
    orders = "MOVE 1 NE\n" * (MAX_STEPS + 1)
    form = {"_csrf_token": csrf(cleo), "orders": orders, "seat": "Ada", "reason": "ill"}
    page = cleo.client.post(f"{GAME}/desk/orders", data=form)
    assert f"more than {MAX_STEPS:,} steps" in page.text


def test_orders_tried_and_their_events_count_and_not_only_lines(tmp_path) -> None:
    people = ("--player", "Ada", "--player", "Brin", "--seed", 3)
    fine("new", tmp_path / "alpha", "--variant", "galaxy_g", *people)
    text = OrderText("O TWOCOL\n" * 50, "a test")
    with GameStore(tmp_path / "alpha") as store:
        steps = OrderIntake(store).examine(text, "Ada").foresight.context.steps.taken
        assert steps >= 100
        OrderIntake(store, max_steps=steps).examine(text, "Ada")
        with pytest.raises(TooManyStepsError):
            OrderIntake(store, max_steps=steps - 1).examine(text, "Ada")


@pytest.mark.parametrize("name", sorted(hz.variants()))
def test_a_battle_that_is_too_much_work_is_refused_before_it_is_fought(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = hz.load_variant(name)
    battle = variant.battle(guide_of(name).battle)
    assert battle_calculator.simulate_bounded(variant, battle, "a test", 3, 3).runs == 3
    monkeypatch.setattr(battle_calculator, "MAX_STEPS", 100)
    with pytest.raises(BattleError, match="more than 100 steps"):
        battle_calculator.simulate_bounded(variant, battle, "a test", 3, 3)
