"""Crawls a server: every route, every linked page, every form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urljoin, urlsplit

import lxml.html
from attrs import frozen
from litestar.routes import HTTPRoute

from tests.host.server.browser import Browser, Site

#: Actions that end an account or a session: done last, or not at all.
DEATH = frozenset({"POST /account/delete", "POST /account/sign-out-everywhere", "POST /sign-out"})
#: Actions that end a game or a membership.
PARTING = ("/leave", "/end", "/undo", "/archive", "/restore")


def routes(site: Site) -> list[tuple[str, str]]:
    """Return every method and path of the server, those that only show something first."""
    pairs = {
        (method, route.path)
        for route in site.app.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods - {"OPTIONS"}
    }

    def order(route: tuple[str, str]) -> tuple[bool, bool, bool, tuple[str, str]]:
        method, path = route
        # A page asks for confirmation; a call acts at once.
        return method != "GET", path.endswith(PARTING), path.startswith("/api"), route

    return sorted(pairs, key=order)


def fill(path: str, words: Mapping[str, str]) -> str:
    """Return a path with its parameters filled in."""
    for part, value in words.items():
        path = path.replace(part, value)
    return path


def csrf(browser: Browser) -> str:
    """Return the CSRF token of a browser's forms."""
    if "form" not in browser.client.cookies:
        browser.client.get("/sign-in")
    return str(browser.client.cookies["form"])


@frozen
class Form:
    """A form on a page: its address, its possible values, and its defaults.

    `words` are the text fields.
    """

    action: str
    fields: Mapping[str, str]
    usual: Mapping[str, str]
    words: tuple[str, ...]


#: Hundreds of pages that are the same for all people: for rulebooks the first pages will do.
_BOOKS = re.compile(r"/rules/\w+/.")


def crawl(get: Any, *starts: str, most: int = 800, without: str = "$.") -> dict[str, Any]:
    """Return all answers to a person who follows every link of the site, by path.

    Chapters of rulebooks are left out, and links that begin with one of `without`.
    """
    answers: dict[str, Any] = {}
    waiting = list(starts)
    while waiting:
        path = waiting.pop(0)
        if path in answers:
            continue
        assert len(answers) < most, f"more than {most} pages: {list(answers)[-5:]}"
        answers[path] = answer = get(path)
        new = (to for to in links(path, answer) if to not in answers and not _BOOKS.match(to))
        waiting += [to for to in new if not re.match(without, to)]
    return answers


def links(path: str, answer: Any) -> Iterator[str]:
    """Return a page's links within this site."""
    if "location" in answer.headers:
        yield _local(path, answer.headers["location"])
    if not is_page(answer) or not answer.text.strip():
        return
    for anchor in lxml.html.fromstring(answer.text).iter("a"):
        to = anchor.get("href", "")
        parts = urlsplit(to)
        if not parts.scheme and not parts.netloc and parts.path:
            yield _local(path, to)


def _local(path: str, to: str) -> str:
    parts = urlsplit(urljoin(path, to))
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def is_page(answer: Any) -> bool:
    """Return whether an answer is HTML."""
    return str(answer.headers.get("content-type", "")).startswith("text/html")


def forms(path: str, text: str) -> list[Form]:
    """Return the forms on a page."""
    page = lxml.html.fromstring(text)
    return [
        Form(
            urlsplit(urljoin(path, form.get("action") or path)).path,
            {control.get("name"): control.get("value") or "" for control in _named(form)},
            dict(form.form_values()),
            tuple(control.get("name") for control in _named(form) if _is_for_words(control)),
        )
        for form in page.forms
        if (form.get("method") or "").casefold() == "post"
    ]


def _named(form: Any) -> list[Any]:
    kinds = ("input", "textarea", "select", "button")
    return [control for control in form.iter(*kinds) if control.get("name")]


def _is_for_words(field: Any) -> bool:
    return field.tag == "textarea" or (
        field.tag == "input" and field.get("type", "text") in {"text", "email", "url", "password"}
    )
