"""Report sections about other players, their counters, and contacts and battles with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from horizons_core.report import OwnerCell, Section, Table, counts, number_column, text_column
from variants.campaign2e.report.sections import Data, listed, owner_of

_PLAYERS = (
    text_column("Player"),
    number_column("Worlds"),
    number_column("Income", hint="base income of their worlds"),
    text_column("You to them", choose=True),
    text_column("They to you", choose=True),
    text_column("You allow"),
    text_column("They allow"),
    text_column("State"),
)
COUNTERS = (text_column("At"), text_column("Owner", choose=True), text_column("Counters"))
_SIZES = (
    number_column("Week"),
    text_column("At"),
    text_column("Whose", choose=True),
    text_column("Size", hint="as seen from your force"),
    text_column("Largest vessels"),
    text_column("Force"),
)
_SIGHTINGS = (
    number_column("Week"),
    text_column("At"),
    text_column("Whose", choose=True),
    text_column("Designs"),
    text_column("Force"),
)


def players(view: Data) -> Section:
    """Return the players and the reader's relations with them."""
    rows = [
        (
            OwnerCell(player["name"]),
            str(player["worlds"]),
            str(player["income"]),
            "" if player["stance"] == "SELF" else player["stance"],
            "" if player["theirs"] == "SELF" else player["theirs"],
            listed(player["you_allow"]),
            listed(player["they_allow"]),
            "" if player["active"] else "out",
        )
        for player in view["players"]
    ]
    return Section("players", "Players", [Table(_PLAYERS, rows)])


def contacts(view: Data) -> Section:
    """Return counters of others, reports of size, and designs seen in battle."""
    tables = [
        Table(COUNTERS, counters(view["counters"])),
        Table(_SIZES, [_size_row(report) for report in view["reports"]], "Reports of size"),
        Table(_SIGHTINGS, [_sighting_row(entry) for entry in view["sightings"]], "Seen in battle"),
    ]
    return Section("contacts", "Counters of others", tables, (), len(view["counters"]))


def counters(counters_seen: Iterable[Mapping[str, str]]) -> list[Sequence[str]]:
    """Return one row per hex and owner, with the numbers of their counters."""
    numbers: dict[tuple[str, str], list[str]] = {}
    for counter in counters_seen:
        numbers.setdefault((counter["at"], counter["owner"]), []).append(f"#{counter['number']}")
    return [(at, owner_of(owner), " ".join(labels)) for (at, owner), labels in numbers.items()]


def _size_row(report: Data) -> Sequence[str]:
    return (
        str(report["week"]),
        report["at"],
        owner_of(report["owner"]),
        report["size"],
        "glaringly different" if report["glaring"] else "alike",
        _force(report),
    )


def _sighting_row(sighting: Data) -> Sequence[str]:
    return (
        str(sighting["week"]),
        sighting["at"],
        owner_of(sighting["owner"]),
        counts(sighting["designs"]),
        _force(sighting),
    )


def _force(entry: Data) -> str:
    return "defences" if entry["defences"] else "task groups"
