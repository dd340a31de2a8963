"""Hostile text in every field: no page shows an element that comes from it.

Each person fills in every form with it; then each person opens every linked page, and every page is
parsed as a browser parses it.
"""

from __future__ import annotations

import re
from typing import Any

import lxml.html
import pytest

from tests.effort import THOROUGH
from tests.host.server.browser import Site
from tests.host.server.cast import GAME, KEY, RULES, Person, cast
from tests.host.server.games import running_game
from tests.host.server.walks import DEATH, PARTING, crawl, csrf, forms, is_page

#: Breaks out of texts, attributes, titles, text areas and scripts; the sum shows template code.
PROBE = (
    "\"'><xss-probe data-xss=\"1\" onfocus='alert(1)'></title></textarea></script><script>xss()"
    '</script><a href="javascript:xss()">{{ 71 * 191 }}'
)
#: The same for short fields.
SHORT = "\"'><xss-probe data-xss=1 onfocus=x><script>xss()</script>"
WHO = ("Ada", "Cleo") if THOROUGH else ("Ada",)
READERS = ("a stranger", "Brin", "Cleo", *(("Ada", "Uma") if THOROUGH else ()))
#: Pages and forms without text from people, those about rules and first lessons, and other games.
OTHERS = (
    "$." if THOROUGH else rf"/(rules|battles|learn|schema|language)|/games/(?!new/{RULES}|{KEY})"
)
#: Fields that take any text, with the choices that make the form accept it.
FREE = ("title", "text", "subject", "reason", "words", "orders", "name")
CHOSEN = {"to-1": "Brin", "do": "send", "open_to": "all", "players": "2"}


def problems_of(path: str, answer: Any) -> list[str]:
    """Return the elements of a page that can only come from hostile text."""
    if not is_page(answer) or not answer.text.strip():
        return []
    page = lxml.html.fromstring(answer.text)
    problems = [f"{path}: {text}" for text in ("13561",) if text in answer.text]
    for node in page.iter():
        if not isinstance(node.tag, str):
            continue
        if node.tag == "xss-probe" or (node.tag == "script" and "xss()" in (node.text or "")):
            problems.append(f"{path}: <{node.tag}>")
        for name, value in node.attrib.items():
            plain = value.strip().casefold()
            if "xss" in name or name.startswith("on") or plain.startswith("javascript:"):
                problems.append(f"{path}: <{node.tag} {name}={value[:40]!r}>")
    return problems


def pages(person: Person) -> dict[str, Any]:
    starts = ("/", "/account", GAME, f"{GAME}/desk", f"/games/new/{RULES}")
    return crawl(person.get, *starts, without=OTHERS)


def fill_in(site: Site, person: Person) -> list[str]:
    """Send every form with hostile text and return the problems in the answers."""
    problems, sent_forms = [], set()
    for path, answer in pages(person).items():
        if not is_page(answer):
            continue
        for form in forms(path, answer.text):
            key = (form.action, tuple(form.fields))
            if form.action.startswith("/games/new/") and not form.action.endswith(RULES):
                continue  # one page for all rules
            if re.match(OTHERS, form.action):
                continue
            if key in sent_forms or f"POST {form.action}" in DEATH or form.action.endswith(PARTING):
                continue
            sent_forms.add(key)
            free = {name: SHORT for name in FREE if name in form.words}
            free |= {name: value for name, value in CHOSEN.items() if name in form.fields}
            everywhere = {name: PROBE for name in form.fields if not name.startswith("_")}
            alone = [{field: PROBE} for field in form.words] if THOROUGH else []
            for hostile in (free, everywhere, *alone):
                fields = {**form.usual, **hostile}
                site.clock.advance(seconds=5)
                data = {**fields, "_csrf_token": csrf(person.browser)}
                reply = person.browser.client.post(form.action, data=data)
                problems += problems_of(f"POST {form.action}", reply)
    assert len(sent_forms) > 5
    return problems


@pytest.fixture
def people(site: Site) -> dict[str, Person]:
    """A game with the whole cast."""
    return cast(site)


def test_no_page_holds_an_element_that_came_from_somebodys_words(
    site: Site, people: dict[str, Person]
) -> None:
    problems: list[str] = []
    for name in WHO:
        problems += fill_in(site, people[name])
    site.work()
    written = 0
    for name in READERS:
        for path, answer in pages(people[name]).items():
            problems += problems_of(path, answer)
            written += "xss-probe" in answer.text
    assert not problems
    assert written > 5 * len(WHO), "the hostile words are shown nowhere: nothing was tried"


@pytest.mark.parametrize(
    "variant",
    [
        "event_horizon",
        *(
            pytest.param(variant, marks=pytest.mark.slow)
            for variant in ("galaxy_g", "far_horizons", "campaign2e", "starcluster")
        ),
    ],
)
def test_no_report_holds_an_element_that_came_from_orders_or_titles(
    site: Site, variant: str
) -> None:
    title = "<script>xss()</script><xss-probe>"
    people = running_game(site, variant, title)
    game = "/games/script-xss-script-xss-probe"
    orders = f"{PROBE}\n; {PROBE}\n{PROBE.replace(' ', '_')} 1 2 3\n"
    people["Ada"].open(f"{game}/orders").send(f"{game}/orders", orders=orders, do="send")
    assert people["Ada"].status == 200
    problems = problems_of("receipt", people["Ada"].client.get(f"{game}/orders"))
    people["Cleo"].open(f"{game}/desk").send(f"{game}/desk/run", anyway="yes")
    site.work()
    written = ""
    for path in (f"{game}/turns/1/report.html", f"{game}/desk/turns/1/report.html"):
        person = people["Cleo" if "desk" in path else "Ada"]
        answer = person.client.get(path)
        assert answer.status_code == 200
        written += answer.text
        problems += problems_of(path, answer)
    assert not problems
    assert "xss-probe" in written
