"""What is asked of a server, and what becomes of its answers."""

from __future__ import annotations

import json

import httpx
import pytest

from horizons_lab.online import Connection, ServerError, connect

KEY = "mars"


def server(*answers):
    """A connection to a server that gives these answers, and the requests that it got."""
    asked, coming = [], iter(answers)

    def handle(request):
        asked.append(request)
        return next(coming)

    http = httpx.Client(base_url="https://x.example", transport=httpx.MockTransport(handle))
    return Connection(http, KEY), asked


def test_each_call_has_its_address():
    there, asked = server(*(httpx.Response(200, json={"n": n}) for n in range(4)))
    told = [there.facts(), there.report(3), there.own_orders(), there.give("DIG\n", 4)]
    assert told == [{"n": n} for n in range(4)]
    assert [(one.method, one.url.path) for one in asked] == [
        ("GET", "/api/v1/games/mars"), ("GET", "/api/v1/games/mars/reports/3"),
        ("GET", "/api/v1/games/mars/orders"), ("POST", "/api/v1/games/mars/orders"),
    ]  # fmt: skip
    assert json.loads(asked[3].content) == {"text": "DIG\n", "turn": 4}


@pytest.mark.parametrize(
    ("status", "passing"),
    [(400, False), (401, False), (404, False), (409, False), (422, False), (429, True),
     (500, True), (501, False), (502, True), (503, True), (504, True)],
)  # fmt: skip
def test_a_refusal_has_the_words_of_the_server_and_some_pass(status, passing):
    there, _ = server(httpx.Response(status, json={"message": "no", "hint": "wait"}))
    with pytest.raises(ServerError) as told:
        there.facts()
    assert (told.value.message, told.value.hint) == ("no", "wait")
    assert told.value.passing is passing


def test_a_refusal_without_words_is_told_by_its_status():
    there, _ = server(httpx.Response(400, json={}))
    with pytest.raises(ServerError) as told:
        there.facts()
    assert (told.value.message, told.value.hint) == ("status 400", "")


@pytest.mark.parametrize(("status", "passing"), [(200, False), (404, False), (499, False),
                                                 (500, True), (503, True)])  # fmt: skip
@pytest.mark.parametrize("body", [b"<html>", b"[]", b""])
def test_what_is_no_object_of_json_is_nonsense(status, passing, body):
    """A proxy says so while the server behind it is started again."""
    there, _ = server(httpx.Response(status, content=body))
    with pytest.raises(ServerError) as told:
        there.report(2)
    assert told.value.message == (
        f"/api/v1/games/mars/reports/2 answered with status {status} and without JSON"
    )
    assert told.value.passing is passing


def test_a_server_that_cannot_be_reached_may_be_there_later():
    def handle(request):
        raise httpx.ConnectTimeout("too long")

    http = httpx.Client(base_url="https://x.example", transport=httpx.MockTransport(handle))
    with pytest.raises(
        ServerError, match="cannot reach the server at .*x.example: too long"
    ) as told:
        Connection(http, KEY).facts()
    assert told.value.passing
    assert not ServerError("no").passing
    assert ServerError("no").hint == ""


@pytest.mark.parametrize("address", ["http://127.0.0.1:8000", "https://games.example.org"])
def test_a_connection_carries_the_token_and_waits_a_minute(address):
    with connect(address, KEY, "hz_x") as there:
        assert there.game == KEY
        assert str(there.http.base_url).rstrip("/") == address
        assert there.http.headers["authorization"] == "Bearer hz_x"
        assert there.http.timeout == httpx.Timeout(60.0)
    assert there.http.is_closed
