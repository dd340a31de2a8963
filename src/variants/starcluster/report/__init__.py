"""Reports of the game, for players and for the gamemaster.

Both consist of sections, rendered as plain text and as a page. `VIEW_SCHEMA` describes the part
`view` of a player's document.
"""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core import report
from horizons_core.report import Section, number_column, text_column
from horizons_core.turn import VariantRules
from variants.starcluster.model import RACE
from variants.starcluster.report import charts, colonies, forces, gamemaster
from variants.starcluster.report.empire import accounts, pool, prices, race, research
from variants.starcluster.report.summary import figures, overall_figures, turn_summary
from variants.starcluster.view.gamemaster import WHOLE_SCHEMA
from variants.starcluster.view.shapes import VIEW_SCHEMA

__all__ = ["VIEW_SCHEMA", "horizons_report"]


class PointsFight(report.Fight):
    """A battle of units, whose strength is in points."""

    columns = (
        text_column("Side", choose=True),
        text_column("Unit"),
        text_column("Hull", choose=True),
        number_column("Before", hint="points"),
        number_column("After", hint="points"),
        text_column("Fate", choose=True),
    )


class PlayerReport(report.SectionedReport):
    """The report of a player."""

    @property
    def stage(self) -> str:
        """The stage whose orders the form offers."""
        return "" if self.view["race"]["fixed"] else RACE

    def news(self) -> Iterator[str]:
        """The turn summary."""
        return turn_summary(self.report)

    def key_figures(self) -> list[tuple[str, str, str]]:
        """The figures at the top of the page."""
        return figures(self.report)

    def battles(self) -> list[report.Fight]:
        """The battles with a record of each strike."""
        return report.fights(self.report, PointsFight)

    def parts(self) -> Iterator[Section]:
        """The sections in the order in which players work through them."""
        yield from self._parts(forces.units(self.view), charts.systems(self.view))

    def text_parts(self) -> Iterator[Section]:
        """The sections in fewer lines: units that are like their classes are only counted."""
        yield from self._parts(forces.units_in_short(self.view), charts.systems_in_short(self.view))

    def _parts(self, units: Section, systems: Section) -> Iterator[Section]:
        view = self.view
        yield accounts(self.report)
        yield colonies.colonies(view)
        yield pool(view)
        yield research(view)
        yield prices(view)
        yield colonies.under_way(view)
        yield forces.yards(view)
        yield forces.fleets(view)
        yield charts.carried(view)
        yield units
        yield forces.classes(view)
        yield charts.contacts(view)
        yield charts.estates(view)
        yield charts.footholds(view)
        yield charts.sightings(view)
        yield systems
        yield race(view)


class GamemasterReport(report.SectionedReport):
    """The gamemaster's report, with full information."""

    def news(self) -> Iterator[str]:
        """The turn summary."""
        return turn_summary(self.report)

    def key_figures(self) -> list[tuple[str, str, str]]:
        """The figures at the top of the page."""
        return overall_figures(self.report)

    def battles(self) -> list[report.Fight]:
        """The battles of all empires, complete."""
        return report.fights(self.report, PointsFight)

    def parts(self) -> Iterator[Section]:
        """The sections, covering all empires and races."""
        view = self.view
        yield gamemaster.powers(view)
        yield gamemaster.projects(view)
        yield gamemaster.fleets(view)
        yield gamemaster.units(view)
        yield gamemaster.systems(view)


def horizons_report(variant: VariantRules) -> report.ReportForm:
    """The report forms, with the orders of this variant and its mods."""
    package = "variants.starcluster"
    of_all = report.form_from_templates(package, WHOLE_SCHEMA, GamemasterReport.prepared(variant))
    return report.form_from_templates(package, VIEW_SCHEMA, PlayerReport.prepared(variant), of_all)
