"""What was studied, and how to study it again, in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from horizons_lab.measures import measure_text
from horizons_lab.report.study_report import StudyReport
from horizons_lab.study_data import study_data
from horizons_lab.tables import Column, game_columns, level_value, told_briefly, turn_columns


@attrs.frozen
class StudyFacts:
    """What stands at the head of a report.

    Attributes:
        title: what the study is called.
        lines: what was played, as names and texts.
        versions: the versions of all that the games depend on, by name.
        python: what of it stands in Python code, in words; empty if a file says it all.
        source: the study as it is written in a file.
    """

    title: str
    lines: tuple[tuple[str, str], ...]
    versions: Mapping[str, str]
    python: tuple[str, ...]
    source: str


def study_facts(report: StudyReport) -> StudyFacts:
    """What was studied."""
    plan = report.result.study
    data = study_data(plan)
    variant = str(data["variant"]).replace("\\", "/").rstrip("/").rpartition("/")[2]
    return StudyFacts(
        title=plan.title or f"A study of {variant}",
        lines=tuple(_lines(data, variant)),
        versions=report.versions,
        python=tuple(dict.fromkeys(_python(data))),
        source=json.dumps(data, indent=2, ensure_ascii=False),
    )


def data_dictionary(report: StudyReport) -> dict[str, list[tuple[Column, str]]]:
    """What the columns of the tables are, with their types, by the table's name."""
    result = report.result
    told = {"games": [(c, str(result.table.schema[c.name])) for c in game_columns(result.study)]}
    if result.study.turn_measures:
        types = result.turns.schema
        told["turns"] = [(c, str(types[c.name])) for c in turn_columns(result.study)]
    return told


def _lines(data: Mapping[str, Any], variant: str) -> Iterator[tuple[str, str]]:
    yield "variant", variant
    yield "house rules", ", ".join(map(told_briefly, data.get("mods", ()))) or "none"
    yield "seats", ", ".join(map(told_briefly, data["seats"]))
    for name, value in data.get("options", {}).items():
        yield f"option {name}", json.dumps(value, ensure_ascii=False)
    for name, levels in data.get("factors", {}).items():
        yield f"factor {name}", "; ".join(map(_level, levels))
    for kind, name in (("measure", "measures"), ("measure of turns", "turn_measures")):
        for column, source in data.get(name, {}).items():
            yield f"{kind} {column}", measure_text(source)
    if data.get("max_turns") is not None:
        yield "cut off after", f"{data['max_turns']} turns"
    stays = "everybody keeps the seat" if data.get("rotate") is False else "one seat on every game"
    yield "seats move", stays
    if data.get("stop"):
        yield "ends early", json.dumps(data["stop"], ensure_ascii=False)
    yield "key", str(data.get("key", "")) or "(empty)"


def _level(level: Any) -> str:
    value = level_value(level)
    return value if isinstance(value, str) else json.dumps(value)


def _python(data: Any) -> Iterator[str]:
    """The names of what is written as Python code."""
    if isinstance(data, Mapping):
        if isinstance(data.get("python"), str):
            yield data["python"]
        for value in data.values():
            yield from _python(value)
    elif isinstance(data, list):
        for value in data:
            yield from _python(value)
