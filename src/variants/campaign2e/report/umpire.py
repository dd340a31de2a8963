"""The umpire's and the gamemaster's report: everything, and what waits for a decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.report import OwnerCell, Section, Table, counted, number_column, text_column
from variants.campaign2e.report import fleets, others, works, worlds
from variants.campaign2e.report.sections import Data, credits_of, listed, owner_of

#: What makes the cells of a row.
Cells = Callable[[Data], Sequence[str]]
_OWNER = text_column("Owner", choose=True)
_PLAYERS = (
    text_column("Player"),
    number_column("Treasury"),
    number_column("Income", hint="credits of last week"),
    number_column("A week", hint="credits of maintenance, without doubling"),
    number_column("Owed"),
    number_column("Points", hint="of ships"),
    number_column("Worlds"),
    text_column("Capital"),
    text_column("State"),
)
_WORLDS = (
    text_column("World"),
    _OWNER,
    number_column("Income"),
    text_column("Resource", choose=True),
    text_column("Allegiance", choose=True),
    text_column("Trades with"),
    text_column("Visited by"),
    text_column("State", choose=True),
)
_OFFERS = (text_column("By", choose=True), text_column("World"), text_column("Trade with"))


def decisions(view: Data) -> Section:
    """What the umpire has to decide: battles by hand, and what players propose."""
    notes = []
    for battle in view["pending"]:
        sides = " against ".join(
            f"{listed(who or 'the umpire' for who in side)} ({listed(names)})"
            for side, names in zip(battle["sides"], battle["ships"], strict=True)
        )
        notes.append(f"Battle {battle['id']} at {battle['at']} waits for its result: {sides}.")
    waiting = [works.proposal_words(one) for one in view["proposals"] if not one["answer"]]
    notes += [f"Waits for your word: {words}." for words in waiting]
    return Section("decisions", "Decisions that wait for you", (), notes)


def players(view: Data) -> Section:
    """The players with their money, and how they stand to each other."""
    rows = [
        (
            OwnerCell(one["name"]),
            credits_of(one["treasury"]),
            credits_of(one["income"]),
            credits_of(one["upkeep"]),
            credits_of(one["owed"]) if one["owed"] else "",
            str(one["points"]),
            str(len(one["worlds"])),
            one["capital"],
            "" if one["active"] else "out",
        )
        for one in view["players"]
    ]
    notes = [f"{one['name']}: {words}." for one in view["players"] if (words := _dealings(one))]
    return Section("players", "Players", [Table(_PLAYERS, rows)], notes)


def _dealings(player: Data) -> str:
    parts = (
        ("access to", listed(player["access"])),
        ("allied navy", player["navy"]),
        ("stances", listed(f"{who} {how}" for who, how in player["stances"].items())),
        ("bases open to", listed(player["bases"])),
        ("supply ships open to", listed(player["supply"])),
        ("own designs", listed(player["designs"])),
    )
    return "; ".join(f"{words} {told}" for words, told in parts if told)


def all_worlds(view: Data) -> Section:
    """Every world with what is secret of it."""
    rows = [_world(world) for world in view["worlds"]]
    notes = [f"{worlds.label(one)}: {told}." for one in view["worlds"] if (told := _secrets(one))]
    offers = [(OwnerCell(one["by"]), one["world"], one["partner"]) for one in view["offers"]]
    tables = [Table(_WORLDS, rows), Table(_OFFERS, offers, "Trade offered")]
    return Section("worlds", "Worlds", tables, notes, len(rows))


def _world(world: Data) -> Sequence[str]:
    return (
        worlds.label(world),
        OwnerCell(world["owner"]) if world["owner"] else "",
        f"{world['points']}/{world['full']}",
        world["resource"],
        worlds.allegiance(world),
        world["partner"],
        listed(world["visitors"]),
        listed(worlds.public_state(world)),
    )


def _secrets(world: Data) -> str:
    """What goes on at a world that its table does not say."""
    found = []
    if world["share"] is not None:
        found.append(f"its owner gets {world['share']} % of a deal")
    if world["abstract"]:
        found.append("attacks on it are abstract")
    if world["defences"] is not None:
        found.append(f"{world['defences']} points of abstract defences are left")
    if world["peacekeepers"]:
        missions = (f"{who} {weeks}" for who, weeks in world["peacekeepers"].items())
        found.append(f"weeks of peacekeeping: {listed(missions)}")
    if world["assault"]:
        assault = world["assault"]
        found.append(
            f"{assault['by']} assaults it: {assault['taken']} taken, "
            f"{assault['destroyed']} destroyed"
        )
    if world["rebuilding"]:
        weeks = counted(world["rebuilding"], "week")
        found.append(f"{weeks} of work done on the next point of income")
    if world["helper"]:
        found.append(f"{world['helper']} helps to rebuild it")
    return "; ".join(found)


def all_groups(view: Data) -> Section:
    """The groups of all players and the umpire, and which counters are dummies."""
    own = [(owner_of(group["owner"]), *fleets.group_row(group)) for group in view["groups"]]
    notes = [
        f"Counter {one['counter']} of {one['owner']} at {one['at']} is a dummy of "
        f"{one['group'] or 'no group'}."
        for one in view["dummies"]
    ]
    return Section("groups", "Task groups", [Table((_OWNER, *fleets.GROUPS), own)], notes, len(own))


def all_ships(view: Data) -> Section:
    """The ships of all players and the umpire."""
    found = view["ships"]

    def rows(cells: Cells, wanted: Callable[[Data], bool] = bool) -> list[Sequence[str]]:
        return [(owner_of(ship["owner"]), *cells(ship)) for ship in found if wanted(ship)]

    tables = [
        Table((_OWNER, *fleets.SHIPS), rows(fleets.ship_row)),
        Table(
            (_OWNER, *fleets.SUPPLY),
            rows(fleets.supply_row, fleets.costs),
            "Supply and maintenance",
        ),
        Table((_OWNER, *fleets.LOADS), rows(fleets.load_row, fleets.carries), "Holds"),
    ]
    notes = [
        f"{owner_of(ship['owner'])}, {ship['name']}: {words}."
        for ship in found
        if (words := "; ".join(fleets.details(ship)))
    ]
    return Section("ships", "Ships", tables, notes, len(found))


def all_works(view: Data) -> Section:
    """Keels, repairs and stores of all players."""
    keels = [
        (owner_of(world["owner"]), *works.keel_row(world["id"], keel))
        for world in view["worlds"]
        for keel in world["keels"]
    ]
    jobs = [(owner_of(job["owner"]), *works.job_row(job)) for job in view["jobs"]]
    stores = [(owner_of(store["owner"]), *works.store_row(store)) for store in view["stores"]]
    tables = [
        Table((_OWNER, *works.KEELS), keels, "Keels"),
        Table((_OWNER, *works.JOBS), jobs, "Repairs and refits"),
        Table((_OWNER, *works.STORES), stores, "Stores"),
    ]
    return Section("works", "Yards and stores", tables)


def counters(view: Data) -> Section:
    """The counters as everybody sees them."""
    found = view["counters"]
    table = Table(others.COUNTERS, others.counters(found))
    return Section("contacts", "Counters", [table], (), len(found))


def empty(view: Data) -> Section:
    """Explored hexes without a world."""
    notes = [f"Explored, and empty: {' '.join(view['empty'])}."] if view["empty"] else []
    return Section("empty", "Empty hexes", (), notes)
