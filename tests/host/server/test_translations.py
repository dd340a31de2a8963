"""Texts on German pages: translated templates with the same facts; people's text unchanged."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import delete, update

import horizons_core as hz
import horizons_host
from horizons_core import LocalizedText
from horizons_core.localized_text import FIELD
from horizons_host.deadlines import changes
from horizons_host.games.endings import end_game
from horizons_host.server import texts
from horizons_host.server.accounts import accounts
from horizons_host.server.games import deadlines
from horizons_host.server.pages.order_view import localized_step
from horizons_host.store import schema
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.played import play_game, sign_in_as
from tools.texts import catalogue_of, localized_texts

HOST = Path(horizons_host.__file__).parent
#: Modules that raise errors that players see on pages.
FOR_PLAYERS = (
    "server/accounts",
    "server/games",
    "server/pages",
    "server/security",
    "games/order_claims.py",
    "games/order_intake.py",
    "seats/missing_orders.py",
)
TEMPLATES = sorted({text for _, text in localized_texts()}, key=str)


@pytest.fixture
def german() -> Iterator[None]:
    with texts.in_language("de"):
        yield


def fields(template: str) -> set[str]:
    return {field[0] for field in FIELD.finditer(template)}


# templates


@pytest.mark.parametrize("language", sorted(set(texts.LANGUAGES) - {texts.SOURCE_LANGUAGE}))
def test_every_template_has_a_translation_with_the_same_fields(language: str) -> None:
    catalogue = catalogue_of(language)
    assert len(TEMPLATES) > 200
    for template in TEMPLATES:
        source = (template,) if isinstance(template, str) else template
        message = catalogue.get(source[0])
        assert message is not None, template
        assert not message.fuzzy, template
        assert message.id == template, "a plural is a plural in the catalogue"
        forms = (message.string,) if isinstance(template, str) else tuple(message.string)
        assert all(forms), template
        assert len(forms) == (1 if isinstance(template, str) else catalogue.num_plurals)
        assert all(fields(form) == fields(source[-1]) for form in forms), template


@pytest.mark.usefixtures("german")
def test_labels_and_help_of_choices_are_german_and_words_of_orders_are_not() -> None:
    variant = hz.load_variant("galaxy_g")
    view = variant.view(variant.new_game(["Ada", "Brin"], seed=1), "Ada")
    step = variant.choices(view, "P", {"planet": view["planets"][0]["name"]})
    assert step is not None
    labels = {choice.value: choice.label for choice in localized_step(step).choices}
    assert labels["MAT"] == "MAT: Rohstoffe"
    assert {choice.value: choice.label for choice in step.choices}["MAT"] == "MAT: raw materials"


@pytest.mark.usefixtures("german")
def test_every_template_has_its_translation_found() -> None:
    for template in TEMPLATES:
        source, *plural = (template,) if isinstance(template, str) else template
        facts = dict.fromkeys((field[1] for field in FIELD.finditer(source)), "?")
        facts.pop("count", None)
        text = (
            LocalizedText.plural(source, plural[0], count=2, **facts)
            if plural
            else LocalizedText(source, **facts)
        )
        is_same = texts.gettext(source) == source  # a word that both languages have
        assert is_same or "<span" not in texts.translate(text)


@pytest.mark.usefixtures("german")
def test_a_plural_has_the_form_of_its_count() -> None:
    templates = "{count} player is missing", "{count} players are missing"
    sentences = [texts.translate(LocalizedText.plural(*templates, count=count)) for count in (1, 2)]
    assert sentences == ["1 Spieler fehlt", "2 Spieler fehlen"]


@pytest.mark.usefixtures("german")
def test_facts_are_told_in_the_language_of_the_page() -> None:
    time = datetime(2026, 11, 30, 20, tzinfo=ZoneInfo("Europe/Berlin"))
    due = LocalizedText(
        "Orders for turn {turn} are due {time}, in {span}.",
        turn=4,
        time=time,
        span=timedelta(days=2, hours=1),
    )
    assert texts.translate_plain(due) == (
        "Befehle für Zug 4 sind fällig: Mo. 30. Nov. 2026 20:00 CET (noch 2 Tage 1 Stunde)."
    )
    assert texts.translate(LocalizedText("send at most {most:,} bytes", most=2_000_000)) == (
        "schicke höchstens 2.000.000 Bytes"
    )


@pytest.mark.usefixtures("german")
def test_names_are_escaped_and_a_text_within_a_text_is_translated() -> None:
    text = LocalizedText(
        "{name} has not submitted orders. If they stay missing: {without}.",
        name="<Ada>",
        without=LocalizedText("no orders"),
    )
    assert texts.translate(text) == (
        "&lt;Ada&gt; hat keine Befehle abgegeben. Wenn sie fehlen: keine Befehle."
    )


@pytest.mark.usefixtures("german")
def test_a_games_own_text_is_marked_as_english() -> None:
    assert texts.translate("a fleet <b> is lost") == (
        '<span lang="en">a fleet &lt;b&gt; is lost</span>'
    )
    assert texts.translate_plain("a fleet <b> is lost") == "a fleet <b> is lost"
    inner = LocalizedText("{what}: {why}.", what=LocalizedText("of a mod"), why="<i>")
    assert texts.translate(inner) == '<span lang="en">of a mod</span>: &lt;i&gt;.'


def test_english_pages_show_a_text_as_it_is() -> None:
    text = LocalizedText("the name '{name}' is taken", name="<Ada>")
    assert texts.translate(text) == "the name &#39;&lt;Ada&gt;&#39; is taken"


# sources of texts


def calls_in(path: Path) -> Iterator[ast.Call]:
    yield from (
        node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)
    )


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_every_error_that_players_meet_is_made_of_a_template(name: str) -> None:
    place = HOST / name
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    raised = [
        argument
        for file in files
        for call in calls_in(file)
        if ast.unparse(call.func).endswith("Error")
        for argument in call.args
    ]
    assert raised, "something is said there"
    plain = [ast.unparse(text) for text in raised if isinstance(text, ast.Constant | ast.JoinedStr)]
    assert [text for text in plain if " " in re.sub(r"\{.*?\}", "", text)] == []


#: Texts that commands declare, which the catalogues have from there.
DECLARED = {"step.label"}


def test_every_template_stands_where_it_is_found_for_the_catalogues() -> None:
    hidden = [
        f"{path}: {ast.unparse(call)}"
        for package in ("horizons_core", "horizons_host")
        for path in sorted((HOST.parent / package).rglob("*.py"))
        if "LocalizedText" in path.read_text()
        for call in calls_in(path)
        if ast.unparse(call.func) in {"LocalizedText", "LocalizedText.plural"}
        and not isinstance(call.args[0], ast.Constant)
        and ast.unparse(call.args[0]) not in DECLARED
    ]
    assert hidden == []


# text from people


@pytest.fixture
def key(site: Site) -> str:
    rule = {"rule": "daily 20:00 UTC", "when_final": True, "reminder_hours": []}
    announced = deadlines.announced_schedule(site.service, rule)
    return play_game(site, "event_horizon", 1, bot="greedy", deadlines=announced)


def in_german(site: Site, name: str) -> Browser:
    browser = sign_in_as(site, name)
    browser.client.headers["Accept-Language"] = "de"
    return browser


def visible_text(browser: Browser, page: str) -> str:
    return " ".join(browser.open(page).text.replace("<bdi>", "").replace("</bdi>", "").split())


@pytest.mark.parametrize("reason", ["no orders", "back in 2 days", "the turn waits"])
def test_a_reason_is_shown_as_it_was_written(site: Site, key: str, reason: str) -> None:
    with site.service.database.game(key) as store:
        changes.pause(store, reason=reason, clock=site.clock)
    ada = in_german(site, "Ada")
    page = visible_text(ada, f"/games/{key}/deadlines")
    assert f"Das Spiel pausiert: {reason}. Befehle für Zug 2 können abgegeben werden" in page
    assert f"Das Spiel pausiert: {reason}.</li>" in page
    assert f"Das Spiel pausiert: {reason}." in visible_text(ada, f"/games/{key}/audit")


def test_a_player_may_be_called_as_a_text_of_the_program(site: Site) -> None:
    rule = {"rule": "daily 20:00 UTC", "reminder_hours": []}
    announced = deadlines.announced_schedule(site.service, rule)
    accounts.register(site.service, "enter a number", "words@example.org", PASSWORD)
    players = ("enter a number", "Brin")
    key = play_game(site, "event_horizon", 1, bot="greedy", players=players, deadlines=announced)
    page = visible_text(in_german(site, "Brin"), f"/games/{key}/deadlines")
    assert "enter a number hat keine Befehle abgegeben. Wenn sie fehlen: " in page
    assert "gib eine Zahl ein" not in page


def test_the_gamemaster_is_translated_and_a_player_of_that_name_is_not(
    site: Site, key: str
) -> None:
    with site.service.database.game(key) as store:
        changes.pause(store, clock=site.clock)
        changes.resume(store, clock=site.clock, by="the gamemaster")
    page = in_german(site, "Ada").open(f"/games/{key}/audit").text
    entry = r"<td><bdi>([^<]*)</bdi></td><td>(Das Spiel pausiert|Das Spiel wurde fortgesetzt)\."
    assert re.findall(entry, page) == [
        ("the gamemaster", "Das Spiel wurde fortgesetzt"),
        ("der Spielleiter", "Das Spiel pausiert"),
    ]


def test_words_in_a_reason_make_nobody_a_winner(site: Site, key: str) -> None:
    with site.service.database.game(key) as store:
        end_game(store, "a draw, won by nobody", (), site.clock)
    page = visible_text(in_german(site, "Ada"), f"/games/{key}/audit")
    assert "Das Spiel endete nach Zug 1: a draw, won by nobody." in page


def test_winners_are_listed_in_the_language_of_the_page(site: Site, key: str) -> None:
    with site.service.database.game(key) as store:
        end_game(store, "by agreement", ("Ada", "Brin"), site.clock)
    page = visible_text(in_german(site, "Ada"), f"/games/{key}/audit")
    assert "Das Spiel endete nach Zug 1, gewonnen von Ada und Brin: by agreement." in page


# pages and stores


def test_every_text_on_deadlines_is_german_on_a_german_page(site: Site, key: str) -> None:
    page = in_german(site, "Ada").open(f"/games/{key}/deadlines").text
    assert any("sind fällig" in text for text in re.findall(r"<p>(.*?)</p>", page))
    assert not re.findall(r'<span lang="en">[^<]*', page)


def test_an_error_is_german_on_a_german_page(site: Site) -> None:
    stranger = site.browser()
    stranger.client.headers["Accept-Language"] = "de"
    page = stranger.open("/games/there-is-none").text
    with texts.in_language("de"):
        message = texts.translate(LocalizedText("page not found"))
    assert message in page
    assert "there is nothing" not in page


def test_entries_stored_without_templates_are_shown_as_they_are(site: Site, key: str) -> None:
    with site.service.database.game(key) as store:
        changes.pause(store, clock=site.clock)
        stored = store.audit()[-1].words
        assert isinstance(stored, LocalizedText)
        assert stored.facts["what"] == "The game is paused"
        with store.writing() as connection:
            connection.execute(delete(schema.audit_texts))
    page = visible_text(in_german(site, "Ada"), f"/games/{key}/audit")
    assert '<span lang="en">The game is paused.</span>' in page


@pytest.mark.parametrize("words", [5, "another text", {"text": {"template": "a"}}])
def test_a_template_that_does_not_make_the_stored_words_is_left_out(
    site: Site, key: str, words: object
) -> None:
    with site.service.database.game(key) as store:
        changes.pause(store, clock=site.clock)
        facts = {"actor": "the gamemaster", "words": words}
        data = {"template": "{actor}: {words}", "plural": "", "facts": facts}
        with store.writing() as connection:
            connection.execute(update(schema.audit_texts).values(text=data))
        assert store.audit()[-1].words == "The game is paused."
        assert not isinstance(store.audit()[-1].words, LocalizedText)
