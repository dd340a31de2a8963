"""Hostile words wherever somebody may write some: on no page does an element come from them.

Everybody fills in every form with them; then everybody opens every page that a link leads to, and
every page is read as a browser reads it.
"""

from __future__ import annotations

import re
from typing import Any

import lxml.html
import pytest

from tests.effort import THOROUGH
from tests.host.server.browser import Site
from tests.host.server.cast import GAME, KEY, RULES, Somebody, cast
from tests.host.server.games import running_game
from tests.host.server.walks import DEATH, PARTING, crawled, forms, is_page, sign

#: Gets out of texts, attributes, titles, text areas and scripts; the sum shows a template that ran.
PROBE = (
    "\"'><xss-probe data-xss=\"1\" onfocus='alert(1)'></title></textarea></script><script>xss()"
    '</script><a href="javascript:xss()">{{ 71 * 191 }}'
)
#: The same for where there is little room.
SHORT = "\"'><xss-probe data-xss=1 onfocus=x><script>xss()</script>"
WHO = ("Ada", "Cleo") if THOROUGH else ("Ada",)
READERS = ("a stranger", "Brin", "Cleo", *(("Ada", "Uma") if THOROUGH else ()))
#: Pages and forms that hold nobody's words, those about rules and first lessons, and other games.
OTHERS = (
    "$." if THOROUGH else rf"/(rules|battles|learn|schema|language)|/games/(?!new/{RULES}|{KEY})"
)
#: Fields that take any words, and what is to be chosen beside them so that those are taken.
FREE = ("title", "text", "subject", "reason", "words", "orders", "name")
CHOSEN = {"to-1": "Brin", "do": "send", "listed": "yes", "players": "2"}


def problems_of(path: str, answer: Any) -> list[str]:
    """What stands on a page that nobody but a stranger's words could have put there."""
    if not is_page(answer) or not answer.text.strip():
        return []
    page = lxml.html.fromstring(answer.text)
    found = [f"{path}: {what}" for what in ("13561",) if what in answer.text]
    for one in page.iter():
        if not isinstance(one.tag, str):
            continue
        if one.tag == "xss-probe" or (one.tag == "script" and "xss()" in (one.text or "")):
            found.append(f"{path}: <{one.tag}>")
        for name, value in one.attrib.items():
            plain = value.strip().casefold()
            if "xss" in name or name.startswith("on") or plain.startswith("javascript:"):
                found.append(f"{path}: <{one.tag} {name}={value[:40]!r}>")
    return found


def pages(somebody: Somebody) -> dict[str, Any]:
    starts = ("/", "/account", GAME, f"{GAME}/desk", f"/games/new/{RULES}")
    return crawled(somebody.get, *starts, without=OTHERS)


def fill_in(site: Site, somebody: Somebody) -> list[str]:
    """Send every form with hostile words; gives what is wrong with the answers."""
    found, done = [], set()
    for path, answer in pages(somebody).items():
        if not is_page(answer):
            continue
        for form in forms(path, answer.text):
            what = (form.action, tuple(form.fields))
            if form.action.startswith("/games/new/") and not form.action.endswith(RULES):
                continue  # a page for all rules
            if re.match(OTHERS, form.action):
                continue
            if what in done or f"POST {form.action}" in DEATH or form.action.endswith(PARTING):
                continue
            done.add(what)
            free = {name: SHORT for name in FREE if name in form.words}
            free |= {name: value for name, value in CHOSEN.items() if name in form.fields}
            everywhere = {name: PROBE for name in form.fields if not name.startswith("_")}
            alone = [{field: PROBE} for field in form.words] if THOROUGH else []
            for hostile in (free, everywhere, *alone):
                fields = {**form.usual, **hostile}
                site.clock.advance(seconds=5)
                data = {**fields, "_csrf_token": sign(somebody.browser)}
                given = somebody.browser.client.post(form.action, data=data)
                found += problems_of(f"POST {form.action}", given)
    assert len(done) > 5
    return found


@pytest.fixture
def people(site: Site) -> dict[str, Somebody]:
    """A game with everybody in it."""
    return cast(site)


def test_no_page_holds_an_element_that_came_from_somebodys_words(
    site: Site, people: dict[str, Somebody]
) -> None:
    found: list[str] = []
    for name in WHO:
        found += fill_in(site, people[name])
    site.work()
    written = 0
    for name in READERS:
        for path, answer in pages(people[name]).items():
            found += problems_of(path, answer)
            written += "xss-probe" in answer.text
    assert not found
    assert written > 5 * len(WHO), "the hostile words are shown nowhere: nothing was tried"


@pytest.mark.parametrize(
    "variant",
    [
        "event_horizon",
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in ("galaxy_g", "far_horizons", "campaign2e", "starcluster")
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
    found = problems_of("receipt", people["Ada"].client.get(f"{game}/orders"))
    people["Cleo"].open(f"{game}/desk").send(f"{game}/desk/run", anyway="yes")
    site.work()
    written = ""
    for path in (f"{game}/turns/1/report.html", f"{game}/desk/turns/1/report.html"):
        who = people["Cleo" if "desk" in path else "Ada"]
        answer = who.client.get(path)
        assert answer.status_code == 200
        written += answer.text
        found += problems_of(path, answer)
    assert not found
    assert "xss-probe" in written
