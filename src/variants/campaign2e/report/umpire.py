"""The report for the umpire and the gamemaster, with everything and pending decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from horizons_core.report import OwnerCell, Section, Table, counted, number_column, text_column
from variants.campaign2e.report import fleets, others, works, worlds
from variants.campaign2e.report.sections import Data, credits_of, listed, owner_of

#: Function that returns the cells of a row.
RowCells = Callable[[Data], Sequence[str]]
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
    """Return the decisions for the umpire: battles by hand, and proposals of players."""
    notes = []
    for battle in view["pending"]:
        sides = " against ".join(
            f"{listed(player or 'the umpire' for player in side)} ({listed(names)})"
            for side, names in zip(battle["sides"], battle["ships"], strict=True)
        )
        notes.append(f"Battle {battle['id']} at {battle['at']} needs a result: {sides}.")
    waiting = [works.proposal_words(entry) for entry in view["proposals"] if not entry["answer"]]
    notes += [f"Needs your decision: {words}." for words in waiting]
    return Section("decisions", "Your decisions", (), notes)


def players(view: Data) -> Section:
    """Return the players, their money and their relations."""
    rows = [
        (
            OwnerCell(row["name"]),
            credits_of(row["treasury"]),
            credits_of(row["income"]),
            credits_of(row["upkeep"]),
            credits_of(row["owed"]) if row["owed"] else "",
            str(row["points"]),
            str(len(row["worlds"])),
            row["capital"],
            "" if row["active"] else "out",
        )
        for row in view["players"]
    ]
    notes = [f"{row['name']}: {words}." for row in view["players"] if (words := _dealings(row))]
    return Section("players", "Players", [Table(_PLAYERS, rows)], notes)


def _dealings(player: Data) -> str:
    parts = (
        ("access to", listed(player["access"])),
        ("allied navy", player["navy"]),
        ("stances", listed(f"{other} {stance}" for other, stance in player["stances"].items())),
        ("bases open to", listed(player["bases"])),
        ("supply ships open to", listed(player["supply"])),
        ("own designs", listed(player["designs"])),
    )
    return "; ".join(f"{words} {value}" for words, value in parts if value)


def all_worlds(view: Data) -> Section:
    """Return every world with its secrets."""
    rows = [_world(world) for world in view["worlds"]]
    notes = [f"{worlds.label(row)}: {text}." for row in view["worlds"] if (text := _secrets(row))]
    offers = [(OwnerCell(row["by"]), row["world"], row["partner"]) for row in view["offers"]]
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
    """Return facts about a world that the table omits."""
    facts = []
    if world["share"] is not None:
        facts.append(f"its owner gets {world['share']} % of a deal")
    if world["abstract"]:
        facts.append("attacks on it are abstract")
    if world["defences"] is not None:
        facts.append(f"{world['defences']} points of abstract defences are left")
    if world["peacekeepers"]:
        missions = (f"{player} {weeks}" for player, weeks in world["peacekeepers"].items())
        facts.append(f"weeks of peacekeeping: {listed(missions)}")
    if world["assault"]:
        assault = world["assault"]
        facts.append(
            f"{assault['by']} assaults it: {assault['taken']} taken, "
            f"{assault['destroyed']} destroyed"
        )
    if world["rebuilding"]:
        weeks = counted(world["rebuilding"], "week")
        facts.append(f"{weeks} of work done on the next point of income")
    if world["helper"]:
        facts.append(f"{world['helper']} helps to rebuild it")
    return "; ".join(facts)


def all_groups(view: Data) -> Section:
    """Return the groups of all players and the umpire, and which counters are dummies."""
    rows = [(owner_of(group["owner"]), *fleets.group_row(group)) for group in view["groups"]]
    notes = [
        f"Counter {item['counter']} of {item['owner']} at {item['at']} is a dummy of "
        f"{item['group'] or 'no group'}."
        for item in view["dummies"]
    ]
    table = Table((_OWNER, *fleets.GROUPS), rows)
    return Section("groups", "Task groups", [table], notes, len(rows))


def all_ships(view: Data) -> Section:
    """Return the ships of all players and the umpire."""
    all_ships = view["ships"]

    def rows(cells: RowCells, condition: Callable[[Data], bool] = bool) -> list[Sequence[str]]:
        return [(owner_of(ship["owner"]), *cells(ship)) for ship in all_ships if condition(ship)]

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
        for ship in all_ships
        if (words := "; ".join(fleets.details(ship)))
    ]
    return Section("ships", "Ships", tables, notes, len(all_ships))


def all_works(view: Data) -> Section:
    """Return keels, repairs and stores of all players."""
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
    """Return the public counters."""
    public = view["counters"]
    table = Table(others.COUNTERS, others.counters(public))
    return Section("contacts", "Counters", [table], (), len(public))


def empty(view: Data) -> Section:
    """Return explored hexes without a world."""
    notes = [f"Explored and empty: {' '.join(view['empty'])}."] if view["empty"] else []
    return Section("empty", "Empty hexes", (), notes)
