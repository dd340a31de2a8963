"""Tables, figures and headlines that the HTML page adds to the document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import frozen
from markupsafe import Markup

from horizons_core.report import (
    ValueCell,
    counted,
    html_table,
    number_column,
    player_markers,
    player_name,
    text_column,
)
from horizons_core.sums import ordered_sum
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.report.battles import SHOTS_ON_PAGE, ReportedBattle
from variants.galaxy_g.report.events import ReportEvents, is_battle
from variants.galaxy_g.report.page_rows import (
    DESIGN,
    GUARD,
    PLANETS,
    STOCKS,
    TECHS,
    design_row,
    figures_of,
    group_row,
    meter,
    peace,
    planet_cell,
    signed,
    turns,
    with_icon,
)
from variants.galaxy_g.report.text import amount


@frozen(slots=False)
class ReportPage:
    """A report's document as a page."""

    report: Mapping[str, Any]

    @property
    def view(self) -> Mapping[str, Any]:
        view: Mapping[str, Any] = self.report["view"]
        return view

    @cached_property
    def events(self) -> ReportEvents:
        return ReportEvents.of(self.report)

    @cached_property
    def _races(self) -> dict[str, ValueCell]:
        races = player_markers([empire["name"] for empire in self.report["empires"]])
        return {name: with_icon(name, marker.icon()) for name, marker in races.items()}

    def race(self, name: str) -> ValueCell:
        """A race with its marker."""
        return self._races.get(name) or with_icon(name, Markup(""))

    @cached_property
    def figures(self) -> list[tuple[str, str, str]]:
        """The figures at the top: a label, a number and a remark each."""
        view = self.view
        planets, groups = view["planets"], view["groups"]
        population, industry, points = (
            ordered_sum(planet[figure] for planet in planets)
            for figure in ("population", "industry", "production")
        )
        ships = ordered_sum(group["ships"] for group in groups)
        moving = ordered_sum(group["ships"] for group in groups if group["under_way"])
        techs = view["techs"]
        return [
            ("Planets", str(len(planets)), f"{_rounded(population)} people"),
            ("Production points", _rounded(points), f"industry {_rounded(industry)}"),
            (
                "Ships",
                f"{ships:,}",
                f"{counted(len(groups), 'group')}, {moving:,} in hyperspace",
            ),
            ("Incoming", str(len(view["incoming"])), "groups of unknown owner"),
            *((f"{area.capitalize()} tech", amount(techs[area]), "") for area in AREAS),
        ]

    @cached_property
    def headlines(self) -> list[tuple[str, list[str]]]:
        """The turn in short: a headline and its sentences, without battles."""
        return [
            (headline, [event["text"] for event in events])
            for headline, events in self.events.headlines
        ]

    @cached_property
    def battles(self) -> list[ReportedBattle]:
        events = self.report["events"]
        places = [number for number, event in enumerate(events) if is_battle(event)]
        most = SHOTS_ON_PAGE // max(len(places), 1)
        return [ReportedBattle(events[number]["data"], most, number) for number in places]

    @cached_property
    def races(self) -> Markup:
        columns = (text_column("Race"), text_column("Your war"), text_column("Coalition"))
        rows = [
            (
                self.race(race["name"]),
                Markup('<b class="debit">WAR</b>') if race["war"] else peace(race),
                Markup('<b class="credit">yes</b>') if race["ally"] else "",
            )
            for race in self.view["races"]
        ]
        return html_table(columns, rows)

    @cached_property
    def types(self) -> Markup:
        count: dict[str, int] = {}
        for group in self.view["groups"]:
            count[group["type"]] = count.get(group["type"], 0) + group["ships"]
        columns = (text_column("Type"), *DESIGN, number_column("Ships", hint="how many you have"))
        rows = [(*design_row(t), str(count.get(t["name"], 0))) for t in self.view["types"]]
        return html_table(columns, rows)

    @cached_property
    def alien_types(self) -> Markup:
        columns = (text_column("Race", choose=True), text_column("Type"), *DESIGN)
        rows = [(self.race(t["race"]), *design_row(t)) for t in self.view["alien_types"]]
        return html_table(columns, rows)

    @cached_property
    def incoming(self) -> Markup:
        columns = (
            text_column("To", choose=True),
            text_column("From"),
            number_column("X", wide=True),
            number_column("Y", wide=True),
            number_column("Left", hint="light years"),
            number_column("Speed", hint="light years a turn"),
            number_column("Turns", hint="until it arrives"),
            number_column("Mass", hint="of all its ships with their load"),
        )
        rows = [
            (
                player_name(ships["planet"]),
                player_name(ships["origin"]),
                *(amount(ships[figure]) for figure in ("origin_x", "origin_y", "left", "speed")),
                turns(ships["left"], ships["speed"]),
                amount(ships["mass"]),
            )
            for ships in self.view["incoming"]
        ]
        return html_table(columns, rows)

    @cached_property
    def planets(self) -> Markup:
        rows = [
            (
                player_name(p["name"]) + (GUARD if p["guard"] else ""),
                *figures_of(p, "x", "y", "size", "population", "industry", "resources"),
                player_name(p["product"]),
                *figures_of(p, *STOCKS, "production"),
            )
            for p in self.view["planets"]
        ]
        return html_table(PLANETS, rows)

    @cached_property
    def in_production(self) -> Markup:
        columns = (
            text_column("Planet"),
            text_column("Type", choose=True),
            number_column("Cost", hint="points of one ship"),
            number_column("Progress", hint="points put into the ship under construction"),
            text_column("Done", wide=True),
        )
        rows = [
            (
                player_name(p["name"]),
                player_name(p["product"]),
                *figures_of(p, "ship_cost", "progress"),
                meter(p["progress"], p["ship_cost"]),
            )
            for p in self.view["planets"]
            if p["ship_cost"] is not None
        ]
        return html_table(columns, rows)

    @cached_property
    def points(self) -> Markup:
        """The ledger: the uses of each planet's production points."""
        columns = (
            text_column("Planet", choose=True),
            number_column("Points"),
            text_column("Purpose"),
        )
        rows = [
            (player_name(planet), signed(entry["amount"]), entry["reason"])
            for planet, entries in self.events.points.items()
            for entry in entries
        ]
        return html_table(columns, rows)

    @cached_property
    def routes(self) -> Markup:
        columns = (
            text_column("From", choose=True),
            text_column("Cargo", choose=True),
            text_column("To", choose=True),
        )
        rows = [
            (player_name(r["from"]), r["cargo"], player_name(r["to"])) for r in self.view["routes"]
        ]
        return html_table(columns, rows)

    @cached_property
    def statuses(self) -> Markup:
        kinds = (("GUARD", "guarded"), ("ATTACK", "attacked"), ("COALITION", "allied_planets"))
        rows = [(player_name(planet), kind) for kind, part in kinds for planet in self.view[part]]
        return html_table((text_column("Planet"), text_column("Status", choose=True)), rows)

    @cached_property
    def alien_planets(self) -> Markup:
        rows = [
            (
                player_name(p["name"]),
                self.race(p["owner"]),
                *figures_of(p, "x", "y", "size", "population", "industry", "resources"),
                player_name(p["product"]),
                *figures_of(p, *STOCKS, "production"),
            )
            for p in self.view["alien_planets"]
        ]
        owner = text_column("Owner", choose=True)
        return html_table((PLANETS[0], owner, *PLANETS[1:]), rows)

    @cached_property
    def uninhabited(self) -> Markup:
        columns = (
            text_column("Name"),
            *map(number_column, ("X", "Y", "Size", "Resources")),
            *(number_column(stock, wide=True) for stock in ("Capital", "Materials")),
        )
        figures = ("x", "y", "size", "resources", "capital", "materials")
        return html_table(
            columns,
            [(player_name(p["name"]), *figures_of(p, *figures)) for p in self.view["uninhabited"]],
        )

    @cached_property
    def located(self) -> Markup:
        columns = (text_column("Name"), number_column("X"), number_column("Y"))
        rows = [(player_name(p["name"]), *figures_of(p, "x", "y")) for p in self.view["located"]]
        return html_table(columns, rows)

    @cached_property
    def groups(self) -> Markup:
        """Own groups. Columns that are empty this turn are hidden on a phone."""
        groups, fleets = self.view["groups"], self.view["fleets"]
        empty = not any(group["cargo_kind"] for group in groups)
        columns = (
            number_column("No."),
            number_column("Ships"),
            text_column("Type", choose=True),
            text_column("Planet", choose=True, hint="where it is, or → where it is going"),
            *TECHS,
            text_column("Carries", choose=True, wide=empty),
            number_column("Load", hint="cargo of one ship", wide=empty),
            text_column("Fleet", choose=True, wide=not fleets),
            text_column("From", wide=True),
            number_column("Left", wide=True, hint="light years"),
            number_column("Speed", wide=True, hint="light years a turn"),
            number_column("Turns", hint="until it arrives"),
        )
        return html_table(columns, map(group_row, groups))

    @cached_property
    def fleets(self) -> Markup:
        columns = (
            text_column("Fleet"),
            number_column("Ships"),
            number_column("Speed"),
            text_column("Planet"),
            number_column("Left", wide=True),
            number_column("Turns"),
            text_column("Groups", hint="their numbers"),
        )
        rows = [
            (
                player_name(f["name"]),
                str(f["ships"]),
                amount(f["speed"]),
                planet_cell(f),
                amount(f["left"]) if f["under_way"] else "",
                turns(f["left"], f["speed"]) if f["under_way"] else "",
                ", ".join(map(str, f["groups"])),
            )
            for f in self.view["fleets"]
        ]
        return html_table(columns, rows)

    @cached_property
    def alien_groups(self) -> Markup:
        columns = (
            text_column("Race", choose=True),
            text_column("Planet", choose=True),
            number_column("Ships"),
            text_column("Type", choose=True),
            number_column("Cargo tech", wide=True),
            text_column("Carries"),
            number_column("Load", hint="cargo of one ship"),
        )
        rows = [
            (
                self.race(g["race"]),
                player_name(g["planet"]),
                str(g["ships"]),
                player_name(g["type"]),
                amount(g["cargo_tech"]),
                g["cargo_kind"],
                amount(g["load"]) if g["load"] else "",
            )
            for g in self.view["alien_groups"]
        ]
        return html_table(columns, rows)


def _rounded(value: float) -> str:
    return f"{value:,.0f}"
