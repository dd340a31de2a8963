"""Invitations: into open games, to replace a player, and for roles without an empire."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select

from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import directory, invitations, joining
from horizons_host.server.games.terms import Terms
from tests.host.server.browser import PASSWORD, Site
from tests.host.server.games import invite, running_game
from tests.host.server.test_people import mail_settings, sign_in

GAME = "/games/the-mars-affair"
NEW = "/games/new/event_horizon"


def outbox(site: Site) -> list[tuple[str, str, str]]:
    """Return recipient, subject and text of each mail in the outbox."""
    columns = (tables.mails.c.recipient, tables.mails.c.subject, tables.mails.c.body)
    with site.service.database.reading() as connection:
        rows = connection.execute(select(*columns).order_by(tables.mails.c.id))
        return [(row.recipient, row.subject, row.body) for row in rows]


def test_who_is_invited_joins_a_game_that_strangers_cannot_see(site: Site) -> None:
    cleo, ada = site.person("Cleo"), site.person("Ada")
    cleo.open(NEW)
    del_listed = {"title": "The Mars affair", "players": "2", "open_to": "friends"}
    cleo.send(NEW, **del_listed)
    assert ada.open(GAME).status == 404
    assert "Mars" not in ada.open("/").words
    path = invite(cleo, GAME, role="player", places="1")
    ada.open(path).send(path, seat="Ada of Mars")
    assert ada.path == GAME
    assert "Ada of Mars" in ada.words
    assert "no longer valid" in site.person("Brin").open(path).words


def test_an_invitation_by_mail_is_answered_alike_for_addresses_with_an_account_and_without(
    tmp_path: Path,
) -> None:
    site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
    for name in ("Cleo", "Ada"):
        accounts.register(site.service, name, f"{name}@example.org", PASSWORD, confirmed=True)
    cleo = sign_in(site.browser(), "Cleo").open(NEW)
    cleo.send(NEW, title="The Mars affair", players="2")
    answers = {
        re.sub(r"/invitations/[\w-]+|Pending.*", "", cleo.words.replace(mail, ""))
        for mail in ("ada@example.org", "nobody@example.org")
        if invite(cleo, GAME, role="player", mail=mail)
    }
    assert len(answers) == 1
    assert "The invitation was sent to" in answers.pop()


def test_an_invitation_by_mail_is_sent_to_its_address_and_one_without_to_nobody(
    tmp_path: Path,
) -> None:
    site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
    accounts.register(site.service, "Cleo", "cleo@example.org", PASSWORD, confirmed=True)
    cleo = sign_in(site.browser(), "Cleo").open(NEW)
    cleo.send(NEW, title="The Mars affair", players="2")
    invite(cleo, GAME, role="player")
    assert outbox(site) == []
    path = invite(cleo, GAME, role="spectator", mail="dara@example.org")
    [(recipient, subject, body)] = outbox(site)
    assert (recipient, subject) == ("dara@example.org", "Invitation to 'The Mars affair'")
    assert "Cleo invites you to the game 'The Mars affair' as spectator:" in body
    assert f"{path}\n" in body
    assert "works once and expires in 14 days" in body


def test_a_replacement_plays_the_seat_and_who_had_it_sees_nothing_more(site: Site) -> None:
    people = running_game(site)
    report = f"{GAME}/turns/0/report.text"
    assert people["Ada"].open(report).status == 200
    path = invite(people["Cleo"], GAME, role="player", seat="Ada")
    dara = site.person("Dara").open(path).send(path)
    assert dara.open(report).status == 200
    assert people["Ada"].open(report).status == 404
    assert people["Ada"].open(f"{GAME}/orders").status == 404
    assert "Orders of Ada" in dara.open(f"{GAME}/orders").words


def test_a_spectator_gets_the_reports_of_a_spectator(site: Site) -> None:
    people = running_game(site)
    path = invite(people["Cleo"], GAME, role="spectator")
    eve = site.person("Eve").open(path).send(path)
    assert eve.path == GAME
    assert eve.open(f"{GAME}/turns/0/report.text").status == 200
    assert "Ada" not in re.sub(r"\s+", " ", eve.open(f"{GAME}/orders").words).split("Orders of")[-1]


def test_who_plays_a_game_cannot_look_into_it_otherwise(site: Site) -> None:
    people = running_game(site)
    for role in ("spectator", "gamemaster"):
        path = invite(people["Cleo"], GAME, role=role)
        ada = people["Ada"].open(path).send(path)
        assert "already" in ada.words
        assert not ada.open(f"{GAME}").text.count("desk/run")


def test_only_the_gamemaster_gives_a_seat_away(site: Site) -> None:
    people = running_game(site)
    people["Cleo"].open(GAME)
    fields = {"role": "player", "seat": "Brin"}
    token = re.search(r'name="_csrf_token" value="([^"]+)"', people["Ada"].open(GAME).text)
    assert token
    answer = people["Ada"].client.post(
        f"{GAME}/invitations", data={"_csrf_token": token[1], **fields}
    )
    assert answer.status_code == 404


def test_an_organizer_who_plays_cannot_give_a_taken_seat_away(site: Site) -> None:
    olga, brin, second = (site.person(name) for name in ("Olga", "Brin", "Second"))
    weekly = {"pace": "weekly", "plays": "yes"}
    olga.open(NEW).send(NEW, title="The Mars affair", players="2", **weekly)
    brin.open(GAME).send(f"{GAME}/join")
    path = invite(olga, GAME, role="player", seat="Brin")
    olga.open(GAME).send(f"{GAME}/start")
    before = directory.members(site.service, "the-mars-affair")
    assert "Brin isn't free" in second.open(path).send(path).words
    assert directory.members(site.service, "the-mars-affair") == before
    assert brin.open(f"{GAME}/orders").status == 200
    assert second.open(f"{GAME}/orders").status == 404

    brin.open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
    assert second.open(path).send(path).path == GAME, "the seat is free now"


def test_an_organizer_who_plays_gives_a_free_seat_to_a_bot_and_no_other(site: Site) -> None:
    olga, brin = site.person("Olga"), site.person("Brin")
    olga.open(NEW).send(NEW, title="The Mars affair", players="2", pace="weekly", plays="yes")
    brin.open(GAME).send(f"{GAME}/join")
    olga.open(GAME).send(f"{GAME}/start")
    give = f"{GAME}/free-seat/bot"
    assert give not in olga.open(f"{GAME}/overview").text
    brin.open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
    olga.open(f"{GAME}/overview")
    other = {"_csrf_token": str(olga.form(give).fields["_csrf_token"]), "seat": "Olga"}
    assert olga.client.post(give, data=other).status_code == 422, "a player's own seat"
    assert "by the bot" in olga.send(give, seat="Brin").words
    assert olga.client.post(give, data={**other, "seat": "Brin"}).status_code == 422
    assert brin.open(f"{GAME}/orders").status == 404


def test_an_invitation_does_not_put_out_a_player_who_has_come_back(site: Site) -> None:
    people = running_game(site)
    path = invite(people["Cleo"], GAME, role="player", seat="Brin")
    people["Brin"].open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
    site.clock.advance(minutes=1)
    brin = accounts.by_name(site.service, "Brin")
    assert brin
    link = invite(people["Cleo"], GAME, role="player", seat="Brin")
    invitations.accept_invitation(site.service, brin, link.rpartition("/")[2])
    assert "Brin isn't free" in site.person("Dara").open(path).send(path).words
    assert people["Brin"].open(f"{GAME}/orders").status == 200


@pytest.mark.parametrize("free_before", [True, False])
def test_an_old_invitation_does_not_replace_a_newer_player(site: Site, free_before: bool) -> None:
    people = running_game(site)
    if free_before:
        people["Brin"].open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
    first, second = (invite(people["Cleo"], GAME, role="player", seat="Brin") for _ in range(2))
    eve = site.person("Eve").open(first).send(first)
    assert eve.path == GAME
    assert "Brin isn't free" in site.person("Dara").open(second).send(second).words
    assert eve.open(f"{GAME}/orders").status == 200


def test_an_invitation_ends_after_two_weeks(site: Site) -> None:
    people = running_game(site)
    path = invite(people["Cleo"], GAME, role="spectator")
    site.clock.advance(days=14, seconds=1)
    assert "no longer valid" in site.person("Eve").open(path).words


def test_concurrent_accepts_of_an_invitation_fill_one_place(site: Site) -> None:
    cleo = site.person("Cleo").open(NEW)
    cleo.send(NEW, title="The Mars affair", players="2", open_to="friends")
    key = invite(cleo, GAME, role="player", places="1").rpartition("/")[2]
    people = []
    for name in ("Ada", "Brin", "Cato", "Dara"):
        site.person(name)
        account = accounts.by_name(site.service, name)
        assert account
        people.append(account)

    def attempt(account: Account) -> bool:
        try:
            invitations.accept_invitation(site.service, account, key)
        except invitations.InvitationError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(attempt, people)) == 1
    members = directory.members(site.service, "the-mars-affair")
    assert [member.role for member in members] == [directory.GAMEMASTER, directory.PLAYER]


def test_an_invitation_that_could_not_be_accepted_is_good_as_before(site: Site) -> None:
    cleo, ada = site.person("Cleo"), site.person("Ada")
    cleo.open(NEW).send(NEW, title="The Mars affair", players="2", open_to="friends")
    path = invite(cleo, GAME, role="player")
    assert ada.open(path).send(path, seat='"').status == 422
    assert ada.open(path).send(path, seat="Ada").path == GAME


def test_who_is_invited_makes_an_account_on_the_way(tmp_path: Path) -> None:
    site = Site(tmp_path / "server", sign_up=False)
    cleo = accounts.register(site.service, "Cleo", "cleo@example.org", PASSWORD)
    assert cleo
    host = site.browser().open("/sign-in").send("/sign-in", who="Cleo", password=PASSWORD)
    host.open(NEW).send(NEW, title="The Mars affair", players="2", open_to="friends")
    path = invite(host, GAME, role="player", places="1")

    ada = site.browser()
    assert "need an invitation" in ada.open("/sign-up").words
    assert "need an invitation" in ada.open("/sign-up?to=/invitations/made-up").words
    page = ada.open(path)
    assert (page.status, "Cleo invites you to a game" in page.words) == (200, True)
    ada.send("/sign-up", name="Ada", mail="ada@example.org", password=PASSWORD)
    assert ada.path == GAME
    assert "Ada" in ada.words
    assert accounts.by_name(site.service, "Ada")
    assert "no longer valid" in site.browser().open(path).words
    assert "need an invitation" in site.browser().open(f"/sign-up?to={path}").words


def test_a_form_for_an_account_that_was_not_offered_makes_none(tmp_path: Path) -> None:
    site = Site(tmp_path / "server", sign_up=False)
    browser = site.browser().open("/sign-in")
    (sign,) = re.findall(r'name="_csrf_token" value="([^"]+)"', browser.text)
    data = {"_csrf_token": sign, "name": "Eve", "mail": "eve@example.org", "password": PASSWORD}
    for to in ("/", "/invitations/", "/invitations/made-up", "made-up"):
        browser.client.post("/sign-up", data={**data, "to": to})
    assert accounts.all_accounts(site.service) == []


def test_an_invitation_to_a_seat_ends_with_the_game(site: Site) -> None:
    people = running_game(site)
    path = invite(people["Cleo"], GAME, role="player", seat="Brin")
    cleo = people["Cleo"].open(f"{GAME}/desk")
    cleo.send(f"{GAME}/desk/end", reason="by agreement", name="The Mars affair")
    dora = site.person("Dora").open(path)
    assert "the game is over" in dora.send(path).words
    assert people["Brin"].open(f"{GAME}/orders").status == 200


def test_a_spectator_of_an_open_game_does_not_play_in_it(site: Site) -> None:
    site.person("Cleo")
    cleo = accounts.by_name(site.service, "Cleo")
    assert cleo
    terms = Terms("Mars", "event_horizon", players=2, spectators=True)
    directory.announce(site.service, cleo, terms)
    dora = site.person("Dora").open("/games/mars").send("/games/mars/watch", name="Dora L")
    account = accounts.by_name(site.service, "Dora")
    assert account
    with pytest.raises(joining.JoiningError, match="already"):
        joining.join(site.service, account, "mars", "Dora")
    dora.open("/games/mars").send("/games/mars/leave", sure="yes")
    joining.join(site.service, account, "mars", "Dora")


def test_one_link_invites_as_many_people_as_it_says(site: Site) -> None:
    cleo = site.person("Cleo").open(NEW)
    cleo.send(NEW, title="The Mars affair", players="3")
    path = invite(cleo, GAME, role="player", places="2")
    ada = site.person("Ada").open(path).send(path)
    assert ada.path == GAME
    assert ada.open(path).send(path).path == GAME  # a second time changes nothing
    assert "1 of 2" in cleo.open(f"{GAME}/invitations").words
    assert site.person("Brin").open(path).send(path).path == GAME
    assert "no longer valid" in site.person("Dara").open(path).words
    assert "None." in cleo.open(f"{GAME}/invitations").words


@pytest.mark.parametrize("places", ["0", "51", "many"])
def test_an_invitation_is_for_a_number_of_people(site: Site, places: str) -> None:
    cleo = site.person("Cleo").open(NEW)
    cleo.send(NEW, title="The Mars affair", players="2")
    answer = cleo.open(f"{GAME}/overview").send(f"{GAME}/invitations", role="player", places=places)
    assert answer.status == 422


def test_a_revoked_invitation_is_no_longer_valid(site: Site) -> None:
    cleo = site.person("Cleo").open(NEW)
    cleo.send(NEW, title="The Mars affair", players="2")
    path = invite(cleo, GAME, role="player")
    (revoke,) = re.findall(r'action="([^"]+/revoke)"', cleo.text)
    cleo.send(revoke)
    assert "None." in cleo.words
    assert "no longer valid" in site.person("Ada").open(path).words


def test_only_those_who_may_revoke_an_invitation_do(site: Site) -> None:
    people = running_game(site)
    path = invite(people["Cleo"], GAME, role="spectator")
    *_, revoke = re.findall(r'action="([^"]+/revoke)"', people["Cleo"].text)
    (token,) = set(
        re.findall(r'name="_csrf_token" value="([^"]+)"', people["Ada"].open(f"{GAME}/orders").text)
    )
    answer = people["Ada"].client.post(revoke, data={"_csrf_token": token})
    assert answer.status_code == 404
    assert site.person("Eve").open(path).status == 200


def test_the_page_of_an_invitation_says_what_it_invites_to(site: Site) -> None:
    cleo = site.person("Cleo").open(NEW)
    cleo.send(NEW, title="The Mars affair", players="3", open_to="friends")
    path = invite(cleo, GAME, role="player", places="3")
    site.person("Ada").open(path).send(path, seat="Ada of Mars")
    page = site.browser().open(path)
    assert "Event Horizon" in page.words
    assert "Ada of Mars (1 of 3)" in page.words
    (image,) = re.findall(r'og:image" content="http://games.example.org([^"]+)"', page.text)
    picture = page.client.get(image)
    assert (picture.status_code, picture.content[:4]) == (200, b"\x89PNG")
    assert page.client.get("/pictures/no_such_game.png").status_code == 404
