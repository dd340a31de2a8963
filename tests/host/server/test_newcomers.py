"""Newcomers by week: which visits count, and how far accounts get."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from horizons_host.games.endings import end_game
from horizons_host.server import tables
from horizons_host.server.accounts import accounts, leaving
from horizons_host.server.accounts.guests import create_guest
from horizons_host.server.administration import newcomers
from horizons_host.server.administration.newcomers import NewcomerWeek
from horizons_host.server.games import directory
from horizons_host.server.games.archiving import update_after_change
from horizons_host.server.jobs.turns import request_turn
from horizons_host.server.jobs.worker import run_housekeeping
from tests.host.server.begun import begin_game, submit
from tests.host.server.browser import Site

OPENED = {"Sec-Fetch-Site": "none", "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"}


def weeks(site: Site) -> list[NewcomerWeek]:
    with site.service.database.reading() as connection:
        return list(newcomers.newcomer_weeks(site.service, connection))


def arrivals(site: Site) -> int:
    return weeks(site)[0].arrivals


def test_a_browser_that_opens_a_page_from_outside_counts(site: Site) -> None:
    for path in ("/", "/games"):
        assert site.browser().client.get(path, headers=OPENED).status_code == 200
    assert arrivals(site) == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"Sec-Fetch-Site": "same-origin"},  # a link on this site
        {"Cache-Control": "max-age=0"},  # a reload
        {"Sec-Fetch-Dest": "empty"},  # a script
        {"Sec-Purpose": "prefetch"},
        dict.fromkeys(OPENED, ""),  # a program
    ],
)
def test_reloads_steps_within_the_site_and_programs_do_not_count(
    site: Site, changes: dict[str, str]
) -> None:
    site.browser().client.get("/", headers={**OPENED, **changes})
    assert arrivals(site) == 0


def test_players_and_missing_pages_do_not_count(site: Site) -> None:
    site.person("Ada").client.get("/", headers=OPENED)
    site.browser().client.get("/games/no-such-game", headers=OPENED)
    assert arrivals(site) == 0


def test_a_link_on_another_site_counts_once_it_is_known_that_no_player_came(site: Site) -> None:
    """The first request of such a visit has no session, even that of a player."""
    headers = {**OPENED, "Sec-Fetch-Site": "cross-site"}
    visitor, ada = site.browser().client, site.person("Ada").client
    session = ada.cookies.pop("horizons")
    for client in (visitor, ada):
        assert 'content="0;url=/games"' in client.get("/games", headers=headers).text
    assert arrivals(site) == 0
    ada.cookies.set("horizons", session)
    for client in (visitor, ada):
        client.get("/games", headers={**OPENED, "Sec-Fetch-Site": "same-origin"})
    assert arrivals(site) == 1
    visitor.get("/", headers={**OPENED, "Sec-Fetch-Site": "same-origin"})
    assert arrivals(site) == 1


def test_weeks_begin_on_mondays_and_are_kept_for_two_years(site: Site) -> None:
    site.browser().client.get("/", headers=OPENED)
    first = weeks(site)[0]
    assert first.monday.weekday() == 0
    site.clock.time += timedelta(weeks=1)
    this, before, *_ = weeks(site)
    assert (this.arrivals, before) == (0, first)
    assert this.monday == first.monday + timedelta(weeks=1)
    with site.service.database.reading() as connection:
        assert [*newcomers._arrivals(connection)] == [(first.monday, 1)]
    site.clock.time += timedelta(weeks=newcomers.WEEKS_KEPT)
    run_housekeeping(site.service)
    with site.service.database.reading() as connection:
        assert [*newcomers._arrivals(connection)] == []


def test_an_account_counts_in_its_week_for_each_step_that_it_has_reached(site: Site) -> None:
    key = begin_game(site)
    assert weeks(site)[0] == NewcomerWeek(date(2026, 2, 23), accounts=3)
    site.clock.time += timedelta(weeks=1)
    for turn in (1, 2):
        submit(site, "Ada")
        request_turn(site.service, key, anyway=True)
        site.work()
        week = weeks(site)[1]
        assert (week.first_orders, week.second_turns, week.finished) == (1, turn - 1, 0)
    with site.service.database.game(key) as store:
        end_game(store, "enough", clock=site.clock)
        update_after_change(site.service, key, store)
    assert weeks(site)[1].finished == 1
    assert weeks(site)[0].accounts == 0


def test_orders_in_a_lesson_count_as_a_lesson_only(site: Site) -> None:
    key = begin_game(site)
    lesson = {**directory.find_game(site.service, key).terms.to_dict(), "lesson": True}
    with site.service.database.writing() as connection:
        connection.execute(tables.members.update().values(given=2))
    assert weeks(site)[0] == NewcomerWeek(
        date(2026, 2, 23), accounts=3, first_orders=2, second_turns=2
    )
    with site.service.database.writing() as connection:
        connection.execute(tables.games.update().values(terms=lesson))
    assert weeks(site)[0] == NewcomerWeek(date(2026, 2, 23), accounts=3, learners=2)


def test_deleted_accounts_count_and_guests_do_not(site: Site) -> None:
    guest = create_guest(site.service, "a place")
    site.person("Ada")
    assert weeks(site)[0].accounts == 1
    ada = accounts.by_name(site.service, "Ada")
    assert ada
    for account in (ada, guest):
        leaving.delete_account(site.service, account)
    assert weeks(site)[0].accounts == 1
