"""Everything cheap comes before a hash, so that strangers cannot slow the server down."""

from __future__ import annotations

from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select

from horizons_host.seats import passwords
from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.security import authentication, rate_limits
from horizons_host.server.security.rate_limits import Rate
from tests.host.server.browser import PASSWORD, Site
from tests.host.server.test_people import sign_up
from tests.host.server.test_routes import fill_path
from tests.host.server.walks import csrf, routes


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that are hashed or compared with a hash, in order."""
    hashed: list[str] = []
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

    class Counting:
        def hash(self, password: str) -> str:
            hashed.append(password)
            return hasher.hash(password)

        def verify(self, password_hash: str, password: str) -> bool:
            hashed.append(password)
            return hasher.verify(password_hash, password)

    monkeypatch.setattr(passwords, "hasher", Counting)
    return hashed


@pytest.mark.parametrize("purpose", ["reset", "confirm", "sign-in"])
def test_an_unknown_link_costs_no_hash_and_attempts_are_limited(
    site: Site, hashes: list[str], purpose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        rate_limits, "WRONG_FROM_PLACE", rate_limits.Limit(3, timedelta(minutes=15))
    )
    stranger = site.browser()
    form = {"_csrf_token": csrf(stranger), "password": "an entirely new one"}
    answers = [
        stranger.client.post(f"/links/{purpose}/key{number}", data=form) for number in range(4)
    ]
    assert hashes == []
    assert [answer.status_code for answer in answers[-2:]] == [422, 429]


def test_nothing_that_a_stranger_sends_costs_a_hash_but_signing_up_and_in(
    site: Site, hashes: list[str]
) -> None:
    stranger, word = site.browser(), "an entirely new one"
    form = {"_csrf_token": csrf(stranger), "name": "Eve", "who": "Eve", "mail": "eve@example.org"}
    form |= dict.fromkeys(("password", "old", "new"), word)
    costs = {}
    accounts.is_correct(None, word)  # the dummy hash of an unknown account
    for method, path in routes(site):
        if method == "GET" and "{purpose:str}" not in path:
            continue
        for purpose in ("reset", "confirm", "sign-in") if "{purpose:str}" in path else ("",):
            hashes.clear()
            url = fill_path(path.replace("{purpose:str}", purpose))
            if path.startswith("/api"):
                stranger.client.request(method, url, json=form)
            else:
                stranger.client.request(method, url, data=form, follow_redirects=False)
            if hashes:
                costs[f"{method} {url}"] = len(hashes)
    assert costs == {"POST /sign-up": 1, "POST /sign-in": 1}


def test_a_name_that_is_taken_costs_no_hash(site: Site, hashes: list[str]) -> None:
    site.person("Ada")
    hashes.clear()
    assert "is taken" in sign_up(site.browser(), "ADA", "other@example.org").words
    assert hashes == []


def test_a_new_password_that_will_not_do_costs_no_hash(site: Site, hashes: list[str]) -> None:
    ada = site.person("Ada").open("/account")
    hashes.clear()
    ada.send("/account/password", old=PASSWORD, new="short")
    assert hashes == []


def test_hashing_is_limited_even_with_the_right_password(
    site: Site, hashes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    site.person("Ada")
    monkeypatch.setattr(authentication, "PASSWORDS", Rate(3, 0.5))
    hashes.clear()
    form = {"who": "Ada", "password": PASSWORD}
    ada = site.browser()
    form["_csrf_token"] = csrf(ada)
    answers = [ada.client.post("/sign-in", data=form, follow_redirects=False) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [303, 303, 303, 422, 422]
    assert hashes == [PASSWORD] * 3


def test_no_spelling_of_an_address_has_mails_of_its_own(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit counts the normalized address, whatever blanks or letters it was sent with."""
    site.person("Ada")
    monkeypatch.setattr(rate_limits, "MAILS_FROM_PLACE", rate_limits.Limit(100, timedelta(hours=1)))
    stranger = site.browser()
    token = csrf(stranger)
    spellings = [
        f"{start}{mail}{blanks}x"[: 254 + end]
        for mail in ("ada@example.org", "ADA@example.org")
        for start in ("", " ", "\u2003")
        for blanks in (" " * 300, " \t" * 150, "\u00a0" * 300, "")
        for end in (0, 50)
    ]
    for mail in spellings:
        stranger.client.post("/forgotten", data={"_csrf_token": token, "mail": mail, "do": "reset"})
    with site.service.database.reading() as connection:
        sent = len(connection.execute(select(tables.links)).all())
    assert sent <= rate_limits.MAILS_TO_ADDRESS.maximum
