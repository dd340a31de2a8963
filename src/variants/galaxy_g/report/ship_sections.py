"""Sections of the text about races, their ship types, groups and fleets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from horizons_core.sums import ordered_sum
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.report import alike
from variants.galaxy_g.report.classic import Classic, Lines, paragraph
from variants.galaxy_g.report.tables import Row, amount


def status(classic: Classic) -> Lines:
    """The race's own state, then the other races that it sees."""
    view, name = classic.view, classic.name
    planets, groups = view["planets"], view["groups"]
    sums = [
        ordered_sum(p[figure] for p in planets)
        for figure in ("population", "industry", "production")
    ]
    row = [
        name(view["race"]),
        *(amount(view["techs"][area]) for area in AREAS),
        str(len(planets)),
        *map(amount, sums),
        str(ordered_sum(group["ships"] for group in groups)),
    ]
    heads = "Race|>Drive|>Weapons|>Shields|>Cargo|>Planets|>Population|>Industry|>Points|>Ships"
    lines = classic.table(heads, [row])
    if view["war_on_all"]:
        lines += ["You are at war with every other race."]
    if view["defends_all"]:
        lines += ["You defend every race that is attacked."]
    races = [
        (
            name(race["name"]) + ("" if race["active"] else " (gone)"),
            "WAR" if race["war"] else "peace",
            "COALITION" if race["ally"] else "-",
        )
        for race in view["races"]
    ]
    return lines + ([""] if races else []) + classic.table("Other race|War|Coalition", races)


_DESIGN = "Type|>Drive|>Attacks|>Weapons|>Shields|>Cargo|>Mass"


def _design(classic: Classic, design: Mapping[str, Any]) -> Row:
    return (
        classic.name(design["name"]),
        amount(design["drive"]),
        str(design["attacks"]),
        *(amount(design[part]) for part in ("weapons", "shields", "cargo", "mass")),
    )


def own_types(classic: Classic) -> Lines:
    return classic.table(_DESIGN, [_design(classic, t) for t in classic.view["types"]])


def alien_types(classic: Classic) -> Lines:
    rows = [(classic.name(t["race"]), *_design(classic, t)) for t in classic.view["alien_types"]]
    return classic.table(f"Race|{_DESIGN}", rows)


def incoming(classic: Classic) -> Lines:
    name = classic.name
    rows = [
        (
            name(ships["origin"]),
            amount(ships["origin_x"]),
            amount(ships["origin_y"]),
            name(ships["planet"]),
            *(amount(ships[figure]) for figure in ("left", "speed", "mass")),
        )
        for ships in classic.view["incoming"]
    ]
    return classic.table("From|>X|>Y|To|>Left|>Speed|>Mass", rows)


def _groups(classic: Classic, groups: Sequence[Mapping[str, Any]], *, fleets: bool) -> Lines:
    """All columns of groups (GG-RPT-003), the fleet optional. Equal groups form one item."""
    name = classic.name
    groups, equal = alike.split_own(groups)
    rows = [
        (
            str(g["number"]),
            str(g["ships"]),
            name(g["type"]),
            *[amount(g[area]) for area in AREAS],
            g["cargo_kind"] or "-",
            amount(g["load"]),
            *([name(g["fleet"]) or "-"] if fleets else []),
            name(g["planet"]),
            name(g["origin"]) or "-",
            amount(g["left"]) if g["under_way"] else "-",
            amount(g["speed"]),
        )
        for g in groups
    ]
    heads = ">No.|>Ships|Type|>Drive|>Weapons|>Shields|>Cargo|Load|>Amount|"
    heads += ("Fleet|" if fleets else "") + "Planet|From|>Left|>Speed"
    items = [alike.own_item(alike_groups, name, fleets=fleets) for alike_groups in equal]
    return classic.table(heads, rows) + _items(items)


def _items(texts: Iterable[str]) -> Lines:
    return [line for text in texts for line in paragraph(text, "* ")]


def own_groups(classic: Classic) -> Lines:
    """All own groups, or with FLEETTABLES those without a fleet (GG-FLO-010)."""
    groups = classic.view["groups"]
    if classic.view["options"]["FLEETTABLES"]:
        return _groups(classic, [g for g in groups if not g["fleet"]], fleets=False)
    return _groups(classic, groups, fleets=True)


def own_fleets(classic: Classic) -> Lines:
    """A table of groups for each fleet, with its name and speed (GG-FLO-010)."""
    if not classic.view["options"]["FLEETTABLES"]:
        return []
    lines: Lines = []
    for fleet in classic.view["fleets"]:
        groups = [g for g in classic.view["groups"] if g["fleet"] == fleet["name"]]
        place = f"going to {classic.name(fleet['planet'])}" if fleet["under_way"] else ""
        place = place or f"at {classic.name(fleet['planet'])}"
        lines += [""] if lines else []
        lines += [f"{classic.name(fleet['name'])}: speed {amount(fleet['speed'])}, {place}"]
        lines += _groups(classic, groups, fleets=False)
    return lines


def alien_groups(classic: Classic) -> Lines:
    """The groups of other races that are seen. Equal groups form one item."""
    name = classic.name
    groups, equal = alike.split_alien(classic.view["alien_groups"])
    rows = [
        (
            name(g["race"]),
            name(g["planet"]),
            str(g["ships"]),
            name(g["type"]),
            amount(g["cargo_tech"]),
            g["cargo_kind"] or "-",
            amount(g["load"]),
        )
        for g in groups
    ]
    items = [alike.alien_item(alike_groups, name) for alike_groups in equal]
    return classic.table("Race|Planet|>Ships|Type|>Cargo|Load|>Amount", rows) + _items(items)
