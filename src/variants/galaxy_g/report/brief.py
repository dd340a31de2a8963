"""The turn in short, at the head of the text: losses first, then gains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.report import counted
from horizons_core.sums import ordered_sum
from variants.galaxy_g.report.battles import Fight
from variants.galaxy_g.report.classic import Classic, Lines, paragraph
from variants.galaxy_g.report.happenings import LOSSES

#: Most sentences of a kind that are shown. The sections below have them all.
_MOST = 5


def in_short(classic: Classic) -> Lines:
    """Own battles, bombs and landings, other losses, ships that were built, research."""
    happenings = classic.happenings
    gains = [event for event in happenings.others if not event["code"].startswith(LOSSES)]
    lost = [event for event in happenings.others if event["code"].startswith(LOSSES)]
    sentences = [
        *_refused(classic),
        *_battles(classic),
        *_sentences(classic, happenings.bombings),
        *_sentences(classic, lost),
        *_built(gains),
        *_sentences(classic, [e for e in gains if e["code"] in _GAINS]),
        *([f"{counted(len(happenings.messages), 'message')}."] if happenings.messages else []),
    ]
    return [line for text in sentences for line in paragraph(classic.sentence(text), "* ")]


def _refused(classic: Classic) -> list[str]:
    """The number of orders that were not carried out, as a sentence."""
    errors = ordered_sum(remark["severity"] == "error" for remark in classic.report["diagnostics"])
    return [f"{counted(errors, 'mistake')} in your orders: see Mistakes."] if errors else []


_GAINS = ("race.researched", "ships.given")


def _battles(classic: Classic) -> list[str]:
    """The end of each battle that the race took part in, and the number of other battles."""
    race = classic.view["race"]
    fights = [Fight(event["data"], 0) for event in classic.happenings.battles]
    own_fights = [fight for fight in fights if fight.involves(race)]
    ends = [f"{fight.end}." for fight in sorted(own_fights, key=lambda fight: -fight.lost_by(race))]
    others = len(fights) - len(own_fights)
    return [
        *_shortened(ends),
        *([f"{counted(others, 'battle')} between other races."] if others else []),
    ]


def _sentences(classic: Classic, events: Iterable[Mapping[str, Any]]) -> list[str]:
    """The texts of events, those of the race's own planets first."""
    own_planets = {planet["name"] for planet in classic.view["planets"]}
    ordered = sorted(events, key=lambda event: event["data"].get("planet") not in own_planets)
    return _shortened([event["text"] for event in ordered])


def _shortened(sentences: list[str]) -> list[str]:
    left = len(sentences) - _MOST
    return sentences if left <= 1 else [*sentences[:_MOST], f"... and {left:,} more."]


def _built(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """The ships that all planets built, by type."""
    ships: Counter[str] = Counter()
    for event in events:
        if event["code"] == "planet.built_ships":
            ships[event["data"]["type"]] += event["data"]["ships"]
    return [f"Built: {', '.join(f'{n:,} {kind}' for kind, n in ships.items())}."] if ships else []
