"""Friends, invitations by name, and new games with the people of a finished one."""

from __future__ import annotations

from pathlib import Path

import pytest

from horizons_core.errors import HorizonsError
from horizons_host.server.accounts import accounts, leaving
from horizons_host.server.games import directory, invitations
from horizons_host.server.games.access import access
from horizons_host.server.games.terms import Terms
from horizons_host.server.people import blocks, friends
from horizons_host.server.people.friends import FriendsError
from horizons_host.server.security.rate_limits import TooManyError
from tests.host.server.browser import PASSWORD, Site
from tests.host.server.test_calls import create_token, with_token
from tests.host.server.test_invitations import outbox
from tests.host.server.test_people import mail_settings
from tests.host.server.test_profiles import account, begin, finish, leave
from tests.host.server.test_trust import person


def names(site: Site, name: str) -> list[str]:
    return [friend.name for friend in friends.friends_of(site.service, account(site, name))]


def invited(site: Site, name: str) -> list[str]:
    """Return the keys of the games to which a person is invited by name."""
    pairs = invitations.personal_invitations(site.service, account(site, name))
    return [game.key for _, game in pairs]


def announce(site: Site) -> str:
    """Announce an unlisted game of Cleo's."""
    terms = Terms("Mars", "event_horizon", players=2, listed=False)
    return directory.announce(site.service, account(site, "Cleo"), terms).key


def invite(site: Site, key: str, name: str) -> None:
    rights = access(site.service, account(site, "Cleo"), key)
    someone = account(site, name)
    invitations.create_invitation(site.service, rights, "player", person=someone)


def test_only_the_account_itself_sees_its_friends(site: Site) -> None:
    ada, brin = person(site, "Ada"), person(site, "Brin")
    before = brin.open("/people/Ada").text, brin.open("/friends").text
    ada.open("/people/Brin").send("/friends")
    assert names(site, "Ada") == ["Brin"]
    assert (brin.open("/people/Ada").text, brin.open("/friends").text) == before
    assert "Brin" in ada.open("/friends").words
    ada.send("/friends", do="remove", name="Brin")
    assert names(site, "Ada") == []
    assert ada.open("/friends").send("/friends", name="Nobody").status == 422
    with pytest.raises(FriendsError):
        friends.add_friend(site.service, account(site, "Ada"), "ada")


def test_friends_are_exported_and_forgotten_with_either_account(site: Site) -> None:
    ada = account(site, "Ada")
    for name in ("Brin", "Dara"):
        account(site, name)
        friends.add_friend(site.service, ada, name)
    data = leaving.account_data(site.service, ada)
    assert [entry["name"] for entry in data["friends"]] == ["Brin", "Dara"]
    leaving.delete_account(site.service, account(site, "Brin"))
    assert names(site, "Ada") == ["Dara"]


def test_an_invitation_by_name_opens_a_hidden_game_to_that_person_alone(site: Site) -> None:
    key = announce(site)
    cleo, ada = person(site, "Cleo"), person(site, "Ada")
    shown = cleo.open(f"/games/{key}").send(f"/games/{key}/invitations", account="ada", places="2")
    assert "Ada finds the invitation" in shown.words
    assert "/invitations/" not in shown.words
    assert "1 invitation" in ada.open("/").words
    number = invitations.personal_invitations(site.service, account(site, "Ada"))[0][0].id
    assert invited(site, "Brin") == []
    with pytest.raises(HorizonsError):
        invitations.accept_personal_invitation(site.service, account(site, "Brin"), number)
    invitations.decline_invitation(site.service, account(site, "Brin"), number)
    page = ada.open("/invitations").send(f"/invitations/by-name/{number}", seat="Zorg")
    assert page.path == f"/games/{key}"
    assert [m.seat for m in directory.members(site.service, key) if m.name == "Ada"] == ["Zorg"]
    assert invited(site, "Ada") == []


def test_an_invitation_by_name_is_declined_and_ends_with_its_makers_rights(site: Site) -> None:
    key = announce(site)
    invite(site, key, "Ada")
    ada = person(site, "Ada").open("/invitations")
    ada.send("/invitations/by-name/1", do="decline")
    assert invited(site, "Ada") == []
    invite(site, key, "Ada")
    assert invited(site, "Ada") == [key]
    cleo = access(site.service, account(site, "Cleo"), key).own_memberships[0]
    directory.mark_left(site.service, key, cleo)
    assert invited(site, "Ada") == []


def test_a_blocked_person_invites_in_vain_and_learns_nothing(site: Site) -> None:
    key = announce(site)
    blocks.block(site.service, account(site, "Ada"), account(site, "Cleo"))
    invite(site, key, "Ada")
    assert invited(site, "Ada") == []
    cleo = person(site, "Cleo").open(f"/games/{key}/invitations")
    assert "Ada" in cleo.words


def test_only_a_confirmed_address_gets_mail_of_invitations_by_name(tmp_path: Path) -> None:
    site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
    key = announce(site)
    for name, is_confirmed in (("Ada", True), ("Brin", False)):
        mail = f"{name.casefold()}@example.org"
        accounts.register(site.service, name, mail, PASSWORD, confirmed=is_confirmed)
        invite(site, key, name)
    assert [recipient for recipient, *_ in outbox(site)] == ["ada@example.org"]


def test_invitations_by_name_are_bounded(site: Site) -> None:
    key = announce(site)
    for _ in range(invitations.INVITATIONS_BY_NAME.maximum):
        invite(site, key, "Ada")
    with pytest.raises(TooManyError):
        invite(site, key, "Ada")
    with pytest.raises(HorizonsError):
        invite(site, key, "Cleo")


def test_a_finished_game_is_played_again_by_the_same_people(site: Site) -> None:
    people = ("Ada", "Brin", "Dara", "Eve", "Finn")
    key = begin(site, people=people, names="end", options={"side": 8})
    leave(site, "Eve", key)
    blocks.block(site.service, account(site, "Ada"), account(site, "Finn"))
    finish(site, key, "Seat 1")
    new = person(site, "Ada").open(f"/games/{key}/overview").send(f"/games/{key}/again").path
    game, members = directory.find_with_members(site.service, new.rpartition("/")[2])
    assert (game.terms.title, game.terms.options["side"], game.terms.players) == ("Mars 2", 8, 5)
    assert {(m.name, m.role) for m in members} == {("Ada", "organizer"), ("Ada", "player")}
    assert game.terms.deadlines
    assert [invited(site, name) for name in people] == [[], [game.key], [game.key], [], []]


def test_a_gamemaster_plays_again_as_gamemaster_and_titles_are_counted(site: Site) -> None:
    key = begin(site, "Mars 9", names="start")
    finish(site, key, "Seat 1")
    rights = access(site.service, account(site, "Cleo"), key)
    new = friends.play_again(site.service, rights)
    game, members = directory.find_with_members(site.service, new)
    assert game.terms.title == "Mars 10"
    assert [(m.name, m.role) for m in members] == [("Cleo", "gamemaster")]


@pytest.mark.parametrize(("names", "over"), [("never", True), ("start", False)])
def test_a_game_that_runs_or_hides_its_players_is_not_played_again(
    site: Site, names: str, over: bool
) -> None:
    key = begin(site, names=names)
    if over:
        finish(site, key, "Seat 1")
    with pytest.raises(FriendsError):
        friends.play_again(site.service, access(site.service, account(site, "Ada"), key))
    assert "Play again" not in person(site, "Ada").open(f"/games/{key}/overview").words


def test_programs_do_the_same(site: Site) -> None:
    key = announce(site)
    calls = {name: with_token(site, create_token(person(site, name))) for name in ("Ada", "Cleo")}
    assert calls["Ada"].put("/api/v1/friends/Cleo").status_code == 204
    assert calls["Ada"].get("/api/v1/friends").json() == ["Cleo"]
    assert calls["Ada"].delete("/api/v1/friends/Cleo").status_code == 204
    path = f"/api/v1/games/{key}/invitations"
    made = calls["Cleo"].post(path, json={"account": "Ada"})
    assert (made.status_code, made.json()["address"]) == (201, "")
    (invitation,) = calls["Ada"].get("/api/v1/invitations").json()
    assert (invitation["game"], invitation["by"]) == (key, "Cleo")
    answer = f"/api/v1/invitations/by-name/{invitation['number']}"
    joined = calls["Ada"].post(answer, json={"seat": "Zorg"})
    assert joined.json() == {"game": key, "seat": "Zorg"}
    profile = calls["Cleo"].get("/api/v1/people/Ada").json()
    assert (profile["name"], profile["games"]) == ("Ada", [])
