"""Pages, calls and workers of a server speak of awaited seats alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.server.jobs import turns
from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.test_calls import program
from tests.host.server.walks import csrf
from tests.host.staged import installed

KEY = "the-mars-affair"
GAME = f"/games/{KEY}"


@pytest.fixture(scope="module", autouse=True)
def _variants(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("staged")):
        yield


def submit(site: Site, seat: str, text: str) -> None:
    with site.service.database.game(KEY) as store:
        OrderIntake(store, max_steps=None).submit(OrderText(text, "a test"), seat, proved=True)


def run_turn(site: Site) -> int:
    """Have the gamemaster's request run the turn, and return the latest turn."""
    turns.request_turn(site.service, KEY, anyway=True)
    site.work()
    with site.service.database.game(KEY) as store:
        return store.latest()


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """The people of a game in which Ada has driven out Brin, who alone is awaited."""
    people = running_game(site, "border_wars", players=("Ada", "Brin", "Dag"))
    for place in (1, 2, 3):
        submit(site, "Ada", f"MARCH {place}")
        run_turn(site)
    return people


def test_pages_say_who_is_awaited_and_in_which_stage(people: dict[str, Browser]) -> None:
    ada, brin, cleo = (people[name] for name in ("Ada", "Brin", "Cleo"))
    for browser in (ada, brin):
        assert "Turn 3 next: Retreats" in browser.open(GAME).words
        assert "Orders for turn 4 Retreats" in browser.words
        words = browser.open(f"{GAME}/overview").words
        assert "Turn 4: Retreats." in words
        assert "This turn needs orders of Brin only." in words
        assert words.count("none needed") == 2
    assert "This turn doesn't need your orders." in ada.open("/").words
    assert "This turn doesn't need your orders." not in brin.open("/").words
    assert "You're all caught up" in ada.open("/").words
    assert "Your turn" in brin.open("/").words
    assert "Turn 4 Retreats" in cleo.open(f"{GAME}/desk").words
    assert cleo.words.count("none needed") == 2
    assert cleo.open(f"{GAME}/desk/deadlines").words.count("none needed") == 2


def test_the_order_page_tells_players_who_are_not_awaited(people: dict[str, Browser]) -> None:
    ada = people["Ada"].open(f"{GAME}/orders")
    assert "Orders of Ada for turn 4 Retreats" in ada.words
    assert "This turn doesn't need your orders." in ada.words
    brin = people["Brin"].open(f"{GAME}/orders")
    assert "You haven't submitted orders for this turn." in brin.words
    data = {"_csrf_token": csrf(brin), "orders": ""}
    forms = brin.client.post(f"{GAME}/orders/forms", data=data).text
    assert "RETREAT" in forms
    assert "MARCH" not in forms


def test_a_gamemaster_gives_a_stage_its_own_schedule(
    site: Site, people: dict[str, Browser]
) -> None:
    cleo, desk = people["Cleo"], f"{GAME}/desk/deadlines"
    cleo.open(desk).send(f"{desk}/rule", repeat="days", **{"day-MO": "yes"})
    assert "Schedule of a stage" in cleo.words
    data = {"_csrf_token": csrf(cleo), "stage": "retreats", "repeat": "interval"}
    cleo.client.post(f"{desk}/rule", data={**data, "time": "12:00"})
    assert "In the stage retreats: daily 12:00 UTC." in cleo.open(desk).words
    data = {"_csrf_token": csrf(cleo), "stage": "retreats", "repeat": ""}
    cleo.client.post(f"{desk}/rule", data=data)
    assert "In the stage" not in cleo.open(desk).words


def test_a_program_gives_a_stage_its_own_schedule(site: Site, people: dict[str, Browser]) -> None:
    cleo, path = program(people["Cleo"], site), f"/api/v1{GAME}/deadlines/rule"
    assert cleo.post(path, json={"rule": "Mon 20:00 UTC"}).json()["state"] == "open"
    set_stage = {"rule": "daily 12:00", "stage": "retreats"}
    assert cleo.post(path, json=set_stage).json()["rule"]["stages"]["retreats"]["zone"] == "UTC"
    assert cleo.post(path, json={**set_stage, "stage": "winter"}).status_code == 422
    assert "stages" not in cleo.post(path, json={"stage": "retreats"}).json()["rule"]


def test_a_worker_runs_a_turn_that_needs_no_orders_at_once(site: Site) -> None:
    running_game(site, "quiet_years", players=("Ada", "Brin"))
    site.work()
    assert run_turn(site) == 3
    assert run_turn(site) == 6


def test_calls_name_the_stage_and_the_awaited_seats(site: Site, people: dict[str, Browser]) -> None:
    brin = program(people["Brin"], site)
    game = brin.get(f"/api/v1{GAME}").json()
    assert (game["stage"], game["turn_title"]) == ("retreats", "Retreats")
    assert [seat["awaited"] for seat in game["seats"]] == [False, True, False]
    status = brin.get(f"/api/v1{GAME}/deadlines").json()
    assert (status["stage"], status["title"], status["awaited"]) == (
        "retreats",
        "Retreats",
        ["Brin"],
    )
    assert list(brin.get(f"/api/v1{GAME}/orders/options").json()) == ["RETREAT"]


def test_a_campaign_tells_weeks_from_turns_on_every_page(site: Site) -> None:
    people = running_game(site, "campaign2e", **{"option-setup": "orders"})
    ada, cleo = people["Ada"], people["Cleo"]
    for _ in range(4):
        run_turn(site)
    assert "Turn 5: Week 2." in ada.open(f"{GAME}/overview").words
    assert "4 Week 1" in ada.words
    assert "1 Set-up, round 1" in ada.words
    assert "Turn 4 Week 1" in ada.open(f"{GAME}/turns/4").words
    assert "Turn 3 Set-up, round 3" in ada.open(f"{GAME}/turns").words
    assert "Turn 4 Week 1" in ada.open(f"{GAME}/replay").words
    assert "Orders of Ada for turn 5 Week 2" in ada.open(f"{GAME}/orders").words
    assert "Turn 5: Week 2" in ada.open("/").words
    assert "Turn 5 Week 2" in cleo.open(f"{GAME}/desk").words
