"""Sections about worlds: one's own, their trade, the lanes, and the worlds of others."""

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
    """A world's hex, with its name if it has any."""
    hex_, name = world["id"], world["name"]
    return NameCell(hex_ if name == hex_ else f"{hex_} {name}")


def own_worlds(view: Data) -> Section:
    """One's own worlds, and whatever is not as usual there."""
    seen = {world["id"]: world for world in view["worlds"]}
    rows = [_own(world, seen[world["id"]]) for world in view["own_worlds"]]
    notes = [
        f"{label(world)}: {words}."
        for world in view["own_worlds"]
        if (words := "; ".join(_conditions(world)))
    ]
    return Section("worlds", "Your worlds", [Table(_OWN, rows)], notes, len(rows))


def _own(world: Data, seen: Data) -> Sequence[str]:
    return (
        label(world),
        _points(seen),
        seen["resource"],
        credits_of(world["income"]),
        f"{world['defence_points']}/{world['defence_limit']}",
        listed(_state(world, seen)),
    )


def _state(world: Data, seen: Data) -> Iterator[str]:
    if world["capital"]:
        yield "capital"
    if not seen["base"]:
        yield "no base"
    yield from public_state(seen)


def _points(world: Data) -> str:
    if not world["surveyed"]:
        return "?"
    return f"{world['points']}/{world['full']}"


def public_state(world: Data) -> Iterator[str]:
    """What everybody can see."""
    if world["interdicted"]:
        yield f"interdicted by {listed(who or 'the umpire' for who in world['interdicted'])}"
    if world["controlled"]:
        yield f"controlled by {world['controlled']}"
    if world["blocked"]:
        yield "lanes blocked"


def _conditions(world: Data) -> Iterator[str]:
    """What only its owner knows, as far as it is not as usual."""
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
        yield f"it is not pacified before the end of week {world['pacified']}"


def trade(view: Data) -> Section:
    """What trades with what, and what is offered."""
    owners = {world["id"]: world for world in view["worlds"]}
    rows = [
        _trade(world, owners.get(world["partner"], {}), owners[world["id"]])
        for world in view["own_worlds"]
        if world["partner"]
    ]
    alone = [label(world) for world in view["own_worlds"] if not world["partner"]]
    notes = [f"Without a partner: {'; '.join(alone)}."] if alone else []
    for offer in view["offers"]:
        both = f"trade of {offer['world']} with {offer['partner']}"
        you = offer["by"] in [p["name"] for p in view["players"] if p["stance"] == "SELF"]
        notes.append(f"You offer {both}." if you else f"{offer['by']} offers {both}.")
    return Section("trade", "Trade", [Table(_TRADE, rows)], notes, len(rows))


def _trade(world: Data, partner: Data, seen: Data) -> Sequence[str]:
    states = [state for one in (seen, partner) if one for state in public_state(one)]
    return (
        label(world),
        label(partner) if partner else NameCell(world["partner"]),
        OwnerCell(partner["owner"]) if partner.get("owner") else "",
        *(_per_cent(world[name]) for name in ("share", "asked", "theirs")),
        listed(dict.fromkeys(states)),
    )


def _per_cent(share: int | None) -> str:
    return "" if share is None else f"{share} %"


def others(view: Data) -> Section:
    """The worlds that are not one's own, and hexes without a world."""
    found = [world for world in view["worlds"] if not world["yours"]]
    rows = [_other(world) for world in found]
    notes = []
    if view["empty"]:
        notes.append(f"Explored, and empty: {' '.join(view['empty'])}.")
    return Section("other-worlds", "Other worlds", [Table(_OTHERS, rows)], notes, len(rows))


def _other(world: Data) -> Sequence[str]:
    return (
        label(world),
        OwnerCell(world["owner"]) if world["owner"] else "",
        _points(world),
        world["resource"],
        allegiance(world),
        listed([*(["base"] if world["base"] else []), *public_state(world)]),
    )


def allegiance(world: Data) -> str:
    """Where a world without an owner stands, and towards whom."""
    found = (world.get("allegiance") or "").replace("_", " ")
    power = world.get("power")
    return f"{found} ({power})" if found and power else found


def blockades(report: Data) -> Section:
    """Who interdicts and controls what, and the raids that the reader knows of (C2E-6.1-01)."""
    view = report["view"]
    held = [world for world in view["worlds"] if world["interdicted"] or world["controlled"]]
    rows = [
        (
            label(world),
            OwnerCell(world["owner"]) if world["owner"] else "",
            listed(who or "the umpire" for who in world["interdicted"]),
            OwnerCell(world["controlled"]) if world["controlled"] else "",
        )
        for world in held
    ]
    raids = [event["text"] for event in report["events"] if event["code"].startswith("raid.")]
    title = "Interdiction, control and raids"
    return Section("blockades", title, [Table(_BLOCKADES, rows)], raids, len(rows))


def lanes(view: Data) -> Section:
    """The lanes that are known, from each world to those behind it."""
    ends: dict[str, list[str]] = {}
    for lane in view["lanes"]:
        ends.setdefault(lane["a"], []).append(lane["b"] + ("" if lane["open"] else " (blocked)"))
    words = "; ".join(f"{a} to {' '.join(others)}" for a, others in ends.items())
    return Section("lanes", "Space lanes", (), [f"{words}."] if words else ())
