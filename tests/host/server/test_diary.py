"""Diaries: private notes for each turn, readable only if the author allows it."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from horizons_host.server import tables
from horizons_host.server.accounts.diary import MAX_NOTE_LENGTH, published_diaries
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.games import running_game

GAME = "/games/the-mars-affair"
WORDS = "Brin will break the treaty, I fear"


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """A game of Ada and Brin, with Cleo as its gamemaster."""
    return running_game(site)


def write_note(browser: Browser, words: str, **fields: str) -> Browser:
    """Write a note about turn 0 on its report page."""
    return browser.open(f"{GAME}/turns/0").send(f"{GAME}/diary/0", text=words, **fields)


def test_a_note_stands_on_the_page_of_its_turn_and_in_the_diary(any_site: Site) -> None:
    ada = write_note(running_game(any_site)["Ada"], WORDS)
    assert ada.path == f"{GAME}/turns/0"
    assert WORDS in ada.text
    assert WORDS in ada.open(f"{GAME}/diary").text
    write_note(ada, "It held")
    assert "It held" in ada.open(f"{GAME}/diary").text
    assert WORDS not in ada.text


def test_a_note_is_its_writers_alone(site: Site, people: dict[str, Browser]) -> None:
    write_note(people["Ada"], WORDS, opened="yes")
    for name in ("Brin", "Cleo"):
        for path in ("turns/0", "diary", "papers", "audit", "desk", "diaries"):
            assert WORDS not in people[name].open(f"{GAME}/{path}").text, (name, path)


def test_a_replacement_finds_no_notes(site: Site, people: dict[str, Browser]) -> None:
    write_note(people["Ada"], WORDS)
    people["Ada"].open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
    assert people["Ada"].open(f"{GAME}/diary").status == 404
    eve = site.person("Eve").open(GAME).send(f"{GAME}/take", seat="Ada")
    for path in ("turns/0", "diary", "papers"):
        eve.open(f"{GAME}/{path}")
        assert eve.status == 200
        assert WORDS not in eve.text


def test_an_empty_note_is_none(site: Site, people: dict[str, Browser]) -> None:
    write_note(write_note(people["Ada"], WORDS), "  \n ")
    with site.service.database.reading() as connection:
        assert connection.execute(select(tables.notes)).all() == []


def test_what_is_too_long_is_refused_and_stays_in_the_field(people: dict[str, Browser]) -> None:
    ada = write_note(people["Ada"], "a" * MAX_NOTE_LENGTH + "!")
    assert ada.status == 422
    assert "shorten the note" in ada.words
    assert "a" * MAX_NOTE_LENGTH + "!" in ada.text


def test_there_are_no_notes_on_turns_to_come(people: dict[str, Browser]) -> None:
    ada = people["Ada"].open(f"{GAME}/diary")
    fields = dict(ada.form(f"{GAME}/diary/0").form_values())
    assert ada.client.post(f"{GAME}/diary/7", data={**fields, "text": "?"}).status_code == 404


def test_the_data_of_oneself_has_the_diary(people: dict[str, Browser]) -> None:
    ada = write_note(people["Ada"], WORDS)
    (note,) = json.loads(ada.open("/account/data").text)["diary"]
    assert (note["turn"], note["text"], note["opened_at"]) == (0, WORDS, None)


def test_a_deleted_account_leaves_no_notes(site: Site, people: dict[str, Browser]) -> None:
    ada = write_note(people["Ada"], WORDS, opened="yes")
    ada.open("/account").send("/account/delete", password=PASSWORD)
    with site.service.database.reading() as connection:
        assert connection.execute(select(tables.notes)).all() == []


def test_opened_notes_are_shown_in_order_of_turns(site: Site, people: dict[str, Browser]) -> None:
    people["Cleo"].open(f"{GAME}/desk").send(f"{GAME}/desk/run", anyway="yes")
    site.work()
    ada = people["Ada"]
    for turn, words in ((1, "It broke"), (0, WORDS)):
        ada.open(f"{GAME}/turns/{turn}").send(f"{GAME}/diary/{turn}", text=words, opened="yes")
    people["Brin"].open(f"{GAME}/turns/1").send(f"{GAME}/diary/1", text="It did", opened="yes")
    diaries = published_diaries(site.service, "the-mars-affair")
    assert [(d.seat, [(note.turn, note.text) for note in d.notes]) for d in diaries] == [
        ("Ada", [(0, WORDS), (1, "It broke")]),
        ("Brin", [(1, "It did")]),
    ]


def test_the_archive_shows_what_its_writer_has_opened_and_nothing_else(
    site: Site, people: dict[str, Browser]
) -> None:
    write_note(people["Ada"], WORDS, opened="yes")
    write_note(people["Brin"], "Ada trusts me")
    cleo = people["Cleo"].open(f"{GAME}/desk")
    cleo.send(f"{GAME}/desk/end", reason="by agreement", winners="Ada", name="The Mars affair")
    assert people["Brin"].open(f"{GAME}/diaries").status == 404
    cleo.open(f"{GAME}/desk").send(f"{GAME}/desk/archive")
    site.work()
    read = people["Brin"].open(f"{GAME}/diaries")
    assert WORDS in read.text
    assert "Ada trusts me" not in read.text
    assert f'href="{GAME}/diaries"' in read.open(f"{GAME}/archive").text


def test_a_note_that_was_changed_meanwhile_is_replaced_only_when_sent_again(site: Site) -> None:
    first = running_game(site)["Ada"]
    second = Browser(site.client())
    second.client.cookies = first.client.cookies
    path = f"{GAME}/diary/0"
    for browser in (first, second):
        browser.open(f"{GAME}/diary")
    first.send(path, text="of the first")
    second.send(path, text="of the second")
    assert (second.status, "changed after you opened the page" in second.words) == (422, True)
    assert "of the first" in second.words
    second.send(path, text="of the second")
    assert "of the second" in first.open(f"{GAME}/diary").words
