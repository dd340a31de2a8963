"""The importance of events, and the statistics over turns, as data of a variant.

They are read from `report/highlights.yaml` of a package (`docs/formats.md`). With this file, pages
can put losses before routine events in every game, without knowing its events.
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

#: The kinds of events, in the order of display. Events that no file names are routine.
KINDS = ("losses", "battles", "others", "gains", "routine", "asides")
ROUTINE = "routine"


@frozen
class EventRule:
    """A rule that assigns events to a kind.

    Attributes:
        kind: one of the `KINDS`.
        code: a reason code; `siege-*` matches all codes that begin this way.
        when: a JMESPath over the event and the reader's name as `you` that must be true; None for
            all events of the code.
    """

    kind: str
    code: str
    when: Any = None

    def fits(self, event: Mapping[str, Any], you: str) -> bool:
        """Return whether an event in a report is of this kind for this reader."""
        if not fnmatchcase(event["code"], self.code):
            return False
        return self.when is None or bool(_search(self.when, {**event, "you": you}))


@frozen
class Measure:
    """A number that reports show turn after turn.

    Attributes:
        name: the name for programs.
        title: the name for people.
        value: a JMESPath over the report's document: a number, the reader's own; or a list of pairs
            of an empire's name and its number.
    """

    name: str
    title: str
    value: Any = field(repr=False)

    def read(self, report: Mapping[str, Any]) -> dict[str, float]:
        """Return the number of each empire, by name; empty if the report does not show it."""
        value = _search(self.value, report)
        pairs = value if isinstance(value, list) else [[reader(report), value]]
        return {str(name): float(number) for name, number in pairs if _is_number(number)}


@frozen
class Highlights:
    """The contents of the files of a variant and its mods.

    Attributes:
        rules: the rules for kinds of events; the first match counts.
        measures: the measures in the order of display.
    """

    rules: Sequence[EventRule] = ()
    measures: Sequence[Measure] = ()

    def kind(self, event: Mapping[str, Any], you: str) -> str:
        """Return the kind of an event, one of `KINDS`, for the reader of that name."""
        return next((rule.kind for rule in self.rules if rule.fits(event, you)), ROUTINE)


def reader(report: Mapping[str, Any]) -> str:
    """Return the name of a report's reader in the game."""
    return str(report["map"].get("you") or report["empire"])


def highlights_in(packages: Sequence[str]) -> Highlights:
    """Combine the files of several packages, such as a variant's and its mods'; later rules win.

    Raises PluginError for a file that cannot be read, with its place.
    """
    parts = [_highlights(package) for package in packages if package]
    return Highlights(
        tuple(rule for part in reversed(parts) for rule in part.rules),
        tuple(measure for part in parts for measure in part.measures),
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
        raise PluginError(f"{place} is not a mapping", f"write {', '.join(KINDS)} or measures")
    measures = tuple(_measure(entry, place) for entry in data.pop("measures", ()))
    return Highlights(tuple(_rules(data, place)), measures)


def _rules(data: Mapping[str, Any], place: str) -> Iterator[EventRule]:
    for kind, codes in data.items():
        if kind not in KINDS:
            raise PluginError(f"{place}: no kind '{kind}'", did_you_mean(kind, KINDS))
        for code in codes:
            entry = {"code": code} if isinstance(code, str) else code
            when = entry.get("when")
            yield EventRule(kind, entry["code"], _compiled(when, place) if when else None)


def _measure(entry: Mapping[str, Any], place: str) -> Measure:
    try:
        return Measure(entry["name"], entry["title"], _compiled(entry["value"], place))
    except (KeyError, TypeError) as problem:
        raise PluginError(f"{place}: a measure lacks {problem}: {str(entry)[:80]}") from problem


def _compiled(path: str, place: str) -> Any:
    import jmespath
    from jmespath.exceptions import JMESPathError

    try:
        return jmespath.compile(path)
    except JMESPathError as problem:
        raise PluginError(f"{place}: '{path}' is not JMESPath: {problem}") from problem


def _search(path: Any, data: Mapping[str, Any]) -> Any:
    """Return the result of a path; None if the document has another shape."""
    from jmespath.exceptions import JMESPathError

    try:
        return path.search(data)
    except JMESPathError:
        return None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
