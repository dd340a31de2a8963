"""Hostile values in every part of every path, in every field of every form, in every call.

They are refused in words, or taken as the words that they are; nothing of them is run, and no
request is a mistake of the server (status 500).
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

from tests.host.server.browser import Site
from tests.host.server.cast import GAME, Somebody, cast
from tests.host.server.test_routes import FILLED
from tests.host.server.walks import (
    DEATH,
    PARTING,
    Form,
    crawled,
    filled,
    forms,
    is_page,
    routes,
    sign,
)

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n"
    for before, name in itertools.pairwise("bcdefghij")
)
#: What is meant to be run, unpacked, looked up, or to break what reads it.
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
#: Pages about rules, and those that begin first lessons.
OTHERS = "/(rules|battles|learn|games/new)/?"
#: So often each path, form and call is tried, each time with other values.
TRIES = int(os.environ.get("HORIZONS_TRIES", "1"))


def hostile(names: Iterable[str], turning: Iterator[str]) -> dict[str, str]:
    """Hostile values for some names."""
    return {name: next(turning) for name in names}


def properties(site: Site) -> Mapping[tuple[str, str], list[str]]:
    """The fields in the bodies of calls, by method and path, as the description has them."""
    described = site.browser().client.get("/schema/openapi.json").json()
    shapes = described["components"]["schemas"]
    found = {}
    for path, calls in described["paths"].items():
        for method, call in calls.items():
            body = call.get("requestBody", {}).get("content", {}).get("application/json", {})
            name = body.get("schema", {}).get("$ref", "").rpartition("/")[2]
            found[method.upper(), path] = list(shapes.get(name, {}).get("properties", {}))
    return found


IN_A_FOLDER, IN_POSTGRESQL = (
    pytest.mark.parametrize(
        "world",
        [
            one if one == quick else pytest.param(one, marks=pytest.mark.slow)
            for one in ("a folder", "PostgreSQL")
        ],
        indirect=True,
    )
    for quick in ("a folder", "PostgreSQL")
)


@pytest.fixture
def world(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[Site, dict[str, Somebody]]]:
    """A game with everybody in it."""
    address = None if request.param == "a folder" else request.getfixturevalue("postgresql")
    site = Site(tmp_path / "server", address)
    yield site, cast(site)
    site.service.database.close()


@IN_A_FOLDER
def test_hostile_paths_are_nowhere(world: tuple[Site, dict[str, Somebody]]) -> None:
    site, people = world
    turning, wrong = itertools.cycle(quoted(one) for one in HOSTILE if one), []
    for method, path in routes(site):
        if f"{method} {path}" in DEATH or "{" not in path:
            continue
        for _ in range(TRIES):
            where = filled(path, {**FILLED, **hostile(changed(path), turning)})
            status = sent(site, people["Cleo"], method, where, {})
            if status >= 500:
                wrong.append((method, where[:200], status))
    assert not wrong


def changed(path: str) -> dict[str, str]:
    """The parts of a path that get hostile values: not the game's, if there are others."""
    return {part: "" for part in FILLED if part in path and part != "{key:str}"} or FILLED


def quoted(value: str) -> str:
    return quote(value[:500], safe="")


def chosen(form: Form) -> list[Sequence[str]]:
    """Which fields get hostile values together: those for words, in the long run others, too."""
    if TRIES == 1:
        return [form.words] if form.words else []
    return [*[form.words, list(form.fields)] * TRIES, *([one] for one in form.fields)]


@IN_A_FOLDER
@pytest.mark.parametrize("who", ROLES)
def test_hostile_fields_of_forms_are_refused_in_words(
    world: tuple[Site, dict[str, Somebody]], who: str
) -> None:
    site, people = world
    turning, wrong = itertools.cycle(HOSTILE), []
    pages = crawled(people[who].get, "/", "/account", GAME, f"{GAME}/desk", without=OTHERS)
    found = {
        (form.action, tuple(form.fields)): form
        for path, answer in pages.items()
        if is_page(answer)
        for form in forms(path, answer.text)
    }
    assert len(found) > 10
    for form in sorted(found.values(), key=lambda one: (one.action.endswith(PARTING), one.action)):
        if f"POST {form.action}" in DEATH:
            continue
        for names in chosen(form):
            fields = {**form.usual, **hostile(names, turning)}
            status = sent(site, people[who], "POST", form.action, fields)
            if status >= 500:
                wrong.append((form.action, fields, status))
    assert not wrong


@IN_POSTGRESQL  # it refuses more than SQLite does
def test_hostile_fields_of_calls_are_refused_in_words(
    world: tuple[Site, dict[str, Somebody]],
) -> None:
    site, people = world
    described = properties(site)
    turning: Iterator[Any] = itertools.cycle([*HOSTILE, None, -1, 2**70, 1.5, True, [], {}, ["x"]])
    wrong = []
    for method, path in routes(site):
        names = described.get((method, re.sub(r":\w+}", "}", path)), [])
        if not path.startswith("/api") or not names:
            continue
        for who in ("Ada", "Cleo"):
            alone = names if who == "Cleo" or TRIES > 1 else []
            for some in [*([one] for one in alone), *[names] * TRIES]:
                body = {name: next(turning) for name in some}
                status = sent(site, people[who], method, filled(path, FILLED), body)
                if status >= 500:
                    wrong.append((method, path, body, status))
    assert not wrong


def sent(site: Site, who: Somebody, method: str, where: str, fields: Mapping[str, Any]) -> int:
    """The status of a request with these fields."""
    site.clock.advance(seconds=2)
    if where.startswith("/api"):
        answer = who.calls.request(method, where, json=None if method == "GET" else dict(fields))
    else:
        data = {**fields, "_csrf_token": sign(who.browser)} if method == "POST" else None
        answer = who.browser.client.request(method, where, data=data, follow_redirects=False)
    assert "horizons=planted" not in str(answer.headers)
    assert "root:x:0" not in answer.text
    return int(answer.status_code)
