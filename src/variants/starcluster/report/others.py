"""Sections about others: those in contact, and their fleets in sight."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.report import OwnerCell, Section, Table, counts, number_column, text_column
from variants.starcluster.report.words import Data, mc, short, some

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
    """Empires and races in contact, and how they stand."""
    rows = [_power(one) for one in view["contacts"]]
    notes = []
    for one in view["contacts"]:
        gifts = ", ".join(f"{mc(gift['MC'])} MC in turn {gift['turn']}" for gift in one["gifts"])
        if one["asked"]:
            notes.append(f"You last asked {one['name']} for an end in turn {one['asked']}.")
        if gifts:
            notes.append(f"Given to {one['name']}: {gifts}.")
    return Section("contacts", "Others in contact", [Table(_POWERS, rows)], notes, len(rows))


def _power(one: Data) -> Sequence[str]:
    offers = ["peace"] * one["offers_peace"] + ["trade"] * one["offers_trade"]
    offered = ["peace"] * one["offered_peace"] + ["trade"] * one["offered_trade"]
    return (
        OwnerCell(one["name"]),
        "non-player race" if one["npr"] else "empire",
        one["stance"],
        str(one["since"]),
        "open" if one["talks"] or not one["npr"] else "none",
        some(one["envoy"]),
        some(one["successes"]),
        ", ".join(offers),
        ", ".join(offered),
        "" if one["active"] else "fallen",
    )


def estates(view: Data) -> Section:
    """What fallen empires have left, for which bids are taken (SC-BRK-008)."""
    notes = [
        f"{one['empire']} fell in turn {one['turn']}; BID for {', '.join(_assets(one))}."
        for one in view["estates"]
    ]
    return Section("estates", "Estates of the fallen", (), notes)


def _assets(one: Data) -> list[str]:
    return [*one["systems"], *one["units"], *one["technologies"]]


def footholds(view: Data) -> Section:
    """Planets of others that the reader has taken, or where its troops stand."""
    notes = [_foothold(one) for one in view["footholds"]]
    return Section("footholds", "Footholds", (), notes)


def _foothold(one: Data) -> str:
    what = f"Planet {one['planet']} of {one['system']}"
    ashore = f"{short(one['points'])} points of your troops stand there"
    if not one["fallen"]:
        return f"{what}: {ashore}."
    return f"{what} has fallen to you" + (f"; {ashore}." if one["points"] else ".")


def sightings(view: Data) -> Section:
    """Fleets of others that were seen."""
    rows = [
        (
            str(one["turn"]),
            one["system"],
            OwnerCell(one["owner"]),
            counts(one["hulls"]),
            one["came_by"],
            one["left_by"],
        )
        for one in view["sightings"]
    ]
    return Section("sightings", "Fleets in sight", [Table(_SEEN, rows)], (), len(rows))
