"""Report sections about construction, repairs, stores and available designs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core.report import (
    Section,
    Table,
    columns,
    counted,
    counts,
    number_column,
    text_column,
)
from variants.campaign2e.report.sections import Data, listed
from variants.campaign2e.view.fields import credits_of
from variants.campaign2e.view.shapes import KeelShown, OwnJob, OwnStore, SeenDesign


def works(view: Data) -> Section:
    """Return keels, repairs and refits, and stores at worlds."""
    keels = keels_of(view["own_worlds"])
    tables = [
        Table.of(KEELS, keels, "Keels" if keels else ""),
        Table.of(JOBS, view["jobs"], "Repairs and refits"),
        Table.of(STORES, view["stores"], "Stores"),
    ]
    notes = [f"{keel['name']} has {_pieces(keel['built'])}." for keel in keels if keel["built"]]
    return Section("works", "Yards and stores", tables, notes)


def keels_of(worlds: Sequence[Data]) -> list[Data]:
    """Return the keels at worlds, each with its place and the owner of the world, if given."""
    return [
        {"at": world["id"], "owner": world.get("owner", ""), **keel}
        for world in worlds
        for keel in world["keels"]
    ]


def _progress_text(keel: Data) -> str:
    return str(keel["done"]) + ("" if keel["points"] is None else f"/{keel['points']}")


def _pieces(built: Sequence[str]) -> str:
    number: dict[str, int] = {}
    for piece in built:
        number[piece] = number.get(piece, 0) + 1
    return counts(number)


def _states(job: Data) -> str:
    states = ["begun" if job["begun"] else "not paid yet"]
    states += ["double speed"] * job["fast"] + ["the capture becomes yours"] * job["rebuilds"]
    return listed(states)


KEELS = columns(
    KeelShown,
    "name",
    text_column("At", lambda keel: keel["at"], choose=True),
    "design type mass",
    number_column("Done", _progress_text, hint="points of work"),
    "weeks",
)
JOBS = columns(OwnJob, "ship at tasks weeks", text_column("State", _states, choose=True))
STORES = columns(OwnStore, "world spares used modules craft coming")
_DESIGNS = columns(SeenDesign, "name type navy mass points price upkeep endurance cargo ftl")


def designs(view: Data) -> Section:
    """Return the designs that can be bought or built."""
    table = Table.of(_DESIGNS, view["designs"])
    notes = [f"{entry['name']}: {entry['words']}" for entry in view["designs"] if not entry["navy"]]
    notes += [f"{proposal_words(p)}: {p['answer'] or 'no answer yet'}." for p in view["proposals"]]
    return Section("designs", "Designs", [table], notes, len(table.rows))


def proposal_words(proposal: Data) -> str:
    """Describe a player's proposal (C2E-16.2-01)."""
    kind = "system" if proposal["system"] else "design"
    return f"{proposal['by']} proposes the {kind} {proposal['name']}"


def opening(view: Data) -> Section:
    """Return the state of the set-up, or a newcomer's choices: cards and worlds."""
    return Section("opening", "The set-up", (), list(_opening(view)))


def _opening(view: Data) -> Iterator[str]:
    if view["round"]:
        yield f"Round {view['round']} of the set-up comes next."
    if view["cards"]:
        yield f"Your {counted(len(view['cards']), 'card')}: {' '.join(view['cards'])}."
    if view["arriving"]:
        yield f"You may begin on {' '.join(view['arriving'])}."
    if view["commissioning"]:
        yield f"You are buying starting forces: {credits_of(view['treasury'])} credits are left."
