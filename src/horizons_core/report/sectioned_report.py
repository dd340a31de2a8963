"""The data of reports with sections, for `sections.txt.jinja` and `sections.html.jinja`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Protocol

from attrs import frozen
from markupsafe import Markup

from horizons_core.model.views import View
from horizons_core.orders import Language, OfferingRules, offered_lines
from horizons_core.report.battles import counted
from horizons_core.report.markers import player_markers
from horizons_core.report.sections import Section, player_name


class ReportingRules(OfferingRules, Protocol):
    """The part of a variant with its mods that reports use."""

    @property
    def language(self) -> Language:
        """The parser of orders."""


@frozen(slots=False)
class SectionedReport:
    """The data that templates of reports with sections get in addition to the document.

    A variant's subclass defines `parts` and, if needed, `news`, `key_figures` and `battles`. Its
    templates extend `sections.txt.jinja` and `sections.html.jinja`, and `prepared` makes the data
    for them (`form_from_templates`).

    Attributes:
        report: the document.
        rules: the variant, for the form of orders.
    """

    report: Mapping[str, Any]
    rules: ReportingRules
    #: The word for a turn.
    period: ClassVar[str] = "Turn"

    @classmethod
    def prepared(cls, rules: ReportingRules) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
        """Return the `prepare` argument of `form_from_templates`, for reports under these rules."""

        def prepare(report: Mapping[str, Any]) -> dict[str, Any]:
            data = cls(report, rules)
            return {"content": data, "player_markers": data.player_markers, "counted": counted}

        return prepare

    def parts(self) -> Iterator[Section]:
        """Yield the sections in the order of a player's work; empty ones are left out."""
        yield from ()

    def text_parts(self) -> Iterator[Section]:
        """Return the sections of the plain text: by default, those of the page."""
        return self.parts()

    def news(self) -> Iterator[str]:
        """Yield the most important news, in a sentence each."""
        yield from ()

    def key_figures(self) -> Sequence[tuple[str, str, str]]:
        """Return the figures at the top of the page: a label, a number and a remark each."""
        return ()

    def battles(self) -> Sequence[Any]:
        """Return the battles that are reported step by step.

        Each has the `number` of its event, `title`, `section`, `steps` and `lines()`.
        """
        return ()

    @property
    def view(self) -> Mapping[str, Any]:
        """The view in the document."""
        view: Mapping[str, Any] = self.report["view"]
        return view

    @property
    def number(self) -> int:
        """The number of the turn, or of the game's own period."""
        turn: int = self.report["turn"]
        return turn

    @property
    def turn_title(self) -> str:
        """The title of the turn in the game's own words; "" for a game that counts turns."""
        return "" if self.period == "Turn" else f"{self.period} {self.number}"

    @property
    def stage(self) -> str:
        """The stage of the game, whose orders the form offers; a game with stages defines it."""
        return ""

    @cached_property
    def summary(self) -> list[str]:
        """The turn summary."""
        return list(self.news())

    @cached_property
    def fights(self) -> Sequence[Any]:
        """The battles that are reported step by step."""
        return self.battles()

    def is_stepwise_battle(self, number: int) -> bool:
        """Return whether the event with this index is a battle that is reported step by step."""
        return any(fight.number == number for fight in self.fights)

    @cached_property
    def figures(self) -> Sequence[tuple[str, str, str]]:
        """The figures at the top of the page."""
        return self.key_figures()

    @cached_property
    def sections(self) -> list[Section]:
        """The sections that are not empty."""
        return [section for section in self.parts() if section]

    @cached_property
    def text_sections(self) -> list[Section]:
        """The sections of the plain text that are not empty."""
        return [section for section in self.text_parts() if section]

    @cached_property
    def players(self) -> dict[str, Markup]:
        """The names of players with their markers."""
        names = [empire["name"] for empire in self.report["empires"]]
        return {
            name: Markup('<span class="tight">{}{}</span>').format(marker.icon(), player_name(name))
            for name, marker in player_markers(names).items()
        }

    @cached_property
    def player_markers(self) -> dict[str, Markup]:
        """The markers of players."""
        names = [empire["name"] for empire in self.report["empires"]]
        return {name: marker.icon() for name, marker in player_markers(names).items()}

    @cached_property
    def form(self) -> list[str]:
        """A set of orders for the next turn: the available orders, as comments to complete."""
        if self.report["outcome"]:
            return []
        report = self.report
        names = (report["variant"], report["game"], report["turn"], report["empire"])
        view = View(*names, data=self.view, role=report.get("role", ""), stage=self.stage)
        envelope = self.rules.language.envelope
        opening = envelope.opening_line(report["game"], report["empire"], report["turn"] + 1)
        lines = list(offered_lines(self.rules.language.commands, view, self.rules))
        return [opening, *lines, envelope.closing] if lines else []
