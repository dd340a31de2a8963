"""The reports of the campaign: one for players, and one for the umpire and the gamemaster.

Both are made of sections (`sections`), which are told as plain text and on the page alike.
`VIEW_SCHEMA` describes the document's part `view` of players.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import frozen
from markupsafe import Markup

from horizons_core.model import View
from horizons_core.orders import Language, offered_lines
from horizons_core.report import (
    ReportForm,
    counted,
    form_from_templates,
    player_markers,
    player_name,
)
from horizons_core.turn import VariantRules
from variants.campaign2e.report import fleets, others, umpire, works, worlds
from variants.campaign2e.report.accounts import accounts
from variants.campaign2e.report.battles import Fight, fights
from variants.campaign2e.report.brief import in_short
from variants.campaign2e.report.figures import figures, figures_of_all
from variants.campaign2e.report.sections import Data, Section
from variants.campaign2e.view.shapes import VIEW_SCHEMA
from variants.campaign2e.view.umpire_shapes import UMPIRES_SCHEMA

__all__ = ["VIEW_SCHEMA", "Telling", "horizons_report"]


@frozen(slots=False)
class Telling:
    """What the templates are given besides the document.

    Attributes:
        report: the document.
        language: the language of orders, for the form of orders.
    """

    report: Data
    language: Language

    @property
    def view(self) -> Data:
        view: Data = self.report["view"]
        return view

    @cached_property
    def short(self) -> list[str]:
        """The week in short."""
        return list(in_short(self.report))

    @cached_property
    def fights(self) -> list[Fight]:
        """The battles that are told attack by attack."""
        return fights(self.report)

    def is_told(self, number: int) -> bool:
        """Whether the event in this place is a battle that is told attack by attack."""
        return any(fight.number == number for fight in self.fights)

    @cached_property
    def figures(self) -> list[tuple[str, str, str]]:
        """What stands at the top of the page: a label, a number and a remark each."""
        return figures(self.report)

    @cached_property
    def sections(self) -> list[Section]:
        """The sections in the order in which a player works."""
        return [section for section in self._sections() if section]

    def _sections(self) -> Iterator[Section]:
        view = self.view
        yield works.opening(view)
        yield accounts(self.report)
        yield worlds.own_worlds(view)
        yield worlds.trade(view)
        yield fleets.fleets(view)
        yield fleets.ships(view)
        yield worlds.blockades(self.report)
        yield works.works(view)
        yield others.contacts(view)
        yield others.players(view)
        yield worlds.others(view)
        yield worlds.lanes(view)
        yield works.designs(view)

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
        """A set of orders for the coming week: what can be ordered now, as comments to fill in."""
        if self.report["outcome"]:
            return []
        report = self.report
        names = (report["variant"], report["game"], report["turn"], report["empire"])
        view = View(*names, data=self.view, role=report.get("role", ""))
        envelope = self.language.envelope
        opened = envelope.opening_line(report["game"], report["empire"], report["turn"] + 1)
        lines = list(offered_lines(self.language.commands, view))
        return [opened, *lines, envelope.closing] if lines else []


class UmpiresTelling(Telling):
    """The same of everything, for those who see all."""

    @cached_property
    def short(self) -> list[str]:
        waiting = len(umpire.decisions(self.view).notes)
        first = f"Waiting for you: {counted(waiting, 'decision')}."
        return [first] * bool(waiting) + list(in_short(self.report))

    @cached_property
    def figures(self) -> list[tuple[str, str, str]]:
        return figures_of_all(self.report)

    def _sections(self) -> Iterator[Section]:
        view = self.view
        yield umpire.decisions(view)
        yield umpire.players(view)
        yield umpire.all_worlds(view)
        yield umpire.all_groups(view)
        yield umpire.all_ships(view)
        yield worlds.blockades(self.report)
        yield umpire.all_works(view)
        yield umpire.counters(view)
        yield worlds.lanes(view)
        yield umpire.empty(view)


def horizons_report(variant: VariantRules) -> ReportForm:
    """The form of reports, with the orders of this variant and its mods."""

    def telling(kind: type[Telling]) -> Any:
        def prepare(report: Mapping[str, Any]) -> dict[str, Any]:
            told = kind(report, variant.language)
            return {"told": told, "player_markers": told.player_markers, "counted": counted}

        return prepare

    package = "variants.campaign2e"
    of_all = form_from_templates(package, UMPIRES_SCHEMA, telling(UmpiresTelling))
    return form_from_templates(package, VIEW_SCHEMA, telling(Telling), of_all)
