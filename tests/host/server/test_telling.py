"""The host's own sentences on German pages: with the same names and numbers, and none left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import horizons_host
from horizons_host.server import telling, texts
from horizons_host.server.games import deadlines
from horizons_host.server.sentences import SENTENCES
from tests.host.server.browser import Site
from tests.host.server.played import as_, played

SOURCES = Path(horizons_host.__file__).parent
#: Where sentences are made that players meet on pages.
TOLD = (
    "server/battle_forms.py",
    "server/games",
    "server/ordering",
    "server/pages",
    "server/people",
    "server/security",
    "order_claims.py",
    "order_intake.py",
    "deadlines/readiness.py",
)
#: What is made of names and of other sentences alone.
_BARE = re.compile(r"[{}: ]*")
_PLACE = re.compile(r"\{\w*\}")


@pytest.fixture
def german() -> Iterator[None]:
    with texts.spoken("de"):
        yield


def sentences_of(path: Path) -> Iterator[str]:
    """The messages and remedies of errors that a file raises, with {} for what differs."""
    for call in ast.walk(ast.parse(path.read_text())):
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("Error"):
            found = (_form(one) for one in call.args)
            yield from (one for one in found if one and " " in one and not _BARE.fullmatch(one))


def _form(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(getattr(one, "value", "")) if isinstance(one, ast.Constant) else "{}"
            for one in node.values
        )
    return str(node.value) if isinstance(node, ast.Constant) else ""


@pytest.mark.parametrize("name", TOLD)
def test_every_error_that_players_meet_has_a_form_for_the_catalogues(name: str) -> None:
    place = SOURCES / name
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    known = {_PLACE.sub("{}", one) for one in SENTENCES}
    made = {one for file in files for one in sentences_of(file)}
    assert made, "something is said there"
    assert sorted(one for one in made if one not in known and not _counted(one)) == []


def _counted(form: str) -> bool:
    """One and several are two forms in the catalogues, and one in the code."""
    return form == "{} {} missing"


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("the name 'Ada' is taken", "den Namen „Ada“ hat schon jemand"),
        (
            "Orders for turn 4 are due Mon 30 Nov 2026 20:00 CET, in 2 days 1 hour.",
            "Befehle für Runde 4 sind fällig: Mo. 30. Nov. 2026 20:00 CET (noch 2 Tage 1 Stunde).",
        ),
        (
            "Brin has given no orders; without them: bot greedy up to turn 9.",
            "Brin hat keine Befehle gegeben; ohne sie: Bot greedy bis Runde 9.",
        ),
        (
            "The deadline is Wed 99 Foo 2026 77:88 X.",
            "Die Frist ist Wed 99 Foo 2026 77:88 X.",
        ),
    ],
)
def test_a_sentence_is_said_anew_with_its_names_and_numbers(sentence: str, said: str) -> None:
    assert telling.told(sentence) == said


@pytest.mark.usefixtures("german")
def test_what_is_a_games_own_says_that_it_is_english() -> None:
    assert telling.told("a fleet <b> is lost") == '<span lang="en">a fleet &lt;b&gt; is lost</span>'
    assert telling.plainly("a fleet <b> is lost") == "a fleet <b> is lost"


def test_in_english_every_sentence_is_as_it_was_made() -> None:
    assert telling.told("the name '<Ada>' is taken") == "the name &#39;&lt;Ada&gt;&#39; is taken"


def test_every_sentence_on_deadlines_is_known_to_a_german_page(site: Site) -> None:
    rule = {"rule": "daily 20:00 UTC", "when_final": True, "reminder_hours": []}
    key = played(
        site, "event_horizon", 1, bot="greedy", deadlines=deadlines.announced(site.service, rule)
    )
    ada = as_(site, "Ada")
    ada.client.headers["Accept-Language"] = "de"
    page = ada.open(f"/games/{key}/deadlines").text
    told = re.findall(r"<p>(.*?)</p>", page)
    assert any("sind fällig" in one for one in told)
    assert not re.findall(r'<span lang="en">[^<]*', page)
