"""The report of Event Horizon: the values that `prepare` adds to the document for templates.

Both templates get the same values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from horizons_core.report import (
    Column,
    counted,
    form_from_templates,
    player_markers,
    salvo_texts,
    side_totals,
    text_table,
    verdict,
)
from horizons_core.sums import ordered_sum
from variants.event_horizon.constants import COMPONENTS
from variants.event_horizon.report.brief import turn_summary
from variants.event_horizon.view.model import VIEW_SCHEMA

#: The codes of events whose data is a battle, shot by shot.
BATTLES = ("battle.fought", "battle.opportunity")
#: Limit of a battle's salvos in the plain text; the page and the data have all.
MAX_SALVOS = 300
#: Letters of the four components, as in the map.
LETTERS = {"hull": "H", "thrusters": "T", "weapons": "W", "shields": "S"}


def prepare(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return sorted and summarized values for the templates; the document is not changed."""
    view = report["view"]
    markers = player_markers([empire["name"] for empire in report["empires"]])
    ships = sorted(view["ships"], key=lambda ship: ship["number"])
    built, stock = _built(ships, report["turn"]), _stock(view["stock"], report["ledger"])
    battles = [
        _battle(number, event)
        for number, event in enumerate(report["events"])
        if event["code"] in BATTLES
    ]
    return {
        "short": list(turn_summary(report, battles, built, stock)),
        "player_markers": {name: marker.icon() for name, marker in markers.items()},
        "ships": ships,
        "components": ordered_sum(ship[part] for ship in ships for part in LETTERS),
        "mothership": next((ship for ship in ships if ship["mothership"]), None),
        "built": built,
        "enemies": _by_sector(view["contacts"]),
        "sectors": sorted(view["sectors"], key=_worth_first),
        "stock": stock,
        "battles": battles,
        "most_salvos": MAX_SALVOS,
        "columns": columns,
        "counted": counted,
    }


def place_of(sector: str) -> tuple[int, ...]:
    """Return the sort key of sectors: by r, then by q (EH-SEQ-002)."""
    return tuple(int(part) for part in reversed(sector.split(",")))


def _worth_first(sector: Mapping[str, Any]) -> tuple[Any, ...]:
    return -ordered_sum(sector["values"].values()), place_of(sector["sector"])


def design(parts: Mapping[str, int]) -> str:
    """Abbreviate components: "H6 T2 W2 S1", or "?" if unknown."""
    return " ".join(f"{LETTERS[part]}{parts[part]}" for part in LETTERS if part in parts) or "?"


def _built(ships: Iterable[Mapping[str, Any]], turn: int) -> list[dict[str, Any]]:
    """Return this turn's new ships, grouped by design and sector."""
    alike: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for ship in ships:
        if turn and ship["built"] == turn:
            alike.setdefault((design(ship), ship["sector"]), []).append(ship)
    return [
        {"design": parts, "sector": sector, "ships": group}
        for (parts, sector), group in alike.items()
    ]


def _by_sector(contacts: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    sectors: dict[str, list[Mapping[str, Any]]] = {}
    for contact in contacts:
        sectors.setdefault(contact["sector"], []).append(contact)
    return [
        {
            "sector": sector,
            "contacts": sorted(sectors[sector], key=lambda c: (c["owner"], c["number"])),
        }
        for sector in sorted(sectors, key=place_of)
    ]


def _stock(stock: Mapping[str, int], ledger: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    lines = []
    other_accounts = sorted(set(stock) - set(COMPONENTS))  # of a house rule
    for account in (*COMPONENTS, *other_accounts):
        amounts = [entry["amount"] for entry in ledger if entry["account"] == account]
        earned = ordered_sum(amount for amount in amounts if amount > 0)
        spent = -ordered_sum(amount for amount in amounts if amount < 0)
        now = stock[account]
        before = now - earned + spent
        lines.append(
            {"account": account, "before": before, "earned": earned, "spent": spent, "now": now}
        )
    return lines


def _battle(number: int, event: Mapping[str, Any]) -> dict[str, Any]:
    record = event["data"]
    own_units = [unit for unit in record["units"] if unit["before"]]
    return {
        "number": number,
        "title": record["title"],
        "phase": event["phase"],
        "verdict": verdict(record),
        "sides": side_totals(record),
        "shots": len(record["shots"]),
        "salvos": salvo_texts(record),
        "own": [
            {**unit, "before": design(unit["before"]), "after": design(unit["after"])}
            for unit in own_units
            if unit["destroyed"] or unit["before"] != unit["after"]
        ],
    }


def columns(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Format a table as plain text; columns of numbers are right-aligned."""
    cells = [[str(cell) for cell in row] for row in rows]
    if not cells:
        return ""
    numbers = [
        all(cell.lstrip("+-").replace(".", "").isdigit() or cell in {"", "?"} for cell in column)
        for column in zip(*cells, strict=True)
    ]
    layout = [Column(head, numbers=number) for head, number in zip(heads, numbers, strict=True)]
    return "\n".join([*text_table(layout, cells), ""])


FORM = form_from_templates("variants.event_horizon", VIEW_SCHEMA, prepare)
