"""Schedules of deadlines: recurrence rules in a time zone, as rules or in words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_host.deadlines.rules import change_rule, days_from, rule_from
from horizons_host.deadlines.schedules import (
    WEEKDAYS,
    Days,
    DeadlineError,
    normalize_rule,
    occurrences,
    schedule_from,
)
from tests.effort import tries

START = date(2026, 1, 1)
BERLIN = ZoneInfo("Europe/Berlin")


def _local(text, zone, after, count=3, start=START):
    """Return the first deadlines of a schedule after a wall time, as wall times of the zone."""
    tz = ZoneInfo(zone)
    moment = datetime.fromisoformat(after).replace(tzinfo=tz)
    moments = schedule_from(text, start, zone).deadlines_after(moment)
    return [f"{deadline.astimezone(tz):%a %d %b %H:%M%z}" for deadline in islice(moments, count)]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Mon and Thu 20:00", "FREQ=WEEKLY;BYDAY=MO,TH;BYHOUR=20;BYMINUTE=0"),
        ("every monday, Fri at 7:30", "FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=7;BYMINUTE=30"),
        ("daily 8:00 and 20:00", "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0"),
        ("every 3 days 18:00", "FREQ=DAILY;INTERVAL=3;BYHOUR=18;BYMINUTE=0"),
        ("every 2 weeks on Fri 18:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;BYHOUR=18;BYMINUTE=0"),
        ("monthly on 1 and 15 20:00", "FREQ=MONTHLY;BYMONTHDAY=1,15;BYHOUR=20;BYMINUTE=0"),
        ("weekdays 9:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0"),
        ("rrule:freq=daily;byhour=20", "FREQ=DAILY;BYHOUR=20;BYMINUTE=0"),
        ("FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9", "FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9;BYMINUTE=0"),
    ],
)
def test_words_and_rules_mean_the_same_schedule(text, rule):
    schedule = schedule_from(text, START)
    assert (schedule.rule, schedule.zone_name) == (rule, "UTC")
    assert schedule_from(rule, START) == schedule


_hours = st.lists(st.integers(0, 23), min_size=1, max_size=4, unique=True)
_days = st.lists(st.sampled_from(WEEKDAYS), min_size=1, max_size=7, unique=True)
_rules = st.one_of(
    st.builds("FREQ=DAILY;INTERVAL={}".format, st.integers(1, 366)),
    st.builds(
        lambda n, days: f"FREQ=WEEKLY;INTERVAL={n};BYDAY={','.join(days)}",
        st.integers(1, 52),
        _days,
    ),
    st.builds("FREQ=MONTHLY;BYMONTHDAY={}".format, st.integers(1, 28)),
    st.builds("FREQ=MONTHLY;BYDAY={}{}".format, st.integers(1, 4), st.sampled_from(WEEKDAYS)),
)


@given(_rules, _hours, st.integers(0, 59), st.sampled_from(["UTC", "Europe/Berlin", "Etc/GMT+5"]))
@settings(max_examples=tries(60))
def test_a_schedule_in_words_reads_back_as_the_same_one(rule, hours, minute, zone):
    text = f"{rule};BYHOUR={','.join(map(str, hours))};BYMINUTE={minute} {zone}"
    schedule = schedule_from(text, START)
    assert schedule_from(schedule.words, START) == schedule
    assert schedule_from(schedule.rule, START, zone) == schedule


@given(_rules, _hours, st.integers(0, 5_000_000))
@settings(max_examples=tries(40))
def test_deadlines_are_ordered_and_unique_from_any_start(rule, hours, minutes):
    rule = normalize_rule(f"{rule};BYHOUR={','.join(map(str, hours))}")
    after = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    times = list(islice(occurrences(rule, BERLIN, START, after), 6))
    assert times == sorted(set(times))
    assert times[0] > after
    for time, following in pairwise(times):
        assert next(occurrences(rule, BERLIN, START, time)) == following


def test_wall_time_is_kept_over_daylight_saving_both_ways():
    spring = _local("daily 20:00", "Europe/Berlin", "2026-03-27 21:00")
    assert spring == ["Sat 28 Mar 20:00+0100", "Sun 29 Mar 20:00+0200", "Mon 30 Mar 20:00+0200"]
    autumn = _local("daily 20:00", "Europe/Berlin", "2026-10-23 21:00")
    assert autumn == ["Sat 24 Oct 20:00+0200", "Sun 25 Oct 20:00+0100", "Mon 26 Oct 20:00+0100"]


def test_a_wall_time_that_does_not_exist_is_read_by_the_offset_before():
    times = _local("daily 2:30", "Europe/Berlin", "2026-03-28 12:00", 2)
    assert times == ["Sun 29 Mar 03:30+0200", "Mon 30 Mar 02:30+0200"]


def test_a_wall_time_that_exists_twice_is_the_first_and_comes_once():
    times = _local("daily 2:30", "Europe/Berlin", "2026-10-24 12:00", 2)
    assert times == ["Sun 25 Oct 02:30+0200", "Mon 26 Oct 02:30+0100"]


def test_two_wall_times_that_a_change_of_clocks_makes_one_are_one_deadline():
    times = _local("daily 2:30 and 3:30", "Europe/Berlin", "2026-03-28 12:00", 2)
    assert times == ["Sun 29 Mar 03:30+0200", "Mon 30 Mar 02:30+0200"]


def test_a_day_that_a_zone_left_out_has_no_second_deadline():
    times = _local("daily 20:00", "Pacific/Apia", "2011-12-29 12:00", 3, date(2011, 1, 1))
    days = ["Thu 29 Dec 20:00-1000", "Sat 31 Dec 20:00+1400", "Sun 01 Jan 20:00+1400"]
    assert times == days


def test_an_interval_is_counted_from_the_day_on_which_the_rule_began():
    times = _local("every 3 days 18:00", "UTC", "2026-01-02 00:00", 2)
    assert times == ["Sun 04 Jan 18:00+0000", "Wed 07 Jan 18:00+0000"]
    times = _local("every 3 days 18:00", "UTC", "2026-01-02 00:00", 2, date(2026, 1, 2))
    assert times == ["Fri 02 Jan 18:00+0000", "Mon 05 Jan 18:00+0000"]


def test_no_deadline_falls_on_a_holiday():
    schedule = schedule_from("daily 20:00", START)
    after = datetime(2026, 12, 22, 21, tzinfo=UTC)
    deadline = schedule.first(after, [days_from("2026-12-23..2027-01-02"), days_from("2027-01-03")])
    assert deadline == datetime(2027, 1, 4, 20, tzinfo=UTC)


#: A rule with one number in it, and the lowest and highest valid number.
_BOUNDS = [
    ("FREQ=DAILY;INTERVAL={};BYHOUR=1", 1, 366),
    ("FREQ=WEEKLY;BYDAY=MO;INTERVAL={};BYHOUR=1", 1, 52),
    ("FREQ=MONTHLY;BYMONTHDAY=1;INTERVAL={};BYHOUR=1", 1, 24),
    ("FREQ=DAILY;BYHOUR={}", 0, 23),
    ("FREQ=DAILY;BYHOUR=1;BYMINUTE={}", 0, 59),
    ("FREQ=MONTHLY;BYMONTHDAY={};BYHOUR=1", -31, 31),
    ("FREQ=MONTHLY;BYMONTH={};BYMONTHDAY=1;BYHOUR=1", 1, 12),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS={};BYHOUR=1", -31, 31),
]


@pytest.mark.parametrize(("rule", "low", "high"), _BOUNDS)
def test_numbers_of_a_rule_have_bounds_and_no_zeroth_day(rule, low, high):
    for number in range(low, high + 1):
        if number or low == 0:
            assert normalize_rule(rule.format(number))
    for number in (low - 1, high + 1, *([0] if low < 0 else [])):
        with pytest.raises(DeadlineError, match="must be between|INTERVAL is at most"):
            normalize_rule(rule.format(number))


def test_the_last_working_day_of_a_month_is_found():
    rule = "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=18 Europe/Berlin"
    assert _local(rule, "Europe/Berlin", "2026-01-05T12:00") == [
        "Fri 30 Jan 18:00+0100",
        "Fri 27 Feb 18:00+0100",
        "Tue 31 Mar 18:00+0200",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a schedule"),
        ("Mon", "is not a schedule"),
        ("daily 25:00", "BYHOUR must be between"),
        ("daily 8:00 and 9:30", "same minute"),
        ("someday 20:00", "not a day of the week"),
        ("Mon 20:00 Berlin", "Europe/Berlin"),
        ("Mon 20:00 Europe/Berlni", "did you mean 'Europe/Berlin'"),
        ("daily 20:00 ../../etc/passwd", "is not a schedule"),
        ("FREQ=SECONDLY;BYHOUR=20", "FREQ=DAILY or"),
        ("FREQ=HOURLY;BYHOUR=20", "FREQ=DAILY or"),
        ("FREQ=DAILY;BYHOUR=20;BYSECOND=1", "'BYSECOND=1' is not allowed"),
        ("FREQ=DAILY;BYHOUR=20;COUNT=3", "COUNT would end"),
        ("FREQ=DAILY;BYHOUR=20;UNTIL=20260101T000000", "UNTIL would end"),
        ("FREQ=DAILY;BYHOUR=20;BYMINUTE=0,30", "BYMINUTE=0,30 is not a number"),
        ("FREQ=DAILY;BYHOUR=20;BYHOUR=21", "contains BYHOUR twice"),
        ("FREQ=DAILY", "has no hour"),
        ("FREQ=DAILY;INTERVAL=0;BYHOUR=1", "INTERVAL must be between"),
        ("FREQ=DAILY;INTERVAL=999999999;BYHOUR=1", "not a number, or too long"),
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1", "only a monthly rule"),
        ("FREQ=WEEKLY;BYHOUR=1", "needs days of the week"),
        ("FREQ=WEEKLY;BYDAY=1MO;BYHOUR=1", "only a monthly rule"),
        ("FREQ=WEEKLY;BYDAY=XX;BYHOUR=1", "not days of the week"),
        ("FREQ=MONTHLY;BYHOUR=1", "needs days"),
        ("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1", "never occurs"),
        ("FREQ=DAILY;BYHOUR=1\nDTSTART:19000101T000000", "not a number"),
        (f"FREQ=DAILY;BYHOUR={',1' * 200}", "at most 300 characters"),
    ],
)
def test_what_is_no_rule_for_deadlines_is_refused_with_a_remedy(text, message):
    with pytest.raises(DeadlineError) as refusal:
        schedule_from(text, START)
    assert message in str(refusal.value)
    assert refusal.value.hint


@given(st.text(alphabet="FREQ=DAILYWKMONTHSBUPINVC;,:/+- 0123456789.\n", max_size=80))
@settings(max_examples=tries(300))
def test_any_text_is_read_or_refused(text):
    try:
        schedule = schedule_from(text, START)
    except DeadlineError:
        return
    assert schedule_from(schedule.words, START) == schedule


def test_a_rule_as_plain_data_reads_back_as_the_same_one():
    rule = change_rule(
        None,
        START,
        {
            "rule": "Mon 20:00 Europe/Berlin",
            "grace_hours": 12,
            "when_final": True,
            "minimum_hours": 48,
            "holidays": ["2026-12-24..2027-01-02", "2026-05-01"],
            "reminder_hours": [6, 48],
        },
    )
    assert rule_from(rule.to_dict()) == rule
    assert rule.holidays[1] == Days(date(2026, 12, 24), date(2027, 1, 2))
    assert rule.reminder_hours == (48, 6)


def test_a_part_of_a_rule_is_changed_alone_and_the_count_of_days_goes_on():
    rule = change_rule(None, START, {"rule": "every 3 days 20:00 Europe/Berlin", "grace_hours": 2})
    later = change_rule(rule, date(2026, 2, 2), {"grace_hours": 3})
    assert (later.schedule, later.grace_hours) == (rule.schedule, 3)
    rewritten = change_rule(rule, date(2026, 2, 2), {"rule": "every 3 days 20:00"})
    assert rewritten == rule
    other = change_rule(rule, date(2026, 2, 2), {"rule": "every 3 days 21:00"})
    assert other.schedule.start == date(2026, 2, 2)
    assert other.schedule.zone_name == "Europe/Berlin"


@pytest.mark.parametrize(
    "data",
    [
        {"grace_hours": -1},
        {"grace_hours": 10**9},
        {"grace_hours": True},
        {"grace_hours": 1.5},
        {"when_final": "yes"},
        {"minimum_hours": 99_999},
        {"holidays": ["2026-02-30"]},
        {"holidays": ["2027-01-01..2026-01-01"]},
        {"holidays": ["2026-01-01"] * 101},
        {"holidays": "2026-01-01"},
        {"reminder_hours": [0]},
        {"reminder_hours": list(range(1, 20))},
        {"reminder_hours": ["6"]},
        {"vacation_days": 400},
        {"zone": "Mars/Olympus"},
        {"start": "1066-10-14"},
        {"start": "x"},
        {"grace": 1},
    ],
    ids=str,
)
def test_a_part_that_cannot_be_is_refused(data):
    with pytest.raises(DeadlineError):
        change_rule(None, START, {"rule": "daily 20:00", **data})
