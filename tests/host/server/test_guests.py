"""Guests try lessons and games against bots, and become accounts or are deleted."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from attrs import evolve

from horizons_host.server.accounts import accounts, guests, leaving, links
from horizons_host.server.accounts.accounts import AccountError
from horizons_host.server.accounts.guests import GuestError
from horizons_host.server.games import directory
from horizons_host.server.security.rate_limits import TooManyError
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.games import invite
from tests.host.server.test_invitations import outbox
from tests.host.server.test_people import mail_settings
from tests.host.server.walks import csrf, routes

LESSON = "/learn/event_horizon"


def guest(site: Site, page: str = "/") -> Browser:
    """Return the browser of a visitor who has begun a lesson from a page."""
    return site.browser().open(page).send(LESSON)


def number_of_guests(site: Site) -> int:
    return int(site.service.database.select_rows(guests._NUMBER)[0][0])


@pytest.mark.parametrize("page", ["/", "/learn"])
def test_a_lesson_is_one_click_away_without_an_account(site: Site, page: str) -> None:
    visitor = guest(site, page)
    assert (visitor.status, 'id="lesson"' in visitor.text) == (200, True)
    assert "Create account" in visitor.words
    assert "First steps in Event Horizon" in visitor.open("/").words


def test_who_was_invited_tries_a_lesson_and_joins_then(site: Site) -> None:
    new = "/games/new/event_horizon"
    ada = site.person("Ada").open(new).send(new, title="Venus", plays="yes", pace="daily")
    link = invite(ada, "/games/venus", role="player")
    brin = guest(site, link)
    assert 'id="lesson"' in brin.text
    brin.open(link).send("/sign-up", name="Brin", password=PASSWORD)
    assert brin.path == "/games/venus"
    words = brin.open("/").words
    assert "Venus" in words
    assert "First steps in Event Horizon" in words
    assert number_of_guests(site) == 0
    again = site.browser().open("/sign-in").send("/sign-in", who="Brin", password=PASSWORD)
    assert "First steps in Event Horizon" in again.words


def test_where_visitors_may_not_sign_up_there_are_no_guests(tmp_path: Path) -> None:
    site = Site(tmp_path / "server", sign_up=False)
    visitor = site.browser().open("/sign-in")
    for path in (LESSON, f"{LESSON}/play"):
        answer = visitor.client.post(
            path, data={"_csrf_token": csrf(visitor)}, follow_redirects=False
        )
        assert answer.headers["location"].startswith("/sign-in")
    assert "Try a lesson" not in visitor.open("/").words
    assert number_of_guests(site) == 0


def test_a_guest_may_do_nothing_that_concerns_others(site: Site) -> None:
    new = "/games/new/event_horizon"
    ada = site.person("Ada").open(new)
    ada.send(new, title="Venus", plays="yes", pace="daily", open_to="all", spectators="yes")
    visitor = guest(site)
    own = visitor.path
    token = csrf(visitor)
    for method, path in routes(site):
        if method != "POST" or path.startswith("/api"):
            continue
        url = path.replace("{variant:str}", "event_horizon").replace("{name:str}", "Ada")
        for key in ("venus", own.rpartition("/")[2]):
            filled = url.replace("{key:str}", key)
            if "{" in filled or guests._ALLOWED.fullmatch(filled):
                continue
            answer = visitor.client.post(filled, data={"_csrf_token": token})
            assert (answer.status_code, "this needs an account" in answer.text.lower()) == (
                422,
                True,
            ), filled
            assert 'href="/sign-up"' in answer.text
    members = directory.members(site.service, "venus")
    assert {member.name for member in members} == {"Ada"}


def test_guests_and_their_games_are_bounded_in_number(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(5):
        account = guests.create_guest(site.service, "a place")
    with pytest.raises(TooManyError):
        guests.create_guest(site.service, "a place")
    for _ in range(6):
        guests.count_game(site.service, account)
    with pytest.raises(TooManyError):
        guests.count_game(site.service, account)
    monkeypatch.setattr(guests, "MAX_GUESTS", 5)
    with pytest.raises(GuestError):
        guests.create_guest(site.service, "another place")


def test_guests_who_are_not_seen_are_deleted_and_others_kept(site: Site) -> None:
    gone, here = guest(site), guest(site)
    brin = guest(site).open("/sign-up").send("/sign-up", name="Brin", password=PASSWORD)
    site.clock.advance(days=4)
    here.open("/")
    site.clock.advance(days=4)
    leaving.delete_stale_guests(site.service)
    assert number_of_guests(site) == 1
    assert "First steps" in here.open("/").words
    assert "First steps" in brin.open("/").words
    assert "First steps" not in gone.open("/").words
    assert timedelta(days=7) == guests.LIFETIME


def test_a_guest_proves_an_address_before_being_an_account(tmp_path: Path) -> None:
    site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
    visitor = guest(site).open("/sign-up")
    visitor.send("/sign-up", name="Brin", mail="brin@example.org", password=PASSWORD)
    assert "We sent an email" in visitor.words
    brin = accounts.by_name(site.service, "Brin")
    assert brin is not None
    assert brin.is_guest
    [(recipient, _, body)] = outbox(site)
    link = body.split("http://games.example.org")[2].split()[0]
    assert (recipient, link.startswith("/links/confirm/")) == ("brin@example.org", True)
    visitor.open(link).send(link.partition("?")[0])
    brin = accounts.by_name(site.service, "Brin")
    assert brin is not None
    assert (brin.is_guest, brin.confirmed) == (False, True)
    late = evolve(brin, settings={accounts.GUEST_SETTING: True})  # as a slow request knows it
    with pytest.raises(AccountError):
        links.sign_up(site.service, "Eve", "eve@example.org", PASSWORD, "a browser", guest=late)
    assert accounts.by_name(site.service, "Eve") is None
    assert "First steps in Event Horizon" in visitor.open("/").words
