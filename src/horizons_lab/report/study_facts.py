"""The facts about a study, and how to run it again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from horizons_lab.measures import measure_text
from horizons_lab.report.study_report import StudyReport
from horizons_lab.study_data import study_data
from horizons_lab.tables import ResultColumn, game_columns, level_value, short_name, turn_columns


@attrs.frozen
class StudyFacts:
    """The head of a report.

    Attributes:
        title: the title of the study.
        lines: the design of the study, as names and texts.
        versions: the versions of everything that the games depend on, by name.
        python: the names of its Python code; empty if a file describes all of it.
        source: the study as it is written in a file.
    """

    title: str
    lines: tuple[tuple[str, str], ...]
    versions: Mapping[str, str]
    python: tuple[str, ...]
    source: str


def study_facts(report: StudyReport) -> StudyFacts:
    """Return the facts about a study."""
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


def data_dictionary(report: StudyReport) -> dict[str, list[tuple[ResultColumn, str]]]:
    """Return the columns of the tables with their types, by the table's name."""
    result = report.result
    tables = {"games": [(c, str(result.table.schema[c.name])) for c in game_columns(result.study)]}
    if result.study.turn_measures:
        types = result.turns.schema
        tables["turns"] = [(c, str(types[c.name])) for c in turn_columns(result.study)]
    return tables


def _lines(data: Mapping[str, Any], variant: str) -> Iterator[tuple[str, str]]:
    yield "variant", variant
    yield "house rules", ", ".join(map(short_name, data.get("mods", ()))) or "none"
    yield "seats", ", ".join(map(short_name, data["seats"]))
    for name, value in data.get("options", {}).items():
        yield f"option {name}", json.dumps(value, ensure_ascii=False)
    for name, levels in data.get("factors", {}).items():
        yield f"factor {name}", "; ".join(map(_level, levels))
    for kind, name in (("measure", "measures"), ("measure by turn", "turn_measures")):
        for column, source in data.get(name, {}).items():
            yield f"{kind} {column}", measure_text(source)
    if data.get("max_turns") is not None:
        yield "turn limit", f"{data['max_turns']} turns"
    moves = (
        "every player keeps one seat"
        if data.get("rotate") is False
        else "by one seat after each game"
    )
    yield "rotation of seats", moves
    if data.get("stop"):
        yield "stop rule", json.dumps(data["stop"], ensure_ascii=False)
    yield "key", str(data.get("key", "")) or "(empty)"


def _level(level: Any) -> str:
    value = level_value(level)
    return value if isinstance(value, str) else json.dumps(value)


def _python(data: Any) -> Iterator[str]:
    """Yield the names of Python code in a study."""
    if isinstance(data, Mapping):
        if isinstance(data.get("python"), str):
            yield data["python"]
        for value in data.values():
            yield from _python(value)
    elif isinstance(data, list):
        for value in data:
            yield from _python(value)
