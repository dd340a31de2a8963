"""Texts as data: English by value, with a template and facts that survive copying and saving."""

from __future__ import annotations

import copy
import pickle
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from horizons_core import Diagnostic, HorizonsError, LocalizedText

BERLIN = datetime(2026, 11, 30, 20, tzinfo=ZoneInfo("Europe/Berlin"))
WHY = LocalizedText("it waits for {names}", names="Ada, {turn}")
TEXT = LocalizedText(
    "Turn {turn} of {most:,} is due {time}, in {span}: {why}",
    turn=4,
    most=2_000_000,
    time=BERLIN,
    span=timedelta(days=2, hours=1),
    why=WHY,
)
ENGLISH = (
    "Turn 4 of 2,000,000 is due Mon 30 Nov 2026 20:00 CET, in 2 days 1 hour:"
    " it waits for Ada, {turn}"
)


def test_a_text_equals_its_english_sentence() -> None:
    assert TEXT == ENGLISH
    assert hash(TEXT) == hash(ENGLISH)
    assert type(str(TEXT)) is str
    assert TEXT.facts["why"] is WHY


@pytest.mark.parametrize(("count", "english"), [(0, "0 ships"), (1, "1 ship"), (2, "2 ships")])
def test_a_plural_is_chosen_by_its_count(count: int, english: str) -> None:
    text = LocalizedText.plural("{count} ship", "{count} ships", count=count)
    assert text == english
    assert (text.template, text.plural_template) == ("{count} ship", "{count} ships")


def test_several_texts_in_a_row_keep_their_templates() -> None:
    text = LocalizedText.from_parts((WHY, "gone", BERLIN), "; ")
    assert text == "it waits for Ada, {turn}; gone; Mon 30 Nov 2026 20:00 CET"
    assert text.facts["part_1"] is WHY


@pytest.mark.parametrize(
    ("span", "english"),
    [
        (timedelta(seconds=-5), "less than a minute"),
        (timedelta(seconds=59), "less than a minute"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(minutes=60), "1 hour"),
        (timedelta(days=2, minutes=5), "2 days"),
        (timedelta(days=1, hours=23), "1 day 23 hours"),
    ],
)
def test_a_span_is_given_in_days_and_hours_or_in_minutes(span: timedelta, english: str) -> None:
    assert LocalizedText("{span}", span=span) == english


def alike(text: LocalizedText, other: LocalizedText) -> bool:
    return (text, text.template, text.plural_template, text.facts) == (
        other,
        other.template,
        other.plural_template,
        other.facts,
    )


def test_copies_pickles_and_stored_texts_are_alike() -> None:
    zones = LocalizedText(
        "{a} {b}", a=BERLIN.astimezone(UTC), b=BERLIN.astimezone(timezone(timedelta(hours=5)))
    )
    plural = LocalizedText.plural("{count} ship", "{count} ships", count=1)
    for text in (TEXT, zones, plural):
        assert alike(copy.copy(text), text)
        assert alike(copy.deepcopy(text), text)
        assert alike(pickle.loads(pickle.dumps(text)), text)
        assert alike(LocalizedText.from_dict(text.to_dict()), text)


def test_peoples_words_are_changed_at_any_depth() -> None:
    changed = TEXT.with_words(str.upper)
    assert changed == ENGLISH.replace("Ada, {turn}", "ADA, {TURN}")
    assert changed.template == TEXT.template


def test_errors_and_remarks_keep_a_text_of_which_nothing_is_cut() -> None:
    problem = HorizonsError(TEXT, WHY)
    assert problem.message is TEXT
    assert problem.hint is WHY
    remark = Diagnostic("note", "code", TEXT, hint=WHY)
    assert remark.message is TEXT
    assert remark.hint is WHY
    assert len(HorizonsError(LocalizedText("{name}", name="a" * 9_999)).message) < 1_600


def _text(**parts: Any) -> dict[str, Any]:
    return {"template": "a {name}", "plural": "", "facts": {"name": "b"}, **parts}


def _nested(depth: int) -> dict[str, Any]:
    return _text(facts={"name": {"text": _nested(depth - 1)} if depth else "b"})


@pytest.mark.parametrize(
    "data",
    [
        None,
        "a",
        {"template": "a"},
        _text(template=1),
        _text(template="a" * 5_000),
        _text(plural="{other}"),
        _text(plural="{name}s"),
        _text(facts={}),
        _text(facts={"name": None}),
        _text(facts={"name": 1.5}),
        _text(facts={"name": 10**30}),
        _text(facts={"name": "a" * 5_000}),
        _text(facts={"name": ["b"]}),
        _text(facts={"name": {"time": "2026", "zone": "UTC"}}),
        _text(facts={"name": {"time": "2026-11-30", "zone": ""}}),
        _text(facts={"name": {"time": "2026-11-30T20:00+00:00", "zone": "../etc/passwd"}}),
        _text(facts={"name": {"time": "2026-11-30T20:00+00:00", "zone": "Mars/Olympus"}}),
        _text(facts={"name": {"seconds": 10**12}}),
        _text(facts={f"name{number}": "b" for number in range(50)} | {"name": "b"}),
        _nested(20),
    ],
)
def test_what_a_store_cannot_have_written_is_refused(data: Any) -> None:
    assert LocalizedText.from_dict(_nested(3))
    with pytest.raises(ValueError, match="stored|Invalid isoformat|ZoneInfo"):
        LocalizedText.from_dict(data)
