"""Report sections about worlds, trade and lanes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core.report import (
    NameCell,
    OwnerCell,
    Section,
    Table,
    counted,
    number_column,
    text_column,
)
from variants.campaign2e.report.sections import Data, credits_of, listed

_OWN = (
    text_column("World"),
    number_column("Income", hint="points of base income, of those undamaged"),
    text_column("Resource", choose=True),
    number_column("Yield", hint="credits of last week"),
    number_column("Defences", hint="points of defence units, of those it may have"),
    text_column("State", choose=True),
)
_TRADE = (
    text_column("World"),
    text_column("Trades with"),
    text_column("Owner", choose=True),
    number_column("Share", hint="per cent that a deal gives you"),
    number_column("You ask", hint="per cent of a deal"),
    number_column("They ask", hint="per cent of a deal"),
    text_column("State"),
)
_BLOCKADES = (
    text_column("World"),
    text_column("Owner", choose=True),
    text_column("Interdicted by", choose=True),
    text_column("Controlled by", choose=True),
)
_OTHERS = (
    text_column("World"),
    text_column("Owner", choose=True),
    number_column("Income", hint="points of base income, of those undamaged"),
    text_column("Resource", choose=True),
    text_column("Allegiance", choose=True),
    text_column("State", choose=True),
)


def label(world: Data) -> NameCell:
    """Return a world's hex, with its name if it has one."""
    hex_, name = world["id"], world["name"]
    return NameCell(hex_ if name == hex_ else f"{hex_} {name}")


def own_worlds(view: Data) -> Section:
    """Return the reader's worlds, and anything unusual there."""
    public = {world["id"]: world for world in view["worlds"]}
    rows = [_own_row(world, public[world["id"]]) for world in view["own_worlds"]]
    notes = [
        f"{label(world)}: {words}."
        for world in view["own_worlds"]
        if (words := "; ".join(_conditions(world)))
    ]
    return Section("worlds", "Your worlds", [Table(_OWN, rows)], notes, len(rows))


def _own_row(world: Data, public: Data) -> Sequence[str]:
    return (
        label(world),
        _points(public),
        public["resource"],
        credits_of(world["income"]),
        f"{world['defence_points']}/{world['defence_limit']}",
        listed(_state(world, public)),
    )


def _state(world: Data, public: Data) -> Iterator[str]:
    if world["capital"]:
        yield "capital"
    if not public["base"]:
        yield "no base"
    yield from public_state(public)


def _points(world: Data) -> str:
    if not world["surveyed"]:
        return "?"
    return f"{world['points']}/{world['full']}"


def public_state(world: Data) -> Iterator[str]:
    """Yield the publicly visible conditions of a world."""
    if world["interdicted"]:
        yield f"interdicted by {listed(player or 'the umpire' for player in world['interdicted'])}"
    if world["controlled"]:
        yield f"controlled by {world['controlled']}"
    if world["blocked"]:
        yield "lanes blocked"


def _conditions(world: Data) -> Iterator[str]:
    """Yield unusual conditions that only the owner knows."""
    if world["lane_off"]:
        yield "its lanes are turned off"
    if world["abstract"]:
        yield "attacks on it are abstract"
    if world["defences"] is not None:
        yield f"{world['defences']} points of abstract defences are left"
    if world["rebuilding"]:
        weeks = counted(world["rebuilding"], "week")
        yield f"{weeks} of work done on the next point of income"
    if world["helper"]:
        yield f"{world['helper']} helps to rebuild it"
    if world["pacified"]:
        yield f"it will be pacified after week {world['pacified']}"


def trade(view: Data) -> Section:
    """Return trade partnerships and open offers."""
    owners = {world["id"]: world for world in view["worlds"]}
    rows = [
        _trade_row(world, owners.get(world["partner"], {}), owners[world["id"]])
        for world in view["own_worlds"]
        if world["partner"]
    ]
    alone = [label(world) for world in view["own_worlds"] if not world["partner"]]
    notes = [f"Without a partner: {'; '.join(alone)}."] if alone else []
    for offer in view["offers"]:
        pair = f"trade of {offer['world']} with {offer['partner']}"
        is_own = offer["by"] in [p["name"] for p in view["players"] if p["stance"] == "SELF"]
        notes.append(f"You offer {pair}." if is_own else f"{offer['by']} offers {pair}.")
    return Section("trade", "Trade", [Table(_TRADE, rows)], notes, len(rows))


def _trade_row(world: Data, partner: Data, public: Data) -> Sequence[str]:
    states = [state for end in (public, partner) if end for state in public_state(end)]
    return (
        label(world),
        label(partner) if partner else NameCell(world["partner"]),
        OwnerCell(partner["owner"]) if partner.get("owner") else "",
        *(_per_cent(world[name]) for name in ("share", "asked", "theirs")),
        listed(dict.fromkeys(states)),
    )


def _per_cent(share: int | None) -> str:
    return "" if share is None else f"{share} %"


def other_worlds(view: Data) -> Section:
    """Return the worlds of others, and hexes without a world."""
    foreign = [world for world in view["worlds"] if not world["yours"]]
    rows = [_other_row(world) for world in foreign]
    notes = []
    if view["empty"]:
        notes.append(f"Explored and empty: {' '.join(view['empty'])}.")
    return Section("other-worlds", "Other worlds", [Table(_OTHERS, rows)], notes, len(rows))


def _other_row(world: Data) -> Sequence[str]:
    return (
        label(world),
        OwnerCell(world["owner"]) if world["owner"] else "",
        _points(world),
        world["resource"],
        allegiance(world),
        listed([*(["base"] if world["base"] else []), *public_state(world)]),
    )


def allegiance(world: Data) -> str:
    """Return the allegiance of an unowned world, and the player it refers to."""
    words = (world.get("allegiance") or "").replace("_", " ")
    power = world.get("power")
    return f"{words} ({power})" if words and power else words


def blockades(report: Data) -> Section:
    """Return interdiction, control, and the raids known to the reader (C2E-6.1-01)."""
    view = report["view"]
    blockaded = [world for world in view["worlds"] if world["interdicted"] or world["controlled"]]
    rows = [
        (
            label(world),
            OwnerCell(world["owner"]) if world["owner"] else "",
            listed(player or "the umpire" for player in world["interdicted"]),
            OwnerCell(world["controlled"]) if world["controlled"] else "",
        )
        for world in blockaded
    ]
    raids = [event["text"] for event in report["events"] if event["code"].startswith("raid.")]
    title = "Interdiction, control and raids"
    return Section("blockades", title, [Table(_BLOCKADES, rows)], raids, len(rows))


def lanes(view: Data) -> Section:
    """Return the known lanes, from each world to the later ones."""
    ends: dict[str, list[str]] = {}
    for lane in view["lanes"]:
        ends.setdefault(lane["a"], []).append(lane["b"] + ("" if lane["open"] else " (blocked)"))
    words = "; ".join(f"{a} to {' '.join(neighbours)}" for a, neighbours in ends.items())
    return Section("lanes", "Space lanes", (), [f"{words}."] if words else ())
