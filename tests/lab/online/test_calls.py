"""Requests to a server, and the treatment of its answers."""

from __future__ import annotations

import json

import httpx
import pytest

from horizons_lab.online_play import GameConnection, GameServerError, connect

KEY = "mars"


def server(*answers):
    """Return a connection to a server with these answers, and the list of requests it receives."""
    requests, coming = [], iter(answers)

    def handle(request):
        requests.append(request)
        return next(coming)

    http = httpx.Client(base_url="https://x.example", transport=httpx.MockTransport(handle))
    return GameConnection(http, KEY), requests


def test_each_call_has_its_address():
    client, requests = server(*(httpx.Response(200, json={"n": n}) for n in range(4)))
    answers = [
        client.game_state(),
        client.report(3),
        client.own_orders(),
        client.submit_orders("DIG\n", 4),
    ]
    assert answers == [{"n": n} for n in range(4)]
    assert [(request.method, request.url.path) for request in requests] == [
        ("GET", "/api/v1/games/mars"), ("GET", "/api/v1/games/mars/reports/3"),
        ("GET", "/api/v1/games/mars/orders"), ("POST", "/api/v1/games/mars/orders"),
    ]  # fmt: skip
    assert json.loads(requests[3].content) == {"text": "DIG\n", "turn": 4}


@pytest.mark.parametrize(
    ("status", "is_temporary"),
    [(400, False), (401, False), (404, False), (409, False), (422, False), (429, True),
     (500, True), (501, False), (502, True), (503, True), (504, True)],
)  # fmt: skip
def test_a_refusal_has_the_words_of_the_server_and_some_pass(status, is_temporary):
    client, _ = server(httpx.Response(status, json={"message": "no", "hint": "wait"}))
    with pytest.raises(GameServerError) as error:
        client.game_state()
    assert (error.value.message, error.value.hint) == ("no", "wait")
    assert error.value.is_temporary is is_temporary


def test_a_refusal_without_words_is_told_by_its_status():
    client, _ = server(httpx.Response(400, json={}))
    with pytest.raises(GameServerError) as error:
        client.game_state()
    assert (error.value.message, error.value.hint) == ("status 400", "")


@pytest.mark.parametrize(("status", "is_temporary"), [(200, False), (404, False), (499, False),
                                                 (500, True), (503, True)])  # fmt: skip
@pytest.mark.parametrize("body", [b"<html>", b"[]", b""])
def test_what_is_no_object_of_json_is_nonsense(status, is_temporary, body):
    """A proxy answers like this while the server behind it restarts."""
    client, _ = server(httpx.Response(status, content=body))
    with pytest.raises(GameServerError) as error:
        client.report(2)
    assert error.value.message == (
        f"/api/v1/games/mars/reports/2 answered with status {status} and without JSON"
    )
    assert error.value.is_temporary is is_temporary


def test_a_server_that_cannot_be_reached_may_be_there_later():
    def handle(request):
        raise httpx.ConnectTimeout("too long")

    http = httpx.Client(base_url="https://x.example", transport=httpx.MockTransport(handle))
    with pytest.raises(
        GameServerError, match="cannot reach the server at .*x.example: too long"
    ) as error:
        GameConnection(http, KEY).game_state()
    assert error.value.is_temporary
    assert not GameServerError("no").is_temporary
    assert GameServerError("no").hint == ""


@pytest.mark.parametrize("address", ["http://127.0.0.1:8000", "https://games.example.org"])
def test_a_connection_carries_the_token_and_waits_a_minute(address):
    with connect(address, KEY, "hz_x") as client:
        assert client.game == KEY
        assert str(client.http.base_url).rstrip("/") == address
        assert client.http.headers["authorization"] == "Bearer hz_x"
        assert client.http.timeout == httpx.Timeout(60.0)
    assert client.http.is_closed
