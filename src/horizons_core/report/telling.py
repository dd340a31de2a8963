"""What reports in sections are made of, for the templates `sections.txt.jinja` and its sister."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from attrs import frozen
from markupsafe import Markup

from horizons_core.model.views import View
from horizons_core.orders import Language, offered_lines
from horizons_core.report.battle_text import counted
from horizons_core.report.markers import player_markers
from horizons_core.report.page_tables import player_name
from horizons_core.report.sections import Section


@frozen(slots=False)
class Telling:
    """What the templates of reports in sections are given besides the document.

    A variant's subclass fills the parts: `parts` and, as far as it has any, `news`, `key_figures`
    and `battles`. Its templates extend `sections.txt.jinja` and `sections.html.jinja`, and
    `prepared` makes it for them (`form_from_templates`).

    Attributes:
        report: the document.
        language: the language of orders, for the form of orders.
    """

    report: Mapping[str, Any]
    language: Language
    #: What a turn is called.
    period: ClassVar[str] = "Turn"

    @classmethod
    def prepared(cls, language: Language) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
        """What `form_from_templates` takes as `prepare`, for orders in this language."""

        def prepare(report: Mapping[str, Any]) -> dict[str, Any]:
            told = cls(report, language)
            return {"told": told, "player_markers": told.player_markers, "counted": counted}

        return prepare

    def parts(self) -> Iterator[Section]:
        """The sections in the order in which a player works; empty ones are left out."""
        yield from ()

    def text_parts(self) -> Iterator[Section]:
        """The sections of the plain text: those of the page, where a game tells none shorter."""
        return self.parts()

    def news(self) -> Iterator[str]:
        """What must not be overlooked, in a sentence each."""
        yield from ()

    def key_figures(self) -> Sequence[tuple[str, str, str]]:
        """What stands at the top of the page: a label, a number and a remark each."""
        return ()

    def battles(self) -> Sequence[Any]:
        """The battles that are told step by step.

        Each has the `number` of its event, `title`, `section`, `steps` and `lines()`.
        """
        return ()

    @property
    def view(self) -> Mapping[str, Any]:
        """The document's part of what the reader knows."""
        view: Mapping[str, Any] = self.report["view"]
        return view

    @property
    def number(self) -> int:
        """The number of the turn, or of what the game counts instead."""
        turn: int = self.report["turn"]
        return turn

    @cached_property
    def short(self) -> list[str]:
        """The turn in short."""
        return list(self.news())

    @cached_property
    def fights(self) -> Sequence[Any]:
        """The battles that are told step by step."""
        return self.battles()

    def is_told(self, number: int) -> bool:
        """Whether the event in this place is a battle that is told step by step."""
        return any(fight.number == number for fight in self.fights)

    @cached_property
    def figures(self) -> Sequence[tuple[str, str, str]]:
        """What stands at the top of the page."""
        return self.key_figures()

    @cached_property
    def sections(self) -> list[Section]:
        """The sections that have anything in them."""
        return [section for section in self.parts() if section]

    @cached_property
    def text_sections(self) -> list[Section]:
        """The sections of the plain text that have anything in them."""
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
        """A set of orders for the coming turn: what can be ordered now, as comments to fill in."""
        if self.report["outcome"]:
            return []
        report = self.report
        names = (report["variant"], report["game"], report["turn"], report["empire"])
        view = View(*names, data=self.view, role=report.get("role", ""))
        envelope = self.language.envelope
        opened = envelope.opening_line(report["game"], report["empire"], report["turn"] + 1)
        lines = list(offered_lines(self.language.commands, view))
        return [opened, *lines, envelope.closing] if lines else []
