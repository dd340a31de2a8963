"""Requests that are too large, too deep, too slow, compressed or no text get a clear refusal."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from litestar import Litestar, post
from litestar.params import JSONBody
from litestar.testing import TestClient

from horizons_host.server import errors
from horizons_host.server.security import requests
from horizons_host.server.security.requests import MAX_FIELDS, BoundedRequest
from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.test_calls import KEY, program
from tests.host.server.walks import csrf

CHECK = f"/api/v1/games/{KEY}/orders/check"
ORDERS = f"/games/{KEY}/orders"
JSON = {"Content-Type": "application/json"}
FIELDS = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Browser, TestClient[Any]]:
    """A game with Ada as a player, in her browser and by her program."""
    site = Site(tmp_path_factory.mktemp("site") / "server")
    ada = running_game(site)["Ada"]
    return ada, program(ada, site)


@pytest.fixture
def ada(game: tuple[Browser, TestClient[Any]]) -> Browser:
    """Her browser."""
    return game[0]


@pytest.fixture
def calls(game: tuple[Browser, TestClient[Any]]) -> TestClient[Any]:
    """Her program."""
    return game[1]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"text":' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, 400),
        (b'{"text": "x", "more":' + b"[" * 500_000 + b"]" * 500_000 + b"}", 400),
        (b'{"text": ' + b"9" * 100_000 + b"}", 400),
        (b'{"text": 1e999999}', 400),
        (b'{"text": "\\ud800"}', 400),
        (b'{"text": "\xff"}', 400),
        (b'{"text": "a\\u0000b"}', 422),
        (b'{"text": "a\\u001bb"}', 422),
        (b'{"text": "a\x7fb"}', 422),
        (b'{"text": "a\xc2\x9bb"}', 422),
        (b'{"text": "; none", "a\\u0000b": 1}', 422),
        (b'{"text": "; none", "more": [{"x": ["\\b"]}]}', 422),
        (b"null", 400),
        (b"", 400),
        (b"[]", 400),
        (b'{"text"', 400),
        (b'{"text": "' + b"a" * 2_000_001 + b'"}', 413),
        (b'{"text": "' + b"a" * 1_900_000 + b'"}', 422),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_body_that_is_no_sound_json_is_refused(
    calls: TestClient[Any], body: bytes, status: int
) -> None:
    answer = calls.post(CHECK, content=body, headers=JSON)
    assert answer.status_code == status
    assert set(answer.json()) == {"message", "hint"}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("&a=" * MAX_FIELDS, 413),
        ("&" * 1_900_000, 413),
        ("&orders=a&orders=b", 400),
        ("&orders=a%00b", 422),
        ("&orders=a%1bb", 422),
        ("&orders=a%7Fb", 422),
        ("&orders=a%c2%9bb", 422),
        ("&a%01b=c", 422),
        ("&orders=a%09b%0d%0ac", 200),
        ("&orders=%ff%fe", 200),
        ("&%zz=%&=&&==", 400),
        ("&orders=" + "a" * 2_000_000, 413),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_form_that_no_page_sends_is_taken_as_it_stands_or_refused(
    ada: Browser, body: str, status: int
) -> None:
    content = f"_csrf_token={csrf(ada)}{body}&do=send"
    answer = ada.client.post(ORDERS, content=content, headers=FIELDS)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    ("body", "status"), [("orders=a%00b", 422), ("&a=" * MAX_FIELDS, 413), ("orders=; none", 200)]
)
def test_a_form_whose_sign_stands_in_a_header_is_looked_through_as_well(
    ada: Browser, body: str, status: int
) -> None:
    headers = {**FIELDS, "x-csrftoken": csrf(ada)}
    assert ada.client.post(ORDERS, content=body, headers=headers).status_code == status


def test_a_form_in_parts_is_looked_through_as_well(ada: Browser) -> None:
    files: Any = {"_csrf_token": (None, csrf(ada)), "orders": (None, b"a\x1bb")}
    answer = ada.client.post(ORDERS, files=files)
    assert answer.status_code == 422
    assert "control character (0x1b)" in answer.text


def test_tabs_and_ends_of_lines_and_what_only_looks_like_a_control_character_are_text(
    calls: TestClient[Any],
) -> None:
    body = b'{"text": "; a\\ttab\\r\\n; and a \\\\u0000 that is none"}'
    assert calls.post(CHECK, content=body, headers=JSON).status_code == 200


def test_a_refusal_of_what_is_no_text_names_the_field_and_the_remedy(
    calls: TestClient[Any],
) -> None:
    answer = calls.post(CHECK, json={"text": "BUILD\x1b"})
    assert answer.json() == {
        "message": "'text': the text contains a control character (0x1b)",
        "hint": "use plain text; tabs and line breaks are allowed",
    }


@pytest.mark.parametrize("packing", ["gzip", "deflate", "br", "zstd", "gzip, gzip"])
def test_a_packed_body_is_not_unpacked(calls: TestClient[Any], packing: str) -> None:
    headers = {**JSON, "Content-Encoding": packing}
    answer = calls.post(CHECK, content=b'{"text": "; none"}', headers=headers)
    assert answer.status_code == 415


def test_many_parts_of_a_body_are_refused_as_many_fields_are(ada: Browser) -> None:
    parts = [(f"field{number}", (None, b"x")) for number in range(MAX_FIELDS + 1)]
    files: Any = [("_csrf_token", (None, csrf(ada).encode())), *parts]
    assert ada.client.post(ORDERS, files=files).status_code == 400


def test_a_file_in_the_place_of_a_field_is_refused(ada: Browser) -> None:
    files: Any = {"_csrf_token": (None, csrf(ada)), "orders": ("../../orders.txt", b"; none")}
    assert ada.client.post(ORDERS, files=files).status_code in {400, 422}


@post("/", sync_to_thread=True)
def _echo(data: JSONBody[dict[str, Any]]) -> dict[str, Any]:
    return data


def _sent(*pieces: dict[str, Any], status: list[int]) -> None:
    """Send a request whose body comes in these pieces, without an end."""
    app = Litestar([_echo], request_class=BoundedRequest, exception_handlers=errors.CALL_HANDLERS)
    waiting = list(pieces)

    async def receive() -> Any:
        if not waiting:
            await asyncio.Event().wait()
        return waiting.pop(0)

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            status.append(message["status"])

    headers = [(b"host", b"x"), (b"content-type", b"application/json")]
    scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/", "query_string": b""}
    scope |= {"headers": headers, "raw_path": b"/", "scheme": "http", "root_path": ""}
    scope |= {"client": ("192.0.2.7", 1), "server": ("x", 80), "http_version": "1.1", "asgi": {}}
    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]


def test_an_incomplete_body_is_not_awaited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(requests, "BODY_SECONDS", 0.05)
    status: list[int] = []
    _sent({"type": "http.request", "body": b'{"a"', "more_body": True}, status=status)
    assert status == [408]


def test_a_client_that_disconnects_is_no_defect() -> None:
    status: list[int] = []
    piece = {"type": "http.request", "body": b'{"a"', "more_body": True}
    _sent(piece, {"type": "http.disconnect"}, status=status)
    assert status == [400]


#: Paths that would leave the site or cannot exist.
ASTRAY = (
    "/static/..%2f..%2fapp.py",
    "/static/%2e%2e/app.py",
    "/static//etc/passwd",
    "/static/site.css%00.py",
    "/static/%00",
    "/static/",
    f"/games/{KEY}/turns/0/..%2f..%2fserver.sqlite",
    f"/games/{KEY}/turns/0/report.text%00",
    f"/games/{KEY}/turns/0/report.",
    f"/games/{KEY}/turns/99999999999999999999/report.text",
    f"/games/{KEY}/turns/-1/report.text",
    f"/games/{KEY}%00/orders",
    "/games/..%2f..%2fserver.sqlite",
    "/games/%ff%fe",
    "/games/%ed%a0%80",
    "/games/' OR 1=1 --",
    "/calendars/..%2fserver.sqlite",
    f"/games/{KEY}/feeds/%00",
    "/links/reset/%00",
    "/links/%00/x",
    "/invitations/' OR '1'='1",
    "/games/new/%00",
    "/games/new/os.path",
    "/games/new/..%2f..",
)


def test_a_path_that_leads_out_of_the_site_leads_nowhere(any_site: Site) -> None:
    ada = running_game(any_site)["Ada"]
    for path in ASTRAY:
        answer = ada.client.get(path, follow_redirects=False)
        assert 400 <= answer.status_code < 500, (path, answer.text)
        assert b"SQLite format" not in answer.content
        assert "def create_app" not in answer.text


@pytest.mark.parametrize("split", ["\r\nSet-Cookie: horizons=planted", "%0d%0aX-Evil: 1", "\nX: 1"])
def test_nothing_that_is_asked_for_becomes_a_header(site: Site, split: str) -> None:
    client: TestClient[Any] = site.browser().client
    site.person("Ada")
    browser = site.browser().open("/sign-in")
    browser.send("/sign-in", who="Ada", password="correct horse battery", to=f"/account{split}")
    assert cookie_of(browser) != "planted"
    for path in (f"/sign-in?to=/x{split}", f"/account?{split}"):
        answer = client.get(path.replace("\r", "%0d").replace("\n", "%0a"), follow_redirects=False)
        assert "x-evil" not in answer.headers
        assert "planted" not in str(answer.headers)


def cookie_of(browser: Browser) -> str:
    return browser.client.cookies.get("horizons") or ""


def test_a_host_that_a_request_names_stands_in_no_answer(ada: Browser) -> None:
    for path in ("/", "/account", f"/games/{KEY}", "/nothing", f"/games/{KEY}/"):
        answer = ada.client.get(path, headers={"Host": "evil.example"}, follow_redirects=False)
        assert "evil.example" not in answer.text
        assert "evil.example" not in str(answer.headers)
