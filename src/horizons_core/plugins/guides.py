"""What a variant tells newcomers: the chapters of its rules, a battle to try, a first lesson.

It stands in `guide.yaml` of the variant's package (`docs/formats.md`); all of it may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from attrs import field, frozen

from horizons_core.data_text import DataError, read_yaml
from horizons_core.errors import PluginError
from horizons_core.plugins.loader import load_variant
from horizons_core.rules import Clause

FILE = "guide.yaml"
#: Of what no chapter is named.
OTHER = "More rules"


@frozen
class Step:
    """An order of a lesson, as it is written, and what it does in a player's words."""

    order: str
    says: str


@frozen
class Lesson:
    """A first game against bots, always the same one.

    Attributes:
        bots: how many bots play, and which `bot`.
        intro: what the game is about, in a few sentences.
        look: what to look at in the first report.
        steps: orders for the first turn; `{player}` in them is the player's name.
        after: what to do next, once the first turn was run.
        options: the choices at set-up.
    """

    bots: int
    bot: str
    intro: str
    look: str
    steps: Sequence[Step]
    after: str
    options: Mapping[str, Any] = {}

    def orders(self, player: str) -> str:
        """The orders of its first turn, a line each."""
        return "".join(f"{step.order}\n" for step in self.steps).replace("{player}", player)


@frozen
class Chapter:
    """A chapter of a rulebook: a name for addresses, a title, and its clauses."""

    name: str
    title: str
    clauses: Sequence[Clause]


@frozen
class Guide:
    """All of it. `chapters` are titles by the topic in a clause's id, or how it begins.

    `battle` is what `Variant.battle` takes; empty if there is none to try.
    """

    chapters: Mapping[str, str] = field(factory=dict)
    battle: Mapping[str, Any] = field(factory=dict)
    lesson: Lesson | None = None


@cache
def guide_of(variant: str) -> Guide:
    """The guide of an installed variant; an empty one if it has none.

    Raises UnknownNameError for a variant that there is not, PluginError for a file that will not
    do.
    """
    package = load_variant(variant).info.package
    place = resources.files(package).joinpath(FILE) if package else None
    if place is None or not place.is_file():
        return Guide()
    try:
        data = read_yaml(place.read_bytes())
        lesson = data.get("lesson")
        return Guide(
            {str(topic): str(title) for topic, title in (data.get("chapters") or {}).items()},
            data.get("battle") or {},
            _lesson(lesson) if lesson else None,
        )
    except (DataError, AttributeError, TypeError, KeyError) as problem:
        raise PluginError(f"{package}/{FILE} will not do: {problem}") from problem


def _lesson(data: Mapping[str, Any]) -> Lesson:
    steps = tuple(Step(**one) for one in data["steps"])
    return Lesson(**{**data, "steps": steps})


def chapters_of(variant: str) -> list[Chapter]:
    """The clauses of a variant by chapters, in the rulebook's order."""
    titles = guide_of(variant).chapters
    found: dict[str, list[Clause]] = {}
    for clause in load_variant(variant).rules:
        found.setdefault(_topic(clause, titles), []).append(clause)
    return [Chapter(name, titles.get(name, OTHER), its) for name, its in found.items()]


def _topic(clause: Clause, titles: Mapping[str, str]) -> str:
    """The chapter that a clause belongs to: the longest name that its topic begins with."""
    _, _, topic = clause.id.partition("-")
    topic = topic.partition("-")[0]
    fitting = [name for name in titles if topic == name or topic.startswith(f"{name}.")]
    return max(fitting, key=len, default="MORE")
