"""Walks through a server: every route, every page that a link leads to, every form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urljoin, urlsplit

import lxml.html
from attrs import frozen
from litestar.routes import HTTPRoute

from tests.host.server.browser import Browser, Site

_SIGN = re.compile(r'name="_csrf_token" value="([^"]+)"')
#: What ends an account or a browser's being signed in: done last, or not at all.
DEATH = frozenset({"POST /account/delete", "POST /account/sign-out-everywhere", "POST /sign-out"})
#: What ends a game, or somebody's being in it.
PARTING = ("/leave", "/end", "/undo", "/archive", "/restore")


def routes(site: Site) -> list[tuple[str, str]]:
    """Every method and path that the server answers: what only shows something comes first."""
    found = {
        (method, route.path)
        for route in site.app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods - {"OPTIONS"}
    }

    def order(one: tuple[str, str]) -> tuple[bool, bool, bool, tuple[str, str]]:
        method, path = one
        # A page asks whether one is sure; a call parts at once.
        return method != "GET", path.endswith(PARTING), path.startswith("/api"), one

    return sorted(found, key=order)


def filled(path: str, words: Mapping[str, str]) -> str:
    """A path with something in the place of each of its parameters."""
    for part, value in words.items():
        path = path.replace(part, value)
    return path


def sign(browser: Browser) -> str:
    """The sign that the forms of a browser carry."""
    if "form" not in browser.client.cookies:
        browser.client.get("/sign-in")
    return str(browser.client.cookies["form"])


def without_signs(text: str) -> str:
    """A page without the signs of its forms, which differ from browser to browser."""
    return _SIGN.sub("", text)


@frozen
class Form:
    """A form on a page: where it goes, what can be sent, what is if nobody touches it.

    `words` are the fields into which one writes.
    """

    action: str
    fields: Mapping[str, str]
    usual: Mapping[str, str]
    words: tuple[str, ...]


#: Hundreds of pages that are the same for everybody: rulebooks, of which the first pages will do.
_BOOKS = re.compile(r"/rules/\w+/.")


def crawled(get: Any, *starts: str, most: int = 800, without: str = "$.") -> dict[str, Any]:
    """All answers that somebody gets who follows every link of the site, by their paths.

    The chapters of rulebooks are left out, and links that begin as `without` says.
    """
    found: dict[str, Any] = {}
    waiting = list(starts)
    while waiting:
        path = waiting.pop(0)
        if path in found:
            continue
        assert len(found) < most, f"more than {most} pages: {list(found)[-5:]}"
        found[path] = answer = get(path)
        new = (to for to in links(path, answer) if to not in found and not _BOOKS.match(to))
        waiting += [to for to in new if not re.match(without, to)]
    return found


def links(path: str, answer: Any) -> Iterator[str]:
    """Where a page leads to on this site."""
    if "location" in answer.headers:
        yield _local(path, answer.headers["location"])
    if not is_page(answer) or not answer.text.strip():
        return
    for one in lxml.html.fromstring(answer.text).iter("a"):
        to = one.get("href", "")
        parts = urlsplit(to)
        if not parts.scheme and not parts.netloc and parts.path:
            yield _local(path, to)


def _local(path: str, to: str) -> str:
    parts = urlsplit(urljoin(path, to))
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def is_page(answer: Any) -> bool:
    """Whether an answer is HTML."""
    return str(answer.headers.get("content-type", "")).startswith("text/html")


def forms(path: str, text: str) -> list[Form]:
    """The forms on a page."""
    page = lxml.html.fromstring(text)
    return [
        Form(
            urlsplit(urljoin(path, form.get("action") or path)).path,
            {one.get("name"): one.get("value") or "" for one in _named(form)},
            dict(form.form_values()),
            tuple(one.get("name") for one in _named(form) if _is_for_words(one)),
        )
        for form in page.forms
        if (form.get("method") or "").casefold() == "post"
    ]


def _named(form: Any) -> list[Any]:
    kinds = ("input", "textarea", "select", "button")
    return [one for one in form.iter(*kinds) if one.get("name")]


def _is_for_words(field: Any) -> bool:
    return field.tag == "textarea" or (
        field.tag == "input" and field.get("type", "text") in {"text", "email", "url", "password"}
    )
