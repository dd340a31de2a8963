"""The production planner of the page: each planet's money, and what it can be spent on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from horizons_core.report import html_table, number_column, player_name, text_column
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.report import prices
from variants.far_horizons.report.prices import NUMBER, ONCE
from variants.far_horizons.view.lookup import IN_TRANSIT
from variants.far_horizons.view.ship_words import class_and_name

Data = Mapping[str, Any]
COLUMNS = (
    text_column("Planet"),
    number_column("Production", wide=True, hint="before fleet maintenance"),
    number_column("Fleet", wide=True, hint="fleet maintenance"),
    number_column("To spend"),
    number_column("And EU up to", hint="economic units that it may take from the treasury"),
    number_column("Pop.", hint="available population units"),
    number_column("Yards", hint="shipyards: ships you can begin this turn"),
    text_column("To continue", wide=True),
)


def producing_planets(view: Data) -> list[Data]:
    """Return the planets that can spend money, home first."""
    return [
        colony
        for colony in view["colonies"]
        if "to_spend" in colony and colony["kind"] in ("home", "colony")
    ]


def from_treasury(view: Data, colony: Data, economy: Economy = RULEBOOK_ECONOMY) -> int:
    """Return how much a planet may take from the treasury (FH-EU-005, FH-EU-006, FH-BOMB-008)."""
    treasury: int = max(view["treasury"], 0)
    home, bombed = colony["home"], colony["bombed"]
    most = economy.treasury_limit(colony["to_spend"], treasury, home=home, bombed=bombed)
    return min(treasury, max(most, 0))


def rows(view: Data, economy: Economy) -> Iterator[Sequence[Any]]:
    """Yield each planet's spending limits; mining and resort colonies only earn."""
    for colony in view["colonies"]:
        if "to_spend" not in colony or colony["kind"] == "named":
            continue
        spends = colony["kind"] in ("home", "colony")
        unfinished_work = ", ".join(
            f"{name} ({cost:,})" for name, _, cost in unfinished_hulls(view, colony, economy)
        )
        yield (
            player_name(colony["name"]),
            f"{colony['earned']:,}",
            f"{colony['fleet_share']:,}",
            f"{colony['to_spend']:,}" if spends else f"{colony['to_spend']:,} to treasury",
            f"{from_treasury(view, colony, economy):,}" if spends else "",
            f"{colony['population']:,}",
            str(colony["shipyards"] or ""),
            player_name(unfinished_work),
        )


def unfinished_hulls(
    view: Data, colony: Data, economy: Economy = RULEBOOK_ECONOMY
) -> Iterator[tuple[str, str, int]]:
    """Yield ships to finish on a planet and starbases to enlarge there: name, order and cost."""
    largest = economy.largest_tonnage(view["techs"]["MA"]["level"])
    for ship in _ships_in(view, colony):
        if ship["orbit"] != colony["orbit"]:
            continue
        name = class_and_name(ship)
        if ship["where"] == "building":
            yield name, f"Continue {name}", ship["unpaid"]
        elif ship["starbase"] and ship["tonnage"] < largest:
            cost = economy.ship_cost(1)
            yield f"{name}, 10,000 tons more", f"Continue {name}, {cost}", cost


def upgrades(
    view: Data, colony: Data, economy: Economy = RULEBOOK_ECONOMY
) -> Iterator[tuple[str, str, int]]:
    """Yield ships in the planet's sector that can be renewed: name, order and cost."""
    for ship in _ships_in(view, colony):
        cost = prices.upgrade(ship, economy)
        if cost and ship["where"] not in IN_TRANSIT:
            name = class_and_name(ship)
            yield f"{name}, age {ship['age']}", f"Upgrade {name}", cost


def _ships_in(view: Data, colony: Data) -> Iterator[Data]:
    return (ship for ship in view["ships"] if ship["sector"] == colony["sector"])


def price_lists(view: Data, economy: Economy) -> list[tuple[str, Markup]]:
    """Return ships, items and works with their prices, as tables."""
    techs = view["techs"]
    columns = (
        text_column("What"),
        number_column("Cost"),
        number_column("Capacity"),
        text_column("Remark", wide=True),
    )
    lists = [
        ("Ships", list(prices.ships(techs, economy))),
        ("Items", list(prices.items(techs, economy))),
        ("Works", list(prices.works(techs, economy))),
    ]
    return [
        (title, html_table(columns, [_price_row(price) for price in entries]))
        for title, entries in lists
        if entries
    ]


def _price_row(price: prices.BuildingPrice) -> Sequence[Any]:
    return (price.name, f"{price.cost:,}", str(price.capacity or ""), price.note)


def data(view: Data, economy: Economy = RULEBOOK_ECONOMY) -> dict[str, Any]:
    """Return the script's data: planets, and groups of [label, order, price, repetition]."""
    techs = view["techs"]
    studies = [s for s in prices.studies(techs, economy) if s.cost is not None]
    return {
        "planets": [
            {
                "name": colony["name"],
                "spend": max(colony["to_spend"], 0),
                "treasury": from_treasury(view, colony, economy),
                "population": colony["population"],
                "yards": colony["shipyards"],
                "groups": [
                    [
                        "Go on with",
                        [[*ship, ONCE] for ship in unfinished_hulls(view, colony, economy)],
                    ],
                    ["Upgrades", [[*choice, ONCE] for choice in upgrades(view, colony, economy)]],
                    ["Hiding", _hiding(colony, economy)],
                ],
            }
            for colony in producing_planets(view)
        ],
        "groups": [
            ["Items", _lines(prices.items(techs, economy))],
            ["Research", [[_study(s), f"Research {{n}} {s.code}", 1, NUMBER] for s in studies]],
            ["Ships", _lines(prices.ships(techs, economy))],
            ["Works", _lines(prices.works(techs, economy))],
        ],
    }


def _lines(entries: Iterable[prices.BuildingPrice]) -> list[list[Any]]:
    return [[price.name, price.order, price.cost, price.often] for price in entries]


def _study(study: prices.ResearchPrice) -> str:
    about = "" if study.taught else "about "
    return f"{study.code} {study.name} (next level {about}{study.cost:,})"


def _hiding(colony: Data, economy: Economy) -> list[list[Any]]:
    if colony["home"]:
        return []
    base = colony["mining_base"] + colony["manufacturing_base"]
    cost = economy.hiding_cost(base, base)
    return [["Hide the colony", "Hide", cost, ONCE]]
