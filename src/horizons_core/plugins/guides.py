"""A variant's introduction for newcomers, with a sample battle and a first lesson.

It is read from `guide.yaml` in the variant's package (`docs/formats.md`); all parts are optional.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from attrs import field, frozen

from horizons_core.data_text import DataError, read_yaml
from horizons_core.errors import PluginError
from horizons_core.plugins.lessons import Lesson, lesson_from
from horizons_core.plugins.loader import load_variant
from horizons_core.rules import Clause

FILE = "guide.yaml"
#: The chapter of clauses that belong to no other.
OTHER = "More rules"


@frozen
class Chapter:
    """A chapter of a rulebook: a name for its address, a title, and its clauses."""

    name: str
    title: str
    clauses: Sequence[Clause]


@frozen
class Hints:
    """Suggestions of orders to players: the bots that make them, and reasons for orders.

    Attributes:
        bots: the names of the bots. If the first bot gives few orders, those of the next are added,
            and so on.
        reasons: why to give an order, in a sentence, by its keyword. If there are any, only these
            orders are suggested; otherwise all are, with the help of their commands.
    """

    bots: Sequence[str]
    reasons: Mapping[str, str] = field(factory=dict)


@frozen
class Guide:
    """An introduction; `chapters` has titles by the topic of a clause's id, or its first letters.

    `battle` is a sample for `Variant.battle`; empty if the variant has none.
    """

    chapters: Mapping[str, str] = field(factory=dict)
    battle: Mapping[str, Any] = field(factory=dict)
    lesson: Lesson | None = None
    hints: Hints | None = None


def guide_of(variant: str) -> Guide:
    """Return the guide of an installed variant; an empty one if it has none.

    Raises UnknownNameError for an unknown variant, PluginError for an invalid file.
    """
    return guide_in(load_variant(variant).info.package)


@cache
def guide_in(package: str) -> Guide:
    """Return the guide in a package ("" for none); raises PluginError if it is invalid."""
    file = resources.files(package).joinpath(FILE) if package else None
    if file is None or not file.is_file():
        return Guide()
    try:
        data = read_yaml(file.read_bytes())
        lesson, hints = data.get("lesson"), data.get("hints")
        return Guide(
            {str(topic): str(title) for topic, title in (data.get("chapters") or {}).items()},
            data.get("battle") or {},
            lesson_from(lesson) if lesson else None,
            Hints(**hints) if hints else None,
        )
    except (DataError, AttributeError, TypeError, KeyError, ValueError) as problem:
        raise PluginError(f"{package}/{FILE} is not valid: {problem}") from problem


def chapters_of(variant: str) -> list[Chapter]:
    """Return the clauses of a variant by chapter, in the rulebook's order."""
    titles = guide_of(variant).chapters
    by_topic: dict[str, list[Clause]] = {}
    for clause in load_variant(variant).rules:
        by_topic.setdefault(_topic(clause, titles), []).append(clause)
    return [Chapter(name, titles.get(name, OTHER), clauses) for name, clauses in by_topic.items()]


def _topic(clause: Clause, titles: Mapping[str, str]) -> str:
    """Return a clause's chapter: the longest name that its topic begins with."""
    _, _, topic = clause.id.partition("-")
    topic = topic.partition("-")[0]
    matches = [name for name in titles if topic == name or topic.startswith(f"{name}.")]
    return max(matches, key=len, default="MORE")
