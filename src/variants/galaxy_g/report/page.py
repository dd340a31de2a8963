"""Tables, figures and headlines that the HTML page adds to the document."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen
from markupsafe import Markup

from horizons_core.report import (
    Column,
    NameCell,
    OwnerCell,
    ValueCell,
    cells,
    columns,
    counted,
    html_table,
    number_column,
    player_markers,
    player_name,
    text_column,
)
from horizons_core.sums import ordered_sum
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.report.battles import PARTIES, SHOTS_ON_PAGE, ReportedBattle
from variants.galaxy_g.report.events import ReportEvents, is_battle
from variants.galaxy_g.report.planet_sections import STATUSES, planets_with_status, producing
from variants.galaxy_g.view.shapes import (
    AlienGroupShown,
    AlienTypeShown,
    FleetShown,
    GroupShown,
    IncomingShown,
    OwnPlanetShown,
    PlaceShown,
    PlainCell,
    PlanetShown,
    RouteShown,
    TypeShown,
    amount,
)


def _marked(name: str, icon: Markup) -> ValueCell:
    """A race's name after its marker."""
    words = Markup('<span class="tight">{}{}</span>').format(icon, player_name(name))
    return ValueCell(words, name)


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
        return {name: _marked(name, marker.icon()) for name, marker in races.items()}

    def race(self, name: str) -> ValueCell:
        """A race with its marker."""
        return self._races.get(name) or _marked(name, Markup(""))

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

    def table(self, columns: Sequence[Column], rows: Iterable[Any]) -> Markup:
        """A table of rows, with the markers of races."""
        return html_table(columns, cells(columns, rows, self._conversions))

    @cached_property
    def _conversions(self) -> Mapping[type, Callable[[Any], Any]]:
        return {NameCell: player_name, OwnerCell: self.race, PlainCell: lambda _: ""}

    def parties(self, battle: ReportedBattle) -> Markup:
        """All groups of a battle with their ships before and after."""
        return self.table(PARTIES, battle.groups)

    @cached_property
    def tables(self) -> dict[str, Markup]:
        """The tables of the page, by the parts of the view; those without rows are empty."""
        view, count = self.view, Counter[str]()
        for group in view["groups"]:
            count[group["type"]] += group["ships"]
        ships = number_column(
            "Ships", lambda row: str(count[row["name"]]), hint="how many you have"
        )
        points = [(name, e) for name, entries in self.events.points.items() for e in entries]
        tables: dict[str, tuple[Sequence[Column], Iterable[Any]]] = {
            "incoming": (_INCOMING, view["incoming"]),
            "planets": (_PLANETS, view["planets"]),
            "in_production": (_IN_PRODUCTION, producing(view)),
            "groups": (_groups(view), view["groups"]),
            "fleets": (_FLEETS, view["fleets"]),
            "routes": (_ROUTES, view["routes"]),
            "races": (_RACES, view["races"]),
            "statuses": (STATUSES, planets_with_status(view)),
            "types": (columns(TypeShown, _DESIGN, ships), view["types"]),
            "alien_types": (columns(AlienTypeShown, "race", _DESIGN), view["alien_types"]),
            "alien_planets": (_ALIEN_PLANETS, view["alien_planets"]),
            "alien_groups": (_ALIEN_GROUPS, view["alien_groups"]),
            "uninhabited": (_UNINHABITED, view["uninhabited"]),
            "located": (columns(PlaceShown, "name x y"), view["located"]),
            "points": (_POINTS, points),
        }
        return {name: self.table(*table) for name, table in tables.items()}


def _rounded(value: float) -> str:
    return f"{value:,.0f}"


def turns(left: float, speed: float) -> str:
    """The number of turns until arrival."""
    return str(math.ceil(left / speed)) if speed else "never"


def _turns(row: Mapping[str, Any]) -> str:
    return turns(row["left"], row["speed"]) if row.get("under_way", True) else ""


def _planet(row: Mapping[str, Any]) -> ValueCell:
    """The planet of a group or a fleet, after an arrow if it is on its way there."""
    name: str = row["planet"]
    return ValueCell(("→ " if row["under_way"] else Markup("")) + player_name(name), name)


def _guarded(planet: Mapping[str, Any]) -> Markup:
    return player_name(planet["name"]) + (_GUARD if planet["guard"] else "")


def _meter(planet: Mapping[str, Any]) -> Markup:
    """The progress of a ship towards its cost, as a bar."""
    progress, cost = planet["progress"], planet["ship_cost"]
    share = min(progress / cost, 1.0) if cost else 0.0
    return Markup('<meter value="{}">{} %</meter>').format(f"{share:.2f}", f"{share * 100:.0f}")


def _signed(value: float) -> Markup:
    """A gain or a loss, with its sign."""
    kind = "credit" if value > 0 else "debit"
    return Markup('<span class="{}">{}</span>').format(kind, f"{value:+z.2f}")


def _war(race: Mapping[str, Any]) -> Markup | str:
    if race["war"]:
        return Markup('<b class="debit">WAR</b>')
    return "peace" if race["active"] else "gone"


def _ally(race: Mapping[str, Any]) -> Markup | str:
    return Markup('<b class="credit">yes</b>') if race["ally"] else ""


def _groups(view: Mapping[str, Any]) -> Sequence[Column]:
    """The columns of the reader's groups. Those that are empty this turn are hidden on a phone."""
    wide = "drive weapons shields cargo origin left speed"
    wide += "" if any(group["cargo_kind"] for group in view["groups"]) else " cargo_kind load"
    wide += "" if view["fleets"] else " fleet"
    hint = "where it is, or → where it is going"
    place = text_column("Planet", _planet, choose=True, hint=hint)
    return columns(
        GroupShown, "number ships type", place,
        "drive weapons shields cargo cargo_kind load fleet origin left speed", _TURNS, wide=wide,
    )  # fmt: skip


_GUARD = Markup(' <span class="badge">GUARD</span>')
_TURNS = number_column("Turns", _turns, hint="until it arrives")
_DESIGN = "name drive attacks weapons shields cargo mass"
_FIGURES = "x y size population industry resources product capital materials colonists production"
_WIDE = "x y size resources capital materials colonists"
_PLANETS = columns(OwnPlanetShown, text_column("Name", _guarded), _FIGURES, wide=_WIDE)
_ALIEN_PLANETS = columns(PlanetShown, "name owner", _FIGURES, wide=_WIDE)
_UNINHABITED = columns(
    PlanetShown, "name x y size resources capital materials", wide="capital materials"
)
_IN_PRODUCTION = columns(
    OwnPlanetShown, "name:Planet product:Type ship_cost progress",
    text_column("Done", _meter, wide=True),
)  # fmt: skip
_INCOMING = columns(
    IncomingShown, "planet origin origin_x origin_y left speed", _TURNS, "mass",
    wide="origin_x origin_y",
)  # fmt: skip
_FLEETS = columns(
    FleetShown, "name ships speed", text_column("Planet", _planet), "left",
    number_column("Turns", _turns), "groups", wide="left",
)  # fmt: skip
_ROUTES = columns(RouteShown, "from_ cargo to")
_RACES = (
    text_column("Race", lambda race: OwnerCell(race["name"])),
    text_column("Your war", _war),
    text_column("Coalition", _ally),
)
_ALIEN_GROUPS = columns(AlienGroupShown, "race planet ships type cargo_tech cargo_kind load")
_POINTS = (
    text_column("Planet", lambda point: NameCell(point[0]), choose=True),
    number_column("Points", lambda point: _signed(point[1]["amount"])),
    text_column("Purpose", lambda point: point[1]["reason"]),
)
