"""Report sections about other empires: contacts, and their fleets in sight."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.report import OwnerCell, Section, Table, counts, number_column, text_column
from variants.starcluster.report.words import Data, blank_if_zero, compact, mc

_POWERS = (
    text_column("Empire"),
    text_column("Kind", choose=True),
    text_column("Stance", choose=True),
    number_column("Since", hint="turn"),
    text_column("Talks"),
    number_column("Envoy", hint="turn of the last one"),
    number_column("Successes", hint="envoys that succeeded in a row"),
    text_column("Offers", hint="of yours that are open"),
    text_column("Offered", hint="what they offer"),
    text_column("State"),
)
_SEEN = (
    number_column("Turn"),
    text_column("At", choose=True),
    text_column("Whose", choose=True),
    text_column("Units"),
    text_column("Came by"),
    text_column("Left by"),
)


def contacts(view: Data) -> Section:
    """Empires and races in contact, with their stances."""
    rows = [_power(contact) for contact in view["contacts"]]
    notes = []
    for contact in view["contacts"]:
        gifts = ", ".join(f"{mc(g['MC'])} MC in turn {g['turn']}" for g in contact["gifts"])
        if contact["asked"]:
            notes.append(
                f"Your last PEACE or AMALGAMATE to {contact['name']} was in turn"
                f" {contact['asked']}."
            )
        if gifts:
            notes.append(f"Given to {contact['name']}: {gifts}.")
    return Section("contacts", "Others in contact", [Table(_POWERS, rows)], notes, len(rows))


def _power(contact: Data) -> Sequence[str]:
    offers = ["peace"] * contact["offers_peace"] + ["trade"] * contact["offers_trade"]
    offered = ["peace"] * contact["offered_peace"] + ["trade"] * contact["offered_trade"]
    return (
        OwnerCell(contact["name"]),
        "non-player race" if contact["npr"] else "empire",
        contact["stance"],
        str(contact["since"]),
        "open" if contact["talks"] or not contact["npr"] else "none",
        blank_if_zero(contact["envoy"]),
        blank_if_zero(contact["successes"]),
        ", ".join(offers),
        ", ".join(offered),
        "" if contact["active"] else "fallen",
    )


def estates(view: Data) -> Section:
    """Assets of fallen empires that are open for bids (SC-BRK-008)."""
    notes = [
        f"{estate['empire']} fell in turn {estate['turn']}; BID for {', '.join(_assets(estate))}."
        for estate in view["estates"]
    ]
    return Section("estates", "Estates of the fallen", (), notes)


def _assets(estate: Data) -> list[str]:
    return [*estate["systems"], *estate["units"], *estate["technologies"]]


def footholds(view: Data) -> Section:
    """Foreign planets that the reader has taken or where it has troops."""
    notes = [_foothold(row) for row in view["footholds"]]
    return Section("footholds", "Footholds", (), notes)


def _foothold(row: Data) -> str:
    planet = f"Planet {row['planet']} of {row['system']}"
    ashore = f"{compact(row['points'])} points of your troops are there"
    if not row["fallen"]:
        return f"{planet}: {ashore}."
    return f"{planet} has fallen to you" + (f"; {ashore}." if row["points"] else ".")


def sightings(view: Data) -> Section:
    """Sighted fleets of others."""
    rows = [
        (
            str(sighting["turn"]),
            sighting["system"],
            OwnerCell(sighting["owner"]),
            counts(sighting["hulls"]),
            sighting["came_by"],
            sighting["left_by"],
        )
        for sighting in view["sightings"]
    ]
    return Section("sightings", "Fleets in sight", [Table(_SEEN, rows)], (), len(rows))
