"""Hostile values in every part of every path, every form field and every call.

They are refused with a message or stored as plain text; none runs, and no request causes a
server error (status 500).
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.effort import first
from tests.host.server.browser import Site
from tests.host.server.cast import GAME, Person, cast
from tests.host.server.test_routes import FILLED
from tests.host.server.walks import (
    DEATH,
    PARTING,
    Form,
    crawl,
    csrf,
    fill,
    forms,
    is_page,
    routes,
)

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n"
    for before, name in itertools.pairwise("bcdefghij")
)
#: Values meant to be executed, unpacked or looked up, or to break a parser.
HOSTILE = (
    "' OR '1'='1' --",
    '"; DROP TABLE accounts; --',
    "{{ 7 * 7 }}{% for x in () %}",
    "${7*7}",
    "../../../../etc/passwd",
    "..\\..\\server.sqlite",
    "a\r\nSet-Cookie: horizons=planted\r\n\r\n<html>",
    "<script>alert(1)</script>",
    "-1",
    "9" * 5_000,
    "99999999999999999999999999",
    "1e400",
    "NaN",
    "٣",
    "\u202e",
    "\ud7ff\ufffe\U0010ffff",
    "x" * 5_000,
    "[" * 2_000,
    "!!python/object/apply:os.system ['true']",
    BOMB,
    "sum(@) || *[?@>`1`]",
    "FREQ=SECONDLY;COUNT=99999999",
    "http://169.254.169.254/latest/meta-data",
    "file:///etc/passwd",
    "",
    " ",
)
ROLES = ("Ada", "Cleo")
#: Pages about rules, and forms that begin first lessons.
OTHERS = "/(rules|battles|learn|games/new)/?"
#: Number of attempts per path, form and call, each with other values.
TRIES = int(os.environ.get("HORIZONS_TRIES", "1"))


def hostile(names: Iterable[str], turning: Iterator[str]) -> dict[str, str]:
    """Return hostile values for some names."""
    return {name: next(turning) for name in names}


def properties(site: Site) -> Mapping[tuple[str, str], list[str]]:
    """Return the body fields of calls by method and path, from the API description."""
    described = site.browser().client.get("/schema/openapi.json").json()
    shapes = described["components"]["schemas"]
    fields = {}
    for path, calls in described["paths"].items():
        for method, call in calls.items():
            body = call.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
            fields[method.upper(), path] = list(shapes.get(name, {}).get("properties", {}))
    return fields


IN_A_FOLDER, IN_POSTGRESQL = (
    pytest.mark.parametrize(
        "world",
        [
            kind if kind == quick else pytest.param(kind, marks=pytest.mark.slow)
            for kind in ("a folder", "PostgreSQL")
        ],
        indirect=True,
    )
    for quick in ("a folder", "PostgreSQL")
)


@pytest.fixture
def world(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[Site, dict[str, Person]]]:
    """A game with the whole cast."""
    address = None if request.param == "a folder" else request.getfixturevalue("postgresql")
    site = Site(tmp_path / "server", address)
    yield site, cast(site)
    site.service.database.close()


@IN_A_FOLDER
def test_hostile_paths_are_nowhere(world: tuple[Site, dict[str, Person]]) -> None:
    site, people = world
    turning, wrong = itertools.cycle(quote_path(text) for text in HOSTILE if text), []
    for method, path in routes(site):
        if f"{method} {path}" in DEATH or "{" not in path:
            continue
        for _ in range(TRIES):
            url = fill(path, {**FILLED, **hostile(attacked_parts(path), turning)})
            status = send(site, people["Cleo"], method, url, {})
            if status >= 500:
                wrong.append((method, url[:200], status))
    assert not wrong


def attacked_parts(path: str) -> dict[str, str]:
    """Return the parts of a path that get hostile values: others than the game's, if possible."""
    return {part: "" for part in FILLED if part in path and part != "{key:str}"} or FILLED


def quote_path(value: str) -> str:
    return quote(value[:500], safe="")


def choose_fields(form: Form) -> list[Sequence[str]]:
    """Return field sets to attack together: text fields, and in long runs each field alone."""
    if TRIES == 1:
        return [form.words] if form.words else []
    return [*[form.words, list(form.fields)] * TRIES, *([field] for field in form.fields)]


@IN_A_FOLDER
@pytest.mark.parametrize("name", first(ROLES))
def test_hostile_fields_of_forms_are_refused_in_words(
    world: tuple[Site, dict[str, Person]], name: str
) -> None:
    site, people = world
    turning, wrong = itertools.cycle(HOSTILE), []
    pages = crawl(people[name].get, "/", "/account", GAME, f"{GAME}/desk", without=OTHERS)
    unique = {
        (form.action, tuple(form.fields)): form
        for path, answer in pages.items()
        if is_page(answer)
        for form in forms(path, answer.text)
    }
    assert len(unique) > 10
    for form in sorted(unique.values(), key=lambda f: (f.action.endswith(PARTING), f.action)):
        if f"POST {form.action}" in DEATH:
            continue
        for names in choose_fields(form):
            fields = {**form.usual, **hostile(names, turning)}
            status = send(site, people[name], "POST", form.action, fields)
            if status >= 500:
                wrong.append((form.action, fields, status))
    assert not wrong


@IN_POSTGRESQL  # it refuses more values than SQLite does
def test_hostile_fields_of_calls_are_refused_in_words(
    world: tuple[Site, dict[str, Person]],
) -> None:
    site, people = world
    described = properties(site)
    turning: Iterator[Any] = itertools.cycle([*HOSTILE, None, -1, 2**70, 1.5, True, [], {}, ["x"]])
    wrong = []
    for method, path in routes(site):
        names = described.get((method, re.sub(r":\w+}", "}", path)), [])
        if not path.startswith("/api") or not names:
            continue
        for player in ("Ada", "Cleo"):
            alone = names if player == "Cleo" or TRIES > 1 else []
            for some in [*([name] for name in alone), *[names] * TRIES]:
                body = {name: next(turning) for name in some}
                status = send(site, people[player], method, fill(path, FILLED), body)
                if status >= 500:
                    wrong.append((method, path, body, status))
    assert not wrong


def send(site: Site, person: Person, method: str, url: str, fields: Mapping[str, Any]) -> int:
    """Return the status of a request with these fields."""
    site.clock.advance(seconds=2)
    if url.startswith("/api"):
        answer = person.calls.request(method, url, json=None if method == "GET" else dict(fields))
    else:
        data = {**fields, "_csrf_token": csrf(person.browser)} if method == "POST" else None
        answer = person.browser.client.request(method, url, data=data, follow_redirects=False)
    assert "horizons=planted" not in str(answer.headers)
    assert "root:x:0" not in answer.text
    return int(answer.status_code)
