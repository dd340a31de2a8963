"""Headers of every answer: the policy, compression, and cache times of files."""

from __future__ import annotations

import asyncio
import gc
import gzip
import re
import warnings
from typing import Any

import pytest
from litestar.config.compression import CompressionConfig
from litestar.types import Receive, Scope, Send

from horizons_host.server.app import GzipMiddleware
from horizons_host.server.pages import static_files
from tests.host.server.browser import PASSWORD, Site


def test_a_page_may_run_scripts_of_its_own_origin_and_none_that_stand_in_it(site: Site) -> None:
    policy = site.browser().open("/").headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "connect-src 'self';" in policy
    assert "unsafe" not in policy


def test_a_page_is_compressed_for_clients_that_accept_it(site: Site) -> None:
    client = site.browser().client
    packed = client.get("/sign-up", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    plain = client.get("/sign-up", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert len(gzip.compress(plain.content)) < len(plain.content) / 2


def test_the_cookies_go_along_with_requests_of_the_site_alone(site: Site) -> None:
    """Compression of pages with secrets depends on it."""
    words = {"name": "Ada", "mail": "ada@example.org", "password": PASSWORD}
    ada = site.browser().open("/sign-up").send("/sign-up", **words)
    sent = {
        cookie.name: cookie.get_nonstandard_attr("SameSite", "").casefold()
        for cookie in ada.client.cookies.jar
    }
    # The browser that signed up is recognized when it comes from a mail provider's page.
    strict = dict.fromkeys(("form", "horizons", "horizons-browser"), "strict")
    assert sent == {**strict, "horizons-sign-up": "lax"}


def test_pages_name_files_by_their_content_and_such_files_last(site: Site) -> None:
    stranger = site.browser()
    style = re.search(r'href="(/static/site\.[0-9a-f]{10}\.css)"', stranger.open("/").text)
    assert style
    named = stranger.client.get(style[1])
    assert named.headers["cache-control"] == "public, max-age=31536000, immutable"
    plain = stranger.client.get("/static/site.css")
    assert plain.headers["cache-control"] == "public, max-age=300"
    assert plain.content == named.content


def test_a_file_with_another_digest_is_not_there(site: Site) -> None:
    assert site.browser().open("/static/site.0123456789.css").status == 404


def test_a_script_is_named_by_what_it_imports_as_well() -> None:
    before = {"a.js": b'import { one } from "./b.js";', "b.js": b"export const one = 1;"}
    after = {**before, "b.js": b"export const one = 2;"}
    assert static_files._digest_name("a.js", before) != static_files._digest_name("a.js", after)
    assert static_files._digest_name("b.js", before).encode() in static_files._with_digest_imports(
        "a.js", before
    )


def test_scripts_that_import_each_other_have_names() -> None:
    circle = {"a.js": b'import "./b.js";', "b.js": b'import "./a.js";'}
    assert static_files._digest_name("a.js", circle) != static_files._digest_name("b.js", circle)


@pytest.mark.parametrize("name", ["../app.py", "site", ""])
def test_no_other_file_is_given_out(site: Site, name: str) -> None:
    assert site.browser().client.get(f"/static/{name}").status_code in {404, 405}


def test_an_answer_that_comes_in_parts_or_not_at_all_leaves_nothing_open() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def in_parts(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for part in (b"some words ", b"and others", b""):
            await send({"type": "http.response.body", "body": part, "more_body": bool(part)})

    async def no_answer(_scope: Scope, _receive: Receive, _send: Send) -> None:
        return

    scope: Any = {"type": "http", "path": "/", "headers": [(b"accept-encoding", b"gzip")]}
    with warnings.catch_warnings(record=True) as met:
        warnings.simplefilter("always")
        for app in (in_parts, no_answer):
            asyncio.run(GzipMiddleware(app, CompressionConfig("gzip"))(scope, receive, send))
        gc.collect()
    assert met == []
    start, *parts = sent
    assert gzip.decompress(b"".join(part["body"] for part in parts)) == b"some words and others"
    assert dict(start["headers"])[b"content-encoding"] == b"gzip"
    assert [part["more_body"] for part in parts] == [True, True, False]
