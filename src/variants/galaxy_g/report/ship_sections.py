"""Sections of the text about races, their ship types, groups and fleets.

Groups that differ only in their place are listed together to keep tables short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from horizons_core.report import Column, NameCell, columns, text_column
from horizons_core.sums import ordered_sum
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.report.text import Lines, TextReport, paragraph
from variants.galaxy_g.view.shapes import (
    AlienGroupShown,
    AlienTypeShown,
    GroupShown,
    IncomingShown,
    TypeShown,
    amount,
)

GroupRow = Mapping[str, Any]
NameFormat = Callable[[str], str]

#: Minimum number of equal groups that are listed as one item.
MIN_ALIKE = 4

#: The properties that groups listed together have in common.
_OWN = ("ships", "type", *AREAS, "cargo_kind", "load", "fleet", "speed")
_ALIEN = ("race", "ships", "type", "cargo_tech", "cargo_kind", "load")
_DESIGN = "name drive attacks weapons shields cargo mass"


def split_own(groups: Sequence[GroupRow]) -> tuple[list[GroupRow], list[list[GroupRow]]]:
    """The groups with a row each, and sets of at least `MIN_ALIKE` equal groups at rest."""
    return _split(groups, lambda g: None if g["under_way"] else tuple(g[part] for part in _OWN))


def split_alien(groups: Sequence[GroupRow]) -> tuple[list[GroupRow], list[list[GroupRow]]]:
    """The groups of other races, divided as by `split_own`."""
    return _split(groups, lambda g: tuple(g[part] for part in _ALIEN))


def _split(
    groups: Sequence[GroupRow], key: Callable[[GroupRow], tuple[Any, ...] | None]
) -> tuple[list[GroupRow], list[list[GroupRow]]]:
    sets: dict[tuple[Any, ...], list[GroupRow]] = {}
    for group in groups:
        value = key(group)
        if value is not None:
            sets.setdefault(value, []).append(group)
    large = {
        value: equal_groups
        for value, equal_groups in sets.items()
        if len(equal_groups) >= MIN_ALIKE
    }
    return [group for group in groups if key(group) not in large], list(large.values())


def own_item(equal_groups: Sequence[GroupRow], name: NameFormat, *, fleets: bool) -> str:
    """The item of equal own groups: the figures of GG-RPT-003, the number and place of each."""
    first = equal_groups[0]
    figures = [f"{area} {amount(first[area])}" for area in AREAS]
    figures += [f"load {first['cargo_kind'] or '-'} {amount(first['load'])}"]
    figures += [f"fleet {name(first['fleet']) or '-'}"] if fleets else []
    figures += [f"speed {amount(first['speed'])}"]
    places = ", ".join(f"{group['number']} at {name(group['planet'])}" for group in equal_groups)
    return f"{first['ships']} {name(first['type'])} each ({', '.join(figures)}): No. {places}"


def alien_item(equal_groups: Sequence[GroupRow], name: NameFormat) -> str:
    """The item of equal groups of another race, with their places."""
    first = equal_groups[0]
    figures = f"cargo {amount(first['cargo_tech'])}"
    figures += f", load {first['cargo_kind'] or '-'} {amount(first['load'])}"
    places = ", ".join(name(group["planet"]) for group in equal_groups)
    kind = f"{first['ships']} {name(first['type'])}"
    return f"{name(first['race'])}: {kind} each ({figures}) at {places}"


def status(text_report: TextReport) -> Lines:
    """The race's own state, then the other races that it sees."""
    view = text_report.view
    planets = view["planets"]
    facts = {
        "Race": NameCell(view["race"]),
        **{area.capitalize(): amount(view["techs"][area]) for area in AREAS},
        "Planets": str(len(planets)),
        "Population": amount(ordered_sum(planet["population"] for planet in planets)),
        "Industry": amount(ordered_sum(planet["industry"] for planet in planets)),
        "Points": amount(ordered_sum(planet["production"] for planet in planets)),
        "Ships": str(ordered_sum(group["ships"] for group in view["groups"])),
    }
    heads = [Column(head, itemgetter(head), numbers=head != "Race") for head in facts]
    lines = text_report.table(heads, [facts])
    if view["war_on_all"]:
        lines += ["You are at war with every other race."]
    if view["defends_all"]:
        lines += ["You defend every race that is attacked."]
    races = text_report.table(_RACES, view["races"])
    return lines + ([""] if races else []) + races


_RACES = (
    text_column(
        "Other race",
        lambda race: NameCell(race["name"] + ("" if race["active"] else " (gone)")),
    ),
    text_column("War", lambda race: "WAR" if race["war"] else "peace"),
    text_column("Coalition", lambda race: "COALITION" if race["ally"] else "-"),
)


def own_types(text_report: TextReport) -> Lines:
    return text_report.table(columns(TypeShown, _DESIGN), text_report.view["types"])


def alien_types(text_report: TextReport) -> Lines:
    aliens = columns(AlienTypeShown, "race", _DESIGN)
    return text_report.table(aliens, text_report.view["alien_types"])


def incoming(text_report: TextReport) -> Lines:
    facts = columns(IncomingShown, "origin origin_x origin_y planet left speed mass")
    return text_report.table(facts, text_report.view["incoming"])


def _groups(text_report: TextReport, groups: Sequence[Mapping[str, Any]], *, fleets: bool) -> Lines:
    """All facts of groups (GG-RPT-003), the fleet optional. Equal groups form one item."""
    groups, equal = split_own(groups)
    facts = "number ships type drive weapons shields cargo cargo_kind load"
    facts += (" fleet" if fleets else "") + " planet origin left speed"
    items = [own_item(equal_groups, text_report.name, fleets=fleets) for equal_groups in equal]
    return text_report.table(columns(GroupShown, facts), groups) + _items(items)


def _items(texts: Iterable[str]) -> Lines:
    return [line for text in texts for line in paragraph(text, "* ")]


def own_groups(text_report: TextReport) -> Lines:
    """All own groups, or with FLEETTABLES those without a fleet (GG-FLO-010)."""
    groups = text_report.view["groups"]
    if text_report.view["options"]["FLEETTABLES"]:
        return _groups(text_report, [g for g in groups if not g["fleet"]], fleets=False)
    return _groups(text_report, groups, fleets=True)


def own_fleets(text_report: TextReport) -> Lines:
    """A table of groups for each fleet, with its name and speed (GG-FLO-010)."""
    if not text_report.view["options"]["FLEETTABLES"]:
        return []
    lines: Lines = []
    for fleet in text_report.view["fleets"]:
        groups = [g for g in text_report.view["groups"] if g["fleet"] == fleet["name"]]
        place = f"going to {text_report.name(fleet['planet'])}" if fleet["under_way"] else ""
        place = place or f"at {text_report.name(fleet['planet'])}"
        lines += [""] if lines else []
        lines += [f"{text_report.name(fleet['name'])}: speed {amount(fleet['speed'])}, {place}"]
        lines += _groups(text_report, groups, fleets=False)
    return lines


def alien_groups(text_report: TextReport) -> Lines:
    """The groups of other races that are seen. Equal groups form one item."""
    groups, equal = split_alien(text_report.view["alien_groups"])
    facts = columns(AlienGroupShown, "race planet ships type cargo_tech cargo_kind load")
    items = [alien_item(equal_groups, text_report.name) for equal_groups in equal]
    return text_report.table(facts, groups) + _items(items)
