"""Problems reported on pages: what is sent, who reads it, and how long it is kept."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import quote

import pytest
from sqlalchemy import func, select

from horizons_host.server import tables
from horizons_host.server.accounts import accounts, leaving
from horizons_host.server.administration import administrators, problem_reports
from horizons_host.server.jobs.worker import run_housekeeping
from horizons_host.server.tables import new_key
from tests.host.server.browser import Browser, Site
from tests.host.server.test_people import mail_settings


def appoint(site: Site, name: str) -> Browser:
    """Return the browser of a new administrator."""
    browser = site.person(name)
    account = accounts.by_name(site.service, name)
    assert account
    administrators.appoint(site.service, account)
    return browser


def report(browser: Browser, text: str = "the map is empty", on: str = "/games") -> Browser:
    return browser.open(f"/problem?on={quote(on)}").send("/problem", text=text)


def stored(site: Site) -> int:
    with site.service.database.reading() as connection:
        counted = connection.execute(select(func.count()).select_from(tables.problem_reports))
        return int(counted.scalar_one())


def test_a_report_reaches_the_administrator_with_page_version_and_browser(site: Site) -> None:
    visitor = site.browser()
    visitor.client.headers["User-Agent"] = "Lynx/2.9"
    assert "has been sent" in report(visitor, on="/rules/event_horizon").words
    page = appoint(site, "Cleo").open("/administration")
    for fact in ("the map is empty", "/rules/event_horizon", "Lynx/2.9", "Horizons 0."):
        assert fact in page.words
    assert "without a name" in page.words


def test_a_player_is_named_if_they_want(site: Site) -> None:
    ada = site.person("Ada")
    report(ada, "with my name")
    ada.open("/problem").send("/problem", text="without it", named="")
    page = appoint(site, "Cleo").open("/administration")
    assert page.text.count('href="/people/Ada"') == 1


def test_every_page_names_itself_in_its_link(site: Site) -> None:
    path = "/rules/event_horizon"
    assert f'href="/problem?on={path}"' in site.browser().open(path).text


@pytest.mark.parametrize(
    "path", ["/invitations/{}", "/links/reset/{}", "/links/no-purpose/{}", "/calendars/{}"]
)
def test_no_page_puts_a_key_into_its_link(site: Site, path: str) -> None:
    key = new_key()
    page = site.browser().open(path.format(key))
    link = page.text.partition('href="/problem')[2].partition('"')[0]
    assert key not in link


def test_reports_have_no_keys_and_no_query(site: Site) -> None:
    key = new_key()
    report(site.browser(), f"the link /links/reset/{key} fails", f"/links/reset/{key}?to={key}")
    page = appoint(site, "Cleo").open("/administration")
    assert key not in page.text
    assert "the link /links/reset/(key) fails" in page.words


@pytest.mark.parametrize("on", ["javascript:1", "https://evil.example", "//evil.example/x", "\\x"])
def test_a_report_leads_to_no_other_site(site: Site, on: str) -> None:
    page = site.browser().open(f"/problem?on={quote(on)}")
    assert "evil.example" not in page.form("/problem").form_values()
    links = [anchor.get("href") for anchor in page.form("/problem").getroottree().iter("a")]
    assert not [link for link in links if "evil" in link or "javascript" in link]


@pytest.mark.parametrize("text", ["", "  ", "no " * problem_reports.MAX_LENGTH])
def test_empty_and_long_reports_are_refused(site: Site, text: str) -> None:
    assert report(site.browser(), text).status == 422
    assert stored(site) == 0


def test_a_place_sends_five_reports_an_hour(site: Site) -> None:
    for _ in range(5):
        report(site.browser())
    assert "too many attempts" in report(site.browser()).words.casefold()
    assert stored(site) == 5
    site.clock.advance(hours=1)
    report(site.browser())
    assert stored(site) == 6


def test_a_full_list_takes_no_more(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problem_reports, "MAX_STORED", 1)
    report(site.browser())
    assert report(site.browser()).status == 422
    assert stored(site) == 1


def test_administrators_mark_and_delete_reports_and_others_cannot(site: Site) -> None:
    report(site.browser())
    cleo, ada = appoint(site, "Cleo").open("/administration"), site.person("Ada")
    for act in ("done", "delete"):
        path = f"/administration/problems/1/{act}"
        token = ada.open("/account").form("/account/password").fields["_csrf_token"]
        assert ada.client.post(path, data={"_csrf_token": token}).status_code == 404
    assert ada.open("/administration").status == 404
    assert "Open" in cleo.words
    assert "Done" in cleo.send("/administration/problems/1/done").words
    assert "No problems" in cleo.send("/administration/problems/1/delete").words


def test_a_dismissed_administrator_reads_nothing(site: Site) -> None:
    cleo = appoint(site, "Cleo")
    account = accounts.by_name(site.service, "Cleo")
    assert account
    assert "Administration" in cleo.open("/account").words
    administrators.dismiss(site.service, account)
    assert cleo.open("/administration").status == 404
    assert "Administration" not in cleo.open("/account").words


def test_reports_are_deleted_after_their_time_and_with_their_sender(site: Site) -> None:
    ada = site.person("Ada")
    report(ada)
    account = accounts.by_name(site.service, "Ada")
    assert account
    assert leaving.account_data(site.service, account)["problem_reports"]
    report(site.browser())
    leaving.delete_account(site.service, account)
    assert stored(site) == 1
    site.clock.time += timedelta(days=problem_reports.KEPT_DAYS)
    run_housekeeping(site.service)
    assert stored(site) == 1
    site.clock.advance(seconds=1)
    run_housekeeping(site.service)
    assert stored(site) == 0


def test_administrators_get_an_email_about_the_first_open_report(tmp_path) -> None:
    site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
    appoint(site, "Cleo")
    for _ in range(2):
        report(site.browser())
    mails = site.service.database.select_rows(select(tables.mails))
    assert [mail.recipient for mail in mails] == ["cleo@example.org"]
    assert "/administration" in mails[0].body


def test_the_privacy_page_says_how_long_reports_and_visits_are_kept(site: Site) -> None:
    page = site.browser().open("/privacy").words
    assert "Problems you report" in page
    assert "Kept: 90 days." in page
    assert "Kept: 104 weeks." in page
