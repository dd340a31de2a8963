"""Figures, tables and forms that the HTML page adds to the document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen
from markupsafe import Markup

from horizons_core.report import (
    Column,
    cells,
    counted,
    html_table,
    player_name,
    text_column,
)
from horizons_core.sums import int_sum, ordered_sum
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.orders.drafts import form_text
from variants.far_horizons.orders.sections import ENVELOPE
from variants.far_horizons.report import map3d, page_rows, planner
from variants.far_horizons.report.battles import BattleSummary, battles
from variants.far_horizons.report.event_log import PhaseLog, PhaseLogEntry, alarms, phase_logs
from variants.far_horizons.report.map3d import own_file, script_data, script_sources
from variants.far_horizons.report.planner import research_prices
from variants.far_horizons.report.text import opening_line
from variants.far_horizons.wording import hundredths, tenths


def _table(columns: Sequence[Column], rows: Iterable[Any]) -> Markup:
    return html_table(columns, cells(columns, rows))


@frozen(slots=False)
class ReportPage:
    """A report's document, prepared for the page template."""

    report: Mapping[str, Any]
    economy: Economy = RULEBOOK_ECONOMY

    @property
    def view(self) -> Mapping[str, Any]:
        view: Mapping[str, Any] = self.report["view"]
        return view

    @property
    def scripts(self) -> str:
        return script_sources()

    @property
    def space(self) -> Markup:
        """The map in three dimensions."""
        return map3d.map_fragment(self.view)

    @property
    def space_style(self) -> Markup:
        return Markup(own_file("map3d.css"))  # noqa: S704 - our own

    # the turn

    @cached_property
    def phases(self) -> list[PhaseLog]:
        return phase_logs(self.report["events"])

    @cached_property
    def battles(self) -> list[BattleSummary]:
        return battles(self.report["events"])

    @cached_property
    def alarms(self) -> list[PhaseLogEntry]:
        return alarms(self.report["events"])

    # the species

    @cached_property
    def figures(self) -> list[tuple[str, str, str]]:
        """The figures at the top: a label, a number and a remark each."""
        view = self.view
        colonies = [colony for colony in view["colonies"] if colony["kind"] != "named"]
        base = ordered_sum(c["mining_base"] + c["manufacturing_base"] for c in view["colonies"])
        spend = ordered_sum(colony.get("to_spend", 0) for colony in colonies)
        ships = view["ships"]
        building = ordered_sum(ship["where"] == "building" for ship in ships)
        share = hundredths(view["fleet_percent"])
        return [
            ("Treasury", f"{view['treasury']:,}", "economic units"),
            ("To spend", f"{spend:,}", "from this turn’s production"),
            ("Planets", str(len(colonies)), f"economic base {tenths(base)}"),
            ("Ships", str(len(ships)), f"{building} under construction" if building else ""),
            ("Fleet maintenance", f"{view['fleet_cost']:,}", f"{share}% of production"),
            ("Stars visited", str(len(view["visited"])), f"{len(view['scans'])} scanned"),
            ("Species met", str(len(view["met"])), self._attitudes),
            ("Aliens in sight", str(self.strangers), counted(len(view["aliens"]), "sector")),
        ]

    @property
    def _attitudes(self) -> str:
        allies, enemies = len(self.view["allies"]), len(self.view["enemies"])
        counts = [(allies, "ally", "allies"), (enemies, "enemy", "enemies")]
        return ", ".join(
            f"{count} {noun if count == 1 else plural}" for count, noun, plural in counts if count
        )

    @property
    def strangers(self) -> int:
        """Number of planets and ships of others in sight."""
        return int_sum(len(sector["order"]) for sector in self.view["aliens"])

    @cached_property
    def techs(self) -> Markup:
        return _table(page_rows.STUDIES, research_prices(self.view["techs"], self.economy))

    @cached_property
    def met(self) -> Markup:
        attitude = text_column(
            "Your attitude", lambda name: page_rows.attitude(self.view, name), choose=True
        )
        return _table((text_column("Species", player_name), attitude), self.view["met"])

    # things

    @cached_property
    def planets(self) -> Markup:
        produced = dict.fromkeys(page_rows.PRODUCED)
        rows = ({**produced, **colony} for colony in self.view["colonies"])
        return _table(page_rows.PLANET, rows)

    @cached_property
    def fleet(self) -> Markup:
        planets = {(*c["sector"], c["orbit"]): c["name"] for c in self.view["colonies"]}
        return _table(page_rows.ship_columns(planets, self.economy), self.view["ships"])

    def _aliens(self, part: str) -> list[Mapping[str, Any]]:
        """Return planets or ships of others, each with its sector."""
        return [
            {**row, "sector": sector["sector"]}
            for sector in self.view["aliens"]
            for row in sector[part]
        ]

    @cached_property
    def alien_planets(self) -> Markup:
        return _table(page_rows.ALIEN_PLANET, self._aliens("planets"))

    @cached_property
    def alien_ships(self) -> Markup:
        return _table(page_rows.ALIEN_SHIP, self._aliens("ships"))

    @cached_property
    def remembered(self) -> Markup:
        """Planets of others in systems where the species is no longer present."""
        now = self.view["seen_in"]
        rows = [
            {**planet, "sector": system["sector"], "turn": system["turn"]}
            for system in self.view["neighbours"]
            for planet in system["planets"]
            if system["turn"] < now
        ]
        return _table(page_rows.REMEMBERED, rows)

    @cached_property
    def scans(self) -> list[tuple[Mapping[str, Any], Markup]]:
        """The scanned systems with their planets, the nearest to home first."""
        home, level = tuple(self.view["home"]["sector"]), self.view["techs"]["LS"]["level"]
        ordered = sorted(
            self.view["scans"], key=lambda s: distance_squared(home, tuple(s["sector"]))
        )
        facts = page_rows.scan_columns(level)
        return [(scan, _table(facts, scan["planets"])) for scan in ordered]

    @cached_property
    def sites(self) -> Markup:
        """Scanned planets that the species has not named, the most habitable first."""
        level = self.view["techs"]["LS"]["level"]
        return _table(page_rows.site_columns(level), page_rows.sites(self.view))

    # orders

    @cached_property
    def production(self) -> Markup:
        """The spending limits of each planet."""
        view, economy = self.view, self.economy
        return _table(planner.columns_of(view, economy), planner.earning_planets(view))

    @cached_property
    def prices(self) -> list[tuple[str, Markup]]:
        return planner.price_lists(self.view, self.economy)

    @cached_property
    def planner(self) -> Markup:
        """The planner's data for the page's script."""
        return script_data(planner.data(self.view, self.economy))

    @property
    def has_form(self) -> bool:
        """Return whether the page has a form for orders, as only reports of running games do."""
        return not self.report["outcome"] and "forecast" not in self.view

    @cached_property
    def form(self) -> str:
        """The order form for the coming turn, which can be mailed without changes."""
        form = form_text(self.view, self.economy)
        return f"{opening_line(self.report)}\n{form}{ENVELOPE.closing}\n"
