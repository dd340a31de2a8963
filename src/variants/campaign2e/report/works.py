"""Report sections about construction, repairs, stores and available designs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core.report import (
    NameCell,
    Section,
    Table,
    counted,
    counts,
    number_column,
    text_column,
)
from variants.campaign2e.report.sections import Data, credits_of, listed

KEELS = (
    text_column("Keel"),
    text_column("At", choose=True),
    text_column("Design"),
    text_column("Type"),
    number_column("Mass"),
    number_column("Done", hint="points of work"),
    number_column("Weeks", hint="left at the usual speed"),
)
JOBS = (
    text_column("Ship"),
    text_column("At", choose=True),
    text_column("Work"),
    number_column("Weeks", hint="left"),
    text_column("State", choose=True),
)
STORES = (
    text_column("At"),
    text_column("Spare parts"),
    text_column("Second-hand"),
    text_column("Modules"),
    text_column("Craft"),
    text_column("On their way"),
)
_DESIGNS = (
    text_column("Design"),
    text_column("Type", choose=True),
    text_column("Navy", choose=True),
    number_column("Mass"),
    number_column("Points"),
    number_column("Price", hint="in credits"),
    number_column("A week", hint="credits of maintenance, without doubling"),
    number_column("Weeks", hint="of endurance"),
    number_column("Cargo", hint="tonnes"),
    text_column("FTL", choose=True),
)


def works(view: Data) -> Section:
    """Return keels, repairs and refits, and stores at worlds."""
    keels = [(world["id"], keel) for world in view["own_worlds"] for keel in world["keels"]]
    tables = [
        Table(KEELS, [keel_row(at, keel) for at, keel in keels], "Keels" if keels else ""),
        Table(JOBS, [job_row(job) for job in view["jobs"]], "Repairs and refits"),
        Table(STORES, [store_row(store) for store in view["stores"]], "Stores"),
    ]
    notes = [f"{keel['name']} has {_pieces(keel['built'])}." for _, keel in keels if keel["built"]]
    return Section("works", "Yards and stores", tables, notes)


def keel_row(at: str, keel: Data) -> Sequence[str]:
    """Return the cells of a keel."""
    points = f"{keel['done']}/{keel['points']}" if keel["points"] is not None else keel["done"]
    return (
        NameCell(keel["name"]),
        at,
        NameCell(keel["design"]),
        keel["type"],
        str(keel["mass"]),
        str(points),
        "" if keel["weeks"] is None else str(keel["weeks"]),
    )


def _pieces(built: Sequence[str]) -> str:
    number: dict[str, int] = {}
    for piece in built:
        number[piece] = number.get(piece, 0) + 1
    return counts(number)


def job_row(job: Data) -> Sequence[str]:
    """Return the cells of a repair or refit."""
    states = ["begun" if job["begun"] else "not paid yet"]
    states += ["double speed"] * job["fast"] + ["the capture becomes yours"] * job["rebuilds"]
    return (
        NameCell(job["ship"]),
        job["at"],
        listed(job["tasks"]),
        str(job["weeks"]),
        listed(states),
    )


def store_row(store: Data) -> Sequence[str]:
    """Return the cells of a store at a world."""
    coming = (f"{d['number']} {d['part']} in week {d['week']}" for d in store["coming"])
    return (
        store["world"],
        counts(store["spares"]),
        counts(store["used"]),
        counts(store["modules"]),
        counts(store["craft"]),
        listed(coming),
    )


def designs(view: Data) -> Section:
    """Return the designs that can be bought or built."""
    rows = [_design_row(design) for design in view["designs"]]
    notes = [f"{entry['name']}: {entry['words']}" for entry in view["designs"] if not entry["navy"]]
    notes += [f"{proposal_words(p)}: {p['answer'] or 'no answer yet'}." for p in view["proposals"]]
    return Section("designs", "Designs", [Table(_DESIGNS, rows)], notes, len(rows))


def proposal_words(proposal: Data) -> str:
    """Describe a player's proposal (C2E-16.2-01)."""
    kind = "system" if proposal["system"] else "design"
    return f"{proposal['by']} proposes the {kind} {proposal['name']}"


def _design_row(design: Data) -> Sequence[str]:
    return (
        NameCell(design["name"]),
        design["type"],
        design["navy"] or "your own",
        str(design["mass"]),
        str(design["points"]),
        credits_of(design["price"]),
        credits_of(design["upkeep"]),
        str(design["endurance"]),
        str(design["cargo"] or ""),
        "" if design["ftl"] else "none",
    )


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
