"""Reports of the campaign: for players, and for the umpire and gamemaster.

Both consist of sections (`sections`), rendered as plain text and as a page. `VIEW_SCHEMA`
describes the part `view` of players' documents.
"""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core import report
from horizons_core.report import Section, counted, fights
from horizons_core.turn import VariantRules
from variants.campaign2e.report import fleets, others, umpire, works, worlds
from variants.campaign2e.report.accounts import accounts
from variants.campaign2e.report.battles import Fight
from variants.campaign2e.report.brief import in_short
from variants.campaign2e.report.figures import figures, figures_of_all
from variants.campaign2e.view.shapes import VIEW_SCHEMA
from variants.campaign2e.view.umpire_shapes import UMPIRES_SCHEMA

__all__ = ["VIEW_SCHEMA", "Telling", "horizons_report"]


class Telling(report.Telling):
    """The report of a player."""

    period = "Week"

    @property
    def number(self) -> int:
        """The week, which waits while a battle is fought by hand."""
        week: int = self.view["week"]
        return week

    def news(self) -> Iterator[str]:
        """The week in short."""
        return in_short(self.report)

    def key_figures(self) -> list[tuple[str, str, str]]:
        """What stands at the top of the page."""
        return figures(self.report)

    def battles(self) -> list[Fight]:
        """The battles that are told attack by attack."""
        return fights(self.report, Fight)

    def parts(self) -> Iterator[Section]:
        """The sections in the order in which a player works."""
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


class UmpiresTelling(Telling):
    """The same of everything, for those who see all."""

    def news(self) -> Iterator[str]:
        """What waits for the umpire, and the week in short."""
        waiting = len(umpire.decisions(self.view).notes)
        if waiting:
            yield f"Waiting for you: {counted(waiting, 'decision')}."
        yield from in_short(self.report)

    def key_figures(self) -> list[tuple[str, str, str]]:
        """What stands at the top of the page."""
        return figures_of_all(self.report)

    def parts(self) -> Iterator[Section]:
        """The sections, of all players."""
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


def horizons_report(variant: VariantRules) -> report.ReportForm:
    """The form of reports, with the orders of this variant and its mods."""
    package, language = "variants.campaign2e", variant.language
    of_all = report.form_from_templates(package, UMPIRES_SCHEMA, UmpiresTelling.prepared(language))
    return report.form_from_templates(package, VIEW_SCHEMA, Telling.prepared(language), of_all)
