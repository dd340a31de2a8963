"""Accounts: what owners can do with them, and what strangers cannot find out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import select

from horizons_host.mail.settings import MailSettings
from horizons_host.server import tables
from horizons_host.server.accounts import accounts, links, sessions
from horizons_host.server.accounts.links import Purpose
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.walks import csrf


def mail_settings(tmp_path) -> MailSettings:
    return MailSettings(
        file=tmp_path / "mail.toml",
        name="Horizons",
        address="games@example.org",
        host="127.0.0.1",
        port=9,
        security="none",
        user="",
        read={},
    )


@pytest.fixture
def mailing(tmp_path) -> Site:
    """A server that sends mail and therefore confirms addresses."""
    return Site(tmp_path / "server", mail=mail_settings(tmp_path))


def sign_up(browser: Browser, name: str, mail: str) -> Browser:
    return browser.open("/sign-up").send("/sign-up", name=name, mail=mail, password=PASSWORD)


def sign_in(browser: Browser, login: str, password: str = PASSWORD) -> Browser:
    return browser.open("/sign-in").send("/sign-in", who=login, password=password)


def last_link(site: Site) -> str:
    """Return the path of the link in the server's newest mail."""
    table = tables.mails
    with site.service.database.reading() as connection:
        body = (
            connection.execute(select(table.c.body).order_by(table.c.id.desc())).scalars().first()
        )
    match = re.search(r"http://games\.example\.org(/links/\S+)", body or "")
    assert match, body
    return match.group(1)


def cookie(browser: Browser) -> str:
    return browser.client.cookies.get("horizons") or ""


def test_somebody_signs_in_by_name_or_address_and_out_again(site: Site) -> None:
    site.person("Ada")
    browser = site.browser()
    for login in ("Ada", "ADA", "ada@example.org", "Ada@Example.org"):
        assert "Ada" in sign_in(browser, login).words
        assert sign_in_words(browser.send("/sign-out"))


def sign_in_words(browser: Browser) -> bool:
    return "Create account" in browser.words


def test_a_wrong_password_and_an_unknown_account_get_the_same_answer(site: Site) -> None:
    site.person("Ada")
    wrong = sign_in(site.browser(), "Ada", "another password")
    unknown = sign_in(site.browser(), "Brin", "another password")
    assert (wrong.status, wrong.words) == (unknown.status, unknown.words) == (422, wrong.words)
    assert not cookie(wrong)


def test_who_signs_up_with_anothers_address_learns_nothing_where_mails_are_sent(
    mailing: Site,
) -> None:
    first = sign_up(mailing.browser(), "Ada", "ada@example.org")
    second = sign_up(mailing.browser(), "Brin", "ada@example.org")
    assert first.words == second.words
    assert "Check your email" in first.words
    assert accounts.by_name(mailing.service, "Brin") is None


def test_an_address_is_confirmed_by_the_button_behind_its_link_once(mailing: Site) -> None:
    browser = sign_up(mailing.browser(), "Ada", "ada@example.org")
    assert sign_in(mailing.browser(), "Ada").status == 422
    path = last_link(mailing)
    browser.open(path).open(path)
    browser.send(path)
    assert "Ada" in browser.words
    assert sign_in(mailing.browser(), "Ada").status == 200
    assert "no longer valid" in mailing.browser().open(path).words


def test_a_link_is_good_for_its_time_only(mailing: Site) -> None:
    sign_up(mailing.browser(), "Ada", "ada@example.org")
    path = last_link(mailing)
    mailing.clock.advance(days=1, seconds=1)
    assert "no longer valid" in mailing.browser().open(path).words


def test_asking_for_a_link_says_the_same_for_every_address(mailing: Site) -> None:
    sign_up(mailing.browser(), "Ada", "ada@example.org")
    answers = []
    for mail in ("ada@example.org", "nob@example.org"):
        browser = mailing.browser().open("/forgotten")
        answers.append(browser.send("/forgotten", mail=mail, do="reset").words.replace(mail, ""))
    assert answers[0] == answers[1]


def test_a_new_password_signs_every_browser_out_and_the_old_one_is_good_no_more(
    mailing: Site,
) -> None:
    sign_up(mailing.browser(), "Ada", "ada@example.org")
    stolen = mailing.browser()
    path = last_link(mailing)
    stolen.open(path).send(path)
    mailing.browser().open("/forgotten").send("/forgotten", mail="ada@example.org", do="reset")
    owner = mailing.browser()
    path = last_link(mailing)
    owner.open(path).send(path, password="an entirely new one")
    assert "Your account" in owner.open("/account").words
    assert stolen.open("/account").path == "/sign-in"
    assert sign_in(mailing.browser(), "Ada").status == 422
    assert sign_in(mailing.browser(), "Ada", "an entirely new one").status == 200


def test_signing_in_never_keeps_the_key_that_a_browser_came_with(site: Site) -> None:
    ada = site.person("Ada")
    planted = cookie(ada)
    victim = site.browser()
    victim.client.cookies.set("horizons", planted, domain="games.example.org", path="/")
    sign_in(victim, "Ada")
    assert cookie(victim) != planted
    assert sessions.session_owner(site.service, planted) is None


def test_a_key_is_kept_only_as_a_hash(site: Site) -> None:
    key = cookie(site.person("Ada"))
    data = (site.service.database.folder / "server.sqlite").read_bytes()
    assert key.encode() not in data
    assert PASSWORD.encode() not in data


def test_a_browser_is_signed_out_after_a_month_without_use(site: Site) -> None:
    ada = site.person("Ada")
    site.clock.advance(days=29)
    assert "Your account" in ada.open("/account").words
    site.clock.advance(days=29)
    assert "Your account" in ada.open("/account").words
    site.clock.advance(days=31)
    assert ada.open("/account").path == "/sign-in"


def test_passwords_cannot_be_guessed_for_long(site: Site) -> None:
    site.person("Ada")
    guesser = site.browser()
    for number in range(10):
        sign_in(guesser, "Ada", f"guess number {number}")
    assert "too many attempts" in sign_in(guesser, "Ada").words
    site.clock.advance(minutes=16)
    assert sign_in(guesser, "Ada").status == 200


@pytest.mark.parametrize(
    ("name", "mail", "password", "message"),
    [
        ("", "b@example.org", PASSWORD, "this name can't be used"),
        ("<script>", "b@example.org", PASSWORD, "this name can't be used"),
        ("Brin", "nonsense", PASSWORD, "is not an email address"),
        ("Brin", "b@example.org", "short", "passwords have 10 to 200 characters"),
        ("Brin", "b@example.org", "aaaaaaaaaaaaaa", "too easy to guess"),
        ("Brin", "brin.of.mars@example.org", "brin.of.mars", "too easy to guess"),
        ("ada", "b@example.org", PASSWORD, "the name 'ada' is taken"),
    ],
)
def test_an_account_that_will_not_do_is_refused_in_words(
    site: Site, name: str, mail: str, password: str, message: str
) -> None:
    site.person("Ada")
    browser = site.browser().open("/sign-up")
    browser.send("/sign-up", name=name, mail=mail, password=password)
    assert browser.status == 422
    assert message in browser.words


def test_a_password_is_changed_by_who_knows_the_old_one(site: Site) -> None:
    ada = site.person("Ada").open("/account")
    ada.send("/account/password", old="not the old one", new="an entirely new one")
    assert "wrong password" in ada.words
    ada.send("/account/password", old=PASSWORD, new="an entirely new one")
    assert ada.path == "/account"
    assert sign_in(site.browser(), "Ada", "an entirely new one").status == 200


def create_credentials(site: Site, ada: Browser) -> tuple[str, str]:
    """Create a token and a calendar address on the account page and return both."""
    token = re.search(r"hz_[\w-]+", ada.open("/account").send("/account/tokens", name="bot").text)
    calendar = re.search(
        r"/calendars/[\w.-]+", ada.open("/account/calendar").send("/account/calendar").text
    )
    assert token
    assert calendar
    return token[0], calendar[0]


def still_good(site: Site, token: str, calendar: str) -> list[bool]:
    stranger = site.browser().client
    called = stranger.get("/api/v1/me", headers={"Authorization": f"Bearer {token}"})
    return [called.status_code == 200, stranger.get(calendar).status_code == 200]


@pytest.mark.parametrize(("ticked", "stays"), [({}, False), ({"programs": ""}, True)])
def test_a_changed_password_ends_what_programs_hold_unless_its_owner_says_no(
    site: Site, ticked: dict[str, str], stays: bool
) -> None:
    ada = site.person("Ada")
    held = create_credentials(site, ada)
    of_brin = create_credentials(site, site.person("Brin"))
    new = {"old": PASSWORD, "new": "an entirely new one"}
    ada.open("/account").send("/account/password", **new, **ticked)
    assert still_good(site, *held) == [stays, stays]
    assert still_good(site, *of_brin) == [True, True]


def test_a_password_that_is_set_by_a_link_ends_what_programs_hold(mailing: Site) -> None:
    browser = sign_up(mailing.browser(), "Ada", "ada@example.org")
    path = last_link(mailing)
    held = create_credentials(mailing, browser.open(path).send(path))
    mailing.browser().open("/forgotten").send("/forgotten", mail="ada@example.org", do="sign-in")
    path = last_link(mailing)
    mailing.browser().open(path).send(path)
    assert still_good(mailing, *held) == [True, True]
    mailing.browser().open("/forgotten").send("/forgotten", mail="ada@example.org", do="reset")
    path = last_link(mailing)
    assert "all API tokens" in browser.open(path).words
    browser.send(path, password="an entirely new one")
    assert still_good(mailing, *held) == [False, False]


def request_link(site: Site, do: str) -> str:
    """Request a link to Ada's address and return its path."""
    site.browser().open("/forgotten").send("/forgotten", mail="ada@example.org", do=do)
    return last_link(site)


@pytest.mark.parametrize("purpose", ["confirm", "sign-in", "reset"])
def test_a_password_of_who_signed_up_with_anothers_address_ends_with_the_first_link(
    mailing: Site, purpose: str
) -> None:
    thief = sign_up(mailing.browser(), "Ada", "ada@example.org")
    path = last_link(mailing) if purpose == "confirm" else request_link(mailing, purpose)
    owner = mailing.browser().open(path).send(path)
    assert owner.status == 422
    assert "passwords have 10 to 200 characters" in owner.words
    owner.send(path, password="an entirely new one")
    assert "Your account" in owner.open("/account").words
    assert sign_in(mailing.browser(), "Ada").status == 422
    assert sign_in(thief, "ada@example.org").status == 422
    assert sign_in(mailing.browser(), "Ada", "an entirely new one").status == 200


@pytest.mark.parametrize("purpose", ["confirm", "sign-in"])
def test_a_password_stays_whose_link_is_opened_in_the_browser_that_signed_up(
    mailing: Site, purpose: str
) -> None:
    browser = sign_up(mailing.browser(), "Ada", "ada@example.org")
    path = last_link(mailing) if purpose == "confirm" else request_link(mailing, purpose)
    assert 'type="password"' not in browser.open(path).text
    assert "Your account" in browser.send(path).open("/account").words
    assert sign_in(mailing.browser(), "Ada").status == 200
    path = request_link(mailing, "sign-in")
    assert "Your account" in mailing.browser().open(path).send(path).open("/account").words


def test_what_was_made_before_an_address_was_proved_ends_with_the_first_link(
    tmp_path: Path,
) -> None:
    """For example on a server that did not send mails yet."""
    before = Site(tmp_path / "server")
    thief = sign_up(before.browser(), "Ada", "ada@example.org")
    held = create_credentials(before, thief)
    key = cookie(thief)
    before.service.database.close()
    mailing = Site(tmp_path / "server", mail=mail_settings(tmp_path))
    path = request_link(mailing, "sign-in")
    owner = mailing.browser().open(path).send(path, password="an entirely new one")
    assert "Your account" in owner.open("/account").words
    assert still_good(mailing, *held) == [False, False]
    assert sessions.session_owner(mailing.service, key) is None
    assert sign_in(mailing.browser(), "Ada").status == 422


def test_a_browser_that_signed_up_for_one_account_is_known_for_no_other(mailing: Site) -> None:
    thief = sign_up(mailing.browser(), "Ada", "ada@example.org")
    path = last_link(mailing)
    sign_up(thief, "Eve", "eve@example.org")
    assert 'type="password"' in thief.open(path).text
    before = thief.client.cookies.get("horizons-sign-up")
    sign_up(thief, "Eva", "ada@example.org")
    assert thief.client.cookies.get("horizons-sign-up") != before, "as for an address without one"


@pytest.mark.parametrize("password", ["short", "ada@example.org", "aaaaaaaaaaaaaa"])
def test_a_link_is_used_up_by_no_password_that_is_refused(mailing: Site, password: str) -> None:
    sign_up(mailing.browser(), "Ada", "ada@example.org")
    path = request_link(mailing, "reset")
    browser = mailing.browser().open(path).send(path, password=password)
    assert browser.status == 422
    browser.send(path, password="an entirely new one")
    assert "Your account" in browser.open("/account").words
    assert "no longer valid" in mailing.browser().open(path).words


def test_an_unknown_link_costs_no_hash(mailing: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "hash_password", lambda *_: pytest.fail("it was hashed"))
    browser = mailing.browser()
    data = {"_csrf_token": csrf(browser), "password": "an entirely new one"}
    for path in ("/links/reset/anything", "/links/sign-in/anything"):
        assert "no longer valid" in browser.client.post(path, data=data).text


def test_the_data_of_oneself_holds_all_of_it_and_no_key(site: Site) -> None:
    ada = site.person("Ada").open("/account").send("/account/tokens", name="my bot")
    token = re.search(r"hz_[\w-]+", ada.text).group()
    text = ada.open("/account/data").text
    for word in ("Ada", "ada@example.org", "my bot"):
        assert word in text
    assert token not in text
    assert "argon2" not in text


def test_an_account_that_was_deleted_leaves_nothing_of_its_owner(site: Site) -> None:
    ada = site.person("Ada").open("/account")
    ada.send("/account/delete", password="not my password")
    assert "wrong password" in ada.words
    ada.send("/account/delete", password=PASSWORD)
    assert ada.open("/account").path == "/sign-in"
    assert sign_in(site.browser(), "Ada").status == 422
    with site.service.database.reading() as connection:
        row = connection.execute(select(tables.accounts)).one()
    assert "ada" not in str(tuple(row)).casefold()
    site.person("Ada")


def test_a_link_to_an_address_that_was_given_up_is_good_no_more(mailing: Site) -> None:
    sign_up(mailing.browser(), "Ada", "ada@example.org")
    account = accounts.by_name(mailing.service, "Ada")
    path = links.new_link(mailing.service, account, Purpose.RESET).removeprefix(
        "http://games.example.org"
    )
    table = tables.accounts
    with mailing.service.database.writing() as connection:
        connection.execute(table.update().values(mail="new@example.org"))
    browser = mailing.browser()
    browser.open(path).send(path, password="an entirely new one")
    assert "no longer valid" in browser.words
