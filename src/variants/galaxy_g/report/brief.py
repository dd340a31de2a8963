"""The turn summary at the top of the text: losses first, then gains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.report import counted
from horizons_core.sums import ordered_sum
from variants.galaxy_g.report.battles import ReportedBattle
from variants.galaxy_g.report.classic import Lines, TextReport, paragraph
from variants.galaxy_g.report.happenings import LOSSES

#: Most sentences of a kind that are shown. The sections below have them all.
_MOST = 5


def turn_summary(text_report: TextReport) -> Lines:
    """Own battles, bombs and landings, other losses, ships that were built, research."""
    events = text_report.events
    gains = [event for event in events.other_events if not event["code"].startswith(LOSSES)]
    lost = [event for event in events.other_events if event["code"].startswith(LOSSES)]
    sentences = [
        *_refused(text_report),
        *_battles(text_report),
        *_sentences(text_report, events.bombings),
        *_sentences(text_report, lost),
        *_built(gains),
        *_sentences(text_report, [e for e in gains if e["code"] in _GAINS]),
        *([f"{counted(len(events.messages), 'message')}."] if events.messages else []),
    ]
    return [line for text in sentences for line in paragraph(text_report.sentence(text), "* ")]


def _refused(text_report: TextReport) -> list[str]:
    """The number of orders that were not carried out, as a sentence."""
    errors = ordered_sum(
        remark["severity"] == "error" for remark in text_report.report["diagnostics"]
    )
    return [f"{counted(errors, 'mistake')} in your orders: see Mistakes."] if errors else []


_GAINS = ("race.researched", "ships.given")


def _battles(text_report: TextReport) -> list[str]:
    """The end of each battle that the race took part in, and the number of other battles."""
    race = text_report.view["race"]
    battles = [ReportedBattle(event["data"], 0) for event in text_report.events.battles]
    own_battles = [battle for battle in battles if battle.involves(race)]
    ends = [
        f"{battle.summary}."
        for battle in sorted(own_battles, key=lambda battle: -battle.lost_by(race))
    ]
    other_count = len(battles) - len(own_battles)
    return [
        *_first_sentences(ends),
        *([f"{counted(other_count, 'battle')} between other races."] if other_count else []),
    ]


def _sentences(text_report: TextReport, events: Iterable[Mapping[str, Any]]) -> list[str]:
    """The texts of events, those of the race's own planets first."""
    own_planets = {planet["name"] for planet in text_report.view["planets"]}
    ordered = sorted(events, key=lambda event: event["data"].get("planet") not in own_planets)
    return _first_sentences([event["text"] for event in ordered])


def _first_sentences(sentences: list[str]) -> list[str]:
    left = len(sentences) - _MOST
    return sentences if left <= 1 else [*sentences[:_MOST], f"... and {left:,} more."]


def _built(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """The ships that all planets built, by type."""
    ships: Counter[str] = Counter()
    for event in events:
        if event["code"] == "planet.built_ships":
            ships[event["data"]["type"]] += event["data"]["ships"]
    return [f"Built: {', '.join(f'{n:,} {kind}' for kind, n in ships.items())}."] if ships else []
