"""Sections of the text about the turn: messages, orders, battles, bombs, and other events."""

from __future__ import annotations

from variants.galaxy_g.report.battles import (
    SHOTS_IN_TEXT,
    ReportedBattle,
    battle_lines,
    brief_lines,
)
from variants.galaxy_g.report.classic import Lines, TextReport, paragraph
from variants.galaxy_g.report.happenings import LOSSES


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

    Battles without shots by or on own ships come last, in a few lines each.
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
