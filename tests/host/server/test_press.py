"""Messages on the server: addressing, reading, and the gamemaster's view."""

from __future__ import annotations

import pytest

from tests.host.server.browser import Browser, Site
from tests.host.server.games import invite, running_game

GAME = "/games/the-mars-affair"
PRESS, DESK = f"{GAME}/messages", f"{GAME}/desk"
RULE = f"{DESK}/messages/rule"


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    """A running game of Ada and Brin."""
    return running_game(site)


@pytest.fixture
def three(site: Site) -> dict[str, Browser]:
    """A running game of Ada, Brin and Dara."""
    return running_game(site, players=("Ada", "Brin", "Dara"))


def write(browser: Browser, text: str, *to: str, **fields: str) -> Browser:
    """Write a message; `to` are names as shown on the page."""
    page = browser.open(PRESS)
    boxes = page.form(PRESS).xpath(".//input[starts-with(@name, 'to-')]")
    chosen = {box.get("name"): box.get("value") for box in boxes if box.get("value") in to}
    assert len(chosen) == len(to)
    return page.send(PRESS, text=text, **chosen, **fields)


def run_turn(site: Site, people: dict[str, Browser]) -> None:
    people["Cleo"].open(DESK).send(f"{DESK}/run", anyway="yes")
    site.work()


def test_a_message_is_read_by_whom_it_is_to_and_by_nobody_else(three: dict[str, Browser]) -> None:
    sent = write(three["Ada"], "Shall we share Io?", "Brin", subject="Our border")
    assert sent.path == f"{PRESS}/1"
    assert "Messages (1 new)" in three["Brin"].open(GAME).words
    assert "Our border" in three["Brin"].open(PRESS).words
    assert "Shall we share Io?" in three["Brin"].open(f"{PRESS}/1").words
    assert "Messages (" not in three["Brin"].open(GAME).words
    assert "No messages yet" in three["Dara"].open(PRESS).words
    assert "there is no message 1" in three["Dara"].open(f"{PRESS}/1").words.casefold()
    assert "Our border" not in three["Cleo"].open(f"{DESK}/messages").words


def test_an_answer_goes_to_all_of_the_thread(three: dict[str, Browser]) -> None:
    write(three["Ada"], "Peace?", "Brin", "Dara")
    brin = three["Brin"].open(f"{PRESS}/1").send(f"{PRESS}/1/answer", text="With pleasure.")
    assert brin.path == f"{PRESS}/1"
    for name in ("Ada", "Dara"):
        page = three[name].open(f"{PRESS}/1").words
        assert "Peace?" in page
        assert "With pleasure." in page


def test_what_cannot_be_sent_is_refused_in_words_and_still_there(
    people: dict[str, Browser],
) -> None:
    ada = write(people["Ada"], "To whom?", subject="A question")
    assert ada.status == 422
    assert "the message has no recipient" in ada.words
    assert "To whom?" in ada.text
    assert "A question" in ada.text
    write(people["Brin"], "x" * 10_001, "Ada")
    assert people["Brin"].status == 422
    assert "No messages yet" in people["Ada"].open(PRESS).words


def test_an_answer_that_says_nothing_is_refused_on_its_thread(people: dict[str, Browser]) -> None:
    write(people["Ada"], "Peace?", "Brin")
    brin = people["Brin"].open(f"{PRESS}/1").send(f"{PRESS}/1/answer", text=" \n ")
    assert brin.status == 422
    assert "the message is empty" in brin.words
    assert "Peace?" in brin.words


def test_announcements_are_answered_to_the_gamemaster_alone(people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(f"{DESK}/messages")
    cleo.send(f"{DESK}/messages", text="Friday at eight.", to_all="yes")
    ada = people["Ada"].open(f"{PRESS}/1")
    assert "Friday at eight." in ada.words
    ada.send(f"{PRESS}/1/answer", text="Too early!")
    assert "Too early!" in people["Cleo"].open(f"{DESK}/messages").words
    assert "Too early!" not in people["Brin"].open(f"{PRESS}/1").words
    number = 2
    cleo.open(f"{DESK}/messages").send(f"{DESK}/messages/{number}/answer", text="At nine, then.")
    assert "At nine, then." in people["Ada"].open(f"{PRESS}/1").words


def test_a_rule_of_the_gamemasters_holds_and_is_told_to_all(people: dict[str, Browser]) -> None:
    cleo = people["Cleo"].open(f"{DESK}/messages").send(RULE, who="none")
    assert "Only the gamemaster can write" in cleo.words
    assert "Rules for messages" in people["Ada"].open(PRESS).words
    refused = write(people["Ada"], "Psst", "Brin")
    assert refused.status == 422
    assert "players can't write to each other in this game" in refused.words
    assert write(people["Ada"], "A question", gamemaster="yes").status == 200
    assert cleo.open(f"{DESK}/messages").send(RULE, who="none").status == 422
    assert cleo.open(f"{DESK}/messages").send(RULE, who="loud").status == 422


def test_nobody_learns_who_wrote_an_anonymous_message(three: dict[str, Browser]) -> None:
    three["Cleo"].open(f"{DESK}/messages").send(RULE, anonymous="yes")
    write(three["Ada"], "Beware of Dara", "Brin")
    page = three["Brin"].open(f"{PRESS}/2")
    assert "Beware of Dara" in page.words
    assert "Ada" not in page.words


def test_a_message_arrives_with_the_turn_where_the_rule_says_so(
    site: Site, people: dict[str, Browser]
) -> None:
    people["Cleo"].open(f"{DESK}/messages").send(RULE, with_turn="yes")
    sent = write(people["Ada"], "Later", "Brin")
    assert "will be sent after the next turn" in sent.words
    assert "Later" not in people["Brin"].open(PRESS).words
    run_turn(site, people)
    assert "Later" in people["Brin"].open(PRESS).words


def test_the_rule_is_announced_with_the_game_and_holds_from_its_start(site: Site) -> None:
    people = running_game(site, who="public", with_turn="yes")
    words = people["Ada"].open(PRESS).words
    assert "Players can write to everyone or to the gamemaster" in words
    assert "Messages are delivered after the next turn" in words
    assert write(people["Ada"], "Psst", "Brin").status == 422


def test_who_is_blocked_is_read_no_more_until_let_in_again(three: dict[str, Browser]) -> None:
    write(three["Ada"], "First", "Brin")
    brin = three["Brin"].open(f"{PRESS}/1").send(f"{PRESS}/1/block")
    write(three["Ada"], "Second", "Brin", "Dara")
    page = brin.open(PRESS)
    assert "Second" not in page.words
    assert "Blocked senders" in page.words
    assert "Second" in three["Dara"].open(PRESS).words
    page.send(f"{PRESS}/unblock")
    write(three["Ada"], "Third", "Brin")
    assert "Third" in brin.open(PRESS).words


def test_a_message_is_shown_to_the_gamemaster_once(people: dict[str, Browser]) -> None:
    write(people["Ada"], "You fool", "Brin")
    brin = people["Brin"].open(f"{PRESS}/1").send(f"{PRESS}/1/report", reason="an insult")
    desk = people["Cleo"].open(f"{DESK}/messages").words
    assert "You fool" in desk
    assert "an insult" in desk
    second = brin.open(f"{PRESS}/1").send(f"{PRESS}/1/report")
    assert second.status == 422
    assert "message 1 has already been reported" in second.words


def test_messages_open_after_the_end_if_the_rule_said_so(
    site: Site, people: dict[str, Browser]
) -> None:
    write(people["Ada"], "Stays between us", "Brin")
    people["Cleo"].open(f"{DESK}/messages").send(RULE, opened="yes")
    write(people["Ada"], "All may know one day", "Brin")
    reader = site.person("Eve")
    assert "the game is not over" in reader.open(f"{PRESS}/opened").words
    people["Cleo"].open(DESK).send(f"{DESK}/end", reason="by agreement", name="The Mars affair")
    page = reader.open(f"{PRESS}/opened").words
    assert "All may know one day" in page
    assert "Stays between us" not in page


def test_a_replacement_reads_the_threads_and_who_had_the_seat_does_not(
    site: Site, people: dict[str, Browser]
) -> None:
    write(people["Ada"], "Our secret", "Brin")
    path = invite(people["Cleo"], GAME, role="player", seat="Brin")
    dara = site.person("Dara").open(path).send(path)
    assert "Our secret" in dara.open(f"{PRESS}/1").words
    assert people["Brin"].open(f"{PRESS}/1").status == 404
