"""Sections of the text about the turn: messages, orders, battles, bombs, and what else happened."""

from __future__ import annotations

from variants.galaxy_g.report.battles import SHOTS_IN_TEXT, Fight, battle_lines, brief_lines
from variants.galaxy_g.report.classic import Classic, Lines, paragraph
from variants.galaxy_g.report.happenings import LOSSES


def messages(classic: Classic) -> Lines:
    """As they were written (GG-MSG-001)."""
    lines: Lines = []
    for event in classic.happenings.messages:
        lines += [*([""] if lines else []), *paragraph(event["data"]["text"], "> ", "> ")]
    return lines


def options(classic: Classic) -> Lines:
    """The options; GALAXYTV changes nothing else (GG-ORDO-003)."""
    chosen = classic.view["options"].items()
    return paragraph(", ".join(name if on else f"NO {name}" for name, on in chosen))


def orders(classic: Classic) -> Lines:
    """The orders that could be read, with their lines; refused ones are marked."""
    return [
        line
        for order in classic.report["orders"]
        for line in paragraph(
            order["text"], f"{order['line']:5d}{' ' if order['done'] else '!'} ", " " * 9
        )
    ]


def mistakes(classic: Classic) -> Lines:
    """Every remark with the order that it is about."""
    texts = {order["line"]: order["text"] for order in classic.report["orders"]}
    lines: Lines = []
    for remark in classic.report["diagnostics"]:
        where = f"line {remark['line']}: " if remark["line"] else ""
        order = texts.get(remark["line"], remark["words"]).partition("\n")[0]
        hint = f" ({remark['hint']})" if remark["hint"] else ""
        lines += paragraph(where + order, f"{remark['severity'].upper():8}") if where else []
        lines += paragraph(classic.sentence(remark["message"] + hint), " " * 8)
    return lines


def battles(classic: Classic) -> Lines:
    """The parties' groups before and after, then the shots (GG-CBT-017).

    Battles in which one's ships neither fired nor were fired on come last, in a few lines each.
    """
    race, lines = classic.view["race"], list[str]()
    events = classic.happenings.battles
    fights = [Fight(event["data"], SHOTS_IN_TEXT // len(events)) for event in events]
    for fight in sorted(fights, key=lambda fight: not fight.involves(race)):
        if fight.involves(race):
            told = battle_lines(fight, classic.table, paragraph, classic.name, classic.sentence)
        else:
            told = brief_lines(fight, paragraph, classic.name, classic.sentence)
        lines += [*([""] if lines else []), *told]
    return lines


def bombings(classic: Classic) -> Lines:
    return classic.sentences(classic.happenings.bombings)


def others(classic: Classic) -> Lines:
    """What happened and has no section of its own, losses first: building, research, arrivals."""
    events = classic.happenings.others
    return classic.sentences(sorted(events, key=lambda e: not e["code"].startswith(LOSSES)))


def production(classic: Classic) -> Lines:
    """What became of each planet's production points."""
    return [
        line
        for planet, entries in classic.happenings.points.items()
        for line in paragraph(
            "; ".join(f"{e['amount']:+z.2f} {classic.sentence(e['reason'])}" for e in entries),
            f"{classic.name(planet)}: ",
            "    ",
        )
    ]
