"""Open games: the lobby and its filters, the waiting room, changed settings, and withdrawing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import lxml.html
import pytest
from attrs import evolve
from sqlalchemy import insert, update

from horizons_host.server import tables
from horizons_host.server.accounts import accounts, leaving
from horizons_host.server.games import directory, joining, settings, sharing, waiting_room
from horizons_host.server.games.access import Access, access
from horizons_host.server.games.directory import NoGameError
from horizons_host.server.games.joining import JoiningError
from horizons_host.server.games.waiting_room import RoomError
from horizons_host.server.live.versions import shown_game
from horizons_host.server.security.rate_limits import TooManyError
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.games import invite
from tests.host.server.test_invitations import outbox
from tests.host.server.test_people import mail_settings, sign_in
from tests.host.server.walks import csrf

NEW = "/games/new/event_horizon"
GAME = "/games/venus"


@pytest.fixture
def ada(site: Site) -> Browser:
    """The organizer of an open game for two."""
    return announce(site.person("Ada"))


def announce(browser: Browser, title: str = "Venus", **fields: str) -> Browser:
    usual = {"open_to": "all", "plays": "yes", "players": "2", "pace": "daily"}
    return browser.open(NEW).send(NEW, title=title, **{**usual, **fields})


def rights(site: Site, name: str, key: str = "venus") -> Access:
    return access(site.service, accounts.by_name(site.service, name), key)


def section(browser: Browser, part: str) -> str:
    """Return the words of the element with an id."""
    (element,) = lxml.html.fromstring(browser.text).xpath("//*[@id = $part]", part=part)
    return " ".join(element.text_content().split())


# lobby


def test_a_card_says_what_a_player_agrees_to_and_joins_by_one_button(
    site: Site, ada: Browser
) -> None:
    announce(ada, "Mars", reliability="75", missing="nothing", players="3", bots="1", pace="twice")
    brin = site.person("Brin").open("/games")
    card = section(brin, "lobby").split("Venus")[0]
    for words in (
        *("Mars", "by Ada", "2 free seats", "1 of 3 joined, 1 bot"),
        "Mondays and Thursdays at 20:00 UTC. If it starts now, the first deadline is Mon 2 Mar",
        "If orders are missing, the turn is run without them.",
        "Reliability asked: orders in at least 75 % of your turns.",
    ):
        assert words in card
    assert brin.send("/games/mars/join").path == "/games/mars"
    assert "Brin not ready yet" in section(brin, "players")
    assert "Create account to join" in site.browser().open("/games").words


FILTERS: Mapping[str, set[str]] = {
    "": {"Venus", "Live", "Weekly", "By hand", "Galaxy"},
    "variant=galaxy_g": {"Galaxy"},
    "pace=live": {"Live"},
    "pace=slow": {"Weekly"},
    "pace=gamemaster": {"By hand"},
    "pace=daily&variant=event_horizon": {"Venus"},
    "pace=weekly": set(),
    "seats=2": {"By hand", "Galaxy"},
    "seats=many&pace=soon": {"Venus", "Live", "Weekly", "By hand", "Galaxy"},
}


def test_filters_leave_the_games_that_fit(site: Site, ada: Browser) -> None:
    announce(ada, "Live", pace="live")
    announce(ada, "Weekly", pace="weekly")
    announce(ada, "By hand", pace="none", plays="no")
    galaxy = "/games/new/galaxy_g"
    ada.open(galaxy).send(galaxy, title="Galaxy", open_to="all", plays="yes", pace="daily")
    for query, titles in FILTERS.items():
        page = lxml.html.fromstring(ada.open(f"/games?{query}").text)
        assert set(page.xpath("//*[@id='lobby']//h3/a/bdi/text()")) == titles, query
    assert "Show all open games" in ada.open("/games?pace=weekly").words


def test_a_player_who_misses_turns_joins_by_invitation_alone(site: Site, ada: Browser) -> None:
    announce(ada, "Mars", reliability="90")
    people = {name: site.person(name) for name in ("Brin", "Newcomer", "Cara")}
    for name, given, due in (("Brin", 8, 10), ("Newcomer", 0, 4), ("Cara", 9, 10)):
        people[name].open(GAME).send(f"{GAME}/join")
        account = accounts.by_name(site.service, name)
        assert account is not None
        left = update(tables.members).where(tables.members.c.account == account.id)
        day = {"game": "mars", "day": "2026-02-01", "due": due, "given": given, "shown": 1}
        with site.service.database.writing() as connection:
            connection.execute(left.values(left_at="2026-02-01T00:00:00+00:00"))
            connection.execute(insert(tables.attendance_days).values(account=account.id, **day))
    brin = people["Brin"].open("/games")
    assert "You have missed too many turns" in section(brin, "lobby")
    refused = brin.open("/games/mars").send("/games/mars/join")
    assert (refused.status, "at least 90 % of your turns" in refused.words) == (422, True)
    assert people["Newcomer"].open("/games/mars").send("/games/mars/join").status == 200
    assert people["Cara"].open("/games/mars").send("/games/mars/join").status == 422  # it is full
    path = invite(announce(ada, "Moon", reliability="90"), "/games/moon", role="player")
    assert brin.open(path).send(path).path == "/games/moon"


def test_a_game_against_bots_is_one_click_away_from_the_lobby(site: Site) -> None:
    for name, page in (("Ada", "/"), ("Brin", "/games")):
        brin = site.person(name).open(page)
        brin.send("/learn/event_horizon/play")
        assert 'id="game"' in brin.text
        assert "0 of 1 submitted" in brin.words


# waiting room


def test_members_write_and_strangers_neither_read_nor_write(site: Site, ada: Browser) -> None:
    brin, eve = site.person("Brin"), site.person("Eve")
    brin.open(GAME).send(f"{GAME}/join", seat="Brin of Venus")
    brin.send(f"{GAME}/room", text="no <b>alliances</b>")
    assert "Brin of Venus" in section(ada.open(GAME), "room")
    assert "no <b>alliances</b>" in section(ada, "room")
    assert "alliances" not in eve.open(GAME).words
    assert "not ready" not in eve.words
    for act in ("room", "ready"):
        data = {"_csrf_token": csrf(eve), "text": "hello"}
        assert eve.client.post(f"{GAME}/{act}", data=data).status_code == 404
    brin.open(GAME).send(f"{GAME}/leave")
    assert brin.client.post(f"{GAME}/room", data={**data, "_csrf_token": csrf(brin)}).is_error


def test_a_game_starts_when_its_last_player_is_ready(site: Site, ada: Browser) -> None:
    ada.send(f"{GAME}/ready")
    assert "The game waits for 1 more player." in section(ada, "players")
    brin = site.person("Brin").open(GAME).send(f"{GAME}/join")
    assert "1 of 2 ready." in section(brin, "players")
    assert "or when Ada starts it" in section(brin, "players")
    ada.open(GAME).send(f"{GAME}/ready", do="not-yet")
    brin.send(f"{GAME}/ready")
    assert brin.path == GAME
    assert "1 of 2 ready." in section(brin, "players")
    ada.open(GAME).send(f"{GAME}/ready")
    assert 'id="game"' in ada.text


def test_a_gamemaster_starts_the_game(site: Site) -> None:
    announce(site.person("Cleo"), plays="no", pace="none", players="1", bots="1")
    brin = site.person("Brin").open(GAME).send(f"{GAME}/join").send(f"{GAME}/ready")
    assert "Cleo, the gamemaster, starts the game." in section(brin, "players")
    assert directory.find_game(site.service, "venus").state == directory.OPEN


def test_messages_are_bounded_in_size_and_number(
    site: Site, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = rights(site, "Ada")
    for text in ("", " \t ", "x" * 501):
        with pytest.raises(RoomError, match="1 to 500 characters"):
            waiting_room.post_message(site.service, own, text)
    for number in range(30):
        waiting_room.post_message(site.service, own, str(number))
    with pytest.raises(TooManyError):
        waiting_room.post_message(site.service, own, "one more")
    site.clock.advance(hours=1)
    monkeypatch.setattr(waiting_room, "MAX_ENTRIES", 30)
    with pytest.raises(RoomError, match="full"):
        waiting_room.post_message(site.service, own, "one more")


def test_who_joins_and_leaves_again_and_again_does_not_fill_the_room(
    site: Site, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting_room, "MAX_ENTRIES", 1)
    brin = site.person("Brin")
    for _ in range(3):
        brin.open(GAME).send(f"{GAME}/join")
        brin.send(f"{GAME}/leave")
    waiting_room.post_message(site.service, rights(site, "Ada"), "There is room.")
    assert "There is room." in section(ada.open(GAME), "room")


def test_what_is_written_changes_the_version_of_members_alone(site: Site, ada: Browser) -> None:
    def versions() -> list[int]:
        shown = [shown_game(site.service, rights(site, name)) for name in ("Ada", "Eve")]
        return [game.version for game in shown if game]

    site.person("Eve")
    before = versions()
    waiting_room.post_message(site.service, rights(site, "Ada"), "hello")
    waiting_room.set_ready(site.service, rights(site, "Ada"), ready=True)
    after = versions()
    assert after[0] > before[0]
    assert after[1] == before[1]
    ada.open(f"{GAME}/settings").send(f"{GAME}/settings", players="3")
    assert all(new > old for new, old in zip(versions(), after, strict=True))


def test_messages_go_with_the_account(site: Site, ada: Browser) -> None:
    brin = site.person("Brin").open(GAME).send(f"{GAME}/join")
    brin.send(f"{GAME}/room", text="my secret plan")
    assert "my secret plan" in brin.client.get("/account/data").text
    brin.open("/account").send("/account/delete", password=PASSWORD)
    assert "my secret plan" not in ada.open(GAME).words


# settings


def test_players_read_what_was_changed_and_are_no_longer_ready(site: Site, ada: Browser) -> None:
    brin = site.person("Brin").open(GAME).send(f"{GAME}/join").send(f"{GAME}/ready")
    ada.open(f"{GAME}/settings")
    shown = dict(ada.form(f"{GAME}/settings").form_values())
    assert (shown["title"], shown["pace"], shown["players"]) == ("Venus", "daily", "2")
    changes = {"title": "Venus in winter", "pace": "own", "day-WE": "yes", "who": "public"}
    ada.send(f"{GAME}/settings", players="3", **changes, **{"option-side": "12"})
    room = section(brin.open(GAME), "room")
    for words in (
        *("Ada changed the settings:", "The title is now 'Venus in winter'."),
        *("Number of players: 3.", "Turns are due Wed 20:00 UTC.", "The option side is now 12."),
        "Players can write to everyone or to the gamemaster",
    ):
        assert words in room
    assert "0 of 2 ready" in section(brin, "players")
    assert "Wednesdays at 20:00 UTC." in section(brin, "settings")
    ada.open(f"{GAME}/settings").send(f"{GAME}/settings")
    assert section(ada, "room").count("changed the settings") == 1  # nothing was changed


def test_errors_stand_beside_their_fields_and_all_at_once(ada: Browser) -> None:
    for path in (NEW, f"{GAME}/settings"):
        ada.open(path).send(
            path,
            title=" ",
            players="900",
            pace="own",
            grace_hours="a day",
            zone="Europe/Berlni",
            plays="yes",
            open_to="all",
            **{"option-side": "2"},
        )
        page = lxml.html.fromstring(ada.text)
        beside = {
            field.get("id"): page.get_element_by_id(field.get("aria-describedby")).text_content()
            for field in page.xpath("//*[@aria-invalid]")
        }
        assert ada.status == 422
        assert beside.keys() == {"title", "players", "zone", "grace_hours", "option-side"}
        assert "did you mean 'Europe/Berlin'" in beside["zone"]
        assert len(page.xpath("//*[@role='alert']//li")) == len(beside)
        assert dict(ada.form(path).form_values())["grace_hours"] == "a day"


def test_a_game_keeps_room_for_its_players_and_its_schedule(site: Site, ada: Browser) -> None:
    site.person("Brin").open(GAME).send(f"{GAME}/join")
    ada.open(f"{GAME}/settings").send(f"{GAME}/settings", players="1", bots="1")
    assert (ada.status, "2 players have joined already" in ada.words) == (422, True)
    ada.send(f"{GAME}/settings", players="2", pace="none")
    assert (ada.status, "needs deadlines" in ada.words) == (422, True)


def test_a_schedule_that_the_controls_cannot_express_is_kept(site: Site, ada: Browser) -> None:
    terms = directory.find_game(site.service, "venus").terms.to_dict()
    monthly = {**terms["deadlines"], "rule": "FREQ=MONTHLY;BYMONTHDAY=1,15;BYHOUR=20;BYMINUTE=0"}
    with site.service.database.writing() as connection:
        values = {"terms": {**terms, "deadlines": monthly}}
        connection.execute(update(tables.games).values(**values))
    ada.open(f"{GAME}/settings").send(f"{GAME}/settings", players="3")
    assert "monthly on 1 and 15 20:00 UTC" in section(ada, "settings")
    assert "Number of players: 3." in section(ada, "room")
    assert "Turns are due" not in section(ada, "room")


@pytest.mark.parametrize("act", ["settings", "withdraw"])
def test_only_the_organizer_of_an_open_game_changes_it(site: Site, ada: Browser, act: str) -> None:
    brin = site.person("Brin").open(GAME).send(f"{GAME}/join")
    data = {"_csrf_token": csrf(brin), "sure": "yes", "title": "Mine"}
    assert brin.client.post(f"{GAME}/{act}", data=data).status_code == 404
    ada.open(GAME).send(f"{GAME}/start")
    data["_csrf_token"] = csrf(ada)
    assert ada.client.post(f"{GAME}/{act}", data=data).status_code in {404, 422}
    assert directory.find_game(site.service, "venus").terms.title == "Venus"


def test_members_of_a_withdrawn_game_read_why_and_strangers_find_nothing(
    site: Site, ada: Browser
) -> None:
    path = invite(ada, GAME, role="player")
    brin, eve = site.person("Brin"), site.person("Eve")
    brin.open(path).send(path)
    unsure = ada.open(f"{GAME}/settings").send(f"{GAME}/withdraw")
    assert (unsure.status, "confirm" in unsure.words) == (422, True)
    ada.open(f"{GAME}/settings").send(f"{GAME}/withdraw", sure="yes", reason="too few people")
    assert "Ada has withdrawn the game: too few people" in brin.open(GAME).words
    assert "Venus" in brin.open("/").words
    assert "Venus" not in eve.open("/games").words
    assert eve.open(GAME).status == 404
    with pytest.raises(NoGameError):
        rights(site, "Eve")
    organizer = accounts.by_name(site.service, "Ada")
    assert organizer is not None
    leaving.delete_account(site.service, organizer)
    assert "Ada" not in brin.open(GAME).words
    assert "too few people" not in brin.words
    brin.send(f"{GAME}/leave")
    assert (brin.path, "Venus" in brin.open("/").words) == ("/games", False)


@pytest.mark.parametrize("change", ["withdraw", "settings", "leave"])
def test_a_game_that_changes_while_it_starts_does_not_start(
    site: Site, ada: Browser, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    site.person("Brin").open(GAME).send(f"{GAME}/join")
    brin = accounts.by_name(site.service, "Brin")
    assert brin is not None
    terms = evolve(rights(site, "Ada").game.terms, text="Another game.")

    def demand_shares(*_: object, **__: object) -> None:
        if change == "withdraw":
            settings.withdraw(site.service, rights(site, "Ada"), "")
        elif change == "settings":
            settings.change_settings(site.service, rights(site, "Ada"), terms)
        else:
            joining.leave(site.service, brin, "venus")

    monkeypatch.setattr(sharing, "demand_shares", demand_shares)
    with pytest.raises(JoiningError):
        joining.start(site.service, "venus")
    state = directory.find_game(site.service, "venus").state
    assert state == (directory.WITHDRAWN if change == "withdraw" else directory.OPEN)
    assert not site.service.database.location("venus").tables.exists()


def test_members_with_a_confirmed_address_are_mailed_what_was_changed(tmp_path: Path) -> None:
    site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
    for name in ("Ada", "Brin"):
        accounts.register(site.service, name, f"{name}@example.org", PASSWORD, confirmed=True)
    ada = announce(sign_in(site.browser(), "Ada"))
    sign_in(site.browser(), "Brin").open(GAME).send(f"{GAME}/join")
    ada.open(f"{GAME}/settings").send(f"{GAME}/settings", players="3")
    [(recipient, subject, body)] = outbox(site)
    assert (recipient, subject) == ("Brin@example.org", "'Venus' has changed")
    assert "Number of players: 3." in body
    assert re.search(r"/games/venus\b", body)
