"""What a reader of reports is told first, and what is measured over turns: data of a variant.

It stands in `report/highlights.yaml` of a package (`docs/formats.md`). Pages know no game's events;
by this file they put losses before routine, in every game alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Any

from attrs import field, frozen

from horizons_core.data_text import DataError, read_yaml
from horizons_core.errors import PluginError, did_you_mean

#: The kinds of events, in the order in which they are told. What no file names is routine.
KINDS = ("losses", "battles", "others", "gains", "routine", "asides")
ROUTINE = "routine"


@frozen
class EventRule:
    """Which events are of a kind.

    Attributes:
        kind: one of the `KINDS`.
        code: their reason code; `siege-*` is all that begin so.
        when: a JMESPath over the event and the reader's name as `you` that must be true; None for
            all events of the code.
    """

    kind: str
    code: str
    when: Any = None

    def fits(self, event: Mapping[str, Any], you: str) -> bool:
        """Whether the event, as a report tells it, is of this kind for this reader."""
        if not fnmatchcase(event["code"], self.code):
            return False
        return self.when is None or bool(_found(self.when, {**event, "you": you}))


@frozen
class Measure:
    """A number that reports tell turn after turn.

    Attributes:
        name: for programs.
        title: for people.
        value: a JMESPath over the report's document: a number, the reader's own; or a list of pairs
            of an empire's name and its number.
    """

    name: str
    title: str
    value: Any = field(repr=False)

    def read(self, report: Mapping[str, Any]) -> dict[str, float]:
        """The number of each empire, by name; empty where the report does not tell it."""
        found = _found(self.value, report)
        pairs = found if isinstance(found, list) else [[reader(report), found]]
        return {str(name): float(number) for name, number in pairs if _is_number(number)}


@frozen
class Highlights:
    """What stands in the files of a variant and its mods.

    Attributes:
        rules: which events are of which kind; the first that fits counts.
        measures: in the order in which they are shown.
    """

    rules: Sequence[EventRule] = ()
    measures: Sequence[Measure] = ()

    def kind(self, event: Mapping[str, Any], you: str) -> str:
        """Which of the `KINDS` an event is for the reader of that name."""
        return next((rule.kind for rule in self.rules if rule.fits(event, you)), ROUTINE)


def reader(report: Mapping[str, Any]) -> str:
    """What the reader of a report is called in the game."""
    return str(report["map"].get("you") or report["empire"])


def highlights_in(packages: Sequence[str]) -> Highlights:
    """Those of several packages together, such as a variant's and its mods'; later ones go first.

    Raises PluginError for a file that cannot be read, with its place.
    """
    found = [_highlights(package) for package in packages if package]
    return Highlights(
        tuple(rule for one in reversed(found) for rule in one.rules),
        tuple(measure for one in found for measure in one.measures),
    )


@cache
def _highlights(package: str) -> Highlights:
    place = f"{package}/report/highlights.yaml"
    file = resources.files(package).joinpath("report/highlights.yaml")
    if not file.is_file():
        return Highlights()
    try:
        data = read_yaml(file.read_text("utf-8"))
    except (DataError, OSError) as problem:
        raise PluginError(f"cannot read {place}: {problem}") from problem
    if not isinstance(data, dict):
        raise PluginError(f"{place} is no mapping", f"write {', '.join(KINDS)} or measures")
    measures = tuple(_measure(one, place) for one in data.pop("measures", ()))
    return Highlights(tuple(_rules(data, place)), measures)


def _rules(data: Mapping[str, Any], place: str) -> Iterator[EventRule]:
    for kind, codes in data.items():
        if kind not in KINDS:
            raise PluginError(f"{place}: no kind '{kind}'", did_you_mean(kind, KINDS))
        for one in codes:
            told = {"code": one} if isinstance(one, str) else one
            when = told.get("when")
            yield EventRule(kind, told["code"], _compiled(when, place) if when else None)


def _measure(one: Mapping[str, Any], place: str) -> Measure:
    try:
        return Measure(one["name"], one["title"], _compiled(one["value"], place))
    except (KeyError, TypeError) as problem:
        raise PluginError(f"{place}: a measure lacks {problem}: {str(one)[:80]}") from problem


def _compiled(path: str, place: str) -> Any:
    import jmespath
    from jmespath.exceptions import JMESPathError

    try:
        return jmespath.compile(path)
    except JMESPathError as problem:
        raise PluginError(f"{place}: '{path}' is no JMESPath: {problem}") from problem


def _found(path: Any, data: Mapping[str, Any]) -> Any:
    """What a path finds; None where the document has another shape, as an umpire's view has."""
    from jmespath.exceptions import JMESPathError

    try:
        return path.search(data)
    except JMESPathError:
        return None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
