"""Reports of the campaign: for players, and for the umpire and gamemaster.

Both consist of sections (`sections`), rendered as plain text and as a page. `VIEW_SCHEMA`
describes the part `view` of players' documents.
"""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core import report
from horizons_core.report import Section, counted, fights
from horizons_core.turn import VariantRules
from variants.campaign2e.model import BATTLES, ROUND_STAGES
from variants.campaign2e.report import fleets, others, umpire, works, worlds
from variants.campaign2e.report.accounts import accounts
from variants.campaign2e.report.sections import ShipBattle, figures, umpire_figures, week_summary
from variants.campaign2e.view.full_view import UMPIRES_SCHEMA
from variants.campaign2e.view.shapes import VIEW_SCHEMA

__all__ = ["VIEW_SCHEMA", "CampaignReport", "horizons_report"]


class CampaignReport(report.SectionedReport):
    """A player's report."""

    period = "Week"

    @property
    def number(self) -> int:
        """The week, which is not over while a battle is fought by hand."""
        week: int = self.view["week"]
        return week

    @property
    def turn_title(self) -> str:
        """The week, or the round of the set-up."""
        view, turn = self.view, self.report["turn"]
        if view["week"]:
            return f"Week {view['week']}" + ", until its battles" * bool(view["waits"])
        return f"Set-up, round {turn}" if turn else "Set-up"

    @property
    def stage(self) -> str:
        """The stage whose orders the form offers."""
        return BATTLES if self.view["waits"] else ROUND_STAGES[self.view["round"]]

    def news(self) -> Iterator[str]:
        """Return the summary of the week."""
        return week_summary(self.report)

    def key_figures(self) -> list[tuple[str, str, str]]:
        """Return the figures at the top of the page."""
        return figures(self.report)

    def battles(self) -> list[ShipBattle]:
        """Return the battles to describe in detail."""
        return fights(self.report, ShipBattle)

    def parts(self) -> Iterator[Section]:
        """Yield the sections in the order in which a player works through them."""
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
        yield worlds.other_worlds(view)
        yield worlds.lanes(view)
        yield works.designs(view)


class UmpireReport(CampaignReport):
    """The report on all players for the umpire and gamemaster."""

    def news(self) -> Iterator[str]:
        """Yield the pending decisions, and the summary of the week."""
        waiting = len(umpire.decisions(self.view).notes)
        if waiting:
            yield f"Waiting for you: {counted(waiting, 'decision')}."
        yield from week_summary(self.report)

    def key_figures(self) -> list[tuple[str, str, str]]:
        """Return the figures at the top of the page."""
        return umpire_figures(self.report)

    def parts(self) -> Iterator[Section]:
        """Yield the sections on all players."""
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
    """Return the report form, with the orders of this variant and its house rules."""
    package = "variants.campaign2e"
    umpires = report.form_from_templates(package, UMPIRES_SCHEMA, UmpireReport.prepared(variant))
    return report.form_from_templates(
        package, VIEW_SCHEMA, CampaignReport.prepared(variant), umpires
    )
