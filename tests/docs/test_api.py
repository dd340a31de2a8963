"""The API page: its examples work on a demonstration server, and calls named on any page exist."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from horizons_host.server import demo
from horizons_host.server.accounts import accounts, tokens
from horizons_host.server.accounts.tokens import MAX_TOKENS
from horizons_host.server.errors import MAX_REQUEST_SIZE
from horizons_host.server.security.rate_limits import CHANGES, REQUESTS
from tests.docs.pages import DOCS, Block, blocks, pages
from tests.host.server.browser import Site

PAGE = DOCS / "api.md"
#: What `jq` makes of `orders.txt` in the page's example.
DRAFT = {"text": "MOVE 1 NE\n", "turn": 1, "version": 0, "final": False}
CALL = re.compile(r"`(?:[A-Z]+`, `)?(?:([A-Z]+) )?(/api/v1/[\w/{}-]+)")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """A program with a token of Ada's, on a demonstration server."""
    site = Site(tmp_path_factory.mktemp("api") / "server")
    demo.prepare_demo(site.service)
    ada = accounts.by_name(site.service, demo.VISITOR)
    assert ada is not None
    client = site.client()
    client.headers["Authorization"] = f"Bearer {tokens.create_token(site.service, ada, 'docs')}"
    yield client
    site.service.database.close()


def examples() -> list[tuple[str, Block | None]]:
    """Each curl command of the page, with the JSON block that follows it."""
    listed = blocks(PAGE, "sh", "json")
    following: list[Block | None] = [*listed[1:], None]
    pairs: list[tuple[str, Block | None]] = []
    for block, after in zip(listed, following, strict=True):
        if "curl" in block.text:
            is_answer = after and (after.language, after.heading) == ("json", block.heading)
            pairs.append((block.text, after if is_answer else None))
    return pairs


def call(program: TestClient[Any], command: str) -> Any:
    """Make the call of a curl command."""
    words = shlex.split(command[command.index("curl") :].replace("\\\n", " "))
    path = next(word for word in words if word.startswith("$server")).removeprefix("$server")
    if "-d" not in words:
        return program.get(path)
    body = words[words.index("-d") + 1]
    return program.post(path, json=DRAFT if body == "@-" else json.loads(body))


def contains(answer: Any, shown: Any) -> bool:
    """Whether the answer has what the page shows, in any order; `...` stands for more fields."""
    if isinstance(shown, dict):
        fields = shown.keys() - {"..."}
        return all(key in answer and contains(answer[key], shown[key]) for key in fields)
    if isinstance(shown, list):
        return all(any(contains(item, wanted) for item in answer) for wanted in shown)
    return bool(answer == shown)


def test_the_examples_work(program: TestClient[Any]) -> None:
    assert len(examples()) == 8
    for command, shown in examples():
        answer = call(program, command)
        assert answer.status_code in {200, 201, 202}, command
        if shown:
            assert contains(answer.json(), json.loads(shown.text)), command


def test_the_error_is_the_one_that_is_shown(program: TestClient[Any]) -> None:
    answer = program.get("/api/v1/games/your-first-war/reports/99")
    assert answer.status_code == 422
    assert answer.json() == json.loads(blocks(PAGE, "json")[-1].text)


def test_the_limits_are_those_of_the_server() -> None:
    text = PAGE.read_text("utf-8")
    assert f"{REQUESTS.burst} at once, then {REQUESTS.per_second} per second" in text
    assert f"{CHANGES.burst} at once, then {CHANGES.per_second} per second" in text
    assert f"An account has at most {MAX_TOKENS}." in text
    assert MAX_REQUEST_SIZE == 2_000_000


@pytest.mark.parametrize(
    "page", [p for p in pages() if "/api/v1/" in p.read_text("utf-8")], ids=lambda page: page.name
)
def test_calls_named_on_pages_exist(program: TestClient[Any], page: Path) -> None:
    paths = program.get("/schema/openapi.json").json()["paths"]
    existing = {
        (method, re.sub(r"\{\w+\}", "{}", path))
        for path, methods in paths.items()
        for method in ("", *map(str.upper, methods))
    }
    text = page.read_text("utf-8").replace("…/", "/api/v1/games/KEY/")
    named = {(method, re.sub(r"\b[A-Z]+\b", "{}", path)) for method, path in CALL.findall(text)}
    assert {(method, path) for method, path in named if not path.endswith("/")} <= existing
