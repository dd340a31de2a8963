"""The sections of the plain text, in exactly the order of GG-RPT-001, after the turn summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from horizons_core.report import counted
from horizons_core.sums import ordered_sum
from variants.galaxy_g.report import planet_sections, ship_sections
from variants.galaxy_g.report.battles import (
    SHOTS_IN_TEXT,
    ReportedBattle,
    battle_lines,
    brief_lines,
)
from variants.galaxy_g.report.events import LOSSES
from variants.galaxy_g.report.text import Lines, TextReport, paragraph

#: Maximum number of sentences of a kind; the sections below contain all of them.
_MAX_SENTENCES = 5
_GAINS = ("race.researched", "ships.given")
TextSection = tuple[str, Callable[[TextReport], Lines]]


def turn_summary(text_report: TextReport) -> Lines:
    """The reader's battles, bombs and landings, other losses, ships that were built, research."""
    events = text_report.events
    gains = [event for event in events.other_events if not event["code"].startswith(LOSSES)]
    lost = [event for event in events.other_events if event["code"].startswith(LOSSES)]
    sentences = [
        *_refused(text_report),
        *_battle_sentences(text_report),
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


def _battle_sentences(text_report: TextReport) -> list[str]:
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
    left = len(sentences) - _MAX_SENTENCES
    return sentences if left <= 1 else [*sentences[:_MAX_SENTENCES], f"... and {left:,} more."]


def _built(events: Iterable[Mapping[str, Any]]) -> list[str]:
    """The ships that all planets built, by type."""
    ships: Counter[str] = Counter()
    for event in events:
        if event["code"] == "planet.built_ships":
            ships[event["data"]["type"]] += event["data"]["ships"]
    return [f"Built: {', '.join(f'{n:,} {kind}' for kind, n in ships.items())}."] if ships else []


def messages(text_report: TextReport) -> Lines:
    """The texts of messages, unchanged (GG-MSG-001)."""
    lines: Lines = []
    for event in text_report.events.messages:
        lines += [*([""] if lines else []), *paragraph(event["data"]["text"], "> ", "> ")]
    return lines


def options(text_report: TextReport) -> Lines:
    """The options. GALAXYTV changes nothing else (GG-ORDO-003)."""
    chosen = text_report.view["options"].items()
    return paragraph(", ".join(name if on else f"NO {name}" for name, on in chosen))


def orders(text_report: TextReport) -> Lines:
    """The orders that could be read, with their lines. Refused ones are marked."""
    return [
        line
        for order in text_report.report["orders"]
        for line in paragraph(
            order["text"], f"{order['line']:5d}{' ' if order['done'] else '!'} ", " " * 9
        )
    ]


def mistakes(text_report: TextReport) -> Lines:
    """Every remark with its order."""
    texts = {order["line"]: order["text"] for order in text_report.report["orders"]}
    lines: Lines = []
    for remark in text_report.report["diagnostics"]:
        prefix = f"line {remark['line']}: " if remark["line"] else ""
        order = texts.get(remark["line"], remark["words"]).partition("\n")[0]
        hint = f" ({remark['hint']})" if remark["hint"] else ""
        lines += paragraph(prefix + order, f"{remark['severity'].upper():8}") if prefix else []
        lines += paragraph(text_report.sentence(remark["message"] + hint), " " * 8)
    return lines


def battles(text_report: TextReport) -> Lines:
    """The parties' groups before and after, then the shots (GG-CBT-017).

    Battles without shots by or on the reader's ships come last, in a few lines each.
    """
    race, lines = text_report.view["race"], list[str]()
    events = text_report.events.battles
    reported = [ReportedBattle(event["data"], SHOTS_IN_TEXT // len(events)) for event in events]
    for battle in sorted(reported, key=lambda battle: not battle.involves(race)):
        if battle.involves(race):
            text = battle_lines(
                battle, text_report.table, paragraph, text_report.name, text_report.sentence
            )
        else:
            text = brief_lines(battle, paragraph, text_report.name, text_report.sentence)
        lines += [*([""] if lines else []), *text]
    return lines


def bombings(text_report: TextReport) -> Lines:
    return text_report.sentences(text_report.events.bombings)


def other_events(text_report: TextReport) -> Lines:
    """The events without a section of their own, losses first: building, research, arrivals."""
    events = text_report.events.other_events
    return text_report.sentences(sorted(events, key=lambda e: not e["code"].startswith(LOSSES)))


def production(text_report: TextReport) -> Lines:
    """The uses of each planet's production points."""
    return [
        line
        for planet, entries in text_report.events.points.items()
        for line in paragraph(
            "; ".join(f"{e['amount']:+z.2f} {text_report.sentence(e['reason'])}" for e in entries),
            f"{text_report.name(planet)}: ",
            "    ",
        )
    ]


#: Each section of GG-RPT-001, by its name there.
SECTIONS: dict[str, TextSection] = {
    "messages": ("Messages", messages),
    "options": ("Options", options),
    "orders received": ("Orders received", orders),
    "mistakes": ("Mistakes", mistakes),
    "own status and known races (war, coalition)": ("Status of races", ship_sections.status),
    "own ship types": ("Your ship types", ship_sections.own_types),
    "alien ship types seen": ("Alien ship types", ship_sections.alien_types),
    "battles": ("Battles", battles),
    "bombings and landings": ("Bombings and landings", bombings),
    "map": ("Map", planet_sections.chart),
    "incoming groups": ("Incoming groups", ship_sections.incoming),
    "own planets": ("Your planets", planet_sections.own_planets),
    "ships in production (PRODTABLE)": ("Ships in production", planet_sections.in_production),
    "routes": ("Your routes", planet_sections.routes),
    "GUARD and ATTACK planets": ("Planets with a status", planet_sections.statuses),
    "alien planets seen in detail": ("Alien planets", planet_sections.alien_planets),
    "uninhabited planets seen in detail": ("Uninhabited planets", planet_sections.uninhabited),
    "planets seen by location only": ("Other planets in view", planet_sections.located),
    "own groups": ("Your groups", ship_sections.own_groups),
    "own fleets": ("Your fleets", ship_sections.own_fleets),
    "alien groups seen": ("Alien groups", ship_sections.alien_groups),
}
#: The summary at the top, and the sections that the rules do not require, below all others.
FIRST: TextSection = ("This turn in short", turn_summary)
MORE: tuple[TextSection, ...] = (
    ("What else happened", other_events),
    ("Production points", production),
)


def sections(text_report: TextReport) -> list[tuple[str, Lines]]:
    """Titles and lines of all sections that are not empty."""
    pairs = (
        (title, lines_of(text_report)) for title, lines_of in [FIRST, *SECTIONS.values(), *MORE]
    )
    return [(title, lines) for title, lines in pairs if lines]
