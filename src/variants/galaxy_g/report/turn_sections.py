"""Sections of the text about the turn: messages, orders, battles, bombs, and other events."""

from __future__ import annotations

from variants.galaxy_g.report.battles import SHOTS_IN_TEXT, Fight, battle_lines, brief_lines
from variants.galaxy_g.report.classic import Classic, Lines, paragraph
from variants.galaxy_g.report.happenings import LOSSES


def messages(classic: Classic) -> Lines:
    """The texts of messages, unchanged (GG-MSG-001)."""
    lines: Lines = []
    for event in classic.happenings.messages:
        lines += [*([""] if lines else []), *paragraph(event["data"]["text"], "> ", "> ")]
    return lines


def options(classic: Classic) -> Lines:
    """The options. GALAXYTV changes nothing else (GG-ORDO-003)."""
    chosen = classic.view["options"].items()
    return paragraph(", ".join(name if on else f"NO {name}" for name, on in chosen))


def orders(classic: Classic) -> Lines:
    """The orders that could be read, with their lines. Refused ones are marked."""
    return [
        line
        for order in classic.report["orders"]
        for line in paragraph(
            order["text"], f"{order['line']:5d}{' ' if order['done'] else '!'} ", " " * 9
        )
    ]


def mistakes(classic: Classic) -> Lines:
    """Every remark with its order."""
    texts = {order["line"]: order["text"] for order in classic.report["orders"]}
    lines: Lines = []
    for remark in classic.report["diagnostics"]:
        prefix = f"line {remark['line']}: " if remark["line"] else ""
        order = texts.get(remark["line"], remark["words"]).partition("\n")[0]
        hint = f" ({remark['hint']})" if remark["hint"] else ""
        lines += paragraph(prefix + order, f"{remark['severity'].upper():8}") if prefix else []
        lines += paragraph(classic.sentence(remark["message"] + hint), " " * 8)
    return lines


def battles(classic: Classic) -> Lines:
    """The parties' groups before and after, then the shots (GG-CBT-017).

    Battles without shots by or on own ships come last, in a few lines each.
    """
    race, lines = classic.view["race"], list[str]()
    events = classic.happenings.battles
    fights = [Fight(event["data"], SHOTS_IN_TEXT // len(events)) for event in events]
    for fight in sorted(fights, key=lambda fight: not fight.involves(race)):
        if fight.involves(race):
            text = battle_lines(fight, classic.table, paragraph, classic.name, classic.sentence)
        else:
            text = brief_lines(fight, paragraph, classic.name, classic.sentence)
        lines += [*([""] if lines else []), *text]
    return lines


def bombings(classic: Classic) -> Lines:
    return classic.sentences(classic.happenings.bombings)


def other_events(classic: Classic) -> Lines:
    """The events without a section of their own, losses first: building, research, arrivals."""
    events = classic.happenings.others
    return classic.sentences(sorted(events, key=lambda e: not e["code"].startswith(LOSSES)))


def production(classic: Classic) -> Lines:
    """The uses of each planet's production points."""
    return [
        line
        for planet, entries in classic.happenings.points.items()
        for line in paragraph(
            "; ".join(f"{e['amount']:+z.2f} {classic.sentence(e['reason'])}" for e in entries),
            f"{classic.name(planet)}: ",
            "    ",
        )
    ]
