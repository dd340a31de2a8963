"""Times on pages are in the reader's zone, which they name."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.rules import change_rule, rule_from
from horizons_host.server import texts
from horizons_host.server.schedule_words import pace_of, schedule_sentences
from horizons_host.server.zones import in_reader_zone, in_zone, parse_stamp, reader_zone
from tests.host.server.browser import Site

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)  # a Sunday


@pytest.mark.parametrize(
    ("cookie", "shown"),
    [
        ("Europe/Berlin", "Sun 1 Mar 2026 13:00 CET"),
        ("America/New_York", "Sun 1 Mar 2026 07:00 EST"),
        ("", "Sun 1 Mar 2026 12:00 UTC"),
        ("../../etc/passwd", "Sun 1 Mar 2026 12:00 UTC"),
        ("x" * 500, "Sun 1 Mar 2026 12:00 UTC"),
    ],
)
def test_the_browser_tells_its_zone_and_without_it_times_are_utc(
    site: Site, cookie: str, shown: str
) -> None:
    ada = site.person("Ada")
    if cookie:
        ada.client.cookies.set("zone", cookie)
    assert f"Member since{shown}" in ada.open("/account").words


def test_the_zone_of_the_account_is_used_in_every_browser(site: Site) -> None:
    ada = site.person("Ada").open("/account").send("/account/zone", zone="Asia/Tokyo")
    ada.client.cookies.set("zone", "Europe/Berlin")
    assert "Member sinceSun 1 Mar 2026 21:00 JST" in ada.open("/account").words
    assert 'data-zone="Asia/Tokyo" data-zone-chosen' in ada.text
    refused = ada.send("/account/zone", zone="Asia/Tokio")
    assert (refused.status, "did you mean 'Asia/Tokyo'" in refused.words) == (422, True)
    ada.open("/account").send("/account/zone", zone="")
    assert "Sun 1 Mar 2026 13:00 CET" in ada.open("/account").words


def test_times_within_texts_are_converted_at_any_depth_and_in_any_language() -> None:
    inner = LocalizedText("In {span}: {time}", span="an hour", time=NOON)
    text = LocalizedText("{why}. After that: {time}", why=inner, time=NOON)
    with in_zone("Europe/Berlin"):
        assert texts.translate_plain(text).count("Sun 1 Mar 2026 13:00 CET") == 2
        marked = str(texts.translate(text))
        with texts.in_language("de"):
            assert "So. 1. März 2026 13:00 CET" in texts.time_in_zone(NOON)
    assert marked.count('<time data-local datetime="2026-03-01T12:00:00+00:00">') == 2
    assert texts.translate_plain(text) == str(text)


def test_a_text_that_is_no_time_is_shown_as_it_is() -> None:
    assert parse_stamp("yesterday") is None
    assert str(texts.time_element("<b>")) == "&lt;b&gt;"
    assert parse_stamp("2026-03-01T12:00:00") == NOON


def test_without_a_reader_times_keep_their_zone() -> None:
    assert in_reader_zone(NOON) is NOON
    assert reader_zone().zone.key == "UTC"


WORDS = [
    ("Mon and Thu 20:00 Europe/Berlin", "Mondays and Thursdays at 20:00 CET. Next: Mon 2 Mar 20"),
    ("Mon and Thu 20:00 America/New_York", "Tuesdays and Fridays at 02:00 CET. Next: Tue 3 Mar"),
    ("daily 20:00 UTC", "Every day at 21:00 CET. Next: Sun 1 Mar 21:00 CET"),
    ("every 3 days 18:00", "Every 3 days at 19:00 CET. Next: Sun 1 Mar 19:00 CET"),
    ("every 2 weeks on Fri 18:00", "Every 2 weeks, Fridays at 19:00 CET. Next: Fri 13 Mar"),
    ("daily 8:00 and 20:00", "Every day at 09:00 and 21:00 CET"),
    ("monthly on 1 and 15 20:00", "By a schedule: monthly on 1 and 15 20:00 UTC. Next: Sun 1 Mar"),
    ("Mon 1:00 and 22:00 UTC", "Mondays at 02:00 and 23:00 CET"),
    ("Mon 1:00 and 23:00 UTC", "By a schedule: Mon 01:00 and 23:00 UTC. Next: Mon 2 Mar 02:00"),
]


@pytest.mark.parametrize(("rule", "words"), WORDS)
def test_a_schedule_is_told_in_words_of_the_readers_zone(rule: str, words: str) -> None:
    schedule = change_rule(None, NOON.date(), {"rule": rule})
    with in_zone("Europe/Berlin"):
        first = schedule_sentences(schedule, NOON)[0]
    assert words in first.striptags()


def test_a_short_turn_is_skipped_by_the_first_deadline_of_an_open_game() -> None:
    rule = change_rule(None, NOON.date(), {"rule": "daily 20:00 UTC", "minimum_hours": 24})
    first = schedule_sentences(rule, NOON, is_open=True)[0].striptags()
    assert "If it starts now, the first deadline is Mon 2 Mar 20:00 UTC." in first


@pytest.mark.parametrize(
    ("rule", "pace"),
    [
        ("daily 20:00", "daily"),
        ("weekdays 20:00", "daily"),
        ("every 2 days 20:00", "weekly"),
        ("Mon and Thu 20:00", "weekly"),
        ("Sun 20:00", "slow"),
        ("monthly on 1 20:00", "slow"),
        ("when all are ready", "live"),
    ],
)
def test_paces_are_classes_of_schedules(rule: str, pace: str) -> None:
    data = change_rule(None, NOON.date(), {"rule": rule}).to_dict()
    assert pace_of(rule_from(data), NOON) == pace
    assert pace_of(None, NOON) == "gamemaster"
