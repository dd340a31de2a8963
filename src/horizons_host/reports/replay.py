"""HTML page that replays a battle, made only from its record (`docs/formats.md`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen
from markupsafe import Markup

from horizons_core.combat import steps
from horizons_core.report import (
    COLOURS,
    PlayerMarker,
    counted,
    player_markers,
    salvo_text,
    ships_of,
    side_totals,
    strength,
    unit_names,
    verdict,
)
from horizons_host.reports.pages import page

#: English texts; pages in other languages pass their own, with the same keys.
WORDS: Mapping[str, str] = {
    "arena": "The battle",
    "you": "you",
    "ship": "ship",
    "ships": "ships",
    "unit": "unit",
    "units": "units",
    "unknown": "strength unknown",
    "log": "Log",
    "more": "… and {count} more lines.",
    "peaceful": "No shots were fired.",
    "end": "At the end",
    "side": "Side",
    "lost": "Lost",
    "left": "Left",
    "shots": "Shots",
    "kills": "Kills",
    "kills_hint": "enemies destroyed",
    "won": "won",
    "not_known": "unknown",
    "first": "to the start",
    "back": "one salvo back",
    "next": "one salvo forward",
    "last": "to the end",
    "play": "Play",
    "pause": "Pause",
    "play_hint": "play or pause (space)",
    "salvo": "salvo",
    "speed": "speed",
    "speed_hint": "salvos per second (+ and −)",
    "keys": "keys",
    "keys_hint": "control the replay with arrow keys, space, Home and End",
    "destroyed": "destroyed",
    "gone": "left the battle",
    "elsewhere": "not here",
    "of": "{left} of {most}",
    "shield": "shield {points}",
    "has_lost": "{what} lost",
    "still_there": "{what} left",
    "before": "Before the first shot",
}
#: Keys of the texts that the page's script shows.
OF_SCRIPT = (
    "destroyed", "gone", "elsewhere", "of", "shield", "has_lost", "still_there", "before", "play",
    "pause",
)  # fmt: skip


Record = Mapping[str, Any]

#: Maximum number of units of a side with a card each; beyond, similar units share one.
MAX_CARDS = 24
#: Maximum number of groups of a side; beyond, the smallest are drawn as one.
MAX_GROUPS = 40
#: Maximum number of salvos and notes in the log; the player plays all.
MAX_LINES = 20_000
#: Largest duration in seconds of a replay at its initial speed.
FIRST_SHOWING = 40
#: A running number at the end of a name.
_NUMBER = re.compile(r"\s*#[0-9]+$|\s*[0-9]*\s*\(#[0-9]+\)$|\s+[0-9]+$")
SPEEDS = (1, 2, 4, 8, 16, 32, 64, 128)


@frozen
class TallyColumn:
    """A table column with a cell for each side; None if unknown."""

    name: str
    hint: str
    cells: tuple[str | None, ...]


def further_columns(record: Record, totals: Sequence[Mapping[str, Any]]) -> list[TallyColumn]:
    """Return columns for damage, absorbed hits, strength and luck, if the record has them."""
    return [*_damage_columns(record, totals), *_luck_column(record)]


def _damage_columns(record: Record, totals: Sequence[Mapping[str, Any]]) -> list[TallyColumn]:
    if any(unit.get("counts") for unit in record["units"]):
        return list(_count_columns(record))
    if not any(total["dealt"] or total["absorbed"] or total["before"] for total in totals):
        return []
    return [
        TallyColumn(
            "Damage",
            "components of the enemy that it destroyed",
            tuple(str(total["dealt"]) for total in totals),
        ),
        TallyColumn(
            "Absorbed",
            "hits that its shields absorbed",
            tuple(str(total["absorbed"]) for total in totals),
        ),
        TallyColumn(
            "Components",
            "components before and after",
            tuple(_change(total["before"], total["after"]) for total in totals),
        ),
    ]


def _luck_column(record: Record) -> Iterator[TallyColumn]:
    """Yield the luck column: luck in remaining strength; each measure lists the sides in order."""
    by_measure: dict[str, list[str]] = {}
    for side in record.get("luck", ()):
        words = f"{side['luck']:+.1f} ± {side['deviation']:.1f} {side['measure']}"
        if side["measure"].endswith(" left"):
            by_measure.setdefault(side["measure"], []).append(words)
    if by_measure:
        yield TallyColumn(
            "Luck",
            "what it has left, less what was to be expected, ± one standard deviation",
            tuple(", ".join(words) for words in zip(*by_measure.values(), strict=True)),
        )


def _change(before: int | None, after: int | None) -> str | None:
    return None if before is None or after is None else f"{before} → {after}"


def _count_columns(record: Record) -> Iterator[TallyColumn]:
    """Yield the columns if units count something else than components, partly unknown."""
    sides = range(len(record["sides"]))
    units = record["units"]
    shots = [
        [shot for shot in record["shots"] if units[shot["shooter"]]["side"] == side]
        for side in sides
    ]
    if any("hits" in shot for shot in record["shots"]):
        hits = (sum(shot.get("hits", 0) for shot in fired) for fired in shots)
        yield TallyColumn("Hits", "shots that hit", tuple(f"{count:,}" for count in hits))
    yield TallyColumn(
        "Damage",
        "what the enemy lost by its shots",
        tuple(_damage(fired, units) for fired in shots),
    )
    yield TallyColumn(
        "Absorbed",
        "what its shields absorbed",
        tuple(_absorbed(record, side) for side in sides),
    )
    left = (_left([unit for unit in units if unit["side"] == side]) for side in sides)
    yield TallyColumn("Strength", "what its units had before and after", tuple(left))


def _damage(fired: Iterable[Mapping[str, Any]], units: Sequence[Mapping[str, Any]]) -> str | None:
    """Sum the damage of shots; None if it is unknown for a hit."""
    sums: Counter[str] = Counter()
    for shot in fired:
        noun = units[shot["target"]].get("counts", "")
        if not noun and shot.get("hits", 1):
            return None
        sums[noun] += shot["damage"]
    return ", ".join(counted(count, noun) for noun, count in sums.items() if count) or "0"


def _absorbed(record: Record, side: int) -> str | None:
    units = record["units"]
    if any(strength(unit) is None for unit in units if unit["side"] == side):
        return None
    absorbed = (s["absorbed"] for s in record["shots"] if units[s["target"]]["side"] == side)
    return f"{sum(absorbed):,}"


def _left(units: Sequence[Mapping[str, Any]]) -> str | None:
    """Format strength before and after, such as "90 → 72 years, 10 → 4 PDs"; None if unknown."""
    if not units or any(strength(unit) is None for unit in units):
        return None
    nouns = dict.fromkeys(unit.get("counts") or "component" for unit in units)
    return ", ".join(f"{_sum(units, noun, 'before')} → {_sum(units, noun, 'after')} {noun}s"
                     for noun in nouns)  # fmt: skip


def _sum(units: Iterable[Mapping[str, Any]], noun: str, when: str) -> int:
    return sum(
        strength(unit, when) or 0 for unit in units if (unit.get("counts") or "component") == noun
    )


def replay_html(record: Mapping[str, Any]) -> str:
    """Render the replay page; it shows the whole record, so pass the reader's own."""
    return page("replay.html.jinja", "replay.js", **_parts(record, WORDS))


def replay_stage(record: Mapping[str, Any], words: Mapping[str, str] = WORDS) -> Markup:
    """Render the replay as part of another page, which provides `replay.css` and `replay.js`.

    `words` has the entries of `WORDS`, possibly translated.
    """
    return Markup(page("replay_stage.html.jinja", **_parts(record, words)))  # noqa: S704 - it escapes


def _parts(record: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, Any]:
    units: Sequence[Mapping[str, Any]] = record["units"]
    played = list(steps(record))
    cards = [card for side in range(len(record["sides"])) for card in _cards(units, side)]
    markers = _markers(record)
    totals = side_totals(record)
    return {
        "record": record,
        "where": _location(record),
        "verdict": verdict(record),
        "totals": totals,
        "ships": sum(total["ships"] for total in totals),
        "noun": "unit" if any(unit.get("counts") for unit in units) else "ship",
        "shots": sum(total["shots"] for total in totals),
        "salvos": sum("shooter" in step for step in played),
        "columns": further_columns(record, totals),
        "icons": [marker.icon() for marker in markers],
        "colours": [marker.index % COLOURS for marker in markers],
        "cards": cards,
        "lines": _lines(record, played[:MAX_LINES]),
        "more": max(0, len(played) - MAX_LINES),
        "words": words,
        "replay": {
            **_replay_data(record, played, cards),
            "words": {name: words[name] for name in OF_SCRIPT},
        },
        "counted": counted,
        "speeds": SPEEDS,
        "speed": _first_speed(len(played)),
    }


def _markers(record: Mapping[str, Any]) -> list[PlayerMarker]:
    """Return each side's marker, as on maps and reports if the record names the game's empires."""
    listed = list(record.get("empires", ()))
    known = player_markers([*listed, *(s for s in record["sides"] if s not in listed)])
    return [known[name] for name in record["sides"]]


def _location(record: Mapping[str, Any]) -> str:
    """Format place, turn and phase, as far as the record has them."""
    parts = [str(record["place"])] if record.get("place") else []
    parts += [f"turn {record['turn']}"] if record.get("turn") is not None else []
    parts += [str(record["phase"]).replace("_", " ")] if record.get("phase") else []
    return ", ".join(parts)


def _lines(record: Mapping[str, Any], played: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the log: a line per salvo and note. `first` marks the first line of a round."""
    units, names = record["units"], unit_names(record)
    lines, before = [], ""
    for step in played:
        if "shooter" not in step:
            lines.append({"text": step["text"], "round": "", "first": False, "note": True})
            continue
        text = salvo_text(step, names, units[step["target"]].get("counts", ""))
        named = _round_name(record.get("stages", ()), step["round"])
        lines.append({"text": text, "round": named, "first": named != before, "note": False})
        before = named
    return lines


def _round_name(stages: Sequence[Mapping[str, Any]], number: int) -> str:
    """Format a round's name, such as "Deep space, round 2"; "" for a battle without stages."""
    started = [stage for stage in stages if stage["round"] <= number]
    if not started:
        return ""
    return f"{started[-1]['name']}, round {number - started[-1]['round'] + 1}"


def _first_speed(steps: int) -> int:
    return next((speed for speed in SPEEDS if steps / speed <= FIRST_SHOWING), SPEEDS[-1])


def _cards(units: Sequence[Mapping[str, Any]], side: int) -> list[dict[str, Any]]:
    """Return the cards of a side: one per unit, or per group of similar units."""
    indices = [index for index, unit in enumerate(units) if unit["side"] == side]
    if len(indices) <= MAX_CARDS:
        groups = [(str(units[index]["name"]), [index]) for index in indices]
    else:
        groups = _grouped(units, indices)
    return [_card(units, side, name, members) for name, members in groups]


def _grouped(
    units: Sequence[Mapping[str, Any]], indices: Iterable[int]
) -> list[tuple[str, list[int]]]:
    """Group similar units, largest group first; marked units stay alone, the rest is one group."""
    identical_units: dict[tuple[Any, ...], list[int]] = {}
    for index in indices:
        unit = units[index]
        single = index if unit["mark"] else None
        key = (single, _stem(unit["name"]), tuple(sorted(unit["before"].items())))
        identical_units.setdefault(key, []).append(index)
    groups = sorted(
        identical_units.values(), key=lambda members: (not units[members[0]]["mark"], -len(members))
    )
    named = [(_group_name(units, members), members) for members in groups]
    if len(named) <= MAX_GROUPS:
        return named
    rest = [index for _, members in named[MAX_GROUPS - 1 :] for index in members]
    return [*named[: MAX_GROUPS - 1], ("others", sorted(rest))]


def _group_name(units: Sequence[Mapping[str, Any]], members: Sequence[int]) -> str:
    name = str(units[members[0]]["name"])
    return name if len(members) == 1 else _stem(name)


def _stem(name: str) -> str:
    """Return a name without its number: "Probe 7 (#7)" and "Brin normal 3.3 #7" lose the 7."""
    return _NUMBER.sub("", name) or name


def _card(
    units: Sequence[Mapping[str, Any]], side: int, name: str, members: list[int]
) -> dict[str, Any]:
    counts = {units[index].get("counts", "") for index in members}
    strengths = [strength(units[index]) if len(counts) == 1 else None for index in members]
    known = [strength for strength in strengths if strength is not None]
    mean = sum(known) / len(known) if known and counts == {""} else None
    single = units[members[0]] if len(members) == 1 else {}
    size = "small" if mean is not None and mean < 4 else "large" if mean and mean > 25 else "middle"
    return {
        "side": side,
        "name": name,
        "members": members,
        "ships": sum(ships_of(units[index]) for index in members),
        "mark": next((units[index]["mark"] for index in members if units[index]["mark"]), ""),
        "unmeasured": len(members) == 1 and not single["before"],
        "strength": sum(known) if len(known) == len(members) else None,
        "counts": counts.pop() if len(counts) == 1 else "",
        "fate": single.get("fate", ""),
        "about": single.get("about", ""),
        "size": size,
    }


def _replay_data(
    record: Mapping[str, Any],
    played: Iterable[Mapping[str, Any]],
    cards: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Return the script's data: only numbers, so that names reach it only through the page."""
    units = record["units"]
    card_of = {index: number for number, card in enumerate(cards) for index in card["members"]}
    return {
        "units": [
            [unit["side"], card_of[index], unit["before"].get("points", -1), ships_of(unit)]
            for index, unit in enumerate(units)
        ],
        "cards": [[card["side"], card["ships"], card["strength"]] for card in cards],
        "salvos": [_frame(step) for step in played],
        "stages": [
            [stage["round"], sorted({card_of[unit] for unit in stage["units"]})]
            for stage in record.get("stages", ())
            if "units" in stage
        ],
    }


def _frame(step: Mapping[str, Any]) -> list[Any]:
    """Encode a salvo as numbers; a note has no shooter (-1) and lists the units that left."""
    if "shooter" not in step:
        return [-1, -1, 0, 0, 0, 0, step["round"], step.get("gone", [])]
    parts = ("shooter", "target", "shots", "absorbed", "damage", "kills", "round")
    return [step[part] for part in parts]
