"""The JSON API: programs with tokens can do the same as people on pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from litestar.testing import TestClient

from horizons_host.server.errors import MAX_REQUEST_SIZE
from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game

KEY = "the-mars-affair"


def program(browser: Browser, site: Site) -> TestClient[Any]:
    """Return an API client with a token of this person."""
    return with_token(site, create_token(browser))


def create_token(browser: Browser) -> str:
    """Create a token on the account page and return it."""
    browser.open("/account").send("/account/tokens", name="a program")
    match = re.search(r"hz_[\w-]+", browser.text)
    assert match
    return match[0]


def with_token(site: Site, token: str) -> TestClient[Any]:
    """Return an API client with this token."""
    client = site.client()
    client.headers["Authorization"] = f"Bearer {token}"
    return client


def test_a_program_composes_an_order_without_knowing_its_syntax(site: Site) -> None:
    ada = program(running_game(site)["Ada"], site)
    orders = f"/api/v1/games/{KEY}/orders"
    options, stocks = (ada.get(f"{orders}/{name}").json() for name in ("options", "stocks"))
    facts = {key: options["MOVE"][key] for key in ("label", "group", "on")}
    assert facts == {"label": "Move", "group": "Ships", "on": ["mothership", "ship"]}
    lines = []
    for command in options:
        chosen: dict[str, Any] = {}
        while True:
            answer = ada.post(f"{orders}/choices", json={"command": command, "chosen": chosen})
            assert answer.status_code == 200, answer.text
            step = answer.json()["step"]
            if step is None:
                break
            costs = [c["cost"] for c in (*step["choices"], step["range"] or {"cost": None})]
            assert {cost["stock"] for cost in costs if cost} <= stocks.keys()
            numbers = step["range"]
            value = numbers["high"] if numbers else step["choices"][0]["value"]
            chosen[step["name"]] = None if step["optional"] else value
        lines.append(answer.json()["line"])
    later = {"command": "BUILD", "text": "BUILD 6 3 1 1 0", "chosen": {}}
    assert ada.post(f"{orders}/choices", json=later).json()["step"]["range"]["high"] == 2
    checked = ada.post(f"{orders}/check", json={"text": "\n".join(lines)}).json()
    assert (len(lines), checked["errors"]) == (3, 0)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"command": "DANCE"}, "event_horizon has no order 'DANCE'"),
        ({"command": "MOVE", "chosen": {"boat": "1"}}, "MOVE has no argument 'boat'"),
        ({"command": "MOVE", "chosen": {"ship": {}}}, "MOVE: {} is not a value for 'ship'"),
        ({"command": "MOVE", "chosen": {"ship": None}}, "no form of MOVE has these arguments"),
        ({"command": "MOVE", "chosen": {"ship": 10**30}}, "these arguments are too many or too"),
        ({"command": "MOVE", "chosen": {"ship": "9" * 5000}}, "these arguments are too many or"),
        (
            {"command": "MOVE", "chosen": {str(n): "1" for n in range(41)}},
            "these arguments are too many or too large",
        ),
    ],
)
def test_an_order_that_cannot_be_composed_is_answered_with_a_hint(
    site: Site, asked: dict[str, Any], message: str
) -> None:
    ada = program(running_game(site)["Ada"], site)
    answer = ada.post(f"/api/v1/games/{KEY}/orders/choices", json=asked)
    assert answer.status_code == 422, answer.text
    assert answer.json()["message"].startswith(message)
    assert answer.json()["hint"]


def test_a_program_plays_a_turn(site: Site) -> None:
    people = running_game(site)
    ada, gamemaster = program(people["Ada"], site), program(people["Cleo"], site)

    assert ada.get("/api/v1/me").json() == {"name": "Ada"}
    line = ada.get("/api/v1/games").json()[0]
    assert (line["key"], line["role"], line["seat"]) == (KEY, "player", "Ada")
    options = ada.get(f"/api/v1/games/{KEY}/orders/options").json()
    assert options
    assert all(option["help"] for option in options.values())

    checked = ada.post(f"/api/v1/games/{KEY}/orders/check", json={"text": "nonsense"})
    assert (checked.status_code, checked.json()["version"]) == (200, None)
    assert checked.json()["errors"] == 1
    orders = ada.post(f"/api/v1/games/{KEY}/orders", json={"text": "; nothing to do"})
    assert orders.json()["version"] == 1
    assert ada.get(f"/api/v1/games/{KEY}/orders").json()["text"] == "; nothing to do"

    turn = gamemaster.post(f"/api/v1/games/{KEY}/turns", json={"anyway": True})
    assert (turn.status_code, turn.json()["turn"]) == (202, 1)
    site.work()
    assert ada.get(f"/api/v1/games/{KEY}").json()["turn"] == 1
    assert ada.get(f"/api/v1/games/{KEY}/reports/1").json()["empire"] == "Ada"


def test_a_call_and_a_page_give_the_same_receipt(site: Site) -> None:
    people = running_game(site)
    text = "nonsense here\n"
    call = program(people["Ada"], site).post(
        f"/api/v1/games/{KEY}/orders/check", json={"text": text}
    )
    page = people["Ada"].open(f"/games/{KEY}/orders")
    page.send(f"/games/{KEY}/orders", orders=text, do="check")
    remarks = [r for line in call.json()["receipt"]["orders"] for r in line["diagnostics"]]
    assert remarks
    assert all(remark["message"] in page.words for remark in remarks)


@pytest.mark.parametrize("token", ["", "hz_wrong", "Bearer"])
def test_a_call_without_a_good_token_is_refused(site: Site, token: str) -> None:
    answer = with_token(site, token).get("/api/v1/me")
    assert answer.status_code == 401
    assert answer.json()["message"] == "this API call needs a token"


def test_a_path_that_is_no_call_is_answered_with_the_place_of_the_calls(site: Site) -> None:
    for path in ("/api/me", "/api/v1/nothing"):
        answer = with_token(site, "").get(path)
        assert answer.status_code == 404
        assert answer.json()["message"] == "no such API call"
        assert "/api/v1/" in answer.json()["hint"]


def test_a_cookie_is_no_token_and_a_token_no_cookie(site: Site) -> None:
    ada = site.person("Ada")
    assert ada.client.get("/api/v1/me").status_code == 401
    token = program(ada, site).headers["Authorization"].removeprefix("Bearer ")
    stranger = site.browser()
    stranger.client.cookies.set("horizons", token, domain="games.example.org", path="/")
    assert stranger.open("/account").path == "/sign-in"


def test_a_token_that_was_deleted_is_good_no_more(site: Site) -> None:
    ada = site.person("Ada")
    client = program(ada, site)
    assert client.get("/api/v1/me").status_code == 200
    ada.open("/account").send("/account/tokens/1/delete")
    assert client.get("/api/v1/me").status_code == 401


def test_the_description_names_every_call(site: Site) -> None:
    described = site.browser().client.get("/schema/openapi.json").json()
    served = {
        re.sub(r":\w+}", "}", route.path)
        for route in site.app.routes
        if route.path.startswith("/api")
    }
    assert set(described["paths"]) == served
    assert "GameStatus" in described["components"]["schemas"]


def test_the_description_has_a_summary_and_the_errors_of_every_call(site: Site) -> None:
    for path, method, call in described_calls(site):
        errors = {status for status in call["responses"] if status >= "400"}
        place = f"{method} {path}"
        assert {"400", "401", "404", "422", "429", "500", "503"} <= errors, place
        assert ("requestBody" in call) == ("413" in errors), place
        assert " " in call["summary"], place
        assert call["description"].replace("\n", " ").startswith(f"{call['summary']}."), place
    conflicts = {path for path, _, call in described_calls(site) if "409" in call["responses"]}
    orders = "/api/v1/games/{key}/orders"
    assert conflicts == {orders, f"{orders}/status", f"{orders}/on-behalf"}


def test_errors_have_the_shape_that_is_described(site: Site) -> None:
    ada = program(running_game(site)["Ada"], site)
    orders = f"/api/v1/games/{KEY}/orders"
    ada.post(orders, json={"text": "MOVE 1 E"})
    answers = [
        ada.post(orders, json={"text": 7}),
        site.client().post(orders, json={"text": ""}),
        ada.post("/api/v1/games/no-such-game/orders", json={"text": ""}),
        ada.post(orders, json={"text": "MOVE 1 W", "version": 0}),
        ada.post(orders, content=b" " * (MAX_REQUEST_SIZE + 1)),
        ada.post(orders, json={"text": "", "turn": 9}),
    ]
    assert [answer.status_code for answer in answers] == [400, 401, 404, 409, 413, 422]
    responses = next(
        call["responses"]
        for path, method, call in described_calls(site)
        if (path, method) == ("/api/v1/games/{key}/orders", "post")
    )
    schemas = site.app.openapi_schema.to_schema()["components"]["schemas"]
    for answer in answers:
        content = responses[str(answer.status_code)]["content"]["application/json"]
        shape = schemas[content["schema"]["$ref"].rpartition("/")[2]]
        assert set(answer.json()) == set(shape["properties"]) == set(shape["required"])


def test_a_wrong_method_or_game_has_a_hint_for_programs(site: Site) -> None:
    ada = program(running_game(site)["Ada"], site)
    refused = ada.delete(f"/api/v1/games/{KEY}/orders")
    assert (refused.status_code, refused.json()) == (
        405,
        {
            "message": "this API call doesn't support this HTTP method",
            "hint": "see /schema/openapi.json for the methods of each call",
        },
    )
    missing = ada.get("/api/v1/games/no-such-game")
    hidden = ada.get(f"/api/v1/games/{KEY}/full-reports/0")
    assert (missing.status_code, missing.json()) == (hidden.status_code, hidden.json())
    assert missing.json()["hint"] == "check the game's key and the token"


def described_calls(site: Site) -> list[tuple[str, str, dict[str, Any]]]:
    """Return path, method and description of every call."""
    paths = site.app.openapi_schema.to_schema()["paths"]
    return [(path, method, call) for path in paths for method, call in paths[path].items()]


def test_what_is_no_request_is_told_in_json(site: Site) -> None:
    people = running_game(site)
    ada = program(people["Ada"], site)
    wrong = ada.post(f"/api/v1/games/{KEY}/orders", json={"text": 7})
    assert (wrong.status_code, set(wrong.json())) == (400, {"message", "hint"})
    missing = ada.get("/api/v1/games/no-such-game")
    assert missing.status_code == 404


def test_a_program_that_names_its_version_replaces_no_newer_orders_unless_forced(
    site: Site,
) -> None:
    ada = program(running_game(site)["Ada"], site)
    orders = "/api/v1/games/the-mars-affair/orders"
    assert ada.post(orders, json={"text": "MOVE 1 E", "version": 0}).json()["version"] == 1
    for call, data in ((orders, {"text": "MOVE 1 W"}), (f"{orders}/status", {"final": False})):
        refused = ada.post(call, json={**data, "version": 0})
        assert refused.status_code == 409
        newest = refused.json()["newest"]
        assert (newest["version"], newest["text"]) == (1, "MOVE 1 E")
    assert ada.get(orders).json()["text"] == "MOVE 1 E"
    forced = ada.post(orders, json={"text": "MOVE 1 W", "version": 0, "force": True}).json()
    assert (forced["version"], forced["replaced"]) == (2, 1)


def test_without_a_version_the_answer_says_what_was_replaced_or_repeated(site: Site) -> None:
    ada = program(running_game(site)["Ada"], site)
    answers = [
        ada.post("/api/v1/games/the-mars-affair/orders", json={"text": text}).json()
        for text in ("MOVE 1 E", "MOVE 1 W", "MOVE 1 W")
    ]
    versions = [(answer["version"], answer["replaced"], answer["repeated"]) for answer in answers]
    assert versions == [(1, None, False), (2, 1, False), (2, None, True)]
