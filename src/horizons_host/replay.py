"""HTML page that replays a battle, made only from its record (`docs/formats.md`).

The page is self-contained. It is readable without scripts: the tallies and the log are plain
HTML, and the player only steps through them. Large numbers of units are drawn as groups, so that
thousands still fit on a screen; a unit may itself be a group of ships.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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
from horizons_host.pages import page
from horizons_host.replay_tallies import further_columns
from horizons_host.replay_words import OF_SCRIPT, WORDS

#: Largest number of units of a side with a card each; beyond, similar units share one.
MOST_CARDS = 24
#: Largest number of groups of a side; beyond, the smallest are drawn as one.
MOST_GROUPS = 40
#: Largest number of salvos and notes in the log; the player plays all.
MOST_LINES = 20_000
#: Largest duration in seconds of a replay at its initial speed.
FIRST_SHOWING = 40
#: A running number at the end of a name.
_NUMBER = re.compile(r"\s*#[0-9]+$|\s*[0-9]*\s*\(#[0-9]+\)$|\s+[0-9]+$")
SPEEDS = (1, 2, 4, 8, 16, 32, 64, 128)


def replay_html(record: Mapping[str, Any]) -> str:
    """Render the replay page; it shows the whole record, so pass the reader's own."""
    return page("replay.html.jinja", "replay.js", **_parts(record, WORDS))


def replay_stage(record: Mapping[str, Any], words: Mapping[str, str] = WORDS) -> Markup:
    """Render the replay as part of another page, which provides `replay.css` and `replay.js`.

    `words` has the entries of `replay_words.WORDS`, possibly translated.
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
        "lines": _lines(record, played[:MOST_LINES]),
        "more": max(0, len(played) - MOST_LINES),
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
    if len(indices) <= MOST_CARDS:
        groups = [(str(units[index]["name"]), [index]) for index in indices]
    else:
        groups = _grouped(units, indices)
    return [_card(units, side, name, members) for name, members in groups]


def _grouped(
    units: Sequence[Mapping[str, Any]], indices: Iterable[int]
) -> list[tuple[str, list[int]]]:
    """Group similar units, largest group first; marked units stay alone, the rest is one group."""
    alike: dict[tuple[Any, ...], list[int]] = {}
    for index in indices:
        unit = units[index]
        single = index if unit["mark"] else None
        key = (single, _stem(unit["name"]), tuple(sorted(unit["before"].items())))
        alike.setdefault(key, []).append(index)
    groups = sorted(
        alike.values(), key=lambda members: (not units[members[0]]["mark"], -len(members))
    )
    named = [(_group_name(units, members), members) for members in groups]
    if len(named) <= MOST_GROUPS:
        return named
    rest = [index for _, members in named[MOST_GROUPS - 1 :] for index in members]
    return [*named[: MOST_GROUPS - 1], ("others", sorted(rest))]


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
