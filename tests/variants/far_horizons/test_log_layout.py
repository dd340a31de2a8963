"""Events are plain sentences; the classic log is laid out by the report."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest

from horizons_core.model import EventKind
from tests.variants.far_horizons.documents import events
from variants import far_horizons
from variants.far_horizons.battle import messages
from variants.far_horizons.report.event_log import log_lines
from variants.far_horizons.report.log_layout import TABLE, layout_of
from variants.far_horizons.rules import building, hulls, notices, siege, telescopes
from variants.far_horizons.rules.dispatch import SECTION_BEGUN
from variants.far_horizons.rules.notices import DISCOVERIES
from variants.far_horizons.rules.production import END, RIOTS, START
from variants.far_horizons.step_context import IGNORED


def declared() -> list[EventKind]:
    """All kinds of events, alone or in tables, that modules of the variant declare."""
    kinds = []
    for package in pkgutil.walk_packages(far_horizons.__path__, "variants.far_horizons."):
        if not package.name.endswith("__main__"):
            for member in vars(import_module(package.name)).values():
                table = member.values() if isinstance(member, dict) else [member]
                kinds += [kind for kind in table if isinstance(kind, EventKind)]
    return kinds


def laid_out(*rows, layout_1999=False):
    """The lines of these events: phase, kind, facts."""
    return log_lines([event.to_dict() for event in events(rows)], layout_1999=layout_1999)


def test_texts_are_sentences_without_layout():
    texts = {kind.text for kind in declared()}
    assert len(texts) > 150
    assert [text for text in texts if text != text.strip() or "\n" in text] == []
    assert [text for text in texts if text.startswith("!") or "!!" in text] == []


def test_every_code_of_the_layout_is_told_by_somebody():
    assert set(TABLE) - {kind.code for kind in declared()} == set()


@pytest.mark.parametrize(
    ("kind", "facts", "indent_now", "later"),
    [
        (siege.ASSIMILATED, {"planet": "Qo"}, 6, 2),
        (building.DEFENSES_FOUND, {"items": "2 PDs", "was": "were"}, 4, 2),
    ],
)
def test_what_a_code_tells_at_two_depths_depends_on_the_phase(kind, facts, indent_now, later):
    for phase, indent in (("production", indent_now), ("housekeeping", later)):
        first = next(line for line in laid_out((phase, kind, facts))[2:] if line)
        assert len(first) - len(first.lstrip(" ")) == indent


def test_the_sentence_of_an_alarm_may_end_with_its_mark():
    facts = {"ship": "CT Hope", "cost": 200, "whose": ""}
    fates = [" However, it was destroyed.", ""]
    lines = [laid_out(("production", hulls.BUILT, facts | {"fate": fate}))[-1] for fate in fates]
    assert lines == [
        "    CT Hope was constructed at a cost of 200. However, it was destroyed!!!",
        "    CT Hope was constructed at a cost of 200.",
    ]


def test_the_besiegers_success_is_no_alarm():
    kinds = [kind for kind in DISCOVERIES.values() if kind.code == building.DEFENSES_FOUND.code]
    event = {"code": kinds[0].code, "data": {}}
    assert layout_of({**event, "phase": "production"}).alarm
    assert not layout_of({**event, "phase": "housekeeping"}).alarm


def test_planets_stand_apart_but_for_the_first():
    refused = {
        "order": "PRODUCTION PL Nowhere",
        "reason": "Invalid planet.",
        "command": "PRODUCTION",
    }
    build = {"order": "BUILD 2 XX", "reason": "Invalid item.", "command": "BUILD"}
    begun = {"planet": "Earth", "balance": 5}
    assert laid_out(
        ("production", IGNORED, build),
        ("production", START, begun),
        ("production", END, begun),
        ("production", IGNORED, refused),
        ("production", RIOTS, {"planet": "Mars", "losses": "mining base by 3 percent"}),
        ("production", START, begun | {"planet": "Mars"}),
    ) == [
        "",
        "Production orders:",
        "!!! Order ignored:",
        "!!! BUILD 2 XX",
        "!!! Invalid item.",
        "  Start of production on PL Earth. (Initial balance is 5.)",
        "  End of production on PL Earth. (Ending balance is 5.)",
        "",
        "!!! Order ignored:",
        "!!! PRODUCTION PL Nowhere",
        "!!! Invalid planet.",
        "",
        "!!! WARNING! Riots on PL Mars due to excessive and unpopular military",
        "  build-up reduced mining base by 3 percent!",
        "",
        "  Start of production on PL Mars. (Initial balance is 5.)",
    ]


def test_a_list_is_closed_by_one_empty_line():
    sector, owner = {"x": 1, "y": 2, "z": 3}, {"owner": "Klingon"}
    rows = [
        ("post-arrival", telescopes.SECTOR_SEEN, sector),
        ("post-arrival", telescopes.SPECIES_SEEN, owner),
        ("post-arrival", telescopes.PLANET_SEEN, {"planet": "Qo", "base": 120}),
        ("post-arrival", telescopes.SHIP_SEEN, {"ship": "DD Wing"}),
    ]
    lines = ["", "    1 2 3:", "      SP Klingon:", "\tPL Qo (120)", "\tDD Wing"]
    assert laid_out(*rows, *rows) == ["", "Post-arrival orders:", *lines, *lines, ""]


def test_victims_of_one_ambush_stand_together():
    names = ["SP Klingon", "SP Romulan"]
    rows = [
        ("combat", messages.AMBUSHED, {"victim": name, "victims": names, "side": "SP Human"})
        for name in names
    ]
    once = ["", *(f"    {name} was ambushed by SP Human!" for name in names)]
    assert laid_out(*rows, *rows) == [*once, *once]


def test_in_1999_each_line_of_a_notice_of_enmity_stands_twice():
    notice = ("combat", messages.BETRAYAL, {"traitor": "Klingon", "victim": "Romulan"})
    lines = [
        "!!! WARNING: Enmity has been automatically declared towards SP Klingon",
        "  because they surprise-attacked SP Romulan!",
    ]
    assert laid_out(notice) == ["", "", *lines]
    twice = [line for line in lines for _ in range(2)]
    assert laid_out(notice, layout_1999=True) == ["", "", *twice]


def test_a_section_that_leads_to_nothing_leaves_its_title():
    sections = [
        (phase, SECTION_BEGUN, {"section": phase.upper()})
        for phase in ("combat", "pre-departure", "strikes")
    ]
    titles = ["Combat orders:", "Pre-departure orders:", "Strike orders:"]
    assert laid_out(*sections) == [line for title in titles for line in ("", title)]


def test_each_battle_has_its_title():
    battle = ("strikes", messages.PLACE, {"x": 1, "y": 2, "z": 3})
    [title, *_] = laid_out(battle)[1:]
    assert title == "Strike log:"
    assert laid_out(battle, battle).count(title) == 2


def test_a_letter_stands_between_its_first_and_its_last_line():
    letter = ("housekeeping", notices.RECEIVED, {"sender": "Klingon", "text": "  We\ncome.\n"})
    assert laid_out(letter)[2:] == [
        "",
        "  You received the following message from SP Klingon:",
        "",
        "  We",
        "come.",
        "",
        "  *** End of Message ***",
        "",
    ]
