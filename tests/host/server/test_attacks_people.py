"""Attacks on accounts: stolen and planted keys, guessed passwords, floods, account discovery."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import func, select

from horizons_host.seats import passwords
from horizons_host.server import tables
from horizons_host.server.accounts import accounts
from horizons_host.server.security import authentication, rate_limits
from horizons_host.server.security.rate_limits import Limit, Rate, RateLimiter, TooManyError
from horizons_host.server.security.requests import network_of
from horizons_host.server.service import ServerDatabase
from tests.host.clocks import SetClock
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.test_calls import program
from tests.host.server.test_people import cookie, last_link, mail_settings, sign_in, sign_up
from tests.host.server.walks import csrf


def with_cookie(site: Site, key: str) -> Browser:
    """Return a browser with this planted session key."""
    browser = site.browser()
    browser.client.cookies.set("horizons", key, domain="games.example.org", path="/")
    return browser


def is_in(browser: Browser) -> bool:
    return "Your account" in browser.open("/account").words


class TestKeysOfBrowsers:
    def test_a_key_that_a_stranger_chose_is_no_key(self, site: Site) -> None:
        site.person("Ada")
        planted = "a" * 43
        victim = with_cookie(site, planted)
        sign_in(victim, "Ada")
        assert cookie(victim) != planted
        assert is_in(victim)
        assert not is_in(with_cookie(site, planted))

    def test_each_sign_in_has_a_key_of_its_own(self, site: Site) -> None:
        site.person("Ada")
        keys = {cookie(sign_in(site.browser(), "Ada")) for _ in range(3)}
        assert len(keys) == 3
        assert all(len(key) >= 43 for key in keys)

    def test_signing_out_ends_the_key_not_only_the_cookie(self, site: Site) -> None:
        ada = site.person("Ada")
        stolen = cookie(ada)
        ada.open("/account").send("/sign-out")
        assert not is_in(with_cookie(site, stolen))

    def test_signing_out_everywhere_ends_all_keys(self, site: Site) -> None:
        ada = site.person("Ada")
        other = sign_in(site.browser(), "Ada")
        ada.open("/account").send("/account/sign-out-everywhere")
        assert not is_in(other)
        assert not is_in(ada)

    def test_another_password_ends_the_keys_of_all_other_browsers(self, site: Site) -> None:
        ada = site.person("Ada")
        thief = sign_in(site.browser(), "Ada")
        before = cookie(ada)
        ada.open("/account").send("/account/password", old=PASSWORD, new="an entirely new one")
        assert is_in(ada)
        assert not is_in(thief)
        assert not is_in(with_cookie(site, before))

    def test_a_deleted_account_leaves_no_key_behind(self, site: Site) -> None:
        ada = site.person("Ada")
        calls, stolen = program(ada, site), cookie(ada)
        ada.open("/account").send("/account/delete", password=PASSWORD)
        assert not is_in(with_cookie(site, stolen))
        assert calls.get("/api/v1/me").status_code == 401

    def test_a_stolen_key_expires_too(self, site: Site) -> None:
        stolen = with_cookie(site, cookie(site.person("Ada")))
        site.clock.advance(days=31)
        assert not is_in(stolen)

    def test_the_key_in_the_database_is_no_key(self, site: Site) -> None:
        site.person("Ada")
        with site.service.database.reading() as connection:
            key_hash = connection.execute(select(tables.sessions.c.key_hash)).scalar_one()
        assert not is_in(with_cookie(site, key_hash))


class TestFormsOfOtherSites:
    def test_a_cookie_makes_no_call_by_whatever_way_its_path_is_written(self, site: Site) -> None:
        ada = site.person("Ada")
        for path in (
            "/api/v1/me",
            "//api/v1/me",
            "/api//me",
            "/./api/v1/me",
            "/x/../api/v1/me",
            "/api/v1/me/",
        ):
            assert ada.client.get(path).status_code in {401, 404}, path

    @pytest.mark.parametrize(
        "path",
        ["//account/tokens", "/api/../account/tokens", "/account/tokens/", "/account//tokens"],
    )
    def test_a_form_needs_its_sign_by_whatever_way_its_path_is_written(
        self, site: Site, path: str
    ) -> None:
        ada = site.person("Ada")
        ada.client.post(path, data={"name": "a token of Eve"})
        assert "a token of Eve" not in ada.open("/account").text

    def test_the_sign_of_one_browser_is_none_in_another(self, site: Site) -> None:
        ada, eve = site.person("Ada"), site.person("Eve")
        data = {"_csrf_token": csrf(eve), "name": "a token of Eve"}
        assert ada.client.post("/account/tokens", data=data).status_code == 403

    @pytest.mark.parametrize("kind", ["text/plain", "application/json", "multipart/form-data"])
    def test_a_body_of_another_kind_needs_it_as_well(self, site: Site, kind: str) -> None:
        ada = site.person("Ada")
        answer = ada.client.post(
            "/account/tokens", content=b"name=Eves+key", headers={"Content-Type": kind}
        )
        assert answer.status_code in {400, 403}
        assert "Eves key" not in ada.open("/account").text


class TestGuessing:
    @pytest.mark.parametrize("user", ["Ada", "ada@example.org", "Nobody", "nobody@example.org", ""])
    def test_known_and_unknown_names_cost_the_same_hashes(
        self, site: Site, monkeypatch: pytest.MonkeyPatch, user: str
    ) -> None:
        site.person("Ada")
        accounts._dummy_hash()
        verified = []
        hasher = passwords.hasher()

        class Counting:
            def verify(self, password_hash: str, password: str) -> bool:
                verified.append(password_hash)
                return bool(hasher.verify(password_hash, password))

        monkeypatch.setattr(passwords, "hasher", Counting)
        assert accounts.authenticated(site.service, user, "a wrong password") is None
        assert len(verified) == 1

    def test_known_and_unknown_addresses_cost_the_same_hashes(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
        sign_up(site.browser(), "Ada", "ada@example.org")
        hashes = []
        before = accounts.hash_password
        monkeypatch.setattr(
            accounts, "hash_password", lambda *words: hashes.append(words) or before(*words)
        )
        sign_up(site.browser(), "Brin", "ada@example.org")
        sign_up(site.browser(), "Cato", "cato@example.org")
        assert len(hashes) == 2

    def test_guesses_at_one_name_end_and_do_not_shut_its_owner_out(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        site.person("Ada")
        thief = site.browser()
        monkeypatch.setattr(
            "horizons_host.server.pages.accounts.network_of", lambda request: "192.0.2.9"
        )
        for number in range(10):
            sign_in(thief, "Ada", f"guess number {number}")
        assert "too many attempts" in sign_in(thief, "Ada", "one more guess").words
        monkeypatch.setattr(
            "horizons_host.server.pages.accounts.network_of", lambda request: "192.0.2.1"
        )
        assert sign_in(site.browser(), "Ada").path == "/"

    @pytest.mark.parametrize(
        "spellings",
        [
            ["Ada", "_Ada", "__Ada_", "ADA", " ada", "aDa  _"],
            [f"Ada{' ' * 260}{number}" for number in range(12)],
            ["ada@example.org", "ADA@EXAMPLE.ORG", " Ada@Example.Org"],
            ["Ada", "ada@example.org"],
        ],
        ids=["names", "long", "addresses", "both"],
    )
    def test_the_spellings_of_one_account_share_their_guesses(
        self, site: Site, spellings: list[str]
    ) -> None:
        site.person("Ada")
        thief = site.browser()
        for number in range(10):
            sign_in(thief, spellings[number % len(spellings)], f"guess number {number}")
        for spelling in spellings[:3]:
            assert sign_in(thief, spelling).status == 422
            assert not is_in(thief)
        site.clock.advance(minutes=16)
        assert sign_in(thief, spellings[0]).path == "/"

    def test_a_lock_tells_nobody_that_a_name_and_an_address_are_of_one_account(
        self, site: Site
    ) -> None:
        site.person("Ada")
        thief = site.browser()
        for number in range(10):
            sign_in(thief, "Ada", f"guess number {number}")
        answers = {
            mail: sign_in(thief, mail, "guess number 10").text.replace(mail, "")
            for mail in ("ada@example.org", "nobody@example.org")
        }
        signs = re.compile(r'value="\w{64,}"')
        assert len({signs.sub("", text) for text in answers.values()}) == 1

    def test_guesses_at_many_names_from_one_place_end(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert rate_limits.WRONG_FROM_PLACE.maximum == 50
        monkeypatch.setattr(rate_limits, "WRONG_FROM_PLACE", Limit(5, timedelta(minutes=15)))
        guesser = site.browser()
        for number in range(5):
            page = sign_in(guesser, f"Name {number}", "password password")
            assert "too many attempts" not in page.words
        assert "too many attempts" in sign_in(guesser, "Name 6", "password password").words

    def test_guesses_at_one_name_from_many_places_end(self, site: Site) -> None:
        everywhere = ("password of ada", rate_limits.WRONG_FROM_EVERYWHERE)
        for _ in range(rate_limits.WRONG_FROM_EVERYWHERE.maximum):
            rate_limits.count_attempts(site.service, everywhere)
        site.person("Ada")
        assert "too many attempts" in sign_in(site.browser(), "Ada").words

    def test_signing_in_rightly_uses_no_attempt_up(self, site: Site) -> None:
        site.person("Ada")
        for _ in range(rate_limits.WRONG_FOR_ACCOUNT.maximum + 1):
            assert sign_in(site.browser(), "Ada").path == "/"

    def test_a_stolen_session_cannot_guess_the_password(self, site: Site) -> None:
        thief = site.person("Ada")
        for number in range(10):
            thief.open("/account").send("/account/delete", password=f"guess number {number}")
        assert (
            "too many attempts"
            in thief.open("/account").send("/account/delete", password=PASSWORD).words
        )
        assert is_in(thief)

    def test_a_link_is_no_link_of_another_purpose(self, tmp_path: Path) -> None:
        site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
        sign_up(site.browser(), "Ada", "ada@example.org")
        path = last_link(site).replace("/confirm/", "/reset/")
        browser = site.browser()
        data = {"_csrf_token": csrf(browser), "password": "an entirely new one"}
        answer = browser.client.post(path, data=data)
        assert answer.status_code == 422
        assert not is_in(browser)


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, Rate]:
    """Rate limits of requests and changes, lower than on other servers."""
    rates = {"GET": Rate(30, 10), "POST": Rate(12, 4)}
    for name, method in (("REQUESTS", "GET"), ("CHANGES", "POST")):
        assert getattr(authentication, name).burst > 200
        monkeypatch.setattr(authentication, name, rates[method])
    return rates


class TestFloods:
    def test_mails_to_one_address_and_from_one_place_are_few(self, tmp_path: Path) -> None:
        site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
        browser = site.browser()
        for number in range(2 * rate_limits.MAILS_TO_ADDRESS.maximum + 1):
            browser.open("/forgotten").send("/forgotten", mail=f"x{number % 2}@example.org")
        assert "too many attempts" in browser.words
        for number in range(rate_limits.MAILS_FROM_PLACE.maximum):
            sign_up(browser, f"Name {number}", f"name{number}@example.org")
        with site.service.database.reading() as connection:
            mails = connection.execute(select(func.count()).select_from(tables.mails)).scalar_one()
        assert mails <= rate_limits.MAILS_FROM_PLACE.maximum

    @pytest.mark.parametrize("any_site", ["a folder", "PostgreSQL"], indirect=True)
    def test_attempts_are_counted_though_many_come_at_once(self, any_site: Site) -> None:
        """A server that checks first and counts later would let all of them through."""
        from concurrent.futures import ThreadPoolExecutor

        def attempt(_: int) -> bool:
            try:
                rate_limits.count_attempts(
                    any_site.service, ("a thing", Limit(5, rate_limits._MAX_INTERVAL))
                )
            except TooManyError:
                return False
            return True

        with ThreadPoolExecutor(8) as pool:
            assert sum(pool.map(attempt, range(24))) == 5

    def test_no_more_attempts_are_kept_than_there_may_be(
        self, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rate_limits, "MAX_STORED", 20)
        for number in range(50):
            rate_limits.count_attempts(
                site.service, (f"thing {number}", rate_limits.WRONG_FROM_PLACE)
            )
        with site.service.database.reading() as connection:
            count = connection.execute(
                select(func.count()).select_from(tables.attempts)
            ).scalar_one()
        assert count == 20

    def test_attempts_are_stored_only_as_hashes(self, site: Site) -> None:
        sign_in(site.browser(), "ada@example.org", "wrong password")
        with site.service.database.reading() as connection:
            rows = str(connection.execute(select(tables.attempts)).all())
        assert "ada" not in rows

    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_only_the_client_that_asks_too_often_is_refused(
        self, site: Site, method: str, rates: dict[str, Rate]
    ) -> None:
        ada, brin = program(site.person("Ada"), site), program(site.person("Brin"), site)
        path = "/api/v1/me" if method == "GET" else "/api/v1/games/none/orders/check"
        statuses = [
            ada.request(method, path, json={"text": ""} if method == "POST" else None).status_code
            for _ in range(int(rates[method].burst) + 3)
        ]
        assert statuses[0] != 429
        assert statuses[-1] == 429
        assert brin.get("/api/v1/me").status_code == 200
        site.clock.advance(seconds=2)
        assert ada.get("/api/v1/me").status_code == 200

    def test_strangers_of_one_place_share_what_they_may_ask(
        self, site: Site, rates: dict[str, Rate]
    ) -> None:
        clients = [site.browser().client for _ in range(2)]
        for number in range(int(rates["GET"].burst)):
            clients[number % 2].get("/api/v1/me")
        refused = [client.get("/sign-in").status_code for client in clients]
        assert refused == [429, 429]


class TestRates:
    def test_a_store_is_emptied_and_fills_again(self) -> None:
        clock = SetClock()
        rates, rate = RateLimiter(clock), Rate(3, 0.5)
        for _ in range(3):
            rates.demand("Ada", rate)
        with pytest.raises(TooManyError):
            rates.demand("Ada", rate)
        clock.advance(seconds=2)
        rates.demand("Ada", rate)
        with pytest.raises(TooManyError):
            rates.demand("Ada", rate)

    def test_it_is_never_fuller_than_full(self) -> None:
        clock = SetClock()
        rates, rate = RateLimiter(clock), Rate(2, 1)
        rates.demand("Ada", rate)
        clock.advance(days=300)
        rates.demand("Ada", rate)
        rates.demand("Ada", rate)
        with pytest.raises(TooManyError):
            rates.demand("Ada", rate)

    def test_a_clock_that_is_set_back_shuts_nobody_out(self) -> None:
        clock = SetClock()
        rates, rate = RateLimiter(clock), Rate(2, 1)
        rates.demand("Ada", rate)
        clock.advance(days=-300)
        rates.demand("Ada", rate)
        clock.advance(seconds=1)
        rates.demand("Ada", rate)

    def test_the_number_of_remembered_clients_is_bounded(self) -> None:
        rates = RateLimiter(SetClock(), max_clients=50)
        for number in range(500):
            rates.demand(f"somebody {number}", Rate(2, 1))
        assert rates.known == 50


class Connection:
    """The part of a request that says where it comes from."""

    def __init__(self, host: str | None) -> None:
        self.client: Any = None if host is None else type("Address", (), {"host": host})


@pytest.mark.parametrize(
    ("host", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("a socket", "a socket"),
        (None, "nowhere"),
    ],
)
def test_addresses_that_one_person_has_are_one_place(host: str | None, counted_as: str) -> None:
    assert network_of(Connection(host)) == counted_as  # type: ignore[arg-type]


class TestLookingForAccounts:
    @pytest.fixture
    def mailing(self, tmp_path: Path) -> Site:
        site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
        browser = sign_up(site.browser(), "Ada", "ada@example.org")
        path = last_link(site)
        browser.open(path).send(path)
        sign_up(site.browser(), "Unconfirmed", "unconfirmed@example.org")
        return site

    def test_forms_answer_alike_for_known_and_unknown_addresses(self, mailing: Site) -> None:
        answers: dict[str, set[str]] = {"sign-in": set(), "forgotten": set(), "sign-up": set()}
        for number, name in enumerate(("ada", "unconfirmed", "nobody")):
            mail = f"{name}@example.org"
            wrong = sign_in(mailing.browser(), mail, "a wrong password")
            answers["sign-in"].add(f"{wrong.status} {wrong.text.replace(mail, '')}")
            reset = mailing.browser().open("/forgotten").send("/forgotten", mail=mail)
            answers["forgotten"].add(f"{reset.status} {reset.text.replace(mail, '')}")
            signup = sign_up(mailing.browser(), f"Name {number}", mail)
            answers["sign-up"].add(f"{signup.status} {signup.text.replace(mail, '')}")
        signs = re.compile(r'value="\w{64,}"')
        for door, texts in answers.items():
            assert len({signs.sub("", text) for text in texts}) == 1, door

    def test_known_and_unknown_addresses_cost_the_same_writes(
        self, mailing: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The time then reveals nothing: the end of a write is what takes time."""
        writes: list[str] = []
        writing = type(mailing.service.database).writing

        def counted(database: ServerDatabase) -> AbstractContextManager[Any]:
            writes.append("a write")
            return writing(database)

        browser = mailing.browser().open("/sign-up")
        monkeypatch.setattr(type(mailing.service.database), "writing", counted)
        counts = []
        for number, name in enumerate(("ada", "unconfirmed", "nobody")):
            writes.clear()
            sign_up(browser, f"Name {number}", f"{name}@example.org")
            counts.append(len(writes))
        assert counts == [counts[0]] * 3

    def test_the_owner_of_an_address_is_told_of_another_account_that_is_asked_for(
        self, mailing: Site
    ) -> None:
        sign_up(mailing.browser(), "Eve", "Ada@Example.org")
        with mailing.service.database.reading() as connection:
            mail = connection.execute(
                select(tables.mails).order_by(tables.mails.c.id.desc())
            ).first()
        assert mail is not None
        assert mail.recipient == "ada@example.org"
        assert "which already has one" in mail.body
        assert "/links/" not in mail.body
        assert accounts.by_name(mailing.service, "Eve") is None

    def test_nobody_fills_anothers_mailbox_by_asking_for_accounts(self, mailing: Site) -> None:
        answers = [
            sign_up(mailing.browser(), f"Eve {number}", "ada@example.org") for number in range(5)
        ]
        assert [answer.status for answer in answers] == [200] * 4 + [422]  # the first was Ada's own
        assert "too many attempts" in answers[-1].words
        with mailing.service.database.reading() as connection:
            mine = tables.mails.c.recipient == "ada@example.org"
            count = select(func.count()).select_from(tables.mails).where(mine)
            assert connection.execute(count).scalar_one() == 5

    def test_without_mail_a_used_address_is_not_revealed(self, site: Site) -> None:
        ada = sign_up(site.browser(), "Ada", "ada@example.org")
        second = sign_up(site.browser(), "Eve", "ada@example.org")
        assert (second.status, second.path) == (200, ada.path)
        assert "Eve" in sign_in(site.browser(), "Eve").words
        by_address = sign_in(site.browser(), "ada@example.org").open("/account")
        assert "NameAda" in by_address.words

    def test_a_link_is_sent_after_the_answer(
        self, mailing: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The time then reveals nothing."""
        from horizons_host.server.pages import accounts as pages

        steps: list[str] = []
        monkeypatch.setattr(pages.links, "send_if_known", lambda *_: steps.append("sent"))
        go = pages.redirect_and_show
        answer = lambda *a, **k: steps.append("answer") or go(*a, **k)  # noqa: E731
        monkeypatch.setattr(pages, "redirect_and_show", answer)
        mailing.browser().open("/forgotten").send("/forgotten", mail="ada@example.org")
        assert steps == ["answer", "sent"]

    def test_links_in_mails_lead_to_the_site_whatever_host_a_request_names(
        self, mailing: Site
    ) -> None:
        browser = mailing.browser()
        data = {"_csrf_token": csrf(browser), "mail": "ada@example.org", "do": "reset"}
        headers = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
        client: TestClient[Any] = browser.client
        client.post("/forgotten", data=data, headers={**headers, "Host": "evil.example"})
        with mailing.service.database.reading() as connection:
            bodies = connection.execute(select(tables.mails.c.body)).scalars().all()
        assert all("evil.example" not in body for body in bodies)
        assert all("http://games.example.org/links/" in body for body in bodies)
