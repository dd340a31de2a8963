"""Report sections about worlds, trade and lanes."""

from __future__ import annotations

from collections.abc import Iterator

from horizons_core.report import (
    NameCell,
    OwnerCell,
    Section,
    Table,
    columns,
    counted,
    number_column,
    text_column,
)
from variants.campaign2e.report.sections import Data, listed
from variants.campaign2e.view.shapes import OwnWorld, SeenWorld


def label(world: Data) -> NameCell:
    """Return a world's hex, with its name if it has one."""
    hex_, name = world["id"], world["name"]
    return NameCell(hex_ if name == hex_ else f"{hex_} {name}")


def own_worlds(view: Data) -> Section:
    """Return the reader's worlds, and anything unusual there."""
    public = {world["id"]: world for world in view["worlds"]}
    table = Table.of(_OWN, [{**public[own["id"]], **own} for own in view["own_worlds"]])
    notes = [
        f"{label(world)}: {words}."
        for world in view["own_worlds"]
        if (words := "; ".join(_conditions(world)))
    ]
    return Section("worlds", "Your worlds", [table], notes, len(table.rows))


def _state(world: Data) -> str:
    states = ["capital"] * world["capital"] + ["no base"] * (not world["base"])
    return listed([*states, *public_state(world)])


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
        {**owners[world["id"]], **world, "other": owners.get(world["partner"])}
        for world in view["own_worlds"]
        if world["partner"]
    ]
    worlds_without_partner = [label(world) for world in view["own_worlds"] if not world["partner"]]
    notes = (
        [f"Without a partner: {'; '.join(worlds_without_partner)}."]
        if worlds_without_partner
        else []
    )
    for offer in view["offers"]:
        pair = f"trade of {offer['world']} with {offer['partner']}"
        is_own = offer["by"] in [p["name"] for p in view["players"] if p["stance"] == "SELF"]
        notes.append(f"You offer {pair}." if is_own else f"{offer['by']} offers {pair}.")
    return Section("trade", "Trade", [Table.of(_TRADE, rows)], notes, len(rows))


def _trade_state(world: Data) -> str:
    ends = [end for end in (world, world["other"]) if end]
    return listed(dict.fromkeys(state for end in ends for state in public_state(end)))


def _partner(world: Data) -> NameCell:
    return label(world["other"]) if world["other"] else NameCell(world["partner"])


def _partners_owner(world: Data) -> str:
    owner = world["other"] and world["other"]["owner"]
    return OwnerCell(owner) if owner else ""


def other_worlds(view: Data) -> Section:
    """Return the worlds of others, and hexes without a world."""
    foreign = [world for world in view["worlds"] if not world["yours"]]
    notes = []
    if view["empty"]:
        notes.append(f"Explored and empty: {' '.join(view['empty'])}.")
    return Section(
        "other-worlds", "Other worlds", [Table.of(_OTHERS, foreign)], notes, len(foreign)
    )


def _public_state(world: Data) -> str:
    return listed([*["base"] * world["base"], *public_state(world)])


def allegiance(world: Data) -> str:
    """Return the allegiance of an unowned world, and the player it refers to."""
    words = (world.get("allegiance") or "").replace("_", " ")
    power = world.get("power")
    return f"{words} ({power})" if words and power else words


WORLD = text_column("World", label)
_INCOME = number_column("Income", _points, hint="points of base income, of those undamaged")
_OWN = columns(
    SeenWorld,
    WORLD,
    _INCOME,
    "resource",
    *columns(OwnWorld, "income"),
    number_column(
        "Defences",
        lambda world: f"{world['defence_points']}/{world['defence_limit']}",
        hint="points of defence units, of those it may have",
    ),
    text_column("State", _state, choose=True),
)
_TRADE = columns(
    OwnWorld,
    WORLD,
    text_column("Trades with", _partner),
    text_column("Owner", _partners_owner, choose=True),
    "share asked theirs",
    text_column("State", _trade_state),
)
_OTHERS = columns(
    SeenWorld,
    WORLD,
    "owner",
    _INCOME,
    "resource",
    text_column("Allegiance", allegiance, choose=True),
    text_column("State", _public_state, choose=True),
)
_BLOCKADES = columns(SeenWorld, WORLD, "owner interdicted controlled")


def blockades(report: Data) -> Section:
    """Return interdiction, control, and the raids known to the reader (C2E-6.1-01)."""
    view = report["view"]
    blockaded = [world for world in view["worlds"] if world["interdicted"] or world["controlled"]]
    raids = [event["text"] for event in report["events"] if event["code"].startswith("raid.")]
    title = "Interdiction, control and raids"
    return Section("blockades", title, [Table.of(_BLOCKADES, blockaded)], raids, len(blockaded))


def lanes(view: Data) -> Section:
    """Return the known lanes of each world to worlds later in the list."""
    ends: dict[str, list[str]] = {}
    for lane in view["lanes"]:
        ends.setdefault(lane["a"], []).append(lane["b"] + ("" if lane["open"] else " (blocked)"))
    words = "; ".join(f"{a} to {' '.join(neighbours)}" for a, neighbours in ends.items())
    return Section("lanes", "Space lanes", (), [f"{words}."] if words else ())
