"""Report sections about other players, their counters, and contacts and battles with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from horizons_core.report import Section, Table, columns, text_column
from variants.campaign2e.report.sections import Data
from variants.campaign2e.view.fields import owner_of
from variants.campaign2e.view.shapes import SeenPlayer, SightingShown, SizeShown


def players(view: Data) -> Section:
    """Return the players and the reader's relations with them."""
    facts = "name worlds income stance theirs you_allow they_allow active"
    table = Table.of(columns(SeenPlayer, facts), view["players"])
    return Section("players", "Players", [table])


def contacts(view: Data) -> Section:
    """Return counters of others, reports of size, and designs seen in battle."""
    tables = [
        counters(view["counters"]),
        Table.of(_SIZES, view["reports"], "Reports of size"),
        Table.of(_SIGHTINGS, view["sightings"], "Seen in battle"),
    ]
    return Section("contacts", "Counters of others", tables, (), len(view["counters"]))


def counters(counters_seen: Iterable[Mapping[str, str]]) -> Table:
    """Return one row per hex and owner, with the numbers of their counters."""
    numbers: dict[tuple[str, str], list[str]] = {}
    for counter in counters_seen:
        numbers.setdefault((counter["at"], counter["owner"]), []).append(f"#{counter['number']}")
    return Table.of(_COUNTERS, numbers.items())


_COUNTERS = (
    text_column("At", lambda item: item[0][0]),
    text_column("Owner", lambda item: owner_of(item[0][1]), choose=True),
    text_column("Counters", lambda item: " ".join(item[1])),
)
_SIZES = columns(SizeShown, "week at owner size glaring defences")
_SIGHTINGS = columns(SightingShown, "week at owner designs defences")
