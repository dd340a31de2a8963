"""The turn in short, which stands at the head of the text: losses first, then what was gained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.report import counted
from horizons_core.sums import ordered_sum
from variants.galaxy_g.report.battles import Fight
from variants.galaxy_g.report.classic import Classic, Lines, paragraph
from variants.galaxy_g.report.happenings import LOSSES

#: So many sentences of a kind are told; the sections below have them all.
_MOST = 5


def in_short(classic: Classic) -> Lines:
    """Battles of one's own, bombs and landings, other losses, ships that were built, research."""
    happenings = classic.happenings
    others = [event for event in happenings.others if not event["code"].startswith(LOSSES)]
    lost = [event for event in happenings.others if event["code"].startswith(LOSSES)]
    told = [
        *_refused(classic),
        *_battles(classic),
        *_sentences(classic, happenings.bombings),
        *_sentences(classic, lost),
        *_built(others),
        *_sentences(classic, [e for e in others if e["code"] in _GAINS]),
        *([f"{counted(len(happenings.messages), 'message')}."] if happenings.messages else []),
    ]
    return [line for text in told for line in paragraph(classic.sentence(text), "* ")]


def _refused(classic: Classic) -> list[str]:
    """How many orders were not carried out."""
    errors = ordered_sum(remark["severity"] == "error" for remark in classic.report["diagnostics"])
    return [f"{counted(errors, 'mistake')} in your orders: see Mistakes."] if errors else []


_GAINS = ("race.researched", "ships.given")


def _battles(classic: Classic) -> list[str]:
    """The end of each battle that one took part in, and how many there were of others."""
    race = classic.view["race"]
    fights = [Fight(event["data"], 0) for event in classic.happenings.battles]
    own = [fight for fight in fights if fight.involves(race)]
    told = [f"{fight.end}." for fight in sorted(own, key=lambda fight: -fight.lost_by(race))]
    seen = len(fights) - len(own)
    return [*_shortened(told), *([f"{counted(seen, 'battle')} of others."] if seen else [])]


def _sentences(classic: Classic, events: Iterable[Mapping[str, Any]]) -> list[str]:
    """What happened; to one's own planets first."""
    own = {planet["name"] for planet in classic.view["planets"]}
    told = sorted(events, key=lambda event: event["data"].get("planet") not in own)
    return _shortened([event["text"] for event in told])


def _shortened(sentences: list[str]) -> list[str]:
    left = len(sentences) - _MOST
    return sentences if left <= 1 else [*sentences[:_MOST], f"... and {left:,} more like these."]


def _built(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """The ships that all planets built, by type."""
    ships: Counter[str] = Counter()
    for event in events:
        if event["code"] == "planet.built_ships":
            ships[event["data"]["type"]] += event["data"]["ships"]
    return [f"Built: {', '.join(f'{n:,} {kind}' for kind, n in ships.items())}."] if ships else []
